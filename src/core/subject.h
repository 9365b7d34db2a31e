// What a launch shows: which arrays are on the stage, what each is for, and which part of
// each belongs to which block. Plain data beside the plan; whoever adds a launch knows it.
#pragma once

#include <cstdint>
#include <string>

#include "core/element_type.h"
#include "core/extent.h"

namespace upsweep {

/// Position of a buffer in Plan::buffers.
struct BufferId {
    int index = -1;
    friend constexpr bool operator==(BufferId, BufferId) = default;
};

enum class SubjectRole : uint8_t {
    data,       ///< values on their way from input to output
    picture,    ///< pixels
    table,      ///< an integral image, or a tensor of them
    aggregate,  ///< a block's own sum
    prefix,     ///< the sum of all blocks before one, or up to and with it
    flag,       ///< 0, then another value: something has been published
    word,       ///< state and value in one: kernels/look_back.cuh
    number,     ///< which part a block takes, where blockIdx does not say it
    counter,    ///< where blocks fetch their numbers
};
inline constexpr SubjectRole last_subject_role = SubjectRole::counter;

enum class SubjectForm : uint8_t {
    row,          ///< side by side
    grid,         ///< by its extent
    one_a_block,  ///< one element is under its block
    chip,         ///< a number beside its block
};
inline constexpr SubjectForm last_subject_form = SubjectForm::chip;

/// Which part of an array belongs to part number k of a launch: block k, or where blocks fetch their numbers,
/// the block with number k.
struct Parts {
    Extent size = {};        ///< elements of one part; {0, 0}: not said, the trace shows what a block touches
    Extent count = {};       ///< parts side by side, and one below the other
    bool downwards = false;  ///< k counts down a column of parts first
    int64_t before = 0;      ///< elements before part 0
    bool known() const { return size.count() > 0; }
    friend constexpr bool operator==(const Parts&, const Parts&) = default;
};

/// An array on the stage, in the order of the data's way: a buffer, or a shared array, where each block
/// has one.
struct Subject {
    BufferId buffer = {};     ///< a buffer of the plan, or
    std::string shared = {};  ///< the shared array's name in the kernel
    SubjectRole role = SubjectRole::data;
    SubjectForm form = SubjectForm::row;
    Parts parts = {};
    /// Elements `first` … `first + count` - 1 of a shared array that holds several in one; count 0: all.
    int64_t first = 0, count = 0;
    ScalarType value = ScalarType::u32;  ///< of a word: the type of the value in it
    friend bool operator==(const Subject&, const Subject&) = default;
};

/// One subject an argument, without more to say.
inline Subject subject(BufferId buffer, SubjectRole role = SubjectRole::data,
                       SubjectForm form = SubjectForm::row, Parts parts = {}) {
    return {.buffer = buffer, .role = role, .form = form, .parts = parts};
}
inline Subject kept(std::string shared, SubjectRole role = SubjectRole::data,
                    SubjectForm form = SubjectForm::row) {
    return {.shared = std::move(shared), .role = role, .form = form};
}

}  // namespace upsweep
