// Host code, lowered: register code of real functions for one lane. It computes with the kernels' own lane
// functions and addresses; what differs is that calls are calls, that nothing is masked, and that structs
// and arrays always lie in memory, so that a register holds one scalar or one address.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "emulator/arithmetic/lane_functions.h"
#include "emulator/arithmetic/printf.h"
#include "emulator/semantics/typed.h"

namespace upsweep::emulator {

enum class HostOp : uint8_t {
    compute,       ///< dst = compute(a, b, c)
    set,           ///< dst = bits
    copy,          ///< dst = a
    add,           ///< dst = a + bits, of addresses
    add_i32,       ///< dst = a + b; these and the next are the commonest of `compute`
    add_i32_bits,  ///< dst = a + bits
    subtract_i32,
    multiply_i32,
    less_i32,   ///< dst = a < b
    index_i32,  ///< dst = a + b · bits, the address of an element
    index_u64,  ///< likewise, of 64-bit b
    widen,      ///< dst = a sign-extended from 32 bits
    add_f32,
    multiply_f32,
    convert_i32_f32,
    load,             ///< dst = `size` bytes at a + bits
    store,            ///< `size` bytes at a + bits = b
    move,             ///< `bits` bytes at a = those at b
    clear,            ///< `bits` bytes at a are 0
    local,            ///< dst = address of a new block of the frame: local `c` of the function
    forget,           ///< the block at a holds nothing yet
    check_set,        ///< finding if a was never set
    jump,             ///< to `target`
    jump_if,          ///< to `target` if a
    jump_if_not,      ///< to `target` if not a
    call,             ///< dst = function `target` of the `count` registers from a on
    native,           ///< dst = native `target` of the `count` registers from a on
    print,            ///< dst = print `target`
    launch,           ///< launch `target`
    assert_true,      ///< text `target`: ends the program if not a
    leave,            ///< returns a
    throw_exception,  ///< of number b, which a points to: to the landing of the innermost region around it
    stop,             ///< ends the program: it is not known what comes here, says text `target`
    moment,           ///< a statement of main is done: of main's return if `bits` is 1
    caught,           ///< dst = what was thrown: the pointer, or the number if `bits` is 1
    // Two that follow each other, see join_instructions.cpp.
    load_element,          ///< c = a + b · bits, dst = `size` bytes there
    store_element,         ///< c = a + b · bits, `size` bytes there = dst
    multiply_add_i32,      ///< c = a · b, dst = c + register `bits`
    add_product_f32,       ///< c = a · b, dst = register `bits` + c
    jump_unless_less_i32,  ///< dst = a < b, to `target` if not
    repeat_if_less_i32,    ///< the next pass: dst = a < b, to `target` if so
};

/// A register that was never set holds this: no scalar of 32 bits looks like it, and hardly one of 64.
inline constexpr uint64_t never_set_bits = 0xbad0bad0bad0bad0u;

struct HostInstruction {
    HostOp op = HostOp::compute;
    uint8_t size = 4;
    uint16_t count = 0;
    uint32_t dst = 0, a = 0, b = 0;
    union {
        uint64_t bits = 0;
        LaneFunction compute;
        uint64_t target;
    };
    uint32_t c = 0;      ///< of a jump back: the instructions that it passes, before any were joined
    uint32_t place = 0;  ///< position in HostCode::places
};
static_assert(sizeof(HostInstruction) == 32);

/// A variable, or a value on its way, that lies in memory.
struct HostLocal {
    std::string name;
    const Type* type = nullptr;
};

/// Where a variable is while instructions from `begin` to before `end` run.
struct HostVariable {
    const Variable* variable = nullptr;
    bool in_memory = false;  ///< `at` is a position in HostFunction::locals; else a register
    uint32_t at = 0;
    size_t begin = 0, end = 0;
};

struct HostFunction {
    const Function* function = nullptr;
    std::vector<HostInstruction> instructions;
    uint32_t registers = 0;
    std::vector<HostLocal> locals;
    std::vector<HostVariable> variables;  ///< those of the text, in the order of their declarations
    /// Where an exception goes that leaves the instructions from `begin` to before `end`; inner ones first.
    struct Region {
        size_t begin = 0, end = 0, landing = 0;
    };
    std::vector<Region> regions;
};

/// A call of a native function: its operands' types as they are written, before conversions.
struct HostNative {
    std::string name;
    const Expression* call = nullptr;
    std::vector<const Type*> types;
    int32_t number = -1;  ///< in the executor's table, once that has looked
};

struct HostPrint {
    PrintForm form = PrintForm::standard;
    const Expression* call = nullptr;
    uint32_t stream = 0, room = 0;  ///< registers
    bool format_in_memory = false;  ///< values[0] is its address
    std::vector<uint32_t> values;
    std::vector<PrintedValue> types;
};

struct HostLaunch {
    const Expression* call = nullptr;
    uint32_t grid = 0, block = 0;  ///< registers with addresses of three u32
    uint32_t kernel = 0;           ///< a register: a pointer to it, where `call` names none
    uint32_t shared = 0, stream = 0;
    bool has_shared = false, has_stream = false;
    std::vector<uint32_t> arguments;  ///< a scalar, or the address of a struct or vector
};

/// Something outside of functions: a block of host memory from the start.
struct HostGlobal {
    const Variable* variable = nullptr;
    std::vector<std::pair<int64_t, uint32_t>> links;  ///< pointers in it: offset, and to which global
};

struct HostCode {
    std::vector<HostFunction> functions;  ///< [0] is what runs first: it starts the globals and calls main
    std::vector<HostNative> natives;
    std::vector<HostPrint> prints;
    std::vector<HostLaunch> launches;
    std::vector<HostGlobal> globals;
    std::vector<std::string> texts;
    std::vector<SourceRange> places;
    size_t users_files = 0;  ///< as in Program
    const Function* main = nullptr;
};

/// Lowers a checked whole program. Throws CompileError for what cannot run.
HostCode lower_host(const Program& program);

}  // namespace upsweep::emulator
