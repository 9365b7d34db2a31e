// Sorts accesses by bank.
#include "replay/data/banks.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "core/ranges.h"
#include "core/words.h"
#include "emulator/findings/finding_words.h"
#include "emulator/trace/trace.h"

namespace upsweep::replay {

namespace {

/// One warp-wide load or store: per bank the words asked for and the lanes that ask.
struct Request {
    std::map<int, std::map<int64_t, std::set<int>>> banks;
    std::set<int64_t> words;

    int turns() const {
        size_t most = 1;
        for (const auto& [bank, asked] : banks) most = std::max(most, asked.size());
        return int(most);
    }
};

/// By step, operand, and whether it writes.
using Requests = std::map<std::tuple<int64_t, uint32_t, bool>, Request>;

Requests requests_of(const Trace& trace, ArrayId array, StepRange steps, int banks) {
    Requests requests;
    for (int64_t index = steps.first; index < steps.end; ++index) {
        for (const Access& access : trace.accesses_of(index)) {
            if (access.array != array) continue;
            Request& request = requests[{index, access.operand, is_write(access)}];
            for (int64_t word = access.offset / 4; word * 4 < access.offset + access.size; ++word) {
                request.banks[int(word % banks)][word].insert(access.lane);
                request.words.insert(word);
            }
        }
    }
    return requests;
}

void add_cell(const Trace& trace, const Step& step, const Access& access, std::map<int64_t, BankCell>& cells,
              int banks) {
    const int64_t first = element_of(trace, access);
    for (int64_t element = first; element < first + elements_of(trace, access); ++element) {
        const auto [at, fresh] = cells.try_emplace(element);
        BankCell& cell = at->second;
        const int64_t word = element * size_of(trace.arrays[access.array].type) / 4;
        if (fresh) {
            cell.lane = access.lane;
            cell.warp = int(step.warp);
        }
        cell.element = element;
        cell.bank = int(word % banks);
        cell.wrap = int(word / banks);
        cell.read |= is_read(access);
        cell.written |= is_write(access);
    }
}

void add_cells(const Trace& trace, ArrayId array, StepRange steps, BankPicture& picture) {
    std::map<int64_t, BankCell> cells;
    for (int64_t index = steps.first; index < steps.end; ++index) {
        const Step& step = trace.step_at(index);
        for (const Access& access : trace.accesses_of(index))
            if (access.array == array) add_cell(trace, step, access, cells, picture.banks);
    }
    std::set<int> wraps;
    for (const auto& [element, cell] : cells) {
        picture.cells.push_back(cell);
        wraps.insert(cell.wrap);
    }
    picture.wraps.assign(wraps.begin(), wraps.end());
}

/// "Lanes 0 and 2 share banks 1 and 3, lanes 1 and 3 share banks 5 and 7."
std::string meetings(const Requests& requests) {
    std::map<int, std::set<int>> lanes_of_bank;
    for (const auto& [key, request] : requests)
        for (const auto& [bank, asked] : request.banks)
            if (asked.size() > 1)
                for (const auto& [word, lanes] : asked)
                    lanes_of_bank[bank].insert(lanes.begin(), lanes.end());
    std::map<std::vector<int>, std::vector<int>> banks_of_lanes;
    for (const auto& [bank, lanes] : lanes_of_bank)
        banks_of_lanes[std::vector<int>(lanes.begin(), lanes.end())].push_back(bank);
    std::string text;
    int parts = 0;
    for (const auto& [lanes, banks] : banks_of_lanes) {
        if (++parts > 3) break;
        text += (text.empty() ? "" : ", ") + emulator::lanes_in_words(lanes) +
                (text.empty() ? " share " : " share ");
        text += emulator::counted_in_words("bank", {banks.begin(), banks.end()});
    }
    if (banks_of_lanes.size() > 3) text += ", and so on";
    return emulator::in_sentence_case(text) + ".";
}

std::string turns_text(const Requests& requests) {
    std::set<int> turns;
    for (const auto& [key, request] : requests) turns.insert(request.turns());
    const std::string most = number_word(*turns.rbegin()) + " turns";
    if (requests.size() == 1) return "The access takes " + most + ".";
    if (turns.size() > 1)
        return "The slowest of the " + number_word(int(requests.size())) + " accesses takes " + most + ".";
    const std::string all =
        requests.size() == 2 ? "Both" : "Each of the " + number_word(int(requests.size()));
    return all + " accesses of this line " + (requests.size() == 2 ? "take " : "takes ") + most + ".";
}

/// "Warp 0 takes 5 turns for 5 accesses, warp 1 takes 3 for 3." or "Each of the four warps takes 1 turn for 1
/// access."
std::string turns_of_warps(const Trace& trace, const Requests& requests) {
    std::map<int, std::pair<int, int>> warps;  // turns and accesses
    for (const auto& [key, request] : requests) {
        const Step& step = trace.step_at(std::get<0>(key));
        auto& [turns, accesses] = warps[int(step.warp)];
        turns += request.turns();
        ++accesses;
    }
    const auto& [same_turns, same_accesses] = warps.begin()->second;
    const bool same = all_of(warps, [&](const auto& one) { return one.second == warps.begin()->second; });
    if (same && warps.size() > 2)
        return "Each of the " + number_word(int64_t(warps.size())) + " warps takes " +
               counted(same_turns, "turn") + " for " + counted(same_accesses, "access", "accesses") + ".";
    std::string text;
    for (const auto& [warp, took] : warps) {
        const auto& [turns, accesses] = took;
        const bool first = text.empty();
        text += (first ? "Warp " : ", warp ") + std::to_string(warp) + " takes " +
                (first ? counted(turns, "turn") : std::to_string(turns)) + " for " +
                (first ? counted(accesses, "access", "accesses") : std::to_string(accesses));
    }
    return text + ".";
}

std::string calm_text(const BankPicture& picture) {
    if (picture.cells.size() == 1) return "Only one lane is active, so there is no conflict.";
    return "No two lanes need different words from one bank.";
}

}  // namespace

BankPicture make_banks(const Trace& trace, ArrayId array, int64_t step, const Counts* counted) {
    return make_banks(trace, array, step < 0 ? StepRange{0, 0} : StepRange{step, step + 1}, counted);
}

BankPicture make_banks(const Trace& trace, ArrayId array, StepRange steps, const Counts* counted) {
    BankPicture picture;
    const ArrayInfo& info = trace.arrays[array];
    picture.banks = std::max(1, trace.gpu.banks);
    picture.elements = info.extent.count();
    picture.elements_per_wrap = std::max(1, picture.banks * 4 / size_of(info.type));
    picture.banks_per_element = std::max(1, size_of(info.type) / 4);
    picture.degree.assign(size_t(picture.banks), 0);
    picture.title = "Memory by bank";
    picture.sentence = "This step does not touch " + info.name + ".";
    if (steps.end <= steps.first || info.space != Space::shared) return picture;
    const auto requests = requests_of(trace, array, steps, picture.banks);
    if (requests.empty()) return picture;
    add_cells(trace, array, steps, picture);
    int worst = 1;
    for (const auto& [key, request] : requests) {
        picture.wavefronts += request.turns();
        const auto words = int64_t(request.words.size());
        picture.at_best += (words + picture.banks - 1) / picture.banks;
        worst = std::max(worst, request.turns());
        for (const auto& [bank, asked] : request.banks) {
            int& degree = picture.degree[bank];
            degree = std::max(degree, int(asked.size()));
        }
    }
    picture.accesses = int(requests.size());
    if (counted != nullptr && counted->shared_wavefronts() > 0) {
        picture.wavefronts = counted->shared_wavefronts();
        picture.at_best = picture.wavefronts - counted->bank_conflicts;
    }
    picture.title = picture.conflict() ? std::to_string(worst) + "-way bank conflict" : "No bank conflict";
    picture.sentence = picture.conflict() ? meetings(requests) : calm_text(picture);
    std::set<int64_t> touching;
    for (const auto& [key, request] : requests) touching.insert(std::get<0>(key));
    if (touching.size() > 1)
        picture.turns = turns_of_warps(trace, requests);
    else if (picture.conflict())
        picture.turns = turns_text(requests);
    return picture;
}

}  // namespace upsweep::replay
