// Questions about the lanes of a warp: who takes part, and how many turns their access takes at the banks.
#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

#include "core/ranges.h"
#include "emulator/trace/trace.h"
#include "questions/look.h"
#include "replay/data/lane_picture.h"
#include "replay/structure/passes.h"

namespace upsweep::questions {

using replay::LaneRequest;

namespace {

/// "Warp `1` of block `0`".
std::string warp_words(const Look& look, int64_t step) {
    const Step& at = look.trace.step_at(step);
    const bool several = replay::has_several_blocks(look.narration(), at);
    return "warp " + in_backticks(int64_t{at.warp}) +
           (several ? " of " + replay::block_name(look.narration(), step) : "");
}

std::vector<int64_t> lane_numbers(uint32_t mask) {
    const std::vector<int> lanes = emulator::lanes_of(mask);
    return {lanes.begin(), lanes.end()};
}

/// Whether it touches the array that the question has to be about, if there is one.
bool touches_asked(const Look& look, int64_t step) {
    for (const Access& access : look.trace.accesses_of(step))
        if (look.is_about(access.array)) return true;
    return false;
}

/// Statements that a warp runs once in the step that comes: so the question is unambiguous.
std::vector<int64_t> single_steps(const Look& look) {
    std::map<std::tuple<uint32_t, uint32_t, uint32_t>, std::pair<int, int64_t>> times;
    for (int64_t s = look.next.first; s < look.next.end; ++s) {
        const Step& step = look.trace.step_at(s);
        if (step.kind != StepKind::statement || look.trace.launch_of(step) != look.launch) continue;
        auto& [count, at] = times[{step.block, step.warp, step.statement}];
        ++count;
        at = s;
    }
    std::vector<int64_t> steps;
    for (const auto& [place, one] : times)
        if (one.first == 1) steps.push_back(one.second);
    return steps;
}

/// The last condition before a step that its warp ran with more lanes; -1: none near.
int64_t parting_condition(const Look& look, int64_t step) {
    constexpr int64_t near = 400;
    const Step& mine = look.trace.step_at(step);
    for (int64_t s = step - 1; s >= std::max<int64_t>(0, step - near); --s) {
        const Step& other = look.trace.step_at(s);
        if (!replay::same_warp(other, mine)) continue;
        if ((other.active & mine.active) == mine.active && other.active != mine.active)
            return other.kind == StepKind::condition ? s : -1;
    }
    return -1;
}

std::string lanes_reason(const Look& look, int64_t step, int lanes) {
    const Step& at = look.trace.step_at(step);
    const auto working = lane_numbers(at.active);
    if (std::ssize(working) == lanes) return "All " + std::to_string(lanes) + " lanes of the warp run this.";
    uint32_t all = lanes == 32 ? ~0U : (1U << lanes) - 1;
    std::string text = emulator::in_sentence_case(list_words("lane", working)) +
                       (working.size() == 1 ? " takes" : " take") + " part; " +
                       list_words("lane", lane_numbers(all & ~at.active)) +
                       (std::popcount(all & ~at.active) == 1 ? " does not." : " do not.");
    if (const int64_t parting = parting_condition(look, step); parting >= 0)
        text += " The condition in " + line_words(look.trace, parting) + " separates them.";
    return text;
}

}  // namespace

std::optional<Question> make_lanes_working(const Look& look) {
    if (replay::is_serial(look.info()) || look.trace.gpu.lanes < 2) return {};
    std::vector<int64_t> partly, all;
    for (const int64_t s : single_steps(look)) {
        const Step& step = look.trace.step_at(s);
        const int lanes = look.lanes_of(step.warp);
        if (lanes < 2 || !replay::touches_memory(look.trace, s) || !look.is_about(step)) continue;
        if (!touches_asked(look, s)) continue;
        (std::popcount(step.active) < lanes ? partly : all).push_back(s);
    }
    const std::vector<int64_t>& steps = partly.empty() ? all : partly;
    if (steps.empty()) return {};
    const int64_t s = steps[look.pick(steps.size(), 4)];
    const Step& step = look.trace.step_at(s);
    Question question = begin(look, Kind::lanes_working, Form::lanes, s);
    question.warp = int(step.warp);
    question.condition = parting_condition(look, s);
    question.limit = look.lanes_of(step.warp);
    question.key.numbers = lane_numbers(step.active);
    question.ask = emulator::in_sentence_case(warp_words(look, s)) +
                   (look.grain == Grain::statement ? " runs " : " reaches ") + line_words(look.trace, s) +
                   ". Which of its " + std::to_string(question.limit) + " lanes take part?";
    question.how = "as 0, 2 or 0…3";
    question.reason = lanes_reason(look, s, int(question.limit));
    question.interest = partly.empty() ? 1 : 3;
    return question;
}

namespace {

struct SharedAccess {
    int64_t step = 0;
    LaneRequest request;
};

bool is_plain(const Look& look, const LaneRequest& request) {
    if (request.space != Space::shared || request.atomic || request.lanes.size() < 2) return false;
    return all_of(request.lanes, [&](const replay::LaneAccess& lane) {
        return lane.array == request.lanes[0].array && lane.count == 1 && lane.size <= 4 &&
               size_of(look.trace.arrays[lane.array].type) == lane.size;
    });
}

/// The accesses that take the most turns, or where all take one, those to the most words.
std::vector<SharedAccess> best_accesses(const Look& look) {
    constexpr size_t most = 256;
    std::vector<SharedAccess> best;
    for (int64_t s = look.next.first; s < look.next.end && best.size() < most; ++s) {
        const Step& step = look.trace.step_at(s);
        if (step.kind != StepKind::statement || look.trace.launch_of(step) != look.launch) continue;
        if (!look.is_about(step)) continue;
        for (LaneRequest& request : replay::lane_requests(look.trace, s)) {
            if (!is_plain(look, request) || !look.is_about(request.lanes[0].array)) continue;
            const auto weight = [](const LaneRequest& one) {
                return one.turns > 1 ? 1000 * one.turns : int(one.words.size());
            };
            if (!best.empty() && weight(request) < weight(best[0].request)) continue;
            if (!best.empty() && weight(request) > weight(best[0].request)) best.clear();
            best.push_back({s, std::move(request)});
        }
    }
    return best;
}

/// "Bank `3` must serve `2` words, of cells `3` and `11`: one a turn."
std::string turns_reason(const Look& look, const LaneRequest& request) {
    std::map<int, std::vector<const replay::LaneWord*>> banks;
    for (const replay::LaneWord& word : request.words) banks[word.bank].push_back(&word);
    const auto worst =
        max_element(banks, [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    const int size = request.lanes[0].size;
    if (request.turns == 1) {
        const bool together =
            any_of(request.words, [](const replay::LaneWord& word) { return word.lanes.size() > 1; });
        return together ? "No two lanes need different words from one bank; lanes that read the same word "
                          "get it in one turn."
                        : "Every lane's word is in a different bank, so one turn is enough.";
    }
    std::vector<int64_t> cells;
    for (const replay::LaneWord* word : worst->second) cells.push_back(word->word * 4 / size);
    sort(cells);
    return "Bank `" + std::to_string(worst->first) + "` must serve " +
           replay::number_word(std::ssize(cells)) + " words (" + list_words("cell", cells) +
           (size < 4 ? " and their neighbours" : "") + "), one per turn; there are " +
           std::to_string(look.trace.gpu.banks) + " banks.";
}

/// "Lanes `0` … of warp 1 read cells 1, 3, 5, 7 of `sums`."
std::string cells_asked(const Look& look, const SharedAccess& access) {
    const LaneRequest& request = access.request;
    std::string lanes, cells;
    for (const replay::LaneAccess& lane : request.lanes) {
        lanes += (lanes.empty() ? "" : ", ") + std::to_string(lane.lane);
        cells += (cells.empty() ? "" : ", ") + std::to_string(lane.first);
    }
    const std::string& name = look.trace.arrays[request.lanes[0].array].name;
    return "Lanes " + lanes + (request.write ? " write" : " read") + " the elements " + cells + " of `" +
           name + "`, in this order; an element has " + std::to_string(request.lanes[0].size) +
           " bytes, element 0 is in bank 0, and there are " + std::to_string(look.trace.gpu.banks) +
           " banks of 4 bytes.";
}

}  // namespace

std::optional<Question> make_turns(const Look& look) {
    const std::vector<SharedAccess> best = best_accesses(look);
    if (best.empty()) return {};
    const SharedAccess& access = best[look.pick(best.size(), 5)];
    const LaneRequest& request = access.request;
    const ArrayId array = request.lanes[0].array;
    Question question = begin(look, Kind::turns, Form::count, access.step);
    question.array = int(array);
    question.warp = int(look.trace.step_at(access.step).warp);
    question.limit = std::ssize(request.lanes);
    question.key.numbers = {request.turns};
    std::string what = request.text.empty() ? look.trace.arrays[array].name : request.text;
    std::erase(what, '`');
    const auto place = replay::where(look.trace, look.trace.step_at(access.step));
    question.ask = emulator::in_sentence_case(warp_words(look, access.step)) +
                   (request.write ? " writes `" : " reads `") + what + "` in line " +
                   in_backticks(place.line) + ". How many turns do the banks need for it?";
    question.how = "1 if no lane has to wait";
    question.reason = turns_reason(look, request);
    question.given_words = cells_asked(look, access);
    question.interest = request.turns > 1 ? 3 : request.words.size() > 1 ? 2 : 1;
    return question;
}

}  // namespace upsweep::questions
