// The lowering's state, shared by its parts: statements, expressions, calls, builtins.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/ranges.h"
#include "emulator/bytecode/bytecode.h"
#include "emulator/semantics/typed.h"
#include "emulator/semantics/types.h"

namespace upsweep::emulator {

/// The registers of a value, one a leaf of its type.
using Value = std::vector<Register>;

/// A place is to be in a row of an array of arrays, or in an array within a struct.
struct Row {
    Register begin = 0;  ///< its address
    int64_t bytes = 0;
};

/// Where an lvalue lies: in registers one after another, or in memory.
struct Location {
    bool in_memory = false;
    const Type* type = nullptr;
    Register first = 0;          ///< in registers
    int32_t local = -1;          ///< the LocalArray of the first register; −1 if it is not traced
    Register address = 0;        ///< in memory
    int64_t offset = 0;          ///< bytes to add to the address
    int32_t carried = -1;        ///< of a parameter that perhaps has no value: how check_set names it
    std::vector<Row> rows = {};  ///< that an access has to keep to
};

/// Whether `f` holds of an expression directly below `e`.
template <typename F>
bool any_child(const Expression& e, F f) {
    for (const Expression* child : {e.a, e.b, e.c})
        if (child != nullptr && f(*child)) return true;
    for (const Expression* operand : e.operands)
        if (f(*operand)) return true;
    return any_of(e.parts, [&](const BracesPart& part) { return f(*part.value); });
}

class Lowering {
  public:
    explicit Lowering(const Program& program) : program_(program) {}
    Code run();

  private:
    using Label = uint32_t;
    struct Breakable {
        Label on_break, on_continue;
        int open_at_break, open_at_continue;
        bool loop;
    };

    // Statements (lower.cpp).
    void declare_arrays();
    Location& bind_global(const Variable& variable);
    void declare_parameters();
    void finish_registers();
    void statement(const TypedStatement& s);
    void expression_statement(const Expression& e, const SourceRange& where);
    void declaration(const TypedStatement& s);
    void if_else(const TypedStatement& s);
    void for_loop(const TypedStatement& s);
    void while_loop(const TypedStatement& s);
    void do_loop(const TypedStatement& s);
    void switch_case(const TypedStatement& s);
    void loop_body(const TypedStatement& body, Label on_break, Label on_continue);
    void jump_out(const Breakable& to, bool is_break);
    void return_from(const TypedStatement& s);
    uint32_t condition(const Expression* condition, const Expression* step, const SourceRange& where,
                       Label on_false, Fork fork);
    void begin_step(const SourceRange& where, StepKind kind, const Expression* of = nullptr);
    struct Sync {
        const Expression* builtin = nullptr;
        bool in_call = false;  ///< its operands name a function's parameters
    };
    Sync find_sync(const Expression& e) const;
    void meet(const Sync& sync);
    void report(const Expression& e);
    void note_gone(const Expression& e);
    struct OpenLoop;
    OpenLoop open_loop();
    void loop_pass(const TypedStatement& s, OpenLoop& loop, Label on_break, Label on_continue);
    void repeat(Label top, const TypedStatement& s, const OpenLoop& loop, Loop::Form form);
    void set_phase(const TypedStatement& s);

    // Expressions (lower_expressions.cpp).
    Value rvalue(const Expression& e);
    Register scalar(const Expression& e) { return rvalue(e).at(0); }
    void evaluate(const Expression& e);
    Register convert(Register from, const Type& from_type, const Type& to_type, bool index);
    Value negation(const Expression& e);
    Value binary(const Expression& e);
    Register binary_registers(BinaryOperation operation, ScalarType type, Register a, Register b, bool index);
    Value logical(const Expression& e);
    Value conditional(const Expression& e);
    Value pointer_difference(const Expression& e);
    Value braces(const Expression& e);
    Value member(const Expression& e);
    Register select(Register condition, Register a, Register b, bool index);
    template <typename Body>
    void masked(Op op, Register condition, Body body);

    // Places (lower_places.cpp).
    Location lvalue(const Expression& e);
    Value read(const Location& from, const Expression& e);
    void write(const Location& to, Value value, const SourceRange& where, bool index);
    Register address_of(const Location& location);
    Location subscript(const Expression& e);
    void check_rows(const Location& location, Register address, const AccessGroup& group, uint32_t by,
                    bool write);
    Register element_address(Register pointer, Register index, const Type& type, int64_t size, bool minus);
    Location conditional_location(const Expression& e);
    Location compound(const Expression& e);
    Location increment(const Expression& e, Value* old_value);

    // Order (lower_places.cpp).
    bool changes(const Expression& e);
    bool changes_outside(const Function& function);
    bool changes_outside(const TypedStatement& s);
    bool changes_outside(const Expression& e);
    Value held(Value value, bool later_changes);
    Location assignment(const Expression& e);
    void hoist_right_first(const Expression& e, const SourceRange& where);
    void hoist_comma(const Expression& e, const SourceRange& where);

    // Variables without a value (lower_places.cpp).
    void find_unset();
    void find_unset(const TypedStatement& s);
    void find_copies(const Expression& e);
    Value copied(const Location& to, const Expression& from, int32_t& unset);
    void note_copy(int32_t of, int32_t unset);

    // Calls (lower_calls.cpp).
    bool is_simple(const Function& function) const;
    static const Expression* single_expression(const TypedStatement* body);
    bool has_steps(const Expression& e) const;
    bool touches(const Expression& e) const;
    void hoist(const Expression& e, const SourceRange& where);
    void hoist_call(const Expression& e, const SourceRange& where);
    void hoist_conditional(const Expression& e, const SourceRange& where);
    void hoist_vote(const Expression& e, const SourceRange& where);
    Value simple_call(const Expression& e);
    void pass_arguments(const Expression& e);
    Value unchecked(const Expression& e, int32_t& local);
    Value keep(const Value& value, const Type& type);

    // Builtins (lower_calls.cpp).
    Value builtin(const Expression& e);
    std::array<Register, 3> operands_of(const Expression& e);
    Register atomic(const Expression& e);
    Register shuffle(const Expression& e);
    Register vote(const Expression& e);
    Register mathematics(const Expression& e);
    Register builtin_register(Builtin builtin);

    // Building (lower.cpp).
    Register temporary(int count = 1);
    Register fixed(int count = 1);
    Register constant(uint64_t bits);
    Instruction& emit(Op op);
    Register compute(LaneFunction function, OriginRule rule, Register a, Register b = 0, Register c = 0);
    void assign(Register to, Register from, int32_t local, uint32_t operand, bool index);
    void branch(Fork fork, Register condition, Label target);
    Instruction& barrier(Builtin builtin, const SourceRange& where);
    Label new_label();
    void place(Label label);
    uint32_t operand(const SourceRange& where);
    int32_t add_statement(const SourceRange& where, StepKind kind);
    void open_join();
    void join();
    Location& bind(const Variable& variable);
    [[noreturn]] void refuse(const SourceRange& where, const std::string& message) const;

    static constexpr Register temporary_flag = 0x80000000u;

    const Program& program_;
    Code code_;
    std::unordered_map<const Variable*, Location> bindings_;
    std::unordered_map<const Variable*, int32_t> global_numbers_;  ///< positions in Code::globals
    std::map<uint64_t, Register> constants_;
    std::map<Builtin, Register> builtins_;
    std::unordered_map<const Expression*, Value> hoisted_;
    std::unordered_map<const Function*, uint32_t> phase_bases_;
    std::unordered_map<const Function*, bool> effects_;  ///< what changes_outside said
    Register next_fixed_ = 1;                            ///< register 0 is always 0
    Register next_temporary_ = 0;
    Register most_temporaries_ = 0;
    std::vector<uint32_t> labels_;  ///< positions
    int open_ = 0;
    std::vector<Breakable> breakables_;
    uint32_t phase_ = 0;
    bool in_loop_condition_ = false;
    std::unordered_set<const Variable*> unset_;   ///< may lack a value
    std::unordered_set<const Variable*> copied_;  ///< and may have got that from another
    std::unordered_multimap<const Variable*, const Variable*> copies_;  ///< from, to
    const Expression* unchecked_ = nullptr;  ///< reading it asks not whether it has a value
    int32_t unchecked_local_ = -1;           ///< what was read so, as check_set names it

    // The function that is being lowered.
    const Function* function_ = nullptr;
    Value result_;
    Label function_end_ = 0;
    int function_open_ = 0;
};

/// Runs what `body` emits only where the condition holds (or, for mask_and_not, where it does not).
template <typename Body>
void Lowering::masked(Op op, Register condition, Body body) {
    Label end = new_label();
    Instruction& in = emit(op);
    in.a = condition;
    in.target = end;
    body();
    place(end);
    emit(Op::mask_pop);
}

/// Fills in `polls` of the code's loads and atomics, and Code::plain_waits.
void find_polls(Code& code);
void find_written(Code& code);

}  // namespace upsweep::emulator
