// Draws what is around the picture of a presented page.
#include "stage/page.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "canvas/paragraph.h"

namespace upsweep::stage {
namespace {

// Where things are, in E from the edge that they keep to.
constexpr float page_margin_em = 1.55F, page_head_em = 3.3F, head_middle_em = 1.8F;
constexpr float disc_em = 0.85F, disc_pitch_em = 2.3F;
constexpr float page_foot_em = 8.2F, counts_middle_em = 2.5F, words_end_em = 3.6F, progress_em = 0.25F,
                bare_foot_em = 1;
constexpr float words_line = 1.24F;

/// The first size in which a line fits; the last one where none does.
float fitting_size(const Canvas& canvas, Face face, std::string_view text, float width,
                   std::initializer_list<float> sizes) {
    for (const float em : sizes)
        if (canvas.text_width({face, em}, text) <= width) return em;
    return *(sizes.end() - 1);
}

/// An octagon with a bar: something is wrong.
void draw_fault(Canvas& canvas, Point centre, float size) {
    std::array<Point, 8> corners;
    constexpr float eighth = 0.78539816F;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const float turn = (static_cast<float>(i) + 0.5F) * eighth;
        corners[i] = centre + Point{std::cos(turn), std::sin(turn)} * (size * 0.541F);
    }
    canvas.polygon(corners, {Role::trouble});
    canvas.rectangle(Box::around(centre, size * 0.52F, size * 0.17F).snapped(), {Role::bg0});
}

/// The discs of the step before, this one and the next, from the right; gives where they begin.
float draw_discs(Canvas& canvas, const Page& page, float right, float y) {
    if (page.count <= 0) return right;
    const std::string last = std::to_string(page.count);
    const TextStyle style{Face::mono_bold, last.size() > 3 ? 0.8F : 1};  // thousands stay in the head
    const float radius = std::max(canvas.em(disc_em), canvas.text_width(style, last) / 2 + canvas.em(0.3F));
    const float pitch = std::max(canvas.em(disc_pitch_em), 2 * radius + canvas.em(0.6F));
    for (int place = 0; place < 3; ++place) {
        const std::int64_t number = page.place - 1 + place;
        if (number < 1 || number > page.count) continue;
        const Point centre{snap(right - radius - static_cast<float>(2 - place) * pitch), y};
        const bool now = place == 1, past = place == 0;
        const Ink fill = now ? Ink{Role::ink} : past ? Ink{Role::bg3} : no_ink;
        canvas.disc(centre, radius, fill, now || past ? Pen{} : Pen{{Role::line2}, canvas.px(1.4F)});
        canvas.text(centre, style, {now ? Role::on_ink : Role::t1}, std::to_string(number), Align::centre);
        if (!now) canvas.hit(past ? "back" : "on", Box::around(centre, 2 * radius, 2 * radius));
    }
    return right - 2 * radius - 2 * pitch;
}

bool is_number(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return (c >= '0' && c <= '9') || c == ' ' || c == '+' || c == '-' || c == '=' || c == '.' ||
               c == ',' || c >= 0x80;
    });
}

/// Numbers and what is strong in bold, names of the code in its face.
std::vector<Run> words_of(std::string_view sentence, float em) {
    std::vector<Run> runs = marked_runs({Face::sans, em}, {Role::t1}, sentence);
    for (Run& run : runs) {
        if (run.style.face == Face::mono)
            run.style.face = is_number(run.text) ? Face::sans_bold : Face::mono_bold;
        if (run.style.face == Face::sans_semibold) run.style.face = Face::sans_bold;
    }
    return runs;
}

/// As large as fits, on the line of counts below it.
void draw_words(Canvas& canvas, const Page& page, Box room) {
    std::vector<Run> runs;
    float high = 0;
    for (const float em : {1.45F, 1.3F, 1.2F, 1.1F, 1.0F, 0.9F}) {
        runs = words_of(page.sentence, em);
        high = paragraph_height(canvas, room.width(), runs, words_line);
        if (high <= room.height()) break;
    }
    canvas.push_clip(room);
    // Near the counts, and where there is room a little off them.
    const float spare = std::max(0.0F, room.height() - high), off = std::min(canvas.em(0.6F), spare / 2);
    draw_paragraph(canvas, {room.min.x, room.max.y - high - off}, room.width(), runs, words_line);
    canvas.pop_clip();
    canvas.hit("sentence", room, false);
}

void draw_counts(Canvas& canvas, const Page& page, Point at, float width) {
    constexpr TextStyle style{Face::sans, 1.05F};
    for (const std::string& text : page.counts)
        if (canvas.text_width(style, text) <= width || &text == &page.counts.back()) {
            canvas.text_within(at, width, style, {Role::t2}, text);
            return;
        }
}

}  // namespace

float page_em(float width, float height) {
    constexpr float high = 29.5F, wide = high * 4 / 3;
    // In halves, so that few sizes of type are baked while a window is dragged larger.
    return std::max(6.0F, std::floor(std::min(height / high, width / wide) * 2) / 2);
}

Box draw_page(Canvas& canvas, const Page& page) {
    const Box area = canvas.area();
    canvas.rectangle(area, {Role::bg0});
    const float left = area.min.x + canvas.em(page_margin_em), right = area.max.x - canvas.em(1.5F);
    const float middle = snap(area.min.y + canvas.em(head_middle_em));
    const float discs = draw_discs(canvas, page, right, middle);
    float x = left;
    if (page.fault) {
        const float size = canvas.em(1.7F);
        draw_fault(canvas, {x + size / 2, middle}, size);
        x += canvas.em(2.3F);
    }
    const float room = discs - canvas.em(1) - x;
    const float em = fitting_size(canvas, Face::sans_bold, page.subject, room, {1.75F, 1.5F, 1.3F, 1.15F});
    canvas.text_within({x, middle}, room, {Face::sans_bold, em}, {Role::t1}, page.subject);
    canvas.hit("subject", Box::edges(x, area.min.y, discs, area.min.y + canvas.em(page_head_em)), false);
    if (!page.sentence.empty())
        draw_words(canvas, page,
                   Box::edges(left, area.max.y - canvas.em(page_foot_em - 0.1F), right,
                              area.max.y - canvas.em(words_end_em)));
    if (!page.counts.empty())
        draw_counts(canvas, page, {left, area.max.y - canvas.em(counts_middle_em)}, right - left);
    const float line = std::round(canvas.em(progress_em));
    const Box track = Box::edges(area.min.x, area.max.y - line, area.max.x, area.max.y);
    canvas.rectangle(track, {Role::bg3});
    const float share = page.count > 0 ? static_cast<float>(page.place) / static_cast<float>(page.count) : 0;
    if (share > 0)
        canvas.rectangle(
            Box::edges(track.min.x, track.min.y, snap(track.min.x + share * track.width()), track.max.y),
            {Role::ink});
    canvas.hit("progress", track, false);
    const bool says = !page.sentence.empty() || !page.counts.empty();
    return Box::edges(area.min.x, area.min.y + canvas.em(page_head_em), area.max.x,
                      area.max.y - canvas.em(says ? page_foot_em : bare_foot_em));
}

}  // namespace upsweep::stage
