// Checking statements; after a broken one the next is checked, so that several errors are reported at once.
#include <string>
#include <utility>

#include "core/ranges.h"
#include "emulator/arithmetic/arithmetic.h"
#include "emulator/semantics/checker.h"

namespace upsweep::emulator {

using syntax::StatementForm;

TypedStatement* Checker::make(StatementKind kind, const SourceRange& where) {
    TypedStatement* made = &program_.statement_nodes.emplace_back();
    made->kind = kind;
    made->where = where;
    const std::vector<PhaseMark>& phases = current_->function->phases;
    if (where.file == current_->function->where.file)
        while (made->phase + 1 < int(phases.size()) && nth(phases, made->phase + 1).line <= where.line)
            ++made->phase;
    return made;
}

const TypedStatement* Checker::statement(const syntax::Statement* written) {
    try {
        return statement_or_abandon(written);
    } catch (const Abandon&) {
        go_on_behind(written->where);
        return make(StatementKind::block, written->where);
    }
}

const TypedStatement* Checker::statement_or_abandon(const syntax::Statement* written) {
    switch (written->form) {
        case StatementForm::block:
            return block(written);
        case StatementForm::expression: {
            TypedStatement* made = make(StatementKind::expression, written->where);
            made->value = check(written->value);
            return made;
        }
        case StatementForm::declaration:
            return declarations(written);
        case StatementForm::if_else:
            return branch(written);
        case StatementForm::for_loop:
        case StatementForm::while_loop:
        case StatementForm::do_loop:
            return loop(written);
        case StatementForm::switch_case:
            return switch_case(written);
        case StatementForm::case_label:
            fail(written->where, "This label must be directly inside the braces of a switch.");
        case StatementForm::break_out:
        case StatementForm::continue_loop:
            return jump(written);
        case StatementForm::return_function:
            return return_function(written);
        case StatementForm::assertion:
            assertion(written);
            break;
        case StatementForm::type:
            resolve_value(written->type);
            break;
        case StatementForm::broken:
            return broken(written);
        case StatementForm::empty:
            break;
    }
    return make(StatementKind::block, written->where);
}

/// Of what was complained about already: its names, and its body if it has one.
const TypedStatement* Checker::broken(const syntax::Statement* written) {
    const ScopesBack back(*this, scopes_.size() + (written->body != nullptr ? 0 : 1));
    if (written->body != nullptr) scopes_.emplace_back();
    for (const syntax::Declaration* name : written->declarations) declare_broken(name->name);
    ++loops_;
    for (const syntax::Statement* part : {written->body, written->otherwise})
        if (part != nullptr) statement(part);
    --loops_;
    return make(StatementKind::block, written->where);
}

const TypedStatement* Checker::block(const syntax::Statement* written) {
    TypedStatement* made = make(StatementKind::block, written->where);
    scopes_.emplace_back();
    for (const syntax::Statement* child : written->statements) made->children.push_back(statement(child));
    scopes_.pop_back();
    return made;
}

const TypedStatement* Checker::declarations(const syntax::Statement* written) {
    TypedStatement* made = make(StatementKind::block, written->where);
    for (const syntax::Declaration* declaration : written->declarations) try {
            if (const TypedStatement* child = local_variable(declaration)) made->children.push_back(child);
        } catch (const Abandon&) {
            declare_broken(declaration->name);
            for (const syntax::Declaration* part : declaration->parts) declare_broken(part->name);
            go_on_behind(declaration->where);
        }
    if (made->children.size() != 1 || written->declarations.size() != 1) return made;
    // One declaration is lit with its type and its semicolon.
    auto* only = const_cast<TypedStatement*>(made->children[0]);
    only->where = written->where;
    return only;
}

Expression* Checker::condition(const syntax::Expression* written) { return truth(check_value(written)); }

/// `made` behind the declaration in if (int x = …), which its condition may name.
const TypedStatement* Checker::with_first(const syntax::Statement* written, TypedStatement* made) {
    if (written->first == nullptr) return made;
    TypedStatement* both = make(StatementKind::block, written->where);
    both->children = {made->first, made};
    made->first = nullptr;
    return both;
}

const TypedStatement* Checker::branch(const syntax::Statement* written) {
    TypedStatement* made = make(StatementKind::if_else, written->where);
    const ScopesBack back(*this, scopes_.size());
    scopes_.emplace_back();
    if (written->first != nullptr) made->first = statement(written->first);
    const InConstant in_constant(*this, written->is_constexpr);
    Expression* decides = nullptr;
    or_go_on(written->value->where, [&] { decides = condition(written->value); });
    if (written->is_constexpr && decides == nullptr) return made;
    if (written->is_constexpr) {
        if (decides->kind != ExpressionKind::constant)
            fail(written->value->where, "`if constexpr` needs a constant.");
        const syntax::Statement* taken = decides->bits != 0 ? written->body : written->otherwise;
        --constant_depth_;
        const TypedStatement* only = taken != nullptr ? statement(taken) : made;
        ++constant_depth_;
        if (taken == nullptr) made->kind = StatementKind::block;
        return only;
    }
    made->condition = decides;
    for (const syntax::Statement* part : {written->body, written->otherwise}) {
        if (part == nullptr) continue;
        scopes_.emplace_back();
        made->children.push_back(statement(part));
        scopes_.pop_back();
    }
    return with_first(written, made);
}

const TypedStatement* Checker::loop(const syntax::Statement* written) {
    if (written->over_range) return range_loop(written);
    StatementKind kind = StatementKind::for_loop;
    if (written->form == StatementForm::while_loop) kind = StatementKind::while_loop;
    if (written->form == StatementForm::do_loop) kind = StatementKind::do_loop;
    TypedStatement* made = make(kind, written->where);
    made->header = written->header;
    scopes_.emplace_back();
    const int outer_switches = std::exchange(switches_, 0);
    ++loops_;
    const size_t depth = scopes_.size();
    const auto leave = [&] {
        scopes_.resize(depth - 1);
        switches_ = outer_switches;
        --loops_;
    };
    try {
        if (written->first != nullptr) made->first = statement(written->first);
        if (written->declared != nullptr) made->declared = statement(written->declared);
        if (written->value != nullptr)
            or_go_on(written->value->where, [&] { made->condition = condition(written->value); });
        if (written->step != nullptr)
            or_go_on(written->step->where, [&] { made->step = check(written->step); });
        scopes_.emplace_back();
        made->children.push_back(statement(written->body));
    } catch (const Abandon&) {
        leave();
        throw;
    }
    leave();
    return made;
}

const TypedStatement* Checker::switch_case(const syntax::Statement* written) {
    TypedStatement* made = make(StatementKind::switch_case, written->where);
    const ScopesBack back(*this, scopes_.size());
    scopes_.emplace_back();
    if (written->first != nullptr) made->first = statement(written->first);
    made->condition = promote(check_value(written->value));
    if (!made->condition->type->is_integer()) fail(written->value->where, "`switch` needs a whole number.");
    scopes_.emplace_back();
    ++switches_;
    for (const syntax::Statement* child : written->body->statements) {
        if (child->form != StatementForm::case_label) {
            made->children.push_back(statement(child));
            continue;
        }
        try {
            made->cases.push_back(case_label(child, made->condition->type, *made));
        } catch (const Abandon&) {
            go_on_behind(child->where);
        }
    }
    --switches_;
    return with_first(written, made);
}

SwitchCase Checker::case_label(const syntax::Statement* written, const Type* type,
                               const TypedStatement& made) {
    SwitchCase result;
    result.child = made.children.size();
    result.is_default = written->value == nullptr;
    if (!result.is_default) {
        const InConstant in_constant(*this);
        const Expression* value = convert(check_value(written->value), type);
        if (value->kind != ExpressionKind::constant)
            fail(written->value->where, "A case label needs a constant.");
        result.bits = value->bits;
    }
    for (const SwitchCase& other : made.cases)
        if (other.is_default == result.is_default && other.bits == result.bits)
            fail(written->where, "This case appears twice.");
    return result;
}

const TypedStatement* Checker::jump(const syntax::Statement* written) {
    const bool is_break = written->form == StatementForm::break_out;
    if (is_break && loops_ + switches_ == 0)
        fail(written->where, "`break` must be inside a loop or a switch.");
    if (!is_break && loops_ == 0) fail(written->where, "`continue` must be inside a loop.");
    return make(is_break ? StatementKind::break_out : StatementKind::continue_loop, written->where);
}

const TypedStatement* Checker::return_function(const syntax::Statement* written) {
    TypedStatement* made = make(StatementKind::return_function, written->where);
    Function* function = current_->function;
    if (function->result == nullptr) return return_auto(written, made);
    const Type* result = function->result;
    if (written->value == nullptr) {
        if (!result->is_void())
            fail(written->where, "This function must return a `" + to_string(*result) + "`.");
        return made;
    }
    if (result->is_void()) {
        const Expression* value = check(written->value);
        if (!value->type->is_void())
            fail(written->value->where,
                 "This function returns nothing. Remove the value, or write it to a buffer.");
        made->kind = StatementKind::block;
        TypedStatement* call = make(StatementKind::expression, written->where);
        call->value = value;
        made->children = {call, make(StatementKind::return_function, written->where)};
        return made;
    }
    if (function->returns_reference) {
        Variable reference;
        reference.name = "the result";
        reference.reference = true;
        reference.type = result;
        Expression* place = check(written->value);
        need_lvalue(place, "A function that returns a reference");
        made->value = pass(place, &reference);
        return made;
    }
    made->value = written->value->form == syntax::Form::braces ? braces(written->value, result)
                                                               : convert(check_value(written->value), result);
    return made;
}

/// The first return says what `auto` is.
const TypedStatement* Checker::return_auto(const syntax::Statement* written, TypedStatement* made) {
    if (written->value == nullptr) {
        current_->function->result = types_.void_type();
        return made;
    }
    Expression* result = check_value(written->value);
    current_->function->result = result->type->plain;
    made->value = result;
    return made;
}

}  // namespace upsweep::emulator
