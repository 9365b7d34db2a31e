// Which variables may lack a value: those that are declared without one, and those that are copied from them.
// A copy does not use a value: the missing value spreads, and the kernel's first computation with it is
// reported.
#include <vector>

#include "core/ranges.h"
#include "emulator/bytecode/lowering.h"

namespace upsweep::emulator {
namespace {

/// The variable in a register whose value is `e` itself, or null.
const Variable* copied_variable(const Expression& e) {
    const Expression* value = &e;
    while (value->kind == ExpressionKind::convert || value->kind == ExpressionKind::load ||
           value->kind == ExpressionKind::assign)
        value = value->a;
    if (value->kind != ExpressionKind::variable || value->variable->address_taken) return nullptr;
    return value->variable;
}

}  // namespace

/// Walks all functions, and follows the copies from the variables that are declared without a value.
void Lowering::find_unset() {
    for (const Function* function : program_.functions)
        if (function->body != nullptr) find_unset(*function->body);
    std::vector<const Variable*> reached(unset_.begin(), unset_.end());
    while (!reached.empty()) {
        const auto [first, last] = copies_.equal_range(reached.back());
        reached.pop_back();
        for (auto copy = first; copy != last; ++copy) {
            copied_.insert(copy->second);
            if (unset_.insert(copy->second).second) reached.push_back(copy->second);
        }
    }
}

void Lowering::find_unset(const TypedStatement& s) {
    if (s.kind == StatementKind::declare && s.value == nullptr) unset_.insert(s.variable);
    if (s.kind == StatementKind::declare && s.value != nullptr)
        if (const Variable* from = copied_variable(*s.value)) copies_.emplace(from, s.variable);
    for (const Expression* part : {s.value, s.condition, s.step})
        if (part != nullptr) find_copies(*part);
    for (const TypedStatement* part : {s.first, s.declared})
        if (part != nullptr) find_unset(*part);
    for (const TypedStatement* child : s.children) find_unset(*child);
}

void Lowering::find_copies(const Expression& e) {
    if (e.kind == ExpressionKind::assign && e.a->kind == ExpressionKind::variable)
        if (const Variable* from = copied_variable(*e.b)) copies_.emplace(from, e.a->variable);
    for (size_t i = 0; e.kind == ExpressionKind::call && i < e.operands.size(); ++i)
        if (const Variable* from = copied_variable(*e.operands[i]))
            copies_.emplace(from, e.function->parameters[i]);
    any_child(e, [this](const Expression& child) {
        find_copies(child);
        return false;
    });
}

/// What `to` is given. A copy of a variable that has no value gives it none.
Value Lowering::copied(const Location& to, const Expression& from, int32_t& unset) {
    // A struct without members has no locals of its own.
    const bool noted = !to.in_memory && to.local >= 0 && leaves_of(*to.type).size() == 1 &&
                       nth(code_.locals, to.local).checked;
    return noted ? unchecked(from, unset) : rvalue(from);
}

/// Behind a write: `of` has a value only where `unset` has one.
void Lowering::note_copy(int32_t of, int32_t unset) {
    if (unset < 0) return;
    Instruction& in = emit(Op::note_set);
    in.index = of;
    in.target = uint32_t(unset);
}

}  // namespace upsweep::emulator
