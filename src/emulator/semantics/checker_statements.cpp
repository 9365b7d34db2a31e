// Checking statements, loops over ranges and assertions; after a broken one the next is checked.
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "core/array.h"
#include "core/ranges.h"
#include "emulator/arithmetic/arithmetic.h"
#include "emulator/semantics/checker.h"

namespace upsweep::emulator {

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

const TypedStatement* Checker::statement_or_abandon(const Statement* written) {
    if (written->unknown != nullptr) report_unknown(*written);
    switch (written->form) {
        case StatementForm::block:
            return block(written);
        case StatementForm::expression: {
            TypedStatement* made = make(StatementKind::expression, written->where);
            const size_t temporaries = temporaries_.size();
            Expression* value = check(written->value);
            if (!value->lvalue && ends(value->type)) value = materialised(value, value->type);
            made->value = with_temporaries(value, temporaries);
            return made;
        }
        case StatementForm::try_block:
            return try_block(written);
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
        case StatementForm::jump_to:
        case StatementForm::label:
            return labelled(written);
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
const TypedStatement* Checker::broken(const Statement* written) {
    const ScopesBack back(*this, scopes_.size() + (written->body != nullptr ? 0 : 1));
    if (written->body != nullptr) scopes_.emplace_back();
    for (const Declaration* name : written->declarations) declare_broken(name->name);
    ++loops_;
    for (const Statement* part : {written->body, written->otherwise})
        if (part != nullptr) statement(part);
    --loops_;
    return make(StatementKind::block, written->where);
}

const TypedStatement* Checker::block(const Statement* written) {
    TypedStatement* made = make(StatementKind::block, written->where);
    scopes_.emplace_back();
    const size_t endings = endings_.size();
    TypedStatement* into = made;
    for (const Statement* child : written->statements) {
        const size_t known = endings_.size();
        into->children.push_back(statement(child));
        if (endings_.size() > known && throws()) into = guarded(*into, known, child->where);
    }
    add_ends(*into, endings, written->where);
    scopes_.pop_back();
    return made;
}

const TypedStatement* Checker::declarations(const Statement* written) {
    TypedStatement* made = make(StatementKind::block, written->where);
    for (const Declaration* declaration : written->declarations) try {
            if (const TypedStatement* child = local_variable(declaration)) made->children.push_back(child);
        } catch (const Abandon&) {
            declare_broken(declaration->name);
            for (const Declaration* part : declaration->parts) declare_broken(part->name);
            if (is_host_code() && !diagnostics_.quiet()) throw;
            go_on_behind(declaration->where);
        }
    if (made->children.size() != 1 || written->declarations.size() != 1) return made;
    // One declaration is lit with its type and its semicolon.
    auto* only = const_cast<TypedStatement*>(made->children[0]);
    only->where = written->where;
    return only;
}

Expression* Checker::condition(const syntax::Expression* written) {
    const size_t temporaries = temporaries_.size();
    return with_temporaries(check_truth(written), temporaries);
}

/// `made` behind the declaration in if (int x = …), which its condition may name.
const TypedStatement* Checker::with_first(const Statement* written, TypedStatement* made) {
    if (written->first == nullptr) return made;
    TypedStatement* both = make(StatementKind::block, written->where);
    both->children = {made->first, made};
    made->first = nullptr;
    return both;
}

const TypedStatement* Checker::branch(const Statement* written) {
    TypedStatement* made = make(StatementKind::if_else, written->where);
    const ScopesBack back(*this, scopes_.size());
    scopes_.emplace_back();
    const size_t endings = endings_.size();
    if (written->first != nullptr) made->first = statement(written->first);
    const InConstant in_constant(*this, written->is_constexpr);
    Expression* decides = nullptr;
    or_go_on(written->value->where, [&] { decides = condition(written->value); });
    if (written->is_constexpr && decides == nullptr) return made;
    if (written->is_constexpr) {
        if (decides->kind != ExpressionKind::constant)
            fail(written->value->where, "`if constexpr` needs a constant.");
        const Statement* taken = decides->bits != 0 ? written->body : written->otherwise;
        --constant_depth_;
        const TypedStatement* only = taken != nullptr ? statement(taken) : made;
        ++constant_depth_;
        if (taken == nullptr) made->kind = StatementKind::block;
        return only;
    }
    made->condition = decides;
    for (const Statement* part : {written->body, written->otherwise}) {
        if (part == nullptr) continue;
        scopes_.emplace_back();
        const size_t inner = endings_.size();
        made->children.push_back(with_ends(statement(part), inner, part->where));
        scopes_.pop_back();
    }
    return with_ends(with_first(written, made), endings, written->where);
}

const TypedStatement* Checker::loop(const Statement* written) {
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
    const size_t endings = endings_.size();
    const size_t outer_loop = loop_endings_, outer_break = break_endings_;
    const auto leave = [&] {
        scopes_.resize(depth - 1);
        switches_ = outer_switches;
        loop_endings_ = outer_loop;
        break_endings_ = outer_break;
        --loops_;
    };
    try {
        if (written->first != nullptr) made->first = statement(written->first);
        if (written->declared != nullptr) made->declared = statement(written->declared);
        if (written->value != nullptr)
            or_go_on(written->value->where, [&] { made->condition = condition(written->value); });
        const size_t temporaries = temporaries_.size();
        if (written->step != nullptr)
            or_go_on(written->step->where,
                     [&] { made->step = with_temporaries(check(written->step), temporaries); });
        scopes_.emplace_back();
        loop_endings_ = break_endings_ = endings_.size();
        made->children.push_back(with_ends(statement(written->body), loop_endings_, written->body->where));
    } catch (const Abandon&) {
        leave();
        throw;
    }
    leave();
    return with_ends(made, endings, written->where);
}

const TypedStatement* Checker::switch_case(const Statement* written) {
    TypedStatement* made = make(StatementKind::switch_case, written->where);
    const ScopesBack back(*this, scopes_.size());
    scopes_.emplace_back();
    if (written->first != nullptr) made->first = statement(written->first);
    made->condition = promote(check_value(written->value));
    if (!made->condition->type->is_integer()) fail(written->value->where, "`switch` needs a whole number.");
    scopes_.emplace_back();
    ++switches_;
    const size_t endings = endings_.size();
    const size_t outer_break = std::exchange(break_endings_, endings);
    for (const Statement* child : written->body->statements) {
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
    add_ends(*made, endings, written->where);
    break_endings_ = outer_break;
    return with_first(written, made);
}

SwitchCase Checker::case_label(const Statement* written, const Type* type, const TypedStatement& made) {
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

const TypedStatement* Checker::jump(const Statement* written) {
    const bool is_break = written->form == StatementForm::break_out;
    if (is_break && loops_ + switches_ == 0)
        fail(written->where, "`break` must be inside a loop or a switch.");
    if (!is_break && loops_ == 0) fail(written->where, "`continue` must be inside a loop.");
    return ended_jump(
        make(is_break ? StatementKind::break_out : StatementKind::continue_loop, written->where),
        is_break ? break_endings_ : loop_endings_);
}

const TypedStatement* Checker::return_function(const Statement* written) {
    TypedStatement* made = make(StatementKind::return_function, written->where);
    Function* function = current_->function;
    if (function->result == nullptr) return return_auto(written, made);
    const Type* result = function->result;
    if (written->value == nullptr) {
        if (!result->is_void())
            fail(written->where, "This function must return a `" + to_string(*result) + "`.");
        return ended_return(made, nullptr);
    }
    const size_t temporaries = temporaries_.size();
    if (result->is_void()) {
        const Expression* value = check(written->value);
        if (!value->type->is_void())
            fail(written->value->where,
                 "This function returns nothing. Remove the value, or write it to a buffer.");
        made->kind = StatementKind::block;
        TypedStatement* call = make(StatementKind::expression, written->where);
        call->value = with_temporaries(const_cast<Expression*>(value), temporaries);
        made->children = {call, ended_return(make(StatementKind::return_function, written->where), nullptr)};
        return made;
    }
    if (function->returns_reference) {
        Variable reference;
        reference.name = "the result";
        reference.reference = true;
        reference.type = result;
        reference.rvalue = function->returns_rvalue;
        Expression* place = check(written->value);
        need_lvalue(place, "A function that returns a reference");
        made->value = with_temporaries(pass(place, &reference), temporaries);
        return ended_return(made, nullptr);
    }
    const Variable* returned = nullptr;
    Expression* value = nullptr;
    if (written->value->form == Form::braces)
        value = braces(written->value, result);
    else if (result->is_function_pointer())
        value = convert(check_for(written->value, result), result);
    else
        value = convert(returned_value(written->value, result, returned), result);
    made->value = with_temporaries(value, temporaries);
    return ended_return(made, returned);
}

/// The first return says what `auto` is.
const TypedStatement* Checker::return_auto(const Statement* written, TypedStatement* made) {
    if (written->value == nullptr) {
        current_->function->result = types_.void_type();
        return ended_return(made, nullptr);
    }
    const size_t temporaries = temporaries_.size();
    if (current_->function->returns_reference) {
        Expression* place = check(written->value);
        need_lvalue(place, "A function that returns a reference");
        const bool constant = current_->syntax->result->inner->is_const;
        Variable reference;
        reference.name = "the result";
        reference.reference = true;
        reference.type = types_.pointer(types_.qualified(place->type, constant, false));
        current_->function->result = reference.type;
        made->value = with_temporaries(pass(place, &reference), temporaries);
        return ended_return(made, nullptr);
    }
    const Variable* returned = nullptr;
    Expression* result = returned_value(written->value, nullptr, returned);
    current_->function->result = result->type->plain;
    made->value = with_temporaries(result, temporaries);
    return ended_return(made, returned);
}

/// for (T element : array) counts an index that has no name.
const TypedStatement* Checker::range_loop(const Statement* written) {
    if (written->value->form == Form::braces) return list_loop(written);
    const size_t temporaries = temporaries_.size();
    Expression* array = check(written->value);
    if (structure_of(array->type) != nullptr) return iterator_loop(written, array, temporaries);
    if (!array->type->is_array() || array->type->count == 0)
        fail(written->value->where, "`for` over a range needs an array of known size here.");
    return array_loop(written, array);
}

const TypedStatement* Checker::array_loop(const Statement* written, Expression* array) {
    const Type* integer = types_.scalar(ScalarType::i32);
    const SourceRange& where = written->value->where;
    const ScopesBack back(*this, scopes_.size());
    scopes_.emplace_back();
    Expression* index = temporary(integer, where);
    const_cast<Variable*>(index->variable)->address_taken = false;
    TypedStatement* made = make(StatementKind::for_loop, written->where);
    made->header = written->header;
    TypedStatement* first = make(StatementKind::declare, where);
    first->variable = index->variable;
    first->value = constant(integer, 0, where);
    made->first = first;
    made->condition = operation(BinaryOperation::less, types_.scalar(ScalarType::boolean), where,
                                value(index), constant(integer, array->type->count, where));
    made->step = next_of(index, where);
    made->children.push_back(range_body(written, element_place(array, value(index), where)));
    return made;
}

/// ++place
Expression* Checker::next_of(const Expression* place, const SourceRange& where) {
    Expression* made = lvalue(ExpressionKind::increment, place->type, where, place);
    made->bytes = 1;
    return made;
}

const TypedStatement* Checker::range_body(const Statement* written, Expression* element) {
    TypedStatement* body = make(StatementKind::block, written->where);
    const int outer_switches = std::exchange(switches_, 0);
    const size_t outer_loop = std::exchange(loop_endings_, endings_.size());
    const size_t outer_break = std::exchange(break_endings_, endings_.size());
    ++loops_;
    body->children.push_back(range_element(written->first->declarations[0], element));
    body->children.push_back(statement(written->body));
    add_ends(*body, loop_endings_, written->where);
    switches_ = outer_switches;
    loop_endings_ = outer_loop;
    break_endings_ = outer_break;
    --loops_;
    return body;
}

/// for (T element : object) goes from object.begin() to object.end(), which are pointers.
const TypedStatement* Checker::iterator_loop(const Statement* written, Expression* object,
                                             size_t temporaries) {
    const SourceRange& where = written->value->where;
    const ScopesBack back(*this, scopes_.size());
    scopes_.emplace_back();
    TypedStatement* all = make(StatementKind::block, written->where);
    const size_t endings = endings_.size();
    if (object->kind != ExpressionKind::variable && object->kind != ExpressionKind::member) {
        // It is kept, or a reference to it, as long as the loop runs.
        if (!object->lvalue) object = materialised(object, object->type);
        Expression* kept = temporary(types_.pointer(object->type), where);
        const_cast<Variable*>(kept->variable)->address_taken = false;
        TypedStatement* declared = make(StatementKind::declare, where);
        declared->variable = kept->variable;
        declared->value = pointer_to(object, where);
        all->children.push_back(declared);
        object = dereference(loaded(kept), where);
        for (; temporaries_.size() > temporaries; temporaries_.pop_back())
            endings_.push_back({temporaries_.back()->variable});
    }
    Expression* ends[2] = {};
    for (int i = 0; i < 2; ++i) {
        const std::string_view name = i == 0 ? "begin" : "end";
        Call call{written->value, nullptr, name, member_functions(*structure_of(object->type), name),
                  {object},       true};
        if (call.callees.empty()) refuse_member(*object->type, name, where);
        Expression* from = value(call_best(call));
        if ((!from->type->is_pointer() || from->type->element->is_void()) &&
            structure_of(from->type) == nullptr)
            fail(where,
                 in_ticks(name) + " must return a pointer or an iterator for `for` over a range here.");
        ends[i] = temporary(from->type, where);
        const_cast<Variable*>(ends[i]->variable)->address_taken = false;
        TypedStatement* declared = make(StatementKind::declare, where);
        declared->variable = ends[i]->variable;
        declared->value = from;
        all->children.push_back(declared);
    }
    TypedStatement* made = make(StatementKind::for_loop, written->where);
    made->header = written->header;
    Expression* element = nullptr;
    if (ends[0]->type->is_pointer()) {
        made->condition = operation(BinaryOperation::not_equal, types_.scalar(ScalarType::boolean), where,
                                    value(ends[0]), value(ends[1]));
        made->step = next_of(ends[0], where);
        element = dereference(value(ends[0]), where);
    } else {
        const auto done = [&](std::string_view name, std::vector<Expression*> operands) {
            syntax::Expression* operation = &arena_.expressions.emplace_back();
            operation->form = Form::unary;
            operation->where = operation->mark = where;
            Expression* result = overloaded(operation, name, std::move(operands));
            if (result == nullptr)
                fail(where, "A `" + to_string(*ends[0]->type) + "` has no `" + std::string(name) +
                                "`, which `for` over a range needs.");
            return result;
        };
        made->condition = truth(value(done("operator!=", {ends[0], ends[1]})));
        made->step = done("operator++", {ends[0]});
        element = done("operator*", {ends[0]});
    }
    made->children.push_back(range_body(written, element));
    all->children.push_back(made);
    add_ends(*all, endings, written->where);
    return all;
}

/// The variable of a loop over a range, made from an element.
const TypedStatement* Checker::range_element(const Declaration* written, Expression* element) {
    const syntax::Type* type = written->type;
    const bool reference = type->form == TypeForm::reference;
    const syntax::Type* base = reference ? type->inner : type;
    Written resolved;
    if (base->form == TypeForm::automatic) {
        const Type* plain = reference ? element->type : element->type->plain;
        plain = types_.qualified(plain, base->is_const, false);
        resolved = {reference ? types_.pointer(plain) : plain, reference};
    } else {
        resolved = resolve(type);
    }
    TypedStatement* made = make(StatementKind::declare, written->where);
    Variable* variable = new_variable(written, resolved, Storage::local);
    made->variable = variable;
    made->value = resolved.is_reference ? pass(element, variable) : convert(value(element), resolved.type);
    declare(written->name, {Entity::Kind::variable, variable, resolved.type, 0}, written->name_where);
    if (!written->parts.empty()) declare_parts(written, variable);
    current_->function->locals.push_back(variable);
    ends_with_scope(variable);
    return made;
}

namespace {

const syntax::Expression* without_parentheses(const syntax::Expression* written) {
    while (written->form == Form::unary && written->text == "(") written = written->a;
    return written;
}

bool is_comparison(const syntax::Expression* written) {
    for (std::string_view text : {"==", "!=", "<", "<=", ">", ">="})
        if (written->form == Form::binary && written->text == text) return true;
    return false;
}

std::string text_of(const Entity& argument) {
    if (argument.kind == Entity::Kind::pack) return "…";
    if (argument.kind == Entity::Kind::type) return to_string(*argument.type);
    return bits_to_text(argument.type->scalar, argument.bits);
}

}  // namespace

/// Complains if it does not hold; what follows is still read.
void Checker::assertion(const Statement* written, const Structure* within) {
    try {
        const Expression* holds = asserted(written);
        if (holds->kind != ExpressionKind::constant)
            fail(written->value->where, "`static_assert` needs a constant.");
        if (holds->bits == 0) refuse_assertion(written, within);
    } catch (const Abandon&) {
        if (diagnostics_.full()) throw;
    }
}

const Expression* Checker::asserted(const Statement* written) {
    const InConstant in_constant(*this);
    return condition(written->value);
}

void Checker::refuse_assertion(const Statement* written, const Structure* within) {
    const SourceRange& where = written->value->where;
    std::string message = "This assertion fails: ";
    if (written->step != nullptr) message += std::string(written->step->text) + ". Here ";
    const std::string values = values_compared(written->value);
    message += in_ticks(text_of(where)) + " is " + (values.empty() ? "false" : in_ticks(values));
    fail(where, message + arguments_here(within) + ".");
}

/// `24 == 0` of BLOCK % 32 == 0; empty if this is not a comparison of numbers, or says no more than the text.
std::string Checker::values_compared(const syntax::Expression* written) {
    written = without_parentheses(written);
    if (!is_comparison(written)) return {};
    const InConstant in_constant(*this);
    std::array<std::string, 2> sides;
    for (size_t side = 0; side < 2; ++side) {
        const Expression* value = check_value(side == 0 ? written->a : written->b);
        if (value->kind != ExpressionKind::constant || !value->type->is_scalar()) return {};
        sides[side] = bits_to_text(value->type->scalar, value->bits);
    }
    const std::string values = sides[0] + " " + std::string(written->text) + " " + sides[1];
    return values == text_of(written->where) ? std::string() : values;
}

/// ` with N = 3, T = float`, of the template that this is in.
std::string Checker::arguments_here(const Structure* within) const {
    std::string text;
    const auto add = [&](const std::vector<TemplateParameter>& parameters, const Scope& scope) {
        for (const TemplateParameter& parameter : parameters)
            if (const auto found = scope.find(parameter.name); found != scope.end())
                text += (text.empty() ? " with " : ", ") + std::string(parameter.name) + " = " +
                        emulator::text_of(found->second);
    };
    if (within == nullptr && current_ != nullptr) {
        add(current_->syntax->template_parameters, current_->bindings);
        within = current_->owner;
    }
    if (within != nullptr) add(within->written->template_parameters, within->scope);
    return text;
}

/// Those that are in no function and no struct hold whatever is run.
void Checker::outer_assertions() {
    const Elsewhere elsewhere(*this, {});
    current_ = nullptr;
    for (const Item& item : outline_.assertions) {
        try {
            outer_assertion(item);
        } catch (const Abandon&) {
            if (diagnostics_.full()) return;
        }
    }
}

/// One that asks what only the host's compiler knows, std::is_standard_layout perhaps, is left to that.
void Checker::outer_assertion(const Item& item) {
    const InSpace in_space(*this, item.space);
    const Statement* written = nullptr;
    {
        const Diagnostics::Quiet quiet(diagnostics_, may_be_for_the_host(item));
        written = parser_.assertion(item);
        const Expression* holds = asserted(written);
        if (holds->kind != ExpressionKind::constant)
            fail(written->value->where, "`static_assert` needs a constant.");
        if (holds->bits != 0) return;
    }
    refuse_assertion(written, nullptr);
}

/// Whether it names a namespace or calls a function.
bool Checker::may_be_for_the_host(const Item& item) const {
    for (size_t i = item.begin + 1; i + 1 < item.end; ++i) {
        const Token& token = text_.tokens[i];
        const bool measures = token.is_any({"sizeof", "alignof"});
        const bool calls = token.kind == TokenKind::identifier && text_.tokens[i + 1].is("(") && !measures;
        if (token.is("::") || calls) return true;
    }
    return false;
}

}  // namespace upsweep::emulator
