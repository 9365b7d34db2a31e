// The typed tree: what the checker makes of a kernel and the lowering consumes. Nothing is implicit in it:
// names are resolved, constants folded, every conversion, load and decay is an expression of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "emulator/arithmetic/builtins.h"
#include "emulator/arithmetic/printf.h"
#include "emulator/semantics/types.h"
#include "emulator/source/source_text.h"

namespace upsweep::emulator {

enum class Storage : uint8_t {
    parameter,
    local,
    shared,          ///< static __shared__: one array a block
    dynamic_shared,  ///< extern __shared__ T a[]: all of them start at the same dynamic bytes
    device,          ///< __device__ at file scope
    constant,        ///< __constant__, or a const table at file scope
    text,            ///< text in quotes: one array of const char for each that is used
    host,            ///< at file scope of a whole program, without __device__ or __constant__
};

struct Variable;
struct Function;

/// A pointer among the bytes that a variable begins with: it leads to another variable.
struct Link {
    int64_t offset = 0;  ///< where the pointer lies
    const Variable* to = nullptr;
};

struct Variable {
    std::string name;
    const Type* type = nullptr;  ///< of a reference: a pointer, see `reference`
    Storage storage = Storage::local;
    bool address_taken = false;       ///< by &, by a reference, or an array: needs memory
    bool shared_with_lambda = false;  ///< a lambda that captures it by reference reads and writes it too
    bool on_device = false;           ///< __device__ or __constant__: to host code a symbol
    bool reference = false;           ///< written as `T& name`: its uses are dereferences of this pointer
    bool rvalue = false;              ///< of a reference: `T&& name`, made only from what is about to end
    SourceRange where;                ///< the name in its declaration
    std::vector<std::byte> initial;   ///< of device, constant and text: `type->size` bytes (empty: zeros)
    const Function* kernel =
        nullptr;              ///< of a text: the address stands for this kernel, `name` for `compile`
    std::vector<Link> links;  ///< of device and constant: added to what `initial` says
};

enum class ExpressionKind : uint8_t {
    constant,     ///< `bits`, raw and zero-extended
    variable,     ///< lvalue: `variable` (never a reference itself, see Variable::reference)
    dereference,  ///< lvalue: what pointer a points to
    subscript,    ///< lvalue: element b of pointer a; b is i32, u32, i64 or u64 and is scaled by type->size
    member,       ///< lvalue if a is one: `bytes` into struct or vector a
    load,         ///< the value of lvalue a
    decay,        ///< array lvalue a as pointer to its first element
    address,      ///< pointer to lvalue a
    convert,  ///< scalar, pointer or void a to `type`; pointer ↔ pointer and u64 keep the bits; void drops a
    negate,   ///< −a
    complement,   ///< ~a
    logical_not,  ///< !a; a is bool
    binary,       ///< a `operation` b; both have the same type, but for shifts (each its promoted type).
                  ///< Comparisons give bool; pointers compare as u64
    logical_and,  ///< a && b: b only where a; both bool
    logical_or,   ///< a || b: b only where not a; both bool
    conditional,  ///< a ? b : c: a is bool, b and c have `type` (both lvalues if this is one, or both void)
    comma,        ///< a (its value dropped), then b
    pointer_add,  ///< pointer a + integer b elements (scaled by a's element size)
    pointer_subtract,    ///< pointer a − integer b elements
    pointer_difference,  ///< pointer a − pointer b in elements, i64
    assign,              ///< lvalue a = b; the result is lvalue a
    compound_assign,     ///< lvalue a `operation`= b, see `computation`; the result is lvalue a
    increment,  ///< ++ or --: adds `bytes` (1 or −1) to lvalue a, elements for a pointer; see `postfix`
    call,       ///< `function` with `operands`
    builtin,    ///< `builtin` with `operands`
    braces,     ///< an array or struct from `parts`; all else in it is zero
    throw_exception,  ///< of a whole program: operands[0] points to what is thrown, operands[1] is the number
                      ///< of its type; void
    caught,  ///< at the start of a landing: what was thrown, the pointer or (`bytes` is 1) the number
    launch,  ///< of a whole program: `text` names the kernel as `compile` takes it, `function` is it
             ///< (without a body), `operands` are its arguments; `parts` are grid and block (dim3), the
             ///< bytes of shared memory (u64) and the stream (a pointer)
};

struct Expression;
struct Function;

struct BracesPart {
    int64_t offset = 0;  ///< bytes from the start
    const Expression* value =
        nullptr;  ///< converted to the element's type; scalar, vector, pointer or struct
};

/// One node. Values (not lvalues) have unqualified types; the type of an lvalue keeps const and volatile.
struct Expression {
    ExpressionKind kind = ExpressionKind::constant;
    BinaryOperation operation = BinaryOperation::add;
    Builtin builtin = Builtin::thread_x;
    MemoryOrder order = MemoryOrder::relaxed;  ///< of atomics
    MemoryScope scope = MemoryScope::device;   ///< of atomics
    bool lvalue = false;                       ///< names a place
    bool index = false;                        ///< inside a subscript or pointer arithmetic: not data
    bool postfix = false;                      ///< of increment: the result is the old value, no lvalue
    bool expiring = false;                     ///< an lvalue that may be moved from: std::move(x)
    const Type* type = nullptr;                ///< of the result
    const Type* computation = nullptr;         ///< of compound_assign: a is converted to it, the operation
                                               ///< is done in it (b is of it, but for shifts), the result is
                                               ///< converted back to a's type. Null for pointer += integer
    SourceRange where;                         ///< all of its text
    const Expression* a = nullptr;
    const Expression* b = nullptr;
    const Expression* c = nullptr;
    uint64_t bits = 0;  ///< of constant
    int64_t bytes = 0;  ///< of member: offset; of increment: 1 or −1
    const Variable* variable = nullptr;
    const Function* function = nullptr;
    std::vector<const Expression*> operands;  ///< of call and builtin
    std::vector<BracesPart> parts;            ///< of braces
    std::string text;                         ///< of print and assert_true; of what is gone its name; of a
                                              ///< launch by a kernel, a print with a `function`, the kernel's
    std::string slip;                         ///< of print: where its format and its values do not agree
    std::vector<PrintedType> printed;         ///< of print: its values. Their format is in `text`, or in
                                              ///< front of them among `operands`
};

enum class StatementKind : uint8_t {
    block,       ///< `children` in order; opens no scope (names are resolved). Empty: nothing to do
    expression,  ///< `value`
    declare,     ///< `variable` begins to live; `value` (its type, or braces) is stored if there is one, else
                 ///< it is undefined
    if_else,     ///< `condition` (bool), children[0], and children[1] if there is an else
    for_loop,  ///< `first` (once, may be null), `condition` (may be null), children[0], `step` (may be null)
    while_loop,       ///< `condition`, children[0]
    do_loop,          ///< children[0], `condition`
    switch_case,      ///< `condition` is an integer; `children` fall through; `cases` say where to enter
    break_out,        ///< of the innermost loop or switch
    continue_loop,    ///< of the innermost loop
    return_function,  ///< `value` has the function's return type; null in a void function
    jump_to,          ///< of a whole program: `label` of the function
    label,            ///< likewise: `label` is before children[0]
    stop,             ///< of a whole program: ends it with the sentence in `label`
    try_block,        ///< of a whole program: children[0]; an exception that leaves it goes to children[1]
};

struct SwitchCase {
    bool is_default = false;
    uint64_t bits = 0;  ///< in the condition's type
    size_t child = 0;   ///< enters before this child (may be children.size())
};

/// A statement of the text. Trace::StepKind::statement for expression and declare with a value; the
/// conditions have their own ranges in `condition->where`.
struct TypedStatement {
    StatementKind kind = StatementKind::block;
    SourceRange where;   ///< of expression and declare: the statement with its semicolon; else all of it
    SourceRange header;  ///< of a loop: "for (…)", "while (…)"; of do what follows its body
    int phase = -1;      ///< position in the function's phases; -1: before the first, the caller's continues
    const Expression* value = nullptr;
    const Expression* condition = nullptr;
    const TypedStatement* first = nullptr;
    const TypedStatement* declared = nullptr;  ///< of for and while: comes before each `condition`
    const Expression* step = nullptr;
    const Variable* variable = nullptr;
    std::string label;  ///< of stop, what is not known
    std::vector<const TypedStatement*> children;
    std::vector<SwitchCase> cases;
};

/// But in a whole program functions do not call themselves, directly or not (the checker refuses it), so
/// calls may be inlined.
struct Function {
    std::string name;
    const Type* result = nullptr;
    bool returns_reference = false;  ///< the result is a pointer, and calls are dereferenced
    bool returns_rvalue = false;     ///< and that is T&&
    bool kernel = false;             ///< __global__
    bool host = false;               ///< a plain function named by the plan: run by one lane
    bool native = false;             ///< of a whole program: it has no body, the emulator does what it does
    std::vector<const Variable*> parameters;
    std::vector<const Variable*> locals;  ///< each declared in the body, in order of declaration
    const TypedStatement* body = nullptr;
    std::vector<PhaseMark> phases;  ///< by position in the text
    SourceRange where;              ///< from the first word to the closing brace
    SourceRange name_where;
    SourceRange end;  ///< the closing brace
};

/// Where a builtin `print` of a whole program prints to: Expression::bytes.
enum class PrintForm : int64_t {
    standard,      ///< printf
    stream,        ///< fprintf: `a` is the FILE*
    text,          ///< sprintf: `a` is where the characters go
    bounded_text,  ///< snprintf: likewise, `b` how many there is room for
};

/// One kernel (or CPU loop, or whole program) and everything it can reach.
struct Program {
    Program() = default;
    Program& operator=(Program&&) = delete;

    std::vector<SourceText> files;  ///< SourceRange::file is a position in this
    size_t users_files = 0;         ///< so many of them come first; those behind are the library's
    const Function* entry = nullptr;
    std::vector<const Function*> functions;  ///< entry last: a function comes after those that it calls
    std::vector<const Variable*> shared;     ///< static and dynamic, in order of declaration
    std::vector<const Variable*> globals;    ///< __device__ and __constant__ that are used
    bool whole = false;  ///< `entry` is main, which is run with all that it calls and launches
    std::vector<const TypedStatement*>
        ends;  ///< of a whole program: these come behind `main`, the last first
    std::vector<const TypedStatement*> starts;  ///< of a whole program: these come before `main`
    TypeTable types;

    // Where the nodes live.
    std::deque<Variable> variable_nodes;
    std::deque<Expression> expression_nodes;
    std::deque<TypedStatement> statement_nodes;
    std::deque<Function> function_nodes;
};

/// The raw bits of a call of constants, or nothing if it needs memory, a thread, or too many steps.
std::optional<uint64_t> evaluate(const Expression& call);

}  // namespace upsweep::emulator
