// A Plan: an algorithm for one size, type and machine, as data. The emulator traces it, the device runs and
// times it. With each launch go its subjects: which arrays are on the stage, what each is for, and which part
// of each belongs to which block; whoever adds a launch knows them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

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

struct Dim3 {
    int64_t x = 1, y = 1, z = 1;
    constexpr int64_t count() const { return x * y * z; }
    friend constexpr bool operator==(const Dim3&, const Dim3&) = default;
};

/// Names and values as with -DNAME=VALUE, in a fixed order: they are part of a kernel's identity.
using Definitions = std::vector<std::pair<std::string, std::string>>;

/// Which kernel: a file under kernels/, a function in it, and the definitions it is compiled with.
struct KernelName {
    std::string file;  ///< "scan_blelloch.cu"
    /// `extern "C" __global__`, or a plain function for a CPU loop (run by one lane), or a template with its
    /// arguments, "scan<float, 256>" (not among the fatbins)
    std::string function;
    Definitions definitions;
    friend bool operator==(const KernelName&, const KernelName&) = default;
};

enum class BufferRole : uint8_t {
    data,     ///< values of the computation: additions on them are counted
    control,  ///< flags, counters, block numbers: not counted
};

struct Buffer {
    std::string name;  ///< as shown on the stage: "input", "block_sums"
    ScalarType type = ScalarType::u32;
    Extent extent;  ///< how it is drawn; count() elements, row-major
    BufferRole role = BufferRole::data;
    int device = 0;  ///< whose memory it lies in
    int64_t bytes() const { return extent.count() * size_of(type); }
    friend bool operator==(const Buffer&, const Buffer&) = default;
};

/// A pointer to element `offset` of a buffer.
struct BufferArgument {
    BufferId buffer;
    int64_t offset = 0;
    friend bool operator==(const BufferArgument&, const BufferArgument&) = default;
};

/// A scalar passed by value; `bits` hold it as the kernel's parameter type sees it, zero-extended.
struct ScalarArgument {
    ScalarType type = ScalarType::i32;
    uint64_t bits = 0;
    friend bool operator==(const ScalarArgument&, const ScalarArgument&) = default;
};

using Argument = std::variant<BufferArgument, ScalarArgument>;

/// Makes an `int` argument.
inline Argument int_argument(int64_t value) { return ScalarArgument{ScalarType::i32, uint32_t(value)}; }

struct Launch {
    KernelName kernel;
    Dim3 grid;
    Dim3 block;
    int64_t dynamic_shared_bytes = 0;
    std::vector<Argument> arguments = {};
    std::string name;           ///< what the timeline calls it: "scan rows"
    int64_t bytes_read = 0;     ///< what this launch must read from global memory at least
    int64_t bytes_written = 0;  ///< what it must write at least; both for GB/s
    bool host_loop = false;     ///< a CPU loop: the emulator runs it as one lane, the device cannot
    /// What is on the stage, in the order of the data's way; empty: what the arguments name.
    std::vector<Subject> subjects = {};
    friend bool operator==(const Launch&, const Launch&) = default;
};

/// Host array `slot` to a buffer: all of it, or `count` elements from `first` on to the buffer's element `at`
/// and those behind it. Slot 0 is the caller's input; others hold further inputs, or what was downloaded to
/// them before.
struct Upload {
    int slot = 0;
    BufferId to;
    int64_t first = 0, count = -1;  ///< -1: the whole array, which must fill the buffer
    int64_t at = 0;
    friend bool operator==(const Upload&, const Upload&) = default;
};

/// A buffer, or `count` elements of it from `first` on, to host array `slot`.
struct Download {
    BufferId from;
    int slot = 0;
    int64_t first = 0, count = -1;  ///< -1: all
    friend bool operator==(const Download&, const Download&) = default;
};

/// Device to device, whole buffers of equal bytes.
struct Copy {
    BufferId from, to;
    friend bool operator==(const Copy&, const Copy&) = default;
};

/// Fills a buffer's bytes with `value`.
struct Clear {
    BufferId buffer;
    uint8_t value = 0;
    bool once = false;  ///< the launches leave the buffer ready for a next run: repeats need not clear it
    friend bool operator==(const Clear&, const Clear&) = default;
};

/// The operation's stream waits until operation `operation` (its position in Plan::operations) has ended.
struct Wait {
    int operation = 0;
    friend bool operator==(const Wait&, const Wait&) = default;
};

/// Fills a variable outside of functions, `__constant__` or `__device__`, from its first byte on with all of
/// a buffer's; the text behind them stays. The kernels of one file and the same definitions share it.
struct SetVariable {
    BufferId from;
    KernelName kernel;  ///< one that sees it
    std::string variable;
    friend bool operator==(const SetVariable&, const SetVariable&) = default;
};

/// What the host does by itself: the device stays as it is, and a reader can stop there.
struct HostWork {
    std::string name;      ///< "malloc", "print", "compute", "launch" before a launch
    BufferId buffer = {};  ///< that it is about; -1: none
    int64_t bytes = 0;     ///< of what it allocates, frees or fails to copy
    friend bool operator==(const HostWork&, const HostWork&) = default;
};

struct Operation {
    std::variant<Launch, Upload, Download, Copy, Clear, Wait, SetVariable, HostWork> what;
    int stream = 0;  ///< operations of one stream run in order; streams run side by side
    int device = 0;  ///< that runs it
    friend bool operator==(const Operation&, const Operation&) = default;
};

struct Plan {
    std::string algorithm;  ///< slug of the catalog entry
    std::vector<Buffer> buffers;
    std::vector<Operation> operations;
    BufferId input;             ///< what the caller's array (host slot 0) is uploaded to
    BufferId output;            ///< what is compared with the reference
    std::string emulator_only;  ///< why the plan must not run on a GPU; empty if it may

    BufferId add_buffer(Buffer buffer) {
        buffers.push_back(std::move(buffer));
        return {int(buffers.size()) - 1};
    }
    const Buffer& operator[](BufferId id) const { return buffers[id.index]; }

    /// Sum over launches of bytes_read + bytes_written: the traffic that GB/s is quoted for.
    int64_t traffic_bytes() const {
        int64_t sum = 0;
        for (const Operation& operation : operations)
            if (const auto* launch = std::get_if<Launch>(&operation.what))
                sum += launch->bytes_read + launch->bytes_written;
        return sum;
    }
    friend bool operator==(const Plan&, const Plan&) = default;
};

/// The machine a plan is made for: a toy GPU, or 32 lanes and 32 banks.
struct MachineShape {
    int lanes = 32;  ///< lanes a warp
    int banks = 32;  ///< 4-byte banks of shared memory
    friend constexpr bool operator==(const MachineShape&, const MachineShape&) = default;
};

}  // namespace upsweep
