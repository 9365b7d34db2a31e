// Questions about order: races, and the order of writes.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/ranges.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "questions/look.h"
#include "replay/words/sentence.h"

namespace upsweep::questions {
namespace {

using emulator::FindingKind;

/// One warp's access to a cell.
struct Touch {
    int64_t step = 0, access = 0;
};

/// "warp `0` of block `1` writes it in line `12`".
std::string touch_words(const Look& look, uint32_t block, uint32_t warp, uint32_t lane, bool write, int line,
                        bool several) {
    std::string text = "lane " + in_backticks(int64_t{lane}) + " of warp " + in_backticks(int64_t{warp});
    if (several) text += " of " + replay::block_name(look.staged, block, look.next.end);
    return text + (write ? " writes it in line " : " reads it in line ") + in_backticks(int64_t{line});
}

std::string race_ask(const std::string& cell, const std::string& first, const std::string& second) {
    return emulator::in_sentence_case(cell) + ": " + first + ", " + second + ". Is that a data race?";
}

/// A race that the run found in the step that comes.
std::optional<Question> race_found(const Look& look) {
    for (const Finding& finding : look.trace.findings) {
        const auto* race = std::get_if<emulator::Race>(&finding.facts);
        if (race == nullptr || finding.kind != FindingKind::race || !look.next.contains(finding.step))
            continue;
        if (race->form == emulator::Race::Form::same_value || race->form == emulator::Race::Form::compared)
            continue;
        if (finding.array < 0 || finding.elements.empty() || finding.lanes.empty()) continue;
        const auto array = ArrayId(finding.array);
        Question question = begin(look, Kind::race, Form::yes_no, finding.step);
        question.array = finding.array;
        question.element = finding.elements[0];
        question.key.yes = true;
        const bool several = look.info().grid.count() > 1;
        question.ask =
            race_ask(cell_words(look, array, finding.elements[0], finding.step),
                     touch_words(look, race->block, race->warp, race->lane, !race->was_read,
                                 race->earlier.line, several),
                     touch_words(look, uint32_t(finding.block), uint32_t(finding.warp),
                                 uint32_t(finding.lanes[0]), race->write, finding.where.line, several));
        const emulator::FindingWords words = emulator::words_of(look.trace, finding);
        question.reason = "Yes. " + (words.cause.empty() ? words.sentence : words.cause);
        question.interest = 3;
        return question;
    }
    return {};
}

/// Arrays that some race, or reliance on lockstep, is reported of: about those no pair is called ordered.
std::set<int32_t> doubtful_arrays(const Look& look) {
    std::set<int32_t> arrays;
    for (const Finding& finding : look.trace.findings)
        if (finding.severity == emulator::Severity::fault || finding.kind == FindingKind::race ||
            finding.kind == FindingKind::relies_on_lockstep)
            arrays.insert(finding.array);
    return arrays;
}

bool is_plain(const Access& access) {
    return access.kind == AccessKind::read || access.kind == AccessKind::write;
}

/// The latest access to the same cell by another warp of the block, one barrier or more before, where one
/// writes; an access of -1: none near.
Touch earlier_touch(const Look& look, const Touch& mine) {
    constexpr int64_t near = 4000;
    const Step& step = look.trace.step_at(mine.step);
    const Access& access = look.trace.access_at(mine.access);
    for (int64_t s = mine.step - 1; s >= std::max(look.info().first_step, mine.step - near); --s) {
        const Step& other = look.trace.step_at(s);
        if (other.block != step.block || other.operation != step.operation || other.interval == step.interval)
            continue;
        for (int64_t i = other.first_access; i < look.trace.end_access(s); ++i) {
            const Access& was = look.trace.access_at(i);
            if (was.array != access.array || was.offset != access.offset) continue;
            const bool conflict = is_write(was) || is_write(access);
            if (other.warp != step.warp && conflict && is_plain(was)) return {s, i};
            if (is_write(was)) return {-1, -1};
        }
    }
    return {-1, -1};
}

/// The first barrier that a block completes after a step.
int64_t barrier_after(const Look& look, int64_t step) {
    const Step& mine = look.trace.step_at(step);
    for (int64_t s = step + 1; s < look.trace.step_count(); ++s) {
        const Step& other = look.trace.step_at(s);
        if (other.kind == StepKind::barrier && other.block == mine.block && other.operation == mine.operation)
            return s;
    }
    return -1;
}

/// Two accesses to a cell that a barrier keeps apart.
std::optional<Question> race_prevented(const Look& look) {
    if (look.info().warps_per_block < 2) return {};
    constexpr size_t most = 48;
    const std::set<int32_t> doubtful = doubtful_arrays(look);
    std::vector<Touch> touches;
    for (int64_t s = look.next.first; s < look.next.end && touches.size() < 4096; ++s) {
        if (look.trace.launch_of(look.trace.step_at(s)) != look.launch) continue;
        for (int64_t i = look.trace.step_at(s).first_access; i < look.trace.end_access(s); ++i) {
            const Access& access = look.trace.access_at(i);
            const bool shared = look.trace.arrays[access.array].space == Space::shared;
            if (shared && is_plain(access) && !doubtful.contains(int32_t(access.array)))
                touches.push_back({s, i});
        }
    }
    const size_t tries = std::min(most, touches.size());
    const size_t start = touches.empty() ? 0 : look.pick(touches.size(), 9);
    for (size_t t = 0; t < tries; ++t) {
        const Touch& mine = touches[(start + t) % touches.size()];
        const Touch other = earlier_touch(look, mine);
        const int64_t barrier = other.access < 0 ? -1 : barrier_after(look, other.step);
        if (barrier < 0 || barrier >= mine.step) continue;
        const Access &now = look.trace.access_at(mine.access), &was = look.trace.access_at(other.access);
        const Step &by = look.trace.step_at(mine.step), &before = look.trace.step_at(other.step);
        const auto line = [&](const Step& step) { return replay::where(look.trace, step).line; };
        Question question = begin(look, Kind::race, Form::yes_no, mine.step);
        question.array = int(now.array);
        question.element = element_of(look.trace, now);
        question.ask = race_ask(
            cell_words(look, now.array, question.element, mine.step),
            touch_words(look, before.block, before.warp, was.lane, is_write(was), line(before), false),
            touch_words(look, by.block, by.warp, now.lane, is_write(now), line(by), false));
        question.reason = "No. The barrier in line " +
                          in_backticks(int64_t{line(look.trace.step_at(barrier))}) +
                          " is between the two: every warp of the block has " +
                          (is_write(was) ? "written" : "read") + " before any continues.";
        question.interest = 2;
        return question;
    }
    return {};
}

}  // namespace

std::optional<Question> make_race(const Look& look) {
    std::optional<Question> question = race_found(look);
    if (!question) question = race_prevented(look);
    if (question) question->how = "yes or no";
    return question;
}

namespace {

/// A write whose value an operation made of cells.
struct Event {
    int64_t step = 0, access = 0;
    std::string words;
    std::vector<int> needs;  ///< events whose values it takes
};

/// "`sums[7]` = `sums[7] + sums[3]`"; empty where that would be too long.
std::string event_words(const Look& look, int64_t step, int64_t access) {
    const auto one = [&](ArrayId array, int64_t element) {
        Question shape;
        set_cells(look, shape, array);
        const std::string index = shape.width == 0
                                      ? fmt::format("[{}]", element)
                                      : fmt::format("[{}][{}]", element / shape.width, element % shape.width);
        return look.trace.arrays[array].name + index;
    };
    const Access& write = look.trace.access_at(access);
    const replay::Source source = replay::source_of(look.trace, write.origin);
    if (!source.operation || source.symbol == 'f' || source.leaves.size() < 2 || source.leaves.size() > 3)
        return {};
    const bool call = source.symbol == '<' || source.symbol == '>';
    const std::string sign(replay::operation_sign(source.symbol));
    std::string made;
    for (const Leaf& leaf : source.leaves)
        made += (made.empty() ? "" : call ? ", " : " " + sign + " ") + one(leaf.array, leaf.element);
    std::string text = "`" + one(write.array, element_of(look.trace, write)) + "` becomes `" +
                       (call ? sign + "(" + made + ")" : made) + "`";
    if (look.trace.arrays[write.array].space == Space::shared && look.info().grid.count() > 1)
        text += " in " + replay::block_name(look.narration(), step);
    return text;
}

/// The writes of the steps that follow, and which needs which.
std::vector<Event> events_of(const Look& look) {
    constexpr int64_t far = 3000;
    constexpr size_t most = 600;
    std::vector<Event> events;
    std::map<std::pair<ArrayId, uint32_t>, int> written;  // by place: the event; -1: no event
    std::map<int64_t, int> seen;                          // by read: the event that it saw
    const int64_t end = std::min(look.info().end_step, look.next.first + far);
    for (int64_t s = look.next.first; s < end && events.size() < most; ++s) {
        for (int64_t i = look.trace.step_at(s).first_access; i < look.trace.end_access(s); ++i) {
            const Access& access = look.trace.access_at(i);
            if (replay::is_local(look.trace, access.array)) continue;
            const auto at = written.find({access.array, access.offset});
            if (!is_write(access)) {
                if (at != written.end() && at->second >= 0) seen[i] = at->second;
                continue;
            }
            int event = -1;
            if (access.kind == AccessKind::write && is_data(look, access.array) &&
                is_element(look.trace, access))
                if (std::string words = event_words(look, s, i); !words.empty()) {
                    event = int(events.size());
                    events.push_back({s, i, std::move(words), {}});
                    for (const Leaf& leaf : replay::source_of(look.trace, access.origin).leaves)
                        if (const auto of = seen.find(leaf.access); of != seen.end())
                            events.back().needs.push_back(of->second);
                }
            written[{access.array, access.offset}] = event;
        }
    }
    return events;
}

/// The longest chain that ends in an event: each needs the one before.
std::vector<int> chain_to(const std::vector<Event>& events, int last, size_t most) {
    std::vector<int> chain = {last};
    while (chain.size() < most) {
        const std::vector<int>& needs = events[chain.back()].needs;
        if (needs.empty()) break;
        chain.push_back(*max_element(needs));
    }
    std::reverse(chain.begin(), chain.end());
    return chain;
}

}  // namespace

std::optional<Question> make_order(const Look& look) {
    constexpr size_t longest = 4, shortest = 3;
    const std::vector<Event> events = events_of(look);
    std::map<std::string, int> times;
    for (const Event& event : events) ++times[event.words];
    std::vector<std::vector<int>> chains;
    for (size_t i = 0; i < events.size(); ++i) {
        std::vector<int> chain = chain_to(events, int(i), longest);
        // What happens twice is not a single event; and the chain begins in the step that comes.
        const bool once = all_of(chain, [&](int one) { return times[events[one].words] == 1; });
        if (once && chain.size() >= shortest && look.next.contains(events[chain[0]].step))
            chains.push_back(std::move(chain));
    }
    if (chains.empty()) return {};
    const std::vector<int>& chain = chains[look.pick(chains.size(), 10)];
    const auto event = [&](size_t i) -> const Event& { return events[chain[i]]; };
    Question question = begin(look, Kind::order, Form::order, event(0).step);
    question.after = std::max(question.after, event(chain.size() - 1).step + 1);
    question.limit = std::ssize(chain);
    // Letters are dealt out, so that A is not always the first.
    std::vector<int> dealt(chain.size());
    for (size_t i = 0; i < chain.size(); ++i) dealt[i] = int(i);
    for (size_t i = chain.size(); i > 1; --i) std::swap(dealt[i - 1], dealt[look.pick(i, 20 + i)]);
    if (std::is_sorted(dealt.begin(), dealt.end())) std::swap(dealt.front(), dealt.back());
    question.items.resize(chain.size());
    question.key.numbers.resize(chain.size());
    question.steps.resize(chain.size());
    for (size_t i = 0; i < chain.size(); ++i) {
        question.items[dealt[i]] = event(i).words;
        question.steps[dealt[i]] = event(i).step;
        question.key.numbers[i] = dealt[i];
        if (i > 0) question.precedes.push_back({dealt[i - 1], dealt[i]});
    }
    question.ask = "The next steps make these writes. In which order?";
    question.how = "letters, such as B A C";
    for (size_t i = 1; i < chain.size(); ++i)
        question.reason += (i == 1 ? "" : "; ") + std::string(1, char('A' + dealt[i])) + " reads what " +
                           std::string(1, char('A' + dealt[i - 1])) + " wrote";
    question.reason += ". So it is " + to_text(question, question.key) + ".";
    question.interest = 3;
    return question;
}

}  // namespace upsweep::questions
