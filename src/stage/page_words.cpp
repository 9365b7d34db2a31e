// What a presented page says of a position: subject, sentence, one line of counts, how far it is.
#include <algorithm>
#include <bit>

#include "core/words.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "programs/expected.h"
#include "replay/data/blocks.h"
#include "replay/data/picture.h"
#include "replay/position/counts.h"
#include "replay/structure/index.h"
#include "replay/structure/staging.h"
#include "scenes/run_scene.h"
#include "stage/alone.h"
#include "stage/page.h"

namespace upsweep::stage {

using namespace replay;

namespace {

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
    for (std::size_t i = first < 0 ? marks.size() : static_cast<std::size_t>(first); i < marks.size(); ++i) {
        if (marks[i].step >= std::min(now.end, at.step())) break;
        const emulator::Finding& finding = trace.findings[marks[i].finding];
        if (finding.severity == emulator::Severity::fault) return &finding;
    }
    return nullptr;
}

/// Numbers and what follows the colon are out.
std::string emphasised(const std::string& sentence) {
    const std::size_t colon = sentence.find(": ");
    const std::size_t end = colon == std::string::npos ? sentence.size() : colon + 2;
    std::string text;
    for (std::size_t i = 0; i < end; ++i) {
        const auto digit = [&](std::size_t at) {
            return at < end && sentence[at] >= '0' && sentence[at] <= '9';
        };
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
        const std::int64_t first = at.index().back(at.step(), at.grain());
        for (std::int64_t step = first; step < at.step(); ++step)
            now += at.trace().step_counts[at.trace().steps[static_cast<std::size_t>(step)].counts];
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

std::string waiting(std::int64_t waits, std::int64_t taken) {
    if (waits == 0) return "";
    if (waits == taken) return taken == 1 ? ", waiting" : taken == 2 ? ", both waiting" : ", all waiting";
    return ", " + std::to_string(waits) + " waiting";
}

/// "2 of 2 slots taken, both waiting · 2 of 6 blocks done".
std::string slots(const BlocksPicture& blocks) {
    const auto all = static_cast<std::int64_t>(blocks.cards.size());
    return std::to_string(blocks.running) + " of " + counted(blocks.slots, "slot") + " taken" +
           waiting(blocks.spinning, blocks.running) + "  ·  " + std::to_string(blocks.done) + " of " +
           std::to_string(all) + " blocks done";
}

/// "3 of 4 lanes active  ·  warp 0 of block 2, line 53".
std::string lanes(const StepPosition& at) {
    const std::int64_t focus = at.picture().focus;
    if (focus < 0) return {};
    const emulator::Step& step = at.trace().steps[static_cast<std::size_t>(focus)];
    if (step.kind == emulator::StepKind::host) return {};
    const emulator::SourceRange place = where(at.trace(), step);
    return std::to_string(std::popcount(step.active)) + " of " + std::to_string(at.trace().gpu.lanes) +
           " lanes active  ·  warp " + std::to_string(step.warp) + " of block " + std::to_string(step.block) +
           (place.line > 0 ? ", line " + std::to_string(place.line) : "");
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

}  // namespace upsweep::stage
