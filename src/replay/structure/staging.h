// What is on the stage during a launch: the arrays that it is about, in the order of the data's way, and
// which part of each belongs to which block. Declared by the plan (core/subject.h), else derived from the
// launch's arguments and from what its blocks touch. The same at every step of the launch.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/plan.h"
#include "replay/trace.h"

namespace upsweep {
struct Launch;
}  // namespace upsweep

namespace upsweep::replay {

/// Elements of an array, as a rectangle of its extent; a row has the height 1.
struct ElementBox {
    int64_t left = 0, top = 0;
    Extent size;
    bool empty() const { return size.count() <= 0; }
    bool contains(int64_t element, int64_t array_width) const {
        const int64_t x = element % array_width - left, y = element / array_width - top;
        return x >= 0 && y >= 0 && x < size.width && y < size.height;
    }
    int64_t first(int64_t array_width) const { return top * array_width + left; }
    friend bool operator==(const ElementBox&, const ElementBox&) = default;
};

/// Widens a box to hold an element of an array `width` elements wide.
void include(ElementBox& box, int64_t element, int64_t width);

/// One array of the stage.
struct StagedArray {
    Subject subject;
    std::string name;
    ScalarType type = ScalarType::u32;
    Extent extent = {};  ///< of the whole array, or of one block's shared one
    int array = -1;      ///< of a buffer its ArrayId; -1: shared, each block has one
    bool is_shared() const { return array < 0; }
    /// Whether its values are what the launch is about: no flags, words, counters or numbers of blocks.
    bool is_data() const;
};

/// Reads a launch of a trace once: O(its accesses). Holds no reference to it.
class StagedLaunch {
  public:
    StagedLaunch(const Trace& trace, size_t launch);

    const std::vector<StagedArray>& arrays() const { return arrays_; }
    /// The first array of a role; null if none exists.
    const StagedArray* find(SubjectRole role) const;
    const StagedArray* find(ArrayId array) const;
    size_t launch() const { return launch_; }
    int64_t blocks() const { return int64_t(number_.size()); }

    /// Whether blocks fetch their numbers from a counter.
    bool fetches_numbers() const { return fetches_; }
    /// Which part a block works on. A block that never fetched its number has one of those that are left, so
    /// that each part has one block.
    int64_t number_of(int64_t block) const { return number_[block]; }
    /// The block with a number.
    int64_t block_of(int64_t number) const { return block_[number]; }
    /// The step that gave the block its number; 0 where blockIdx does, -1 if it never got one.
    int64_t numbered_at(int64_t block) const { return numbered_at_[block]; }

    /// The array of that name of a block; -1 if the block never ran.
    int array_of(const StagedArray& staged, int64_t block) const;
    /// What belongs to part `number`: declared, else all that the block touches; empty if it touches nothing.
    /// Of a row that no block touches and that goes evenly into parts each has its own.
    ElementBox part(const StagedArray& staged, int64_t number) const;
    /// The part that an element belongs to, -1: to none.
    int64_t part_of(const StagedArray& staged, int64_t element) const;
    /// The number of the block whose part of a buffer holds this cell; -1: none, or it is not known.
    int64_t owner_of(int array, int64_t element) const;
    /// A value as the stage shows it: "7", or of a word that holds several numbers each of them, "0 1 1 0".
    std::string text_of(const Trace& trace, ArrayId array, uint64_t bits) const;
    /// Whether the words of an array hold several numbers each.
    bool is_packed(ArrayId array) const { return packed_.contains(array); }

  private:
    void add_declared(const Trace& trace, const Launch& launch);
    void add_derived(const Trace& trace, const Launch& launch);
    void find_shared(const Trace& trace);
    void read_accesses(const Trace& trace);
    void find_untouched();
    void give_numbers(const std::vector<int64_t>& fetched);

    size_t launch_ = 0;
    std::vector<StagedArray> arrays_;
    std::vector<int64_t> number_, block_, numbered_at_;
    bool fetches_ = false;
    std::map<ArrayId, int> packed_;                              // bits a number, by array
    std::map<std::pair<int64_t, std::string>, int> shared_;      // by block and name
    std::map<std::pair<int64_t, ArrayId>, ElementBox> touched_;  // by block
    std::set<ArrayId> untouched_;
};

/// What a role is called on the stage: "flag", "inclusive prefix".
std::string_view role_name(SubjectRole role);

/// Of the arrays of 32-bit words that a launch writes, how many bits each number in a word has: 8 or 16.
/// Found by what is added to words (1, 256, 65536, …) and what they are put together from (bytes). Arrays
/// whose words are one number are left out. O(accesses).
std::map<ArrayId, int> packed_arrays(const Trace& trace, size_t launch);

/// "0 1 1 0": the numbers of a word, the lowest bits first.
std::string packed_text(uint64_t word, int bits);

}  // namespace upsweep::replay
