// What a step's accesses cost: sectors of global memory, turns at the banks, turns of constant memory.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "core/ranges.h"
#include "core/words.h"
#include "emulator/findings/finding_words.h"
#include "emulator/trace/access_cost.h"
#include "emulator/trace/trace.h"
#include "replay/data/lane_picture.h"

namespace upsweep::replay {

namespace {

bool is_shared_by_lanes(Space space) {
    return space == Space::global || space == Space::shared || space == Space::constant;
}

/// Accesses that continue where the one before ended are one wide access of a lane.
bool goes_on(const LaneAccess& last, const LaneAccess& next) {
    return last.lane == next.lane && last.array == next.array && last.offset + last.size == next.offset &&
           last.size + next.size <= 16;
}

bool has_lane(const LaneRequest& request, int lane) {
    return any_of(request.lanes, [&](const LaneAccess& one) { return one.lane == lane; });
}

/// Sorts a step's accesses into instructions. An expression that runs twice in a step makes two.
std::vector<LaneRequest> sorted(const Trace& trace, int64_t index) {
    std::vector<LaneRequest> requests;
    std::map<std::tuple<uint32_t, AccessKind, Space>, size_t> open;
    size_t previous = 0;
    for (const Access& access : trace.accesses_of(index)) {
        const Space space = trace.arrays[access.array].space;
        if (!is_shared_by_lanes(space)) continue;
        LaneAccess lane;
        lane.lane = access.lane;
        lane.array = access.array;
        lane.offset = access.offset;
        lane.size = access.size;
        lane.first = element_of(trace, access);
        lane.count = elements_of(trace, access);
        const auto [at, fresh] = open.try_emplace({access.operand, access.kind, space}, requests.size());
        if (!fresh && at->second == previous && goes_on(requests[previous].lanes.back(), lane)) {
            LaneAccess& wide = requests[previous].lanes.back();
            wide.size += lane.size;
            wide.count += lane.count;
            continue;
        }
        if (!fresh && has_lane(requests[at->second], lane.lane)) at->second = requests.size();
        previous = at->second;
        if (previous == requests.size()) {
            LaneRequest request;
            request.space = space;
            request.write = is_write(access);
            request.atomic = access.kind == AccessKind::atomic;
            if (access.operand < trace.operands.size())
                request.text = text_of(trace, trace.operands[access.operand].where);
            // An atomic is given the cell's address.
            if (request.text.starts_with('&')) request.text.erase(0, 1);
            requests.push_back(std::move(request));
        }
        requests[previous].lanes.push_back(lane);
    }
    return requests;
}

void add_lane(std::vector<int>& lanes, int lane) {
    if (lanes.empty() || lanes.back() != lane) lanes.push_back(lane);
}

void find_sectors(LaneRequest& request) {
    std::map<std::pair<ArrayId, int64_t>, std::pair<LaneSector, std::set<int64_t>>> found;
    for (const LaneAccess& lane : request.lanes)
        for (int64_t byte = lane.offset; byte < lane.offset + lane.size; ++byte) {
            const int64_t number = byte / LaneSector::bytes;
            auto& [sector, bytes] = found[{lane.array, number}];
            sector.array = lane.array;
            sector.number = number;
            add_lane(sector.lanes, lane.lane);
            bytes.insert(byte);
        }
    for (auto& [key, one] : found) {
        one.first.used = one.second.size();
        request.sectors.push_back(std::move(one.first));
    }
}

/// A bank gives one word a turn, to all lanes that want it; wide accesses share a turn among fewer lanes.
void find_turns(LaneRequest& request, int banks) {
    std::map<int, std::vector<const LaneAccess*>> groups;
    int widest = 1;
    for (const LaneAccess& lane : request.lanes) widest = std::max(widest, lane.size);
    for (const LaneAccess& lane : request.lanes)
        groups[lane.lane / emulator::lanes_a_turn(widest, banks)].push_back(&lane);
    for (const auto& [group, lanes] : groups) {
        std::map<int, int> asked;  // words of a bank
        std::map<std::pair<ArrayId, int64_t>, LaneWord> words;
        int turns = 0;
        for (const LaneAccess* lane : lanes)
            for (int64_t at = lane->offset / 4; at * 4 < lane->offset + lane->size; ++at) {
                const auto [word, fresh] = words.try_emplace({lane->array, at});
                if (fresh) {
                    const int bank = at % banks, turn = asked[bank]++;
                    word->second = {lane->array, at, bank, request.turns + turn, {}};
                    turns = std::max(turns, turn + 1);
                }
                add_lane(word->second.lanes, lane->lane);
            }
        for (auto& [key, word] : words) request.words.push_back(std::move(word));
        request.turns += turns;
        request.least_turns += (int(words.size()) + banks - 1) / banks;
    }
    sort(request.words, [](const LaneWord& a, const LaneWord& b) {
        return std::tie(a.turn, a.bank) < std::tie(b.turn, b.bank);
    });
}

/// "8 lanes reach 8 sectors of 32 bytes: 32 of 256 bytes used."
std::string sector_sentence(const LaneRequest& request) {
    int used = 0;
    for (const LaneSector& sector : request.sectors) used += sector.used;
    const auto lanes = int64_t(request.lanes.size());
    const auto sectors = int64_t(request.sectors.size());
    return fmt::format("{} {} {} of 32 bytes: {} of {} bytes used.", counted(lanes, "lane"),
                       lanes == 1 ? "reaches" : "reach", counted(sectors, "sector"), used,
                       sectors * LaneSector::bytes);
}

/// "8 lanes need 8 turns at bank 0." "4 lanes take 1 turn: 4 words in 4 banks."
std::string bank_sentence(const LaneRequest& request, int banks) {
    const auto lanes = int64_t(request.lanes.size());
    const std::string who = counted(lanes, "lane");
    if (request.turns > request.least_turns) {
        std::vector<int64_t> busy;
        int last = 0;
        for (const LaneWord& word : request.words) last = std::max(last, word.turn);
        for (const LaneWord& word : request.words)
            if (word.turn == last) busy.push_back(word.bank);
        return who + (lanes == 1 ? " needs " : " need ") + counted(request.turns, "turn") + " at " +
               emulator::counted_in_words("bank", busy) + ".";
    }
    const std::string start =
        who + (lanes == 1 ? " takes " : " take ") + counted(request.turns, "turn") + ": ";
    if (request.words.size() == 1 && lanes > 1) return start + "all read the same word.";
    std::set<int> used;
    for (const LaneWord& word : request.words) used.insert(word.bank);
    return start + counted(request.words.size(), "word") + " in " +
           counted(std::min<size_t>(used.size(), size_t(banks)), "bank") + ".";
}

/// "8 lanes take 1 turn: all read the same word of constant memory."
std::string constant_sentence(const LaneRequest& request) {
    const auto lanes = int64_t(request.lanes.size());
    const std::string who = counted(lanes, "lane");
    if (request.constant_turns > 1)
        return who + " need " + counted(request.constant_turns, "turn") +
               ": constant memory serves one address a turn.";
    return who + (lanes == 1 ? " takes 1 turn: " : " take 1 turn: ") +
           (lanes == 1 ? "a word of constant memory." : "all read the same word of constant memory.");
}

/// "4 lanes change 2 cells; 3 of them change the same one, one after another."
std::string atomic_sentence(const LaneRequest& request) {
    std::map<std::pair<ArrayId, int64_t>, int> cells;
    int most = 0;
    for (const LaneAccess& lane : request.lanes) most = std::max(most, ++cells[{lane.array, lane.first}]);
    const auto lanes = int64_t(request.lanes.size());
    const std::string start =
        counted(lanes, "lane") + (lanes == 1 ? " changes " : " change ") + counted(cells.size(), "cell");
    if (most == 1) return start + ", so none waits for another.";
    if (cells.size() == 1) return start + ", one after another.";
    return start + "; " + std::to_string(most) + " of them change the same one, one after another.";
}

void tell_cost(LaneRequest& request, int banks) {
    if (request.atomic) {
        request.sentence = atomic_sentence(request);
        return;
    }
    if (request.space == Space::global) {
        find_sectors(request);
        emulator::WarpAccess access;
        for (const LaneAccess& lane : request.lanes) {
            access.size = lane.size;
            if (access.lanes < 32) access.add(lane.lane, lane.array, lane.offset);
        }
        request.least_sectors = emulator::least_sectors(access);
        request.sentence = sector_sentence(request);
    } else if (request.space == Space::constant) {
        std::set<std::pair<ArrayId, int64_t>> addresses;
        for (const LaneAccess& lane : request.lanes) addresses.insert({lane.array, lane.offset});
        request.constant_turns = addresses.size();
        request.sentence = constant_sentence(request);
    } else {
        find_turns(request, banks);
        request.sentence = bank_sentence(request, banks);
    }
}

}  // namespace

std::vector<LaneRequest> lane_requests(const Trace& trace, int64_t step) {
    if (step < 0 || step >= trace.step_count()) return {};
    const StepKind kind = trace.step_at(step).kind;
    if (kind == StepKind::host) return {};
    std::vector<LaneRequest> requests = sorted(trace, step);
    for (LaneRequest& request : requests) {
        if (kind == StepKind::drain)
            request.sentence = "The other blocks see the earlier store now.";
        else
            tell_cost(request, std::max(1, trace.gpu.banks));
    }
    return requests;
}

int LanePicture::turns() const {
    int all = 0;
    for (const LaneRequest& request : requests) all += request.turns;
    return all;
}

}  // namespace upsweep::replay
