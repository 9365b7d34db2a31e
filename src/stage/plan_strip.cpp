// The film strip: operations from left to right, after each what it left, as a small picture of the array.
#include <cmath>

#include "core/words.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "replay/data/held.h"
#include "replay/data/picture.h"
#include "replay/structure/plan.h"
#include "replay/structure/staging.h"
#include "replay/trace.h"
#include "scenes/run_program.h"
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
        return std::max(left.width(), stage.canvas.text_width({Face::mono, 0.85F},
                                                              stage.info(id_of(left.values.array)).name));
    }
};

void join_last(std::vector<std::string>& lines) {
    const std::string last = lines.back();
    lines.pop_back();
    lines.back() += " " + last;
}

/// Words in at most three lines that are as even as they come.
std::vector<std::string> lines_of(const Canvas& canvas, TextStyle style, std::string_view text, float width) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const size_t space = std::min(text.find(' '), text.size());
        const std::string word(text.substr(0, space));
        text.remove_prefix(std::min(text.size(), space + 1));
        if (!lines.empty() && canvas.text_width(style, lines.back() + " " + word) <= width)
            lines.back() += " " + word;
        else
            lines.push_back(word);
    }
    while (lines.size() > 3) join_last(lines);
    return lines;
}

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
            film.card, host ? canvas.text_width(tiny, name_of(one)) + canvas.em(0.8F) : canvas.em(5.3F));
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
    size_t first = 0, end = 0;
    float width = 0;
};

Window window_of(const std::vector<Piece>& pieces, size_t present, float room) {
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
    const auto tall = [&] { return canvas.em(2.1F) + float(lines.size() + below.size()) * pitch; };
    // Where the strip is low the fewest words give way first.
    if (tall() > box.height() && below.size() > 2) below.erase(below.begin());
    while (tall() > box.height() && lines.size() > 1) join_last(lines);
    const float high = tall();
    float y = box.centre().y - high / 2 + canvas.em(0.5F);
    if (done && !present)
        marks::tick_disc(canvas, Box::around({middle, y}, canvas.em(1), canvas.em(1)), {Role::right},
                         {Role::bg0});
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
    canvas.text({middle, box.centre().y - half}, tiny, loud, name_of(one), Align::centre);
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
    float top = card.centre().y - pitch * film.operations.size() / 2;
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
    const auto id = id_of(film.left.values.array);
    canvas.text({middle.x, top - canvas.em(0.75F)}, {Face::mono, 0.85F}, {Role::t2}, stage.info(id).name,
                Align::centre);
}

/// "3 before": the operations that are not in view.
void draw_more(Context& stage, int64_t count, Point at, std::string_view word) {
    if (count == 0) return;
    Canvas& canvas = stage.canvas;
    const float half = canvas.em(0.5F);
    canvas.text({at.x, at.y - half}, tiny, {Role::t3}, std::to_string(count), Align::centre);
    canvas.text({at.x, at.y + half}, tiny, {Role::t3}, word, Align::centre);
}

}  // namespace

namespace {

/// The strip's pieces in their order, and which of them is the present operation's card.
struct FilmStrip {
    std::vector<Film> films;
    std::vector<Piece> pieces;
    size_t present = 0;
    float width = 0;  ///< of all pieces side by side, pixels
};

float piece_gap(const Context& stage) { return stage.canvas.em(0.4F); }

FilmStrip make_strip(const Context& stage, float high) {
    const float gap = piece_gap(stage);
    FilmStrip strip;
    strip.films = make_films(stage, high - stage.canvas.em(name_em));
    for (const Film& film : strip.films) {
        if (film.operations.front()->operation <= present_operation(stage)->operation)
            strip.present = strip.pieces.size();
        strip.pieces.push_back({&film, false, film.card + gap});
        if (film.has_left) strip.pieces.push_back({&film, true, film.left_width(stage) + gap});
    }
    for (const Piece& piece : strip.pieces) strip.width += piece.width;
    return strip;
}

/// All pieces, in lines that are as wide as the room; what an operation left stays behind its card.
std::vector<Window> lines_in(const std::vector<Piece>& pieces, float room) {
    std::vector<Window> lines;
    for (size_t i = 0; i < pieces.size();) {
        const size_t end = i + 1 < pieces.size() && pieces[i + 1].left ? i + 2 : i + 1;
        float width = 0;
        for (size_t k = i; k < end; ++k) width += pieces[k].width;
        if (lines.empty() || lines.back().width + width > room) lines.push_back({i, i, 0});
        lines.back().end = end;
        lines.back().width += width;
        i = end;
    }
    return lines;
}

constexpr float strip_line_em = 8.6F;  ///< of several lines: a launch with all its words

void draw_pieces(Context& stage, const FilmStrip& strip, const Window& window, Box rect) {
    float x = rect.min.x;
    for (size_t i = window.first; i < window.end; ++i) {
        const Piece& piece = strip.pieces[i];
        const Box box = Box::edges(x, rect.min.y, x + piece.width - piece_gap(stage), rect.max.y);
        if (piece.left)
            draw_left(stage, *piece.film, box);
        else
            draw_card(stage, *piece.film, box);
        x += piece.width;
    }
}

}  // namespace

float strip_width(const Context& stage) { return make_strip(stage, stage.canvas.em(strip_line_em)).width; }

float strip_height(const Context& stage, float width, float most) {
    const Canvas& canvas = stage.canvas;
    const float line = std::clamp(most * 0.3F, canvas.em(7.4F), canvas.em(10.4F));
    const FilmStrip strip = make_strip(stage, line);
    if (strip.width <= width + piece_gap(stage)) return line;
    const auto lines = float(lines_in(strip.pieces, width + piece_gap(stage)).size());
    const float all = lines * std::clamp(most * strip_share / lines, canvas.em(strip_line_em), line);
    return all <= most * strip_share + 1 ? all : line;
}

void draw_strip(Context& stage, Box rect) {
    const Canvas& canvas = stage.canvas;
    const float gap = piece_gap(stage), words = canvas.em(3.4F), line_height = canvas.em(strip_line_em);
    const auto count = std::max<size_t>(1, size_t(rect.height() / line_height + 0.05F));
    const FilmStrip strip = make_strip(stage, count > 1 ? line_height : rect.height());
    if (strip.pieces.empty()) return;
    if (const auto lines = lines_in(strip.pieces, rect.width() + gap); lines.size() <= count) {
        const float high = rect.height() / float(lines.size());
        for (const Window& line : lines) draw_pieces(stage, strip, line, rect.cut_top(high));
        return;
    }
    const Window window = window_of(strip.pieces, strip.present, rect.width() - 2 * words);
    int64_t before = 0, after = 0;
    for (size_t i = 0; i < strip.pieces.size(); ++i) {
        if (strip.pieces[i].left) continue;
        const auto operations = int64_t(strip.pieces[i].film->operations.size());
        if (i < window.first) before += operations;
        if (i >= window.end) after += operations;
    }
    const float middle = rect.centre().y;
    draw_more(stage, before, {rect.min.x + words / 2 - gap, middle}, "before");
    draw_more(stage, after, {rect.max.x - words / 2, middle}, "to come");
    if (before > 0) rect.cut_left(words);
    draw_pieces(stage, strip, window, rect);
}

namespace {

constexpr float cell_wide = 1.3F, cell_high = 1.1F, thumbnail_least_high = 0.92F;  // E
constexpr int64_t most_columns = 10, most_grey = 24;

/// The longest value, in characters.
size_t longest(const Context& stage, const PlanValues& values, int64_t count) {
    size_t most = 1;
    for (int64_t i = 0; i < count; ++i) most = std::max(most, values.text(stage, i).size());
    return most;
}

Extent wrapped(const Context& stage, const PlanValues& values) {
    const Extent extent = stage.info(id_of(values.array)).extent;
    if (extent.height > 1 || extent.width <= 6) return extent;
    int64_t row = stage.at.plan().part_width(values.array);
    if (row < 2 || row > most_columns) row = extent.width <= 16 ? 4 : 8;
    return {row, (extent.width + row - 1) / row};
}

/// Lowest and highest of some elements.
struct Spread {
    double low = 0, high = 0;
    bool any = false;
    void add(double value) {
        low = any ? std::min(low, value) : value;
        high = any ? std::max(high, value) : value;
        any = true;
    }
};

/// Of those elements that a grey cell stands for; at most 16 of them are looked at.
Spread spread_of(const Context& stage, const PlanValues& values, Extent all, Extent cells, int64_t x,
                 int64_t y) {
    const int64_t left = all.width * x / cells.width, right = all.width * (x + 1) / cells.width;
    const int64_t top = all.height * y / cells.height, bottom = all.height * (y + 1) / cells.height;
    const int64_t across = std::max<int64_t>(1, (right - left) / 4),
                  down = std::max<int64_t>(1, (bottom - top) / 4);
    Spread spread;
    for (int64_t row = top; row < std::max(bottom, top + 1); row += down)
        for (int64_t column = left; column < std::max(right, left + 1); column += across) {
            const int64_t element = row * all.width + column;
            if (values.defined(stage, element)) spread.add(values.number(stage, element));
        }
    return spread;
}

void draw_grey(Context& stage, const Thumbnail& one, Point at) {
    Canvas& canvas = stage.canvas;
    const Extent all = stage.info(id_of(one.values.array)).extent;
    std::vector<Spread> spreads;
    Spread whole;
    for (int64_t y = 0; y < one.cells.height && !one.values.blank; ++y)
        for (int64_t x = 0; x < one.cells.width; ++x) {
            spreads.push_back(spread_of(stage, one.values, all, one.cells, x, y));
            if (!spreads.back().any) continue;
            whole.add(spreads.back().low);
            whole.add(spreads.back().high);
        }
    const Box box = Box::sized(at, one.width(), one.height()).snapped();
    canvas.rectangle(box, one.values.blank ? no_ink : Ink{Role::bg1}, {{Role::line2}, 1});
    const double range = whole.high > whole.low ? whole.high - whole.low : 1;
    for (size_t i = 0; i < spreads.size(); ++i) {
        if (!spreads[i].any) continue;
        const auto x = float(int64_t(i) % one.cells.width), y = float(int64_t(i) / one.cells.width);
        const auto share = [&](double value) { return float((value - whole.low) / range); };
        Box cell =
            Box::sized(at + Point{x * one.cell_width, y * one.cell_height}, one.cell_width, one.cell_height)
                .snapped();
        if (all.height > 1) {
            canvas.rectangle(cell.within(box.inset(1)),
                             {Role::t1, 0.08F + 0.8F * share((spreads[i].low + spreads[i].high) / 2)});
            continue;
        }
        // Of one row: a bar from the lowest to the highest.
        const float high = cell.height() - 2;
        cell.min.y = cell.max.y - 1 - std::max(1.0F, high * share(spreads[i].high));
        cell.max.y = cell.max.y - 1 - (high - 1) * share(spreads[i].low);
        canvas.rectangle(cell, {Role::t2});
    }
}

}  // namespace

bool PlanValues::defined(const Context& stage, int64_t element) const {
    if (blank || array < 0) return false;
    if (moment != nullptr) return nth(moment->defined, element);
    return stage.at.player().defined(id_of(array), element);
}

double PlanValues::number(const Context& stage, int64_t element) const {
    if (moment != nullptr) return bits_to_number(moment->type, nth(moment->bits, element));
    const auto id = id_of(array);
    return bits_to_number(stage.info(id).type, stage.at.player().bits(id, element));
}

std::string PlanValues::text(const Context& stage, int64_t element) const {
    if (!defined(stage, element)) return {};
    const auto id = id_of(array);
    return stage.staged().text_of(
        stage.trace(), id,
        moment != nullptr ? nth(moment->bits, element) : stage.at.player().bits(id, element));
}

Thumbnail make_thumbnail(const Context& stage, const PlanValues& values, float most_width,
                         float most_height) {
    const Canvas& canvas = stage.canvas;
    const Extent all = stage.info(id_of(values.array)).extent;
    Thumbnail one{values, wrapped(stage, values), true, canvas.em(cell_wide), canvas.em(cell_high), 0.8F};
    one.cell_height = std::min(one.cell_height, most_height / one.cells.height);
    if (one.cells.width <= most_columns && one.cell_height >= canvas.em(thumbnail_least_high)) {
        const auto characters = float(longest(stage, values, all.count()));
        for (const float em : {0.8F, 0.7F}) {
            one.value_em = em;
            const float needed = canvas.text_width({Face::mono, em}, "0") * characters + canvas.em(0.2F);
            one.cell_width = std::max(canvas.em(cell_wide), needed);
            if (one.width() <= most_width) return one;
        }
    }
    one.written_out = false;
    if (all.height == 1) {
        one.cells = {std::min<int64_t>(all.width, 48), 1};
        one.cell_width = canvas.em(9) / one.cells.width;
        one.cell_height = std::min(canvas.em(3), most_height);
    } else {
        one.cells = {std::min(all.width, most_grey), std::min(all.height, most_grey)};
        const float side = std::min({canvas.em(1.1F), std::min(most_width, canvas.em(9)) / one.cells.width,
                                     most_height / one.cells.height});
        one.cell_width = one.cell_height = side;
    }
    return one;
}

void draw_thumbnail(Context& stage, const Thumbnail& one, Point at) {
    if (!one.written_out) return draw_grey(stage, one, at);
    Canvas& canvas = stage.canvas;
    const auto id = id_of(one.values.array);
    const ArrayTouches* touches =
        one.values.moment == nullptr && !one.values.blank ? stage.picture().touches(id) : nullptr;
    const float gap = std::max(1.0F, canvas.px());
    for (int64_t i = 0; i < stage.info(id).extent.count(); ++i) {
        const auto x = float(i % one.cells.width), y = float(i / one.cells.width);
        const Box cell = Box::edges(snap(at.x + x * one.cell_width), snap(at.y + y * one.cell_height),
                                    snap(at.x + (x + 1) * one.cell_width) - gap,
                                    snap(at.y + (y + 1) * one.cell_height) - gap);
        const CellTouch* touch = touches != nullptr ? touches->find(i) : nullptr;
        const std::string value = one.values.text(stage, i);
        CellState state = value.empty() ? CellState::to_come : CellState::idle;
        if (touch != nullptr && touch->written) state = CellState::written;
        const StateInks inks = state_inks(state);
        if (value.empty())
            canvas.rectangle(cell, no_ink, {{Role::line}, gap});
        else
            canvas.rectangle(cell, inks.fill, {});
        canvas.text(cell.centre(), {Face::mono, one.value_em}, inks.text, value, Align::centre);
    }
}

}  // namespace upsweep::stage
