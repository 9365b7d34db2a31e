// The film strip: operations from left to right, after each what it left.
#include "core/words.h"
#include "emulator/trace/trace.h"
#include "replay/structure/plan.h"
#include "stage/marks.h"
#include "stage/plan_parts.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr TextStyle tiny{Face::sans, 0.8F};
constexpr float name_em = 1.5F;  // above a thumbnail

/// One launch, or operations of the host under each other, and what the last of them left.
struct Film {
    std::vector<const PlanOperation*> operations;
    Thumbnail left;
    bool has_left = false;
    float card = 0;  ///< its width, pixels
    bool is_launch() const { return operations.front()->kind == PlanKind::launch; }
    /// A thumbnail's name may be wider than its cells.
    float left_width(const Context& stage) const {
        if (!has_left) return 0;
        return std::max(
            left.width(),
            stage.canvas.text_width({Face::mono, 0.85F},
                                    stage.info(static_cast<emulator::ArrayId>(left.values.array)).name));
    }
};

/// Words in at most three lines that are as even as they come.
std::vector<std::string> lines_of(const Canvas& canvas, TextStyle style, std::string_view text, float width) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t space = std::min(text.find(' '), text.size());
        const std::string word(text.substr(0, space));
        text.remove_prefix(std::min(text.size(), space + 1));
        if (!lines.empty() && canvas.text_width(style, lines.back() + " " + word) <= width)
            lines.back() += " " + word;
        else
            lines.push_back(word);
    }
    while (lines.size() > 3) {
        const std::string last = lines.back();
        lines.pop_back();
        lines.back() += " " + last;
    }
    return lines;
}

/// "clear flags".
std::string host_line(const PlanOperation& one) { return one.name + " " + one.of; }

PlanValues values_after(const Context& stage, const PlanOperation& one) {
    PlanValues values{one.to, false, nullptr};
    const bool from_the_start =
        one.kind == PlanKind::upload && one.ran() && stage.trace().is_quiet(one.steps.first);
    if (!from_the_start && (!one.ran() || one.steps.first >= stage.at.step()))
        values.blank = true;
    else if (from_the_start || (one.done(stage.at.step()) && present_operation(stage) != &one))
        values.moment = stage.at.plan().left(one.operation, one.to);
    return values;
}

/// A launch is drawn by itself; operations of the host are under each other until one leaves data.
std::vector<Film> make_films(const Context& stage, float most_height) {
    const Canvas& canvas = stage.canvas;
    std::vector<Film> films;
    for (const PlanOperation& one : stage.at.plan().all()) {
        if (one.kind == PlanKind::wait) continue;
        const bool host = one.kind != PlanKind::launch;
        const bool joins = host && !films.empty() && !films.back().is_launch() && !films.back().has_left &&
                           films.back().operations.size() < 3;
        if (!joins) films.emplace_back();
        Film& film = films.back();
        film.operations.push_back(&one);
        film.card = std::max(
            film.card, host ? canvas.text_width(tiny, host_line(one)) + canvas.em(0.8F) : canvas.em(5.3F));
        film.has_left = one.to >= 0;
        if (film.has_left)
            film.left = make_thumbnail(stage, values_after(stage, one), canvas.em(14), most_height);
    }
    return films;
}

/// A card, or what its film left.
struct Piece {
    const Film* film = nullptr;
    bool left = false;
    float width = 0;
};

/// The pieces in view: around the present card as many as there is room for; what it takes comes first.
struct Window {
    std::size_t first = 0, end = 0;
    float width = 0;
};

Window window_of(const std::vector<Piece>& pieces, std::size_t present, float room) {
    Window window{present, present + 1, pieces[present].width};
    const auto before = [&] {
        if (window.first == 0 || window.width + pieces[window.first - 1].width > room) return false;
        window.width += pieces[--window.first].width;
        return true;
    };
    const auto after = [&] {
        if (window.end == pieces.size() || window.width + pieces[window.end].width > room) return false;
        window.width += pieces[window.end++].width;
        return true;
    };
    after();
    while (!pieces[window.first].left && before()) {
    }
    for (bool grew = true; grew;) {
        grew = after();
        grew = before() || grew;
    }
    return window;
}

void draw_disc_with_tick(Canvas& canvas, Point centre) {
    canvas.disc(centre, canvas.em(0.5F), {Role::right});
    marks::tick(canvas, Box::around(centre, canvas.em(0.5F), canvas.em(0.5F)), {Role::bg0});
}

/// What is quiet needs no step of its own: it is done where the next step begins.
bool is_done(const Context& stage, const PlanOperation& one) {
    return one.done(stage.at.step()) || (one.ran() && one.steps.first == 0 && stage.trace().is_quiet(0));
}

void draw_launch(Context& stage, const PlanOperation& one, const Box& box) {
    Canvas& canvas = stage.canvas;
    const bool present = present_operation(stage) == &one, done = is_done(stage, one);
    if (present) canvas.rectangle(box, {Role::bg3}, {{Role::ink}, canvas.px(2)}, canvas.em(0.4F));
    const TextStyle style{Face::sans_semibold, 0.85F};
    auto lines = lines_of(canvas, style, one.name, box.width() - canvas.em(0.6F));
    std::vector<std::string> below = {counted(one.steps.end - one.steps.first, "step")};
    // A student's launch does not say how much it reads and writes.
    if (one.bytes_in > 0 || one.bytes_out > 0) {
        below.push_back(bytes_text(one.bytes_in) + " in");
        below.push_back(bytes_text(one.bytes_out) + " out");
    }
    if (!one.ran()) below.front() = "not reached";
    const Ink loud{present || done ? Role::t1 : Role::t3}, quiet{present ? Role::t1
                                                                 : done  ? Role::t2
                                                                         : Role::t3};
    const float pitch = canvas.em(1.0F), middle = box.centre().x;
    const auto tall = [&] {
        return canvas.em(2.1F) + static_cast<float>(lines.size() + below.size()) * pitch;
    };
    // Where the strip is low the fewest words give way first.
    if (tall() > box.height() && below.size() > 2) below.erase(below.begin());
    while (tall() > box.height() && lines.size() > 1) {
        const std::string last = lines.back();
        lines.pop_back();
        lines.back() += " " + last;
    }
    const float high = tall();
    float y = box.centre().y - high / 2 + canvas.em(0.5F);
    if (done && !present)
        draw_disc_with_tick(canvas, {middle, y});
    else
        canvas.text({middle, y}, type::code_strong, loud,
                    std::to_string(stage.at.plan().number_of_launch(one.operation)), Align::centre);
    y += canvas.em(1.2F);
    for (const std::string& line : lines) {
        const float room = box.width() - canvas.em(0.3F), wide = canvas.text_width(style, line);
        canvas.text_within({middle - std::min(room, wide) / 2, y}, room, style, loud, line);
        y += pitch;
    }
    y += canvas.em(0.05F);
    const Point from{box.min.x + canvas.em(0.8F), y}, to{box.max.x - canvas.em(0.8F), y};
    draw_straight(canvas, from, to, ArrowKind::before);
    y += canvas.em(0.9F);
    for (const std::string& line : below) {
        canvas.text({middle, y}, tiny, quiet, line, Align::centre);
        y += pitch;
    }
    canvas.hit("operation." + std::to_string(one.operation), box);
}

void draw_host(Context& stage, const PlanOperation& one, const Box& box) {
    Canvas& canvas = stage.canvas;
    const bool present = present_operation(stage) == &one, done = is_done(stage, one);
    if (present) canvas.rectangle(box, {Role::bg3}, {{Role::ink}, canvas.px(2)}, canvas.em(0.3F));
    const Ink loud{present || done ? Role::t1 : Role::t3}, quiet{present || done ? Role::t2 : Role::t3};
    const float middle = box.centre().x, half = canvas.em(0.5F);
    canvas.text({middle, box.centre().y - half}, tiny, loud, host_line(one), Align::centre);
    const Point below{middle, box.centre().y + half};
    const std::string bytes = bytes_text(std::max(one.bytes_in, one.bytes_out));
    canvas.text(below, tiny, quiet, bytes, Align::centre);
    if (done) {
        const float left = middle - canvas.text_width(tiny, bytes) / 2 - canvas.em(0.6F);
        marks::tick(canvas, Box::around({left, below.y}, canvas.em(0.55F), canvas.em(0.55F)), {Role::right});
    }
    canvas.hit("operation." + std::to_string(one.operation), box);
}

void draw_card(Context& stage, const Film& film, Box card) {
    Canvas& canvas = stage.canvas;
    if (film.is_launch()) return draw_launch(stage, *film.operations.front(), card.snapped());
    const float pitch = canvas.em(2.5F);
    float top = card.centre().y - pitch * static_cast<float>(film.operations.size()) / 2;
    for (const PlanOperation* one : film.operations) {
        draw_host(stage, *one,
                  Box::edges(card.min.x, top + canvas.em(0.15F), card.max.x, top + pitch - canvas.em(0.15F))
                      .snapped());
        top += pitch;
    }
}

void draw_left(Context& stage, const Film& film, Box rect) {
    Canvas& canvas = stage.canvas;
    const Point middle = rect.centre();
    const float top = snap(middle.y - film.left.height() / 2 + canvas.em(name_em / 2));
    draw_thumbnail(stage, film.left, {snap(middle.x - film.left.width() / 2), top});
    const auto id = static_cast<emulator::ArrayId>(film.left.values.array);
    canvas.text({middle.x, top - canvas.em(0.75F)}, {Face::mono, 0.85F}, {Role::t2}, stage.info(id).name,
                Align::centre);
}

/// "3 before": the operations that are not in view.
void draw_more(Context& stage, std::int64_t count, Point at, std::string_view word) {
    if (count == 0) return;
    Canvas& canvas = stage.canvas;
    const float half = canvas.em(0.5F);
    canvas.text({at.x, at.y - half}, tiny, {Role::t3}, std::to_string(count), Align::centre);
    canvas.text({at.x, at.y + half}, tiny, {Role::t3}, word, Align::centre);
}

}  // namespace

void draw_strip(Context& stage, Box rect) {
    Canvas& canvas = stage.canvas;
    const float gap = canvas.em(0.4F), words = canvas.em(3.4F);
    const std::vector<Film> films = make_films(stage, rect.height() - canvas.em(name_em));
    std::vector<Piece> pieces;
    std::size_t present = 0;
    for (const Film& film : films) {
        if (film.operations.front()->operation <= present_operation(stage)->operation)
            present = pieces.size();
        pieces.push_back({&film, false, film.card + gap});
        if (film.has_left) pieces.push_back({&film, true, film.left_width(stage) + gap});
    }
    if (pieces.empty()) return;
    Window window = window_of(pieces, present, rect.width() + gap);
    if (window.end - window.first < pieces.size())
        window = window_of(pieces, present, rect.width() - 2 * words);
    std::int64_t before = 0, after = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (pieces[i].left) continue;
        const auto count = static_cast<std::int64_t>(pieces[i].film->operations.size());
        if (i < window.first) before += count;
        if (i >= window.end) after += count;
    }
    const float middle = rect.centre().y;
    draw_more(stage, before, {rect.min.x + words / 2 - gap, middle}, "before");
    draw_more(stage, after, {rect.max.x - words / 2, middle}, "to come");
    float x = rect.min.x + (before > 0 ? words : 0);
    for (std::size_t i = window.first; i < window.end; ++i) {
        const Piece& piece = pieces[i];
        const Box box = Box::edges(x, rect.min.y, x + piece.width - gap, rect.max.y);
        if (piece.left)
            draw_left(stage, *piece.film, box);
        else
            draw_card(stage, *piece.film, box);
        x += piece.width;
    }
}

}  // namespace upsweep::stage
