// Counting turns over the banks and sectors of global memory.
#include "emulator/trace/access_cost.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/ranges.h"

namespace upsweep::emulator {
namespace {

/// A word of one array as one number, so that equal words compare equal.
uint64_t word_key(uint32_t array, int64_t word) { return (uint64_t(array) << 32) | uint32_t(word); }

/// The distinct words of one turn's lanes, at most 32 lanes of 4 words.
struct Words {
    std::array<uint64_t, 128> key;
    std::array<uint8_t, 128> next;  ///< position + 1 of another word of the same bank
    std::array<uint8_t, 32> head{};
    std::array<uint8_t, 32> in_bank{};
    int count = 0;
    int most = 0;

    void add(uint64_t word, int bank) {
        size_t b = bank;
        for (unsigned at = head[b]; at != 0; at = next[at - 1])
            if (key[at - 1] == word) return;
        size_t slot = count++;
        key[slot] = word;
        next[slot] = head[b];
        head[b] = uint8_t(count);
        most = std::max<int>(most, ++in_bank[b]);
    }
};

/// All lanes touch one word each and they lie side by side, or all touch the same one: the usual cases.
bool one_turn_at_sight(const WarpAccess& access, int banks) {
    if (access.size != 4 || access.lanes > banks) return false;
    bool neighbours = true, same = true;
    for (size_t i = 1; i < size_t(access.lanes); ++i) {
        int64_t distance = access.offset[i] - access.offset[i - 1];
        bool one_array = access.array[i] == access.array[0];
        neighbours &= distance == 4 && one_array;
        same &= distance == 0 && one_array;
    }
    return neighbours || same;
}

int next_group(const WarpAccess& access, int first, int width) {
    int group = nth(access.lane, first) / width;
    int end = first;
    while (end < access.lanes && nth(access.lane, end) / width == group) ++end;
    return end;
}

}  // namespace

int lanes_a_turn(int size, int banks) { return size <= 4 ? 32 : std::max(1, banks * 4 / size); }

BankCost bank_cost(const WarpAccess& access, int banks) {
    if (access.lanes == 0) return {};
    if (one_turn_at_sight(access, banks)) return {1, 1};
    BankCost cost;
    int width = lanes_a_turn(access.size, banks);
    for (int first = 0; first < access.lanes;) {
        int end = next_group(access, first, width);
        Words words;
        for (; first < end; ++first) {
            size_t i = first;
            int64_t last = (access.offset[i] + access.size - 1) / 4;
            for (int64_t word = access.offset[i] / 4; word <= last; ++word)
                words.add(word_key(access.array[i], word), int(word % banks));
        }
        cost.wavefronts += words.most;
        cost.least += (words.count + banks - 1) / banks;
    }
    return cost;
}

std::vector<Collision> collisions(const WarpAccess& access, int banks) {
    std::map<std::vector<int>, Collision> by_lanes;
    int width = lanes_a_turn(access.size, banks);
    for (int first = 0; first < access.lanes;) {
        int end = next_group(access, first, width);
        std::map<int, std::pair<std::set<std::pair<uint32_t, int64_t>>, std::set<int>>> bank_users;
        for (; first < end; ++first) {
            size_t i = first;
            for (int64_t word = access.offset[i] / 4; word <= (access.offset[i] + access.size - 1) / 4;
                 ++word) {
                auto& users = bank_users[word % banks];
                users.first.insert({access.array[i], word});
                users.second.insert(access.lane[i]);
            }
        }
        for (const auto& [bank, users] : bank_users) {
            if (users.first.size() < 2) continue;
            std::vector<int> lanes(users.second.begin(), users.second.end());
            Collision& collision = by_lanes[lanes];
            collision.lanes = lanes;
            collision.banks.push_back(bank);
            for (const auto& [array, word] : users.first) collision.words.push_back(word);
        }
    }
    std::vector<Collision> result;
    for (auto& [lanes, collision] : by_lanes) {
        sort(collision.words);
        result.push_back(std::move(collision));
    }
    return result;
}

BankConflict bank_conflict_of(const WarpAccess& access, const BankCost& cost, bool write) {
    BankConflict conflict;
    conflict.write = write;
    conflict.size = access.size;
    conflict.turns = cost.wavefronts;
    conflict.least = cost.least;
    const size_t lanes = access.lanes;
    conflict.arrays.assign(access.array.begin(), access.array.begin() + lanes);
    conflict.offsets.assign(access.offset.begin(), access.offset.begin() + lanes);
    return conflict;
}

WarpAccess access_of(const BankConflict& conflict, const std::vector<int>& lanes) {
    WarpAccess access;
    access.size = conflict.size;
    for (size_t i = 0; i < lanes.size(); ++i) access.add(lanes[i], conflict.arrays[i], conflict.offsets[i]);
    return access;
}

int sectors(const WarpAccess& access) {
    std::array<uint64_t, 64> seen;
    int count = 0;
    for (size_t i = 0; i < size_t(access.lanes); ++i) {
        int64_t last = (access.offset[i] + access.size - 1) / 32;
        for (int64_t sector = access.offset[i] / 32; sector <= last; ++sector) {
            uint64_t key = word_key(access.array[i], sector);
            auto end = seen.begin() + count;
            // Neighbouring lanes mostly share a sector: look at the newest first.
            if (count != 0 && *(end - 1) == key) continue;
            if (std::find(seen.begin(), end, key) == end) nth(seen, count++) = key;
        }
    }
    return count;
}

int least_sectors(const WarpAccess& access) {
    std::array<uint64_t, 32> places;
    size_t lanes = access.lanes;
    for (size_t i = 0; i < lanes; ++i)
        places[i] = (uint64_t(access.array[i]) << 40) ^ uint64_t(access.offset[i]);
    auto end = places.begin() + lanes;
    std::sort(places.begin(), end);
    int distinct = std::unique(places.begin(), end) - places.begin();
    return (distinct * access.size + 31) / 32;
}

}  // namespace upsweep::emulator
