// The register bytecode that a kernel is lowered to: what the machine executes, lane vector by lane vector.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/ranges.h"
#include "emulator/arithmetic/builtins.h"
#include "emulator/arithmetic/lane_functions.h"
#include "emulator/arithmetic/printf.h"
#include "emulator/bytecode/statement.h"

namespace upsweep::emulator {

/// A row of the register file: one 64-bit payload a lane (raw bits of the scalar type, zero-extended).
using Register = uint32_t;
inline constexpr Register no_register = 0xffffffff;

enum class Op : uint8_t {
    // Lane by lane, no side effect: `compute` over whole rows, inactive lanes included.
    compute,  ///< dst = compute(a, b, c)
    // Variables. Only active lanes change.
    assign,  ///< dst = a; a traced local if `index` names one, by operand `target`
    // Memory. `index` is the operand, `count` scalars lie side by side (float4: 4).
    load,    ///< dst … dst+count−1 = *a
    store,   ///< *a = b … b+count−1
    atomic,  ///< dst = old *a; *a = builtin(old, b, c)
    // A lane's own part of a warp: shuffles, votes, matches, reductions; `builtin` says which.
    shuffle,  ///< dst = b of lane (c), mask a, width d; operand `target` is the value, the next one the call
    vote,     ///< dst = builtin(mask a, b), by operand `target`
    check_meet,  ///< a `__syncwarp` has let its lanes on, whose masks `a` should name them all; by operand
                 ///< `target`
    fence,       ///< `builtin` says how far: threadfence_block, threadfence, threadfence_system
    check_set,   ///< finding if local `index` has no value yet, by operand `target`
    check_row,   ///< finding if the access at `a`, a write if `whole`, is outside of the `index` bytes from
                 ///< `b`
                 ///< on, a row of its array, by operand `target`
    note_set,  ///< parameter or local `index` has a value, or (`whole` is false) where local `target` has one
    note_gone,  ///< finding: the call that report `index` names is gone since Volta
    print,      ///< report `index`
    check,      ///< assert_true (finding if not a) or trap: report `index`
    // Predication inside one statement. The mask stack is empty again at the statement's end.
    mask_and,      ///< push the mask; keep lanes where a; go to `target` if none is left
    mask_and_not,  ///< push the mask; keep lanes where not a; go to `target` if none is left
    mask_pop,
    // Control flow between statements: these may split a path or end it.
    turn,  ///< the turn ends here if a step was made
    meet,  ///< wait for the lanes that mask `a` names (no_register: all), before a statement with a `_sync`
    step,  ///< a statement begins: `index` is the statement, `target` the phase
    drop_step,    ///< forget the step if it did nothing (before a call that has steps of its own)
    jump,         ///< to `target`
    branch,       ///< lanes where not a go to `target`; `fork` says what is there
    repeat,       ///< back to `target`: the next pass of loop `index`
    open_join,    ///< lanes that part from here on meet again at the matching `join`
    join,         ///< wait for those that parted
    leave_joins,  ///< give up the `count` innermost joins (break, continue, return)
    barrier,      ///< statement `index`; `builtin` says which; a: what is voted on, dst: the result
    leave,        ///< the lanes return: statement `index`, or none (−1) at the closing brace
};

/// What becomes of origins in a `compute`.
enum class OriginRule : uint8_t {
    none,       ///< index arithmetic, comparisons of indices: origin 0 and no cost
    pass,       ///< a conversion: a's
    operation,  ///< a new node if an operand has an origin
    select,     ///< a ? b's : c's
};

/// What a branch parts lanes into.
enum class Fork : uint8_t {
    guard,  ///< those that go in, and those that wait behind
    sides,  ///< two sides with statements of their own
    loop,   ///< those that continue, and those that have left the loop
};

/// In the `target` of a step: it belongs to the phase that its warp is in.
inline constexpr uint32_t same_phase = 0xffffffff;

/// Whether the value of a load or an atomic decides if a loop continues.
enum class Polls : uint8_t {
    no,
    decides,
    locks,  ///< a compare-and-swap or exchange: the lane that succeeds leaves the loop with what it took
};

struct Instruction {
    Op op = Op::compute;
    ScalarType type = ScalarType::u32;
    OriginRule rule = OriginRule::none;
    char symbol = 'f';        ///< of an operation node
    bool addition = false;    ///< counts as one on data
    bool strong = false;      ///< of a load or store: volatile. Of a step: its lanes meet before it
    bool whole = false;       ///< of a load: part of a struct that is copied, perhaps not all of it set
    Fork fork = Fork::guard;  ///< of a load: `loop` if it is in the condition of one
    MemoryOrder order = MemoryOrder::relaxed;  ///< of an atomic
    bool narrow = false;                       ///< of an atomic: it holds within the block only
    bool blind = false;                        ///< of an atomic: the kernel ignores the old value
    Polls polls = Polls::no;                   ///< of a load or an atomic
    uint8_t count = 1;                         ///< scalars of a load or store, joins of leave_joins
    Builtin builtin = Builtin::trap;
    Register dst = 0, a = 0, b = 0, c = 0, d = 0;
    uint32_t target = 0;  ///< an instruction, or the phase of a step
    int32_t index = -1;   ///< statement, operand, local or loop
    LaneFunction compute = nullptr;
};

/// A register that holds the same value in every lane from the start: constants, and what a launch, a block
/// or a lane knows.
struct Preset {
    enum class Kind : uint8_t {
        constant,   ///< bits
        parameter,  ///< argument `index`
        builtin,    ///< thread_x … warp_size
        shared,     ///< address of shared array `index`
        global,     ///< address of array `index` of Code::globals
        local,      ///< address of this lane's part of local array `index`
    };
    Kind kind = Kind::constant;
    Register to = 0;
    uint64_t bits = 0;
    int32_t index = 0;
    Builtin builtin = Builtin::thread_x;
};

/// A variable of the kernel as an array of the trace. In a register (one scalar a thread), or in memory.
struct LocalArray {
    std::string name;
    ScalarType type = ScalarType::i32;
    int64_t elements = 1;  ///< a thread
    bool pointer = false;
    bool in_memory = false;
    int64_t row_bytes = 4;  ///< of one thread
    Register value = 0;     ///< where it is held if it is not in memory
    bool checked = false;   ///< may lack a value: reading it is checked
    bool copied = false;    ///< and may have got that from another variable
};

/// In an instruction's `index` or `target`: it names no local but one of Code::carried.
inline constexpr int32_t carried_bit = 1 << 30;

struct SharedArray {
    std::string name;
    ScalarType type = ScalarType::u32;
    Extent extent;      ///< {columns, rows} of T a[rows][columns]; of dynamic: set at the launch
    int64_t bytes = 0;  ///< 0: the launch's dynamic bytes
    bool dynamic = false;
    bool single = false;   ///< no array, one number: it is called by its name alone
    SourceRange declared;  ///< its name there
};

struct GlobalArray {
    std::string name;
    ScalarType type = ScalarType::u32;
    Extent extent;
    bool constant = false;
    bool text = false;               ///< text in quotes
    std::vector<std::byte> initial;  ///< `bytes` bytes, or empty for zeros
    int64_t bytes = 0;
    bool single = false;  ///< as of a shared array
    /// Pointers among the bytes: where each lies, and the array before this one that it leads to. The bytes
    /// there are added to the address.
    std::vector<std::pair<int64_t, int32_t>> links;
};

/// A value that is printed or asserted.
struct ReportedValue {
    Register from = 0;
    ScalarType type = ScalarType::i32;
    int32_t text = -1;  ///< of a pointer to characters: the operand by which they are read; else −1
};

/// printf, assert, trap, or a call that is gone since Volta.
struct Report {
    std::string text;  ///< the format, what was asserted, or what was called
    std::vector<ReportedValue> values;
    SourceRange where;
    std::string slip;                  ///< of printf: where its format and its values do not agree
    bool format_in_memory = false;     ///< of printf: values[0] points to the format, which is not `text`
    std::vector<PrintedType> printed;  ///< of such a printf: what its values are
    bool launches = false;             ///< no printf but a launch of the kernel `text`: see LaunchedByKernel
};

/// Its statements are positions in Code::statements.
struct LoopInfo : Loop {
    uint32_t top = 0, end = 0;  ///< its first instruction, and its `repeat`
};

/// One scalar of a kernel's parameters: a struct or a vector is several, in order.
struct ParameterInfo {
    std::string name;  ///< "n", "matrix.width"
    bool pointer = false;
    ScalarType type = ScalarType::i32;  ///< of the scalar, or of what is pointed to
    std::string type_name;              ///< for messages
};

/// One kernel, lowered.
struct Code {
    std::string name;
    SourceRange where;  ///< the name, where the kernel is declared
    std::vector<Instruction> instructions;
    uint32_t registers = 0;
    Register first_temporary = 0;  ///< from here on registers hold a value within one statement
    int join_depth = 0;            ///< constructs open at once at most
    std::vector<Preset> presets;
    std::vector<ParameterInfo> parameters;
    uint64_t written_parameters = ~uint64_t{0};  ///< a bit each: stores may go through it
    std::vector<LocalArray> locals;
    std::vector<std::string> carried;  ///< parameters that variables without a value are passed to
    std::vector<SharedArray> shared;
    std::vector<GlobalArray> globals;
    std::vector<LoopInfo> loops;
    std::vector<Report> reports;
    std::vector<std::string> phases;
    std::vector<Statement> statements;
    std::vector<Operand> operands;
    std::vector<uint32_t> plain_waits;  ///< operands: plain reads that a loop which does nothing waits by
};

/// Whether it calls grid.sync(), which is written with these variables in the library.
inline bool has_grid_barrier(const Code& code) {
    return find_by(code.globals, &GlobalArray::name, std::string("grid_barrier")) != nullptr;
}

}  // namespace upsweep::emulator
