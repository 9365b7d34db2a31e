// What C++ evaluates before what, where it shows: the right side of `=` before its left one.

#include "core/ranges.h"
#include "emulator/arithmetic/lane_functions.h"
#include "emulator/bytecode/lowering.h"

namespace upsweep::emulator {
namespace {

bool is_atomic_change(const Expression& e) {
    return e.kind == ExpressionKind::builtin &&
           is_between(e.builtin, Builtin::atomic_add, Builtin::atomic_store) &&
           e.builtin != Builtin::atomic_load;
}

bool is_change(const Expression& e) {
    return e.kind == ExpressionKind::assign || e.kind == ExpressionKind::compound_assign ||
           e.kind == ExpressionKind::increment;
}

/// Whether a place lies in a variable of the function itself, which no one else sees.
bool is_own(const Expression& place) {
    switch (place.kind) {
        using enum ExpressionKind;
        case variable:
            return !place.variable->shared_with_lambda && (place.variable->storage == Storage::local ||
                                                           place.variable->storage == Storage::parameter);
        case member:
        case subscript:
        case decay:
            return is_own(*place.a);
        default:
            return false;
    }
}

}  // namespace

/// Whether something has another value once `e` has been evaluated. What was hoisted has been already.
bool Lowering::changes(const Expression& e) {
    if (hoisted_.contains(&e)) return false;
    if (is_change(e) || is_atomic_change(e)) return true;
    if (e.kind == ExpressionKind::call && changes_outside(*e.function)) return true;
    return any_child(e, [this](const Expression& child) { return changes(child); });
}

/// Whether a call changes what its caller sees.
bool Lowering::changes_outside(const Function& function) {
    const auto known = effects_.find(&function);
    if (known != effects_.end()) return known->second;
    const bool changing = function.body != nullptr && changes_outside(*function.body);
    return effects_[&function] = changing;
}

bool Lowering::changes_outside(const TypedStatement& s) {
    for (const Expression* part : {s.value, s.condition, s.step})
        if (part != nullptr && changes_outside(*part)) return true;
    for (const TypedStatement* part : {s.first, s.declared})
        if (part != nullptr && changes_outside(*part)) return true;
    return any_of(s.children, [this](const TypedStatement* child) { return changes_outside(*child); });
}

bool Lowering::changes_outside(const Expression& e) {
    if (is_change(e) && !is_own(*e.a)) return true;
    if (is_atomic_change(e)) return true;
    if (e.kind == ExpressionKind::call && changes_outside(*e.function)) return true;
    return any_child(e, [this](const Expression& child) { return changes_outside(child); });
}

/// `value` as it is now, if what comes later changes the variables whose registers it names.
Value Lowering::held(Value value, bool later_changes) {
    if (!later_changes) return value;
    for (Register& part : value)
        if ((part & temporary_flag) == 0) part = compute(copy_function(), OriginRule::pass, part);
    return value;
}

/// a = b. The right side comes first where someone could tell: else the loads stay in the order of the text.
Location Lowering::assignment(const Expression& e) {
    const bool left_changes = changes(*e.a);
    if (left_changes || (e.a->kind != ExpressionKind::variable && changes(*e.b))) {
        Value value = held(rvalue(*e.b), left_changes);
        Location to = lvalue(*e.a);
        write(to, std::move(value), e.a->where, e.index);
        return to;
    }
    Location to = lvalue(*e.a);
    int32_t unset = -1;
    write(to, copied(to, *e.b, unset), e.a->where, e.index);
    note_copy(to.local, unset);
    return to;
}

/// Of a = b where a needs steps of its own: b is set aside before them.
void Lowering::hoist_right_first(const Expression& e, const SourceRange& where) {
    hoist(*e.b, where);
    if (!hoisted_.contains(e.b) && e.b->kind != ExpressionKind::constant) {
        if (touches(*e.b)) begin_step(where, StepKind::statement, e.b);
        Value value = keep(rvalue(*e.b), *e.b->type);
        hoisted_[e.b] = std::move(value);
    }
    hoist(*e.a, where);
}

/// Of (a, b) where b needs steps of its own: a has happened before them.
void Lowering::hoist_comma(const Expression& e, const SourceRange& where) {
    hoist(*e.a, where);
    if (!hoisted_.contains(e.a)) {
        begin_step(where, StepKind::statement, e.a);
        evaluate(*e.a);
        hoisted_[e.a] = {};
    }
    hoist(*e.b, where);
    if (const auto known = hoisted_.find(e.b); known != hoisted_.end()) hoisted_[&e] = Value(known->second);
}

}  // namespace upsweep::emulator
