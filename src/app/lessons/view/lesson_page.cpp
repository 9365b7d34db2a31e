// A lesson's page: title, paragraphs, lists, kernel excerpts.

#include "app/lessons/view/lesson_page.h"
#include "app/lessons/view/lessons_view.h"
#include "app/ui/canvas_painter.h"
#include "app/ui/marks.h"
#include "emulator/trace/trace.h"
#include "replay/data/diagram.h"
#include "replay/data/picture.h"

namespace upsweep::app::lesson {

using namespace replay;

namespace {

// Spacing where there is room, and in small windows, where more of the page should be seen at once.
bool roomy(const Frame& frame) { return frame.density >= Density::wide && !frame.low; }
// A line's height in its size; space between blocks, in E.
float body_line(const Frame& frame) { return roomy(frame) ? 1.6F : 1.42F; }
float between(const Frame& frame) { return roomy(frame) ? 0.85F : 0.6F; }

float draw_title(Frame& frame, ImVec2 at, float width, const std::string& title) {
    const TextStyle style = roomy(frame) ? type::lesson_title : TextStyle{Face::sans_bold, 1.6F};
    const std::vector<Run> runs{{title, style, {Role::t1}}};
    return draw_paragraph(frame, at, width, runs, 1.25F) + frame.em(roomy(frame) ? 0.9F : 0.5F);
}

float draw_item(Frame& frame, ImVec2 at, float width, const lessons::Block& block, Prose& prose) {
    const float indent = frame.em(1.7F);
    const float middle = at.y + frame.em(page_style(frame).em * body_line(frame) / 2);
    if (block.kind == lessons::Block::Kind::numbered) {
        draw_text(frame, {at.x + frame.em(0.2F), middle}, {Face::mono, 1.1F}, Role::t2,
                  std::to_string(block.number));
    } else {
        const Rect square = Rect::around({at.x + frame.em(0.55F), middle}, frame.em(0.42F)).snapped();
        frame.fill(square, Role::t3, frame.px());
    }
    return draw_prose(frame, {at.x + indent, at.y}, width - indent, block.inlines, page_style(frame),
                      body_line(frame), prose);
}

// A row of a code field: a source line or the rest of one that was wrapped, or a note under its line.
struct CodeRow {
    int number = 0;  // 0: none is shown
    std::string text, note;
    bool lit = false, under = false;
};

// Where a line of code breaks: after the last blank that leaves `width`, but behind its indent. A word that
// is wider breaks after a sign, or where the width ends.
size_t break_of(const Frame& frame, TextStyle style, float width, const std::string& text) {
    if (text_width(frame, style, text) <= width) return text.size();
    const size_t indent = std::min(text.find_first_not_of(' '), text.size());
    size_t best = std::string::npos;
    for (size_t at = text.find(' ', indent); at != std::string::npos; at = text.find(' ', at + 1)) {
        if (best != std::string::npos && text_width(frame, style, text.substr(0, at)) > width) break;
        best = at;
    }
    if (best != std::string::npos && text_width(frame, style, text.substr(0, best)) <= width) return best;
    size_t fits = indent + 1;
    while (fits < text.size() && text_width(frame, style, text.substr(0, fits + 1)) <= width) ++fits;
    const size_t sign = text.find_last_of("([,;&|+*=<>", fits - 1);
    return sign != std::string::npos && sign > indent ? sign + 1 : fits;
}

// The rows of one source line: no code and no note is left out, whatever the width.
void add_rows(const Frame& frame, float width, CodeRow line, std::vector<CodeRow>& rows) {
    const TextStyle style = line.lit ? type::code_strong : type::code;
    const std::string deeper(std::min(line.text.find_first_not_of(' '), line.text.size()) + 4, ' ');
    const std::string note = std::exchange(line.note, "");
    for (;;) {
        const size_t end = break_of(frame, style, width, line.text);
        CodeRow row = line;
        row.text = line.text.substr(0, end);
        rows.push_back(row);
        if (end >= line.text.size()) break;
        line.text = deeper + line.text.substr(line.text[end] == ' ' ? end + 1 : end);
        line.number = 0;
    }
    if (note.empty()) return;
    const float used = text_width(frame, style, rows.back().text) + frame.em(0.6F);
    if (used + text_width(frame, type::small, note) <= width)
        rows.back().note = note;
    else
        rows.push_back({0, "", note, line.lit, true});
}

void draw_code_row(Frame& frame, Rect row, float left, const CodeRow& line) {
    if (line.lit) {
        frame.fill(row, Role::bg3);
        frame.fill(row.left(snap(frame.px(3))), Role::ink);
    }
    const float y = row.centre().y, right = row.max.x - frame.em(0.8F);
    if (line.number > 0)
        draw_text(frame, {row.min.x + frame.em(2), y}, type::tick, Role::t3, std::to_string(line.number),
                  Align::right);
    draw_text(frame, {left, y}, line.lit ? type::code_strong : type::code, line.lit ? Role::t1 : Role::t2,
              line.text);
    draw_elided(frame, {right, y}, right - left, type::small, line.lit ? Role::t2 : Role::t3, line.note,
                Align::right);
}

float draw_code_field(Frame& frame, ImVec2 at, float width, const std::vector<std::string>& lines,
                      const lessons::Excerpt* excerpt) {
    const float left = at.x + frame.em(excerpt != nullptr ? 2.7F : 1), room = at.x + width - left;
    std::vector<CodeRow> rows;
    for (size_t i = 0; i < lines.size(); ++i) {
        CodeRow line{0, lines[i], "", false, false};
        if (excerpt != nullptr) {
            line.number = excerpt->first_line + int(i);
            line.lit = line.number == excerpt->lit_line;
            if (i < excerpt->notes.size()) line.note = excerpt->notes[i];
        }
        add_rows(frame, room - frame.em(0.8F), line, rows);
    }
    const float high = frame.em(1.5F), low = frame.em(1.2F), pad = frame.em(0.5F);
    float height = 2 * pad;
    for (const CodeRow& row : rows) height += row.under ? low : high;
    const Rect field = Rect::sized(at, width, height).snapped();
    frame.fill(field, Role::bg0, frame.em(0.5F));
    float y = field.min.y + pad;
    for (const CodeRow& row : rows) {
        const float next = y + (row.under ? low : high);
        draw_code_row(frame, Rect(field.min.x, y, field.max.x, next).snapped(), left, row);
        y = next;
    }
    frame.outline(field, Role::line, frame.em(0.5F), snap(frame.px()));
    return field.height();
}

float draw_excerpt(Frame& frame, ImVec2 at, float width, const lessons::Excerpt& excerpt,
                   bool& open_in_step) {
    const float height = draw_code_field(frame, at, width, excerpt.lines, &excerpt);
    const float y = at.y + height + frame.em(0.9F);
    const int last = excerpt.first_line + int(excerpt.lines.size()) - 1;
    std::string where = excerpt.file + ", line " + std::to_string(excerpt.first_line);
    if (last > excerpt.first_line)
        where =
            excerpt.file + ", lines " + std::to_string(excerpt.first_line) + " to " + std::to_string(last);
    constexpr std::string_view link = "open in Step";
    const float wide = text_width(frame, type::head, link);
    if (text_width(frame, type::small, where) + frame.em() > width - wide) where = excerpt.file;
    draw_elided(frame, {at.x, y}, width - wide - frame.em(), type::small, Role::t3, where);
    const std::string id = "lessons.open." + std::to_string(excerpt.first_line);
    if (text_link(frame, id, {at.x + width - wide, y}, type::head, link, 0.55F).clicked) open_in_step = true;
    return height + frame.em(1.6F);
}

std::vector<std::string> code_lines(const lessons::Block& block) {
    std::vector<std::string> lines{""};
    for (const lessons::Inline& piece : block.inlines)
        for (char c : piece.text)
            if (c == '\n')
                lines.emplace_back();
            else
                lines.back() += c;
    if (lines.size() > 1 && lines.back().empty()) lines.pop_back();
    return lines;
}

// What blocks are drawn with.
struct Drawing {
    LessonModel& model;
    Prose& prose;
    PageState& state;
    bool& open_in_step;
};

float draw_block(Frame& frame, ImVec2 at, float width, const lessons::Block& block, const Drawing& drawing) {
    Prose& prose = drawing.prose;
    using Kind = lessons::Block::Kind;
    switch (block.kind) {
        case Kind::heading:
            return draw_paragraph(frame, {at.x, at.y + frame.em(0.4F)}, width,
                                  runs_of(block.inlines, {Face::sans_semibold, 1.25F}, Role::t1), 1.3F);
        case Kind::bullet:
        case Kind::numbered:
            return draw_item(frame, at, width, block, prose);
        case Kind::code:
            return draw_code_field(frame, at, width, code_lines(block), nullptr);
        case Kind::excerpt:
            return draw_excerpt(frame, at, width, block.excerpt, drawing.open_in_step);
        case Kind::figure:
            return draw_figure(frame, at, width, *block.figure, drawing.model, drawing.state.figures, prose);
        case Kind::paragraph:
            break;
    }
    return draw_prose(frame, at, width, block.inlines, page_style(frame), body_line(frame), prose);
}

bool is_item(const lessons::Block& block) {
    return block.kind == lessons::Block::Kind::bullet || block.kind == lessons::Block::Kind::numbered;
}

float draw_blocks(Frame& frame, ImVec2 at, float width, const std::vector<lessons::Block>& blocks,
                  const Drawing& drawing) {
    const float top = at.y;
    for (size_t i = 0; i < blocks.size(); ++i) {
        const bool heading = blocks[i].kind == lessons::Block::Kind::heading && blocks[i].inlines.size() == 1;
        if (heading) drawing.prose.sources = blocks[i].inlines[0].text == "Sources";
        // The end of the last page is for readers.
        const bool limits = heading && blocks[i].inlines[0].text == "What the model leaves out";
        if ((drawing.prose.sources || limits) && !drawing.state.sources) break;
        at.y += draw_block(frame, at, width, blocks[i], drawing);
        const bool list_goes_on = is_item(blocks[i]) && i + 1 < blocks.size() && is_item(blocks[i + 1]);
        at.y += frame.em(list_goes_on ? 0.1F : between(frame));
    }
    return at.y - top;
}

// What the teacher alone reads: under the text, behind a bar.
float draw_notes(Frame& frame, ImVec2 at, float width, const std::vector<lessons::Block>& notes,
                 const Drawing& drawing) {
    const float top = at.y + frame.em(0.4F), indent = frame.em(1.2F);
    ImVec2 inner(at.x + indent, top);
    draw_text(frame, {inner.x, inner.y + frame.em(0.6F)}, type::strong, Role::t2, "Notes for the teacher");
    inner.y += frame.em(1.7F);
    if (notes.empty())
        inner.y += draw_paragraph(frame, inner, width - indent,
                                  marked_runs(type::body, {Role::t2}, "This page has no notes."));
    inner.y += draw_blocks(frame, inner, width - indent, notes, drawing);
    frame.fill({at.x, top, at.x + snap(frame.px(3)), inner.y}, Role::line2);
    frame.items.note("lessons.notes", Rect(at.x, top, at.x + width, inner.y));
    return inner.y - at.y + frame.em(0.6F);
}

}  // namespace

TextStyle page_style(const Frame& frame) {
    if (frame.density == Density::narrow) return {Face::sans, 1.02F};
    if (frame.density == Density::medium) return {Face::sans, 1.08F};
    return type::lesson;
}

std::vector<Run> runs_of(const std::vector<lessons::Inline>& inlines, TextStyle style, Role colour) {
    std::vector<Run> runs;
    for (const lessons::Inline& piece : inlines) {
        TextStyle own = style;
        // Mono looks larger than Inter of the same size.
        if (piece.style == lessons::Style::code) own = {Face::mono, style.em * 0.95F};
        if (piece.style == lessons::Style::strong) own = {Face::sans_semibold, style.em};
        if (piece.style == lessons::Style::emphasis) own = {Face::sans_italic, style.em};
        runs.push_back({piece.text, own, {colour}});
    }
    return runs;
}

float draw_page(Frame& frame, ImVec2 top_left, float width, LessonModel& model, Prose& prose,
                PageState& state, bool& open_in_step) {
    const lessons::PreparedPage& page = model.page();
    const Drawing drawing{model, prose, state, open_in_step};
    ImVec2 at = top_left;
    at.y += draw_title(frame, at, width, page.title);
    at.y += draw_blocks(frame, at, width, page.blocks, drawing);
    prose.sources = false;  // a page ends with them, and its notes are ours
    if (state.notes) at.y += draw_notes(frame, at, width, page.notes, drawing);
    return at.y - top_left.y;
}

// ---- A paragraph, and over it what its words do

using lessons::Inline;
using lessons::TermUse;

namespace {

/// The sentence with the marks that a tooltip understands.
std::string marked(const lessons::GlossaryEntry& entry) {
    std::string text = "**" + entry.name + "**: ";
    for (const Inline& piece : entry.says) {
        const std::string mark = piece.style == lessons::Style::code     ? "`"
                                 : piece.style == lessons::Style::strong ? "**"
                                                                         : "";
        text += mark + piece.text + mark;
    }
    return text;
}

void dots(Frame& frame, float from, float to, float y, const Colour& colour) {
    const float size = std::max(1.0F, snap(frame.px(1.5F))), step = 2.5F * size;
    for (float x = snap(from); x + size <= to; x += step) frame.fill({x, y, x + size, y + size}, colour);
}

/// One paragraph laid out: where each byte of its text is.
class Laid {
  public:
    Laid(const Frame& frame, ImVec2 corner, float width, const std::vector<Run>& runs, float line)
        : frame_(frame),
          corner_(corner),
          high_(canvas::line_height(frame.em(), runs, line)),
          words_(canvas::lay_out(frame.em(), width, runs)) {
        for (const Run& run : runs) {
            starts_[&run] = text_.size();
            text_ += run.text;
        }
    }
    const std::string& text() const { return text_; }
    float height() const { return words_.empty() ? 0 : float(words_.back().line + 1) * high_; }

    /// A box a line for the bytes from `begin` up to `end`.
    std::vector<Rect> boxes(size_t begin, size_t end) const {
        std::vector<Rect> boxes;
        int line = -1;
        for (const canvas::Word& word : words_) {
            const size_t first = starts_.at(word.run) + size_t(word.text.data() - word.run->text.data());
            const size_t from = std::max(begin, first), to = std::min(end, first + word.text.size());
            if (from >= to) continue;
            const auto wide = [&](size_t from_byte, size_t count) {
                return text_width(frame_, word.run->style, word.text.substr(from_byte, count));
            };
            const float left = corner_.x + word.x + wide(0, from - first);
            const float top = corner_.y + float(word.line) * high_;
            const Rect box(left, top, left + wide(from - first, to - from), top + high_);
            if (word.line == line)
                boxes.back().max.x = box.max.x;
            else
                boxes.push_back(box);
            line = word.line;
        }
        return boxes;
    }

  private:
    const Frame& frame_;
    ImVec2 corner_;
    float high_;
    std::vector<canvas::Word> words_;
    std::map<const Run*, size_t> starts_;
    std::string text_;
};

/// Where the line under a word is.
float under(const Frame& frame, const Rect& box) { return snap(box.centre().y + frame.em(0.62F)); }

void draw_link(Frame& frame, const std::vector<Rect>& boxes, const std::string& link, Prose& prose) {
    const std::string id = "lessons.link." + std::to_string(++prose.links);
    for (size_t i = 0; i < boxes.size(); ++i) {
        const Interaction state = interact(frame, i == 0 ? id : id + "." + std::to_string(i), boxes[i]);
        const Role colour = state.hovered ? Role::t1 : Role::t2;
        const float y = under(frame, boxes[i]);
        frame.fill({boxes[i].min.x, y, boxes[i].max.x, y + snap(frame.px())}, colour);
        if (state.focused) draw_focus(frame, boxes[i], frame.em(0.25F));
        if (state.clicked) prose.followed = link;
    }
}

void draw_term(Frame& frame, const std::vector<Rect>& boxes, size_t entry, Prose& prose) {
    const bool first = prose.told.insert(entry).second;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool hovered =
        ImGui::IsWindowHovered() && any_of(boxes, [&](Rect box) { return box.contains(mouse); });
    if (first) frame.items.note("lessons.term." + prose.glossary.entries()[entry].name, boxes.front());
    for (const Rect& box : boxes)
        if (first || hovered)
            dots(frame, box.min.x, box.max.x, under(frame, box), hovered ? Role::t1 : Role::t3);
    if (hovered) tooltip(frame, marked(prose.glossary.entries()[entry]));
}

}  // namespace

float draw_prose(Frame& frame, ImVec2 top_left, float width, const std::vector<Inline>& words,
                 TextStyle style, float line, Prose& prose) {
    const std::vector<Run> runs = runs_of(words, style, Role::t1);
    draw_paragraph(frame, top_left, width, runs, line);
    const Laid laid(frame, top_left, width, runs, line);
    size_t at = 0;
    // A link's words lead where it says; an everyday word is not a term; of code only the whole may be one.
    std::vector<TermUse> apart, code;
    for (const Inline& piece : words) {
        const size_t end = at + piece.text.size();
        if (!piece.link.empty()) draw_link(frame, laid.boxes(at, end), piece.link, prose);
        if (!piece.link.empty() || piece.style == lessons::Style::everyday)
            apart.push_back({at, piece.text.size(), 0});
        if (piece.style == lessons::Style::code) code.push_back({at, piece.text.size(), 0});
        at = end;
    }
    if (prose.sources) return laid.height();
    for (const TermUse& use : prose.glossary.uses_in(laid.text())) {
        const auto meets = [&](const TermUse& one) {
            return use.begin < one.begin + one.length && one.begin < use.begin + use.length;
        };
        const bool within = any_of(code, [&](const TermUse& one) {
            return meets(one) && (use.begin != one.begin || use.length != one.length);
        });
        if (within || any_of(apart, meets)) continue;
        const auto boxes = laid.boxes(use.begin, use.begin + use.length);
        if (!boxes.empty()) draw_term(frame, boxes, use.entry, prose);
    }
    return laid.height();
}

// ---- Figures: the stage, small and without what is around it

namespace {

constexpr double stop_seconds = 0.9, lesson_figure_arrow_seconds = 0.3;
constexpr float scale = 0.9F, least_scale = 0.6F, low_em = 10.6F, high_em = 17, picture_em = 8.5F,
                button_em = 1.9F;

float height_em(const lessons::Figure& figure, const replay::StepPosition& at) {
    const auto zoom = figure.look.zoom.value_or(stage::Zoom::block);
    const bool row = at.trace().arrays[at.picture().followed].extent.height == 1;
    if (zoom == stage::Zoom::plan) return picture_em;
    return zoom == stage::Zoom::block && row ? low_em : high_em;
}

/// How far the figure is: where it is, and how far its arrows have grown.
float show_moment(const lessons::Figure& figure, LessonModel& model, const Figures& figures) {
    replay::StepPosition& at = model.figure(figure);
    int64_t step = figure.step;
    float grown = 1;
    if (figures.playing == &figure) {
        const auto stops = model.figure_stops(figure);
        // It rests at its end as long as at two stops.
        const auto count = int64_t(stops.size()) + 1;
        const auto passed = int64_t(figures.seconds / stop_seconds) % count;
        const auto stop = size_t(std::min(passed, count - 2));
        step = stops[stop];
        const double since = std::fmod(figures.seconds, stop_seconds);
        if (stop > 0 && passed < count - 1) grown = float(std::min(1.0, since / lesson_figure_arrow_seconds));
    }
    if (at.step() != step) at.seek(step);
    return grown;
}

/// A figure cannot scroll: it is as small as all cells of a row need.
canvas::Picture whole_picture(const Frame& frame, Rect field, const replay::StepPosition& at,
                              const stage::StageOptions& options, stage::StageState& state) {
    for (float size = scale;; size -= 0.1F) {
        state.shown = 0;  // what another zoom left
        canvas::Picture picture = stage::draw_stage(box_of(field), frame.em(size), at, options, state);
        if (state.shown == 0 || state.shown >= at.diagram().cells || size <= least_scale) return picture;
    }
}

}  // namespace

const lessons::Figure* first_moving(const lessons::PreparedPage& page) {
    for (const lessons::Block& block : page.blocks)
        if (block.figure && block.figure->end > block.figure->step) return &*block.figure;
    return nullptr;
}

void toggle_play(Figures& figures, const lessons::Figure& figure) {
    figures.playing = figures.playing == &figure ? nullptr : &figure;
    figures.seconds = 0;
}

float draw_figure(Frame& frame, ImVec2 at, float width, const lessons::Figure& figure, LessonModel& model,
                  Figures& figures, Prose& prose) {
    stage::StageOptions options;
    options.grown = show_moment(figure, model, figures);
    const replay::StepPosition& position = model.figure(figure);
    options.zoom = figure.look.zoom;
    options.symbols = figure.look.symbols;
    options.diagram = options.banks = options.legend = options.roomy = false;
    const Rect field = Rect::sized(at, width, frame.em(height_em(figure, position))).snapped();
    frame.fill(field, Role::bg0, frame.em(0.5F));
    paint(frame, whole_picture(frame, field.inset(frame.em(0.3F), frame.em(0.3F)), position, options,
                               figures.stages[&figure]));
    frame.outline(field, Role::line, frame.em(0.5F), snap(frame.px()));
    float room = width;
    const float top = field.max.y + frame.em(0.4F);
    if (figure.end > figure.step) {
        const bool playing = figures.playing == &figure;
        const ButtonOptions play{.chosen = playing,
                                 .icon = playing ? marks::pause : marks::play,
                                 .hint = first_moving(model.page()) == &figure ? "A" : "",
                                 .tip = "Play these steps in a loop"};
        const std::string_view label = playing ? "Stop" : "Play";
        const float wide = button_width(frame, label, play);
        const std::string id = "lessons.play." + std::to_string(figure.step);
        if (button(frame, id, {field.max.x - wide, top, field.max.x, top + frame.em(button_em)}, label, play))
            toggle_play(figures, figure);
        room -= wide + frame.em(0.8F);
    }
    const float words =
        draw_prose(frame, {at.x, top + frame.em(0.1F)}, room, figure.words, type::body, 1.4F, prose);
    return field.height() + frame.em(0.4F) +
           std::max(words + frame.em(0.2F), figure.end > figure.step ? frame.em(button_em) : 0);
}

Frame with_size(const Frame& frame, Theme& theme, float size) {
    theme.set(frame.theme.kind(), frame.em() * size);
    return {theme, frame.fonts, frame.items, frame.area, frame.density, frame.low, frame.time, frame.dt};
}

}  // namespace upsweep::app::lesson
