// Lays out a presented page, and draws the stage alone.
#include "stage/page.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "canvas/text.h"
#include "core/ranges.h"
#include "core/words.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "programs/expected.h"
#include "programs/user_program.h"
#include "replay/data/blocks.h"
#include "replay/data/picture.h"
#include "replay/position/counts.h"
#include "replay/structure/index.h"
#include "replay/structure/staging.h"
#include "replay/words/sentence.h"
#include "scenes/figures.h"
#include "scenes/run_scene.h"

namespace upsweep::stage {

using namespace replay;

namespace {

// Where things are, in E from the edge that they keep to.
constexpr float page_margin_em = 1.55F, page_head_em = 3.3F, head_middle_em = 1.8F;
constexpr float disc_em = 0.85F, disc_pitch_em = 2.3F;
constexpr float page_foot_em = 8.2F, counts_middle_em = 2.5F, words_end_em = 3.6F, progress_em = 0.25F,
                bare_foot_em = 1;
constexpr float words_line = 1.24F;

/// An octagon with a bar: something is wrong.
void draw_fault(Canvas& canvas, Point centre, float size) {
    std::array<Point, 8> corners;
    constexpr float eighth = 0.78539816F;
    for (size_t i = 0; i < corners.size(); ++i) {
        const float turn = (i + 0.5F) * eighth;
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
        const int64_t number = page.place - 1 + place;
        if (number < 1 || number > page.count) continue;
        const Point centre{snap(right - radius - float(2 - place) * pitch), y};
        const bool now = place == 1, past = place == 0;
        const Ink fill = now ? Ink{Role::ink} : past ? Ink{Role::bg3} : no_ink;
        canvas.disc(centre, radius, fill, now || past ? Pen{} : Pen{{Role::line2}, canvas.px(1.4F)});
        canvas.text(centre, style, {now ? Role::on_ink : Role::t1}, std::to_string(number), Align::centre);
        if (!now) canvas.hit(past ? "back" : "on", Box::around(centre, 2 * radius, 2 * radius));
    }
    return right - 2 * radius - 2 * pitch;
}

bool is_number(std::string_view text) {
    return all_of(text, [](unsigned char c) {
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
    const float em = canvas.em_within(Face::sans_bold, page.subject, room, {1.75F, 1.5F, 1.3F, 1.15F});
    canvas.text_within({x, middle}, room, {Face::sans_bold, em}, {Role::t1}, page.subject);
    canvas.hit("subject", Box::edges(x, area.min.y, discs, area.min.y + canvas.em(page_head_em)), false);
    if (!page.sentence.empty())
        draw_words(canvas, page,
                   Box::edges(left, area.max.y - canvas.em(page_foot_em - 0.1F), right,
                              area.max.y - canvas.em(words_end_em)));
    constexpr TextStyle counts{Face::sans, 1.05F};
    if (!page.counts.empty())
        canvas.text_within({left, area.max.y - canvas.em(counts_middle_em)}, right - left, counts, {Role::t2},
                           canvas.text_fitting(counts, right - left, page.counts));
    const float line = std::round(canvas.em(progress_em));
    const Box track = Box::edges(area.min.x, area.max.y - line, area.max.x, area.max.y);
    canvas.rectangle(track, {Role::bg3});
    const float share = page.count > 0 ? page.place / float(page.count) : 0;
    if (share > 0)
        canvas.rectangle(
            Box::edges(track.min.x, track.min.y, snap(track.min.x + share * track.width()), track.max.y),
            {Role::ink});
    canvas.hit("progress", track, false);
    const bool says = !page.sentence.empty() || !page.counts.empty();
    return Box::edges(area.min.x, area.min.y + canvas.em(page_head_em), area.max.x,
                      area.max.y - canvas.em(says ? page_foot_em : bare_foot_em));
}

namespace {

// ---- What a page says of a position: subject, sentence, one line of counts, how far it is ----

/// What the scene leaves out of its kernel: "no fence before the flag"; empty unless it is one thing.
std::string left_out(const scenes::RunScene& run) {
    std::string text;
    if (run.algorithm == nullptr) return text;
    for (const Option& option : run.algorithm->options) {
        if (option.leaves_out.empty() || run.scene.catalog().parameters.option(option.name) == option.initial)
            continue;
        if (!text.empty()) return {};
        text = "no " + std::string(option.leaves_out);
    }
    return text;
}

/// The fault that the present steps end in or have; null: none.
const emulator::Finding* fault_here(const StepPosition& at) {
    const emulator::Trace& trace = at.trace();
    const StepRange now = at.moment();
    const auto& marks = at.index().findings();
    const int first = at.index().next_finding(now.first);
    for (size_t i = first < 0 ? marks.size() : size_t(first); i < marks.size(); ++i) {
        if (marks[i].step >= std::min(now.end, at.step())) break;
        const emulator::Finding& finding = trace.findings[marks[i].finding];
        if (finding.severity == emulator::Severity::fault) return &finding;
    }
    return nullptr;
}

/// Numbers and what follows the colon are out.
std::string emphasised(const std::string& sentence) {
    const size_t colon = sentence.find(": ");
    const size_t end = colon == std::string::npos ? sentence.size() : colon + 2;
    std::string text;
    for (size_t i = 0; i < end; ++i) {
        const auto digit = [&](size_t at) { return at < end && sentence[at] >= '0' && sentence[at] <= '9'; };
        if (digit(i) && (i == 0 || !digit(i - 1))) text += "**";
        text += sentence[i];
        if (digit(i) && !digit(i + 1)) text += "**";
    }
    return end < sentence.size() ? text + "**" + sentence.substr(end) + "**" : text;
}

/// "addition" of "additions", "copy" of "copies".
std::string singular_of(const std::string& plural) {
    if (plural.ends_with("ies")) return plural.substr(0, plural.size() - 3) + "y";
    return plural.ends_with('s') ? plural.substr(0, plural.size() - 1) : plural;
}

/// "6 additions in this step, 13 so far, 17 = n log₂ n − (n − 1) in the end".
std::vector<std::string> additions(const StepPosition& at) {
    const std::vector<CountLine> rows = at.counts(1);
    if (rows.empty()) return {};
    const CountLine& row = rows.front();
    std::string text;
    if (row.name == "additions") {
        emulator::Counts now;
        const int64_t first = at.index().back(at.step(), at.grain());
        for (int64_t step = first; step < at.step(); ++step) now += at.trace().counts_of(step);
        text = counted(now.additions, singular_of(row.name), row.name) + " in this step, " +
               std::to_string(row.now) + " so far";
    } else {
        text = counted(row.now, singular_of(row.name), row.name) + " so far";
    }
    const std::string end = std::to_string(row.total);
    std::vector<std::string> lines;
    if (row.note.rfind("= ", 0) == 0) lines.push_back(text + ", " + end + " " + row.note + " in the end");
    lines.push_back(text + ", " + end + " in the end");
    return lines;
}

std::string waiting(int64_t waits, int64_t taken) {
    if (waits == 0) return "";
    if (waits == taken) return taken == 1 ? ", waiting" : taken == 2 ? ", both waiting" : ", all waiting";
    return ", " + std::to_string(waits) + " waiting";
}

/// "2 of 2 slots taken, both waiting · 2 of 6 blocks done".
std::string slots(const BlocksPicture& blocks) {
    return fmt::format("{} of {} taken{}  ·  {} of {} blocks done", blocks.running,
                       counted(blocks.slots, "slot"), waiting(blocks.spinning, blocks.running), blocks.done,
                       blocks.cards.size());
}

/// "3 of 4 lanes active  ·  warp 0 of block 2, line 53".
std::string lanes(const StepPosition& at) {
    const int64_t focus = at.picture().focus;
    if (focus < 0) return {};
    const emulator::Step& step = at.trace().step_at(focus);
    if (step.kind == emulator::StepKind::host) return {};
    const emulator::SourceRange place = where(at.trace(), step);
    const std::string line = place.line > 0 ? fmt::format(", line {}", place.line) : "";
    return fmt::format("{} of {} lanes active  ·  warp {} of {}{}", std::popcount(step.active),
                       at.trace().gpu.lanes, step.warp, block_name(at.staged(), step.block, at.step()), line);
}

}  // namespace

Page page_of(const StepPosition& at, Zoom zoom) {
    Page page;
    page.subject = name_of(at.run());
    page.sentence = at.sentence();
    page.place = at.index().steps_to(at.step(), at.grain());
    page.count = at.index().step_count(at.grain());
    if (const emulator::Finding* fault = fault_here(at)) {
        page.fault = true;
        const std::string out = left_out(at.run());
        page.subject =
            std::string(emulator::title_of(fault->kind)) + ": " + (out.empty() ? page.subject : out);
    }
    // Before the first step: what the class is to see.
    if (at.step() == 0 && !at.ahead())
        page.sentence = at.run().algorithm != nullptr ? std::string(at.run().algorithm->teaches) + "." : "";
    const bool blocks = zoom == Zoom::blocks && at.staged().blocks() > 1;
    if (blocks && !at.blocks().deadlock.empty()) page.sentence = emphasised(deadlock_sentence(at.blocks()));
    if (zoom == Zoom::lanes)
        if (std::string text = lanes(at); !text.empty()) page.counts = {std::move(text)};
    if (blocks) page.counts = {slots(at.blocks())};
    if (page.counts.empty()) page.counts = additions(at);
    return page;
}

namespace {

constexpr float alone_em = 16,
                alone_roomy_em = 62;  // E in pixels at scale 1; the width in E from which there is room

/// The whole page, with the stage in its middle.
canvas::Picture draw_presented(const replay::StepPosition& at, const Drawing& how, StageState& state) {
    const float width = how.width, height = how.height;
    const float em = page_em(width, height);
    canvas::Canvas canvas({{0, 0}, {width, height}}, em);
    StageOptions options;
    options.zoom = how.zoom;
    options.presenting = true;
    const canvas::Box room = draw_page(canvas, page_of(at, how.zoom.value_or(zoom_at(at))));
    canvas::Picture page = canvas.finish();
    canvas::Picture stage = draw_stage(room, em, at, options, state);
    append(page.shapes, stage.shapes);
    append(page.hits, stage.hits);
    return page;
}

}  // namespace

canvas::Picture draw_alone(const replay::StepPosition& at, const Drawing& how, StageState& state) {
    if (how.present) return draw_presented(at, how, state);
    const float em = alone_em * how.scale, width = how.width;
    StageOptions options;
    options.zoom = how.zoom;
    options.roomy = width >= alone_roomy_em * em;
    return draw_stage({{0, 0}, {width, float(how.height)}}, em, at, options, state);
}

std::string name_of(const scenes::RunScene& run) {
    if (run.algorithm != nullptr) return std::string(run.algorithm->title);
    if (run.scene.program()) return programs::name_of(*run.scene.program());
    return std::filesystem::path(run.scene.file()).filename().string();
}

StepSize opening_step(const scenes::RunScene& run) {
    if (const scenes::Figure* figure = scenes::figure_of(run.scene)) return figure->by;
    return run.algorithm != nullptr ? run.algorithm->opening.step : StepSize::statement;
}

std::string sentence_alone(const replay::StepPosition& at) {
    constexpr std::string_view nothing = "Nothing has run yet.";
    return at.sentence().starts_with(nothing) ? std::string(nothing) : at.sentence();
}

std::string title_of(const replay::StepPosition& at) {
    return fmt::format("{}, step {} of {}: {}", name_of(at.run()), at.step(), at.step_count(),
                       replay::plain(sentence_alone(at)));
}

}  // namespace upsweep::stage
