// How values of structs are made: by constructors, by members' initialisers, by conversions.
#include <utility>
#include <vector>

#include "core/ranges.h"
#include "emulator/semantics/checker.h"

namespace upsweep::emulator {

using syntax::Form;

namespace {

constexpr int64_t most_constructed = 64;

}  // namespace

bool Checker::has_constructors(const Type* type) {
    const Structure* structure = structure_of(type);
    return structure != nullptr && any_of(structure->functions, [](const syntax::Function* function) {
               return function->is_constructor;
           });
}

bool Checker::has_member_values(const Type* type) {
    const Structure* structure = structure_of(type);
    return structure != nullptr && any_of(structure->written->fields, [](const syntax::Field& field) {
               return field.initial != nullptr;
           });
}

/// Calls a constructor on `place`.
Expression* Checker::construct_at(Expression* place, const syntax::Expression* written,
                                  std::vector<Expression*> arguments) {
    Structure& structure = *structure_of(place->type);
    // `S{}` and `S()` make every member zero where the user wrote no constructor; `S s;` does
    // not.
    const bool in_brackets = written->form == Form::braces || written->type != nullptr;
    if (structure.written->defaulted != nullptr && arguments.empty() && in_brackets) {
        Expression* zero = make(ExpressionKind::braces, place->type->plain, written->where);
        if (has_member_values(place->type)) fill_defaults(zero, place->type, 0, 0);
        return store(place, zero, written->where);
    }
    Call call{written, nullptr, structure.written->name, {}, std::move(arguments), true};
    for (const syntax::Function* function : structure.functions)
        if (function->is_constructor) call.callees.push_back({function, &structure});
    call.arguments.insert(call.arguments.begin(), place);
    return call_best(call);
}

/// A value of `type` from a constructor.
Expression* Checker::constructed(const Type* type, const syntax::Expression* written,
                                 std::vector<Expression*> arguments) {
    Expression* place = temporary(type, written->where);
    Expression* made = make(ExpressionKind::comma, type->plain, written->where);
    made->a = construct_at(place, written, std::move(arguments));
    made->b = value(place);
    return made;
}

/// Whether a variable without a value is set by code of the struct: not where the constructor does nothing.
bool Checker::sets_itself(const Type* type) {
    const Structure* structure = structure_of(type);
    if (structure == nullptr) return false;
    if (!has_constructors(type)) return has_member_values(type);
    for (const syntax::Function* function : structure->functions) {
        const bool is_default = function->is_constructor &&
                                (function->parameters.empty() || function->parameters[0]->initial != nullptr);
        if (is_default)
            return !function->initialisers.empty() || function->body == nullptr ||
                   !function->body->statements.empty() || has_member_values(type);
    }
    return true;
}

/// What is done to a variable that is made by a constructor; null if nothing is.
Expression* Checker::construction(Expression* place, const syntax::Declaration* written) {
    const syntax::Expression* initial = written->initial;
    if (initial != nullptr) return construct_at(place, initial, check_arguments(initial->arguments));
    syntax::Expression* nothing = &arena_.expressions.emplace_back();
    nothing->form = Form::construct;
    nothing->where = written->name_where;
    if (!place->type->is_array()) return construct_at(place, nothing, {});
    // Each element, one after another.
    if (place->type->count > most_constructed)
        fail(written->name_where,
             "The emulator constructs arrays of at most 64 structs. Make the array smaller.");
    Expression* all = nullptr;
    for (int64_t i = 0; i < place->type->count; ++i) {
        Expression* index = constant(types_.scalar(ScalarType::i32), uint64_t(i), written->where);
        all = after(all, construct_at(element_place(place, index, written->name_where), nothing, {}));
    }
    return all;
}

/// `first`, then `second`.
Expression* Checker::after(Expression* first, Expression* second) {
    if (first == nullptr || second == nullptr) return first == nullptr ? second : first;
    return make(ExpressionKind::comma, second->type, second->where, first, second);
}

/// place = value
Expression* Checker::store(Expression* place, Expression* value, const SourceRange& where) {
    return lvalue(ExpressionKind::assign, place->type, where, place, value);
}

/// What a constructor does before its body: the members that are written before it, and those with values of
/// their own. Null if none exists.
Expression* Checker::member_initialisers(const syntax::Function& function) {
    Expression* all = nullptr;
    const Structure& structure = *current_->owner;
    for (const syntax::MemberInitialiser& initialiser : function.initialisers) {
        if (initialiser.member == structure.written->name)
            all = after(all, construct_at(dereference(self(initialiser.where), initialiser.where),
                                          initialiser.value, check_arguments(initialiser.value->arguments)));
        else if (find_by(structure.type->fields, &Field::name, initialiser.member) == nullptr)
            refuse_member(structure, initialiser.member, initialiser.where);
    }
    if (all != nullptr) return all;
    for (size_t i = 0; i < structure.type->fields.size(); ++i) {
        const Field& field = structure.type->fields[i];
        const auto given = find_if(function.initialisers,
                                   [&](const auto& initialiser) { return initialiser.member == field.name; });
        const syntax::Expression* written = structure.written->fields[i].initial;
        SourceRange where = structure.written->fields[i].where;
        if (given != function.initialisers.end()) {
            written = given->value;
            where = given->where;
        }
        if (written == nullptr) continue;
        Expression* place = field_of(dereference(self(where), where), field, where);
        all = after(all, store(place, member_value(written, field.type), where));
        all->lvalue = true;
    }
    return all;
}

/// `(a, b)`, `{a, b}` or `= a` as a value of a member's type.
Expression* Checker::member_value(const syntax::Expression* written, const Type* type) {
    if (is_text_for(written, type)) return braces(written, type);
    const bool list = written->form == Form::construct && written->type == nullptr;
    if (!list && written->form != Form::braces) return convert(check_value(written), type);
    if (written->arguments.size() == 1 && written->arguments[0]->form != Form::braces) {
        Expression* only = check_value(written->arguments[0]);
        if (only->type->plain == type->plain || !type->is_aggregate()) return convert(only, type);
    }
    if (written->arguments.empty() && type->is_scalar()) return constant(type, 0, written->where);
    return braces(written, type);
}

// ---- Conversions ----

/// `from` as `to` by a constructor or a conversion that a struct has; null if none exists. Only looks where
/// `make` is false: the result then says no more than whether there is one.
Expression* Checker::user_conversion(Expression* from, const Type* to, bool really) {
    if (converting_) return nullptr;
    to = to->plain;
    converting_ = true;
    struct Done {
        bool& flag;
        ~Done() { flag = false; }
    } done{converting_};
    syntax::Expression* written = &arena_.expressions.emplace_back();
    written->form = Form::construct;
    written->where = from->where;
    if (Structure* structure = structure_of(to)) {
        Call call{written, nullptr, structure->written->name, {}, {nullptr, from}, true};
        for (const syntax::Function* function : structure->functions)
            if (function->is_constructor && !function->is_explicit)
                call.callees.push_back({function, structure});
        if (call.callees.empty()) return nullptr;
        call.arguments[0] = stand_in(to, from->where);
        if (!choose(call)) return nullptr;
        return really ? constructed(to, written, {from}) : from;
    }
    Structure* structure = structure_of(from->type);
    if (structure == nullptr) return nullptr;
    for (const syntax::Function* function : structure->functions) {
        if (!function->is_conversion) continue;
        Instance* instance = instantiate(function, {}, structure);
        const Type* result = instance->function->result;
        const bool fits = result->plain == to || (result->is_scalar() && to->is_scalar());
        if (!fits) continue;
        if (!really) return from;
        Expression* object = from->kind == ExpressionKind::load ? const_cast<Expression*>(from->a) : from;
        const Call call{written, nullptr, "operator", {{function, structure}}, {object}, true};
        return convert(value(call_function(call, {instance, 0, 0})), to);
    }
    return nullptr;
}

/// Stands for an object while it is only looked which function fits.
Expression* Checker::stand_in(const Type* type, const SourceRange& where) {
    return lvalue(ExpressionKind::dereference, type, where);
}

}  // namespace upsweep::emulator
