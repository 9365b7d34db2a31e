// The names of what CUDA C++ has built in, and by which rule each call is typed.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/element_type.h"
#include "emulator/arithmetic/builtins.h"

namespace upsweep::emulator {

enum class Rule : uint8_t {
    fixed,       ///< `operands` operands of type `operand`, result `result` (void if `no_result`)
    generic,     ///< all operands of one type: f32 if all are, else f64; predicates give bool
    common,      ///< min, max, abs: the usual arithmetic conversions
    convert,     ///< one operand of type `operand`, converted to `result` as a cast does
    operation,   ///< __fadd_rn and so on: the binary operation `detail` on `operand`
    reciprocal,  ///< __frcp_rn
    shuffle,
    match,
    reduce,
    atomic,
    ordered_atomic,     ///< __nv_atomic_…_n: order and scope are arguments
    compare_exchange,   ///< of the same family: (pointer, pointer to expected,
                        ///< value, weak, order, order, scope)
    atomic_by_address,  ///< __nv_atomic_load and so on: the value is, or is put, where a pointer says
    ordered_fence,      ///< of the same family: (order, scope)
    dot_product,        ///< __dp4a: unsigned int if the first two are, else int
    load,               ///< __ldg, __ldcg …: a plain load
    store,              ///< __stcg …: a plain store
    make_vector,        ///< make_float4: `result` is the component, `operands` the lanes
    print,
    assert_true,
};

struct BuiltinRow {
    std::string_view name;
    Rule rule = Rule::fixed;
    Builtin builtin = Builtin::trap;
    int operands = 1;
    ScalarType operand = ScalarType::f32;
    ScalarType result = ScalarType::f32;
    bool no_result = false;
    MemoryScope scope = MemoryScope::device;
    int detail = 0;     ///< an BinaryOperation
    bool gone = false;  ///< with Volta: it has no mask, and the lanes that call take part
};

/// The row of a function's name, if it is built in.
std::optional<BuiltinRow> find_builtin(std::string_view name);

/// The names of the table, for who looks for one that is near to another.
std::vector<std::string_view> builtin_names();

}  // namespace upsweep::emulator
