// How objects of structs begin: constructors, and what members begin with.
#include <string>
#include <utility>
#include <vector>

#include "core/ranges.h"
#include "emulator/semantics/checker.h"

namespace upsweep::emulator {

namespace {

constexpr int64_t most_constructed = 64;

}  // namespace

bool Checker::has_constructors(const Type* type) {
    const Structure* structure = structure_of(type);
    return structure != nullptr && (structure->written->inherits_constructors ||
                                    any_of(structure->functions, [](const syntax::Function* function) {
                                        return function->is_constructor;
                                    }));
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
    if (place->type->is_const) {
        place = &program_.expression_nodes.emplace_back(*place);
        place->type = place->type->plain;
    }
    if (Expression* made = list_constructed(place, written)) return made;
    // `S{}` and `S()` make every member zero where the user wrote no constructor; `S s;` does
    // not.
    const bool in_brackets = written->form == Form::braces || written->type != nullptr;
    if (structure.written->defaulted != nullptr && arguments.empty() && in_brackets) {
        Expression* zero = make(ExpressionKind::braces, place->type->plain, written->where);
        if (has_member_values(place->type)) fill_defaults(zero, place->type, 0, 0);
        return store(place, zero, written->where);
    }
    const bool copies = any_of(structure.functions, [&](const syntax::Function* function) {
        return takes_its_like(*function, *structure.written);
    });
    if (!copies && arguments.size() == 1 && base_offset(arguments[0]->type, place->type))
        return store(place, value(as_base(arguments[0], place->type, written->where)), written->where);
    Call call{written, nullptr, structure.written->name, {}, std::move(arguments), true};
    for (const syntax::Function* function : structure.functions)
        if (function->is_constructor) call.callees.push_back({function, &structure});
    call.arguments.insert(call.arguments.begin(), place);
    if (structure.written->inherits_constructors && call.arguments.size() > 1 && !choose(call))
        return base_constructed(place, written, {call.arguments.begin() + 1, call.arguments.end()});
    return call_best(call);
}

/// By a constructor of the base: using Base::Base.
Expression* Checker::base_constructed(Expression* place, const syntax::Expression* written,
                                      std::vector<Expression*> arguments) {
    const Structure& structure = *structure_of(place->type);
    Expression* all = nullptr;
    for (size_t i = 0; i < structure.type->fields.size(); ++i) {
        const Field& field = structure.type->fields[i];
        Expression* part = field_of(place, field, written->where);
        if (field.is_base && all == nullptr) {
            all = construct_at(part, written, arguments);
            continue;
        }
        const Elsewhere elsewhere(*this, {structure.scope});
        if (Expression* made = member_made(part, field, structure.written->fields[i].initial, written->where))
            all = after(all, made);
    }
    Expression* number = numbered(place, structure, written->where);
    return number != nullptr ? after(all, number) : all;
}

/// A value of `type` from a constructor.
Expression* Checker::constructed(const Type* type, const syntax::Expression* written,
                                 std::vector<Expression*> arguments) {
    Expression* place = temporary(type, written->where);
    Expression* made = make(ExpressionKind::comma, type->plain, written->where);
    made->a = construct_at(place, written, std::move(arguments));
    made->b = loaded(place);
    return made;
}

/// Whether a variable without a value is set by code of the struct: not where the constructor does nothing.
bool Checker::sets_itself(const Type* type) {
    const Structure* structure = structure_of(type);
    if (structure == nullptr) return false;
    if (structure->number != 0) return true;
    const auto member_does = [&] {
        return any_of(type->plain->fields, [this](const Field& field) {
            const Type* element = field.type;
            while (element->is_array()) element = element->element;
            return !field.reference && element->plain->held_as == nullptr && sets_itself(element);
        });
    };
    if (!has_constructors(type))
        return has_member_values(type) || (type->plain->held_as == nullptr && member_does());
    for (const syntax::Function* function : structure->functions) {
        const bool is_default = function->is_constructor &&
                                (function->parameters.empty() || function->parameters[0]->initial != nullptr);
        if (is_default)
            return !function->initialisers.empty() || function->body == nullptr ||
                   !function->body->statements.empty() || has_member_values(type) || member_does();
    }
    return true;
}

/// What is done to a variable that is made by a constructor; null if nothing is.
Expression* Checker::construction(Expression* place, const Declaration* written) {
    const syntax::Expression* initial = written->initial;
    if (initial != nullptr) return construct_at(place, initial, check_arguments(initial->arguments));
    syntax::Expression* nothing = &arena_.expressions.emplace_back();
    nothing->form = Form::construct;
    nothing->where = written->name_where;
    if (!place->type->is_array()) return construct_at(place, nothing, {});
    // Each element, one after another.
    if (place->type->count > most_constructed)
        return for_each(value(place),
                        constant(types_.scalar(ScalarType::u64), place->type->count, written->where),
                        ForEach::make, written->where);
    Expression* all = nullptr;
    for (int64_t i = 0; i < place->type->count; ++i) {
        Expression* index = constant(types_.scalar(ScalarType::i32), i, written->where);
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
    const size_t temporaries = temporaries_.size();
    const Structure& structure = *current_->owner;
    for (const syntax::MemberInitialiser& initialiser : function.initialisers) {
        if (initialiser.member == structure.written->name)
            all = after(all, construct_at(dereference(self(initialiser.where), initialiser.where),
                                          initialiser.value, check_arguments(initialiser.value->arguments)));
        else if (find_by(structure.type->fields, &Field::name, initialiser.member) == nullptr &&
                 base_named(structure, initialiser.member) == nullptr)
            refuse_member(structure, initialiser.member, initialiser.where);
    }
    if (all != nullptr) return with_temporaries(all, temporaries);
    bool is_numbered = structure.number == 0;
    for (size_t i = 0; i < structure.type->fields.size(); ++i) {
        const Field& field = structure.type->fields[i];
        if (!field.is_base && field.name != vtable_name && !is_numbered) {
            all = after(all, numbered(dereference(self(function.name_where), function.name_where), structure,
                                      function.name_where));
            is_numbered = true;
        }
        const auto given = find_if(function.initialisers, [&](const auto& initialiser) {
            return field.is_base ? base_named(structure, initialiser.member) == &field
                                 : initialiser.member == field.name;
        });
        const syntax::Expression* written = structure.written->fields[i].initial;
        SourceRange where = structure.written->fields[i].where;
        if (given != function.initialisers.end()) {
            written = given->value;
            where = given->where;
        }
        Field held = field;
        held.reference = false;
        Expression* place = field_of(dereference(self(where), where), held, where);
        if (Expression* made = member_made(place, field, written, where)) {
            all = after(all, made);
            all->lvalue = made->lvalue;
        }
    }
    if (!is_numbered)
        all = after(all, numbered(dereference(self(function.name_where), function.name_where), structure,
                                  function.name_where));
    return all != nullptr ? with_temporaries(all, temporaries) : nullptr;
}

/// What makes a member, or a base, before the body of a constructor; null if nothing does.
Expression* Checker::member_made(Expression* place, const Field& field, const syntax::Expression* written,
                                 const SourceRange& where) {
    written = spread(written);
    if (field.reference) {
        if (written == nullptr)
            fail(where, "The reference " + in_ticks(field.name) + " needs something to refer to.");
        return store(place, reference_to(written, field), where);
    }
    const Type* element = field.type;
    while (element->is_array()) element = element->element;
    const bool constructs = has_constructors(field.type) && (copies_itself(field.type) || ends(field.type) ||
                                                             field.is_base || written == nullptr);
    if (written == nullptr && (field.name == vtable_name || !sets_itself(element))) return nullptr;
    if (written == nullptr && field.type->is_array())
        return for_each(
            value(place),
            constant(types_.scalar(ScalarType::u64), uint64_t(field.type->size / element->size), where),
            ForEach::make, where);
    const bool list = written != nullptr && (written->form == Form::braces ||
                                             (written->form == Form::construct && written->type == nullptr));
    if (constructs && written == nullptr) {
        syntax::Expression* nothing = &arena_.expressions.emplace_back();
        nothing->form = Form::construct;
        nothing->where = where;
        return construct_at(place, nothing, {});
    }
    if (constructs && list) return construct_at(place, written, check_arguments(written->arguments));
    return store(place,
                 written != nullptr ? member_value(written, field.type) : default_value(field.type, where),
                 where);
}

/// What a member that is a reference holds.
Expression* Checker::reference_to(const syntax::Expression* written, const Field& field) {
    const bool list =
        written->form == Form::braces || (written->form == Form::construct && written->type == nullptr);
    if (list && written->arguments.size() == 1) written = written->arguments[0];
    Variable reference;
    reference.name = field.name;
    reference.reference = true;
    reference.type = field.type;
    return pass(check(written), &reference);
}

/// The base of that name, or that an alias of the struct stands for; null if none is.
const Field* Checker::base_named(const Structure& structure, std::string_view name) {
    for (size_t i = 0; i < structure.type->fields.size(); ++i)
        if (structure.type->fields[i].is_base && structure.written->fields[i].type->name == name)
            return &structure.type->fields[i];
    const auto alias = structure.scope.find(name);
    if (alias == structure.scope.end() || alias->second.kind != Entity::Kind::type) return nullptr;
    const Type* type = alias->second.type->plain;
    for (const Field& field : structure.type->fields)
        if (field.is_base && field.type->plain == type) return &field;
    return nullptr;
}

/// `(a, b)`, `{a, b}` or `= a` as a value of a member's type.
Expression* Checker::member_value(const syntax::Expression* written, const Type* type) {
    written = spread(written);
    if (is_text_for(written, type)) return braces(written, type);
    const bool list = written->form == Form::construct && written->type == nullptr;
    if (!list && written->form != Form::braces) return convert(check_for(written, type), type);
    if (written->arguments.size() == 1 && written->arguments[0]->form != Form::braces) {
        Expression* only = check_for(written->arguments[0], type);
        if (only->type->plain == type->plain || !type->is_aggregate()) return convert(only, type);
    }
    if (written->arguments.empty() && (type->is_scalar() || type->is_pointer()))
        return constant(type, 0, written->where);
    return braces(written, type);
}

}  // namespace upsweep::emulator
