// Types as written become types of the table. Conversions, each made an expression of its own; those of
// constants are done at once.
#include <algorithm>
#include <string>
#include <vector>

#include "emulator/arithmetic/arithmetic.h"
#include "emulator/semantics/checker.h"
#include "emulator/source/refusals.h"
#include "emulator/source/type_names.h"

namespace upsweep::emulator {

namespace {

int rank(ScalarType type) {
    switch (type) {
        using enum ScalarType;
        case f64:
            return 6;
        case f32:
            return 5;
        case u64:
            return 4;
        case i64:
            return 3;
        case u32:
            return 2;
        default:
            return 1;
    }
}

bool is_null(const Expression* expression) {
    return expression->kind == ExpressionKind::constant && expression->type->is_integer() &&
           expression->bits == 0;
}

/// Whether a pointer to `from` may become one to `to` without a cast: qualifiers may only be added.
bool pointee_fits(const Type* from, const Type* to) {
    if ((from->is_const && !to->is_const) || (from->is_volatile && !to->is_volatile)) return false;
    if (to->is_void()) return true;
    if (from->is_array() && to->is_array() && from->count == to->count)
        return pointee_fits(from->element, to->element);
    return from->plain == to->plain;
}

/// The __constant__ variable that a place is a part of, where the text itself shows it; null if there is
/// none. Its type is not const, as in nvcc: a function that takes a plain pointer or object can have it.
const Variable* constant_behind(const Expression* place) {
    for (;;) {
        switch (place->kind) {
            using enum ExpressionKind;
            case variable:
                return place->variable->storage == Storage::constant ? place->variable : nullptr;
            case member:
            case subscript:
            case dereference:
            case decay:
            case address:
                place = place->a;
                break;
            default:
                return nullptr;
        }
    }
}

}  // namespace

Expression* Checker::make(ExpressionKind kind, const Type* type, const SourceRange& where,
                          const Expression* a, const Expression* b) {
    Expression* made = &program_.expression_nodes.emplace_back();
    made->kind = kind;
    made->type = type;
    made->where = where;
    made->index = index_depth_ > 0;
    made->a = a;
    made->b = b;
    return made;
}

/// An lvalue.
Expression* Checker::lvalue(ExpressionKind kind, const Type* type, const SourceRange& where,
                            const Expression* a, const Expression* b) {
    Expression* made = make(kind, type, where, a, b);
    made->lvalue = true;
    return made;
}

/// One without operands.
Expression* Checker::builtin_value(Builtin builtin, const Type* type, const SourceRange& where) {
    Expression* made = make(ExpressionKind::builtin, type, where);
    made->builtin = builtin;
    return made;
}

Expression* Checker::operation(BinaryOperation operation, const Type* type, const SourceRange& where,
                               const Expression* a, const Expression* b) {
    Expression* made = make(ExpressionKind::binary, type, where, a, b);
    made->operation = operation;
    return made;
}

Expression* Checker::constant(const Type* type, uint64_t bits, const SourceRange& where) {
    Expression* made = make(ExpressionKind::constant, type->plain, where);
    made->bits = bits;
    return made;
}

/// The value of an lvalue; an array becomes a pointer to its first element.
Expression* Checker::value(Expression* expression) {
    if (expression->type->is_array() && expression->kind != ExpressionKind::braces) {
        take_address(expression);
        return make(ExpressionKind::decay, types_.pointer(expression->type->element), expression->where,
                    expression);
    }
    if (!expression->lvalue) return expression;
    if (copies_itself(expression->type)) return copied(expression);
    if (expression->kind == ExpressionKind::conditional) {
        // Each side's value: a place is needed only where something is written to it.
        Expression* chosen = make(ExpressionKind::conditional, expression->type->plain, expression->where,
                                  expression->a, value(const_cast<Expression*>(expression->b)));
        chosen->c = value(const_cast<Expression*>(expression->c));
        return chosen;
    }
    if (!host_tables_.empty())
        if (Expression* known = table_element(expression)) return known;
    return make(ExpressionKind::load, expression->type->plain, expression->where, expression);
}

/// The variable behind the lvalue needs an address.
void Checker::take_address(const Expression* lvalue) {
    while (lvalue->kind == ExpressionKind::member || lvalue->kind == ExpressionKind::comma ||
           lvalue->kind == ExpressionKind::conditional || lvalue->kind == ExpressionKind::assign ||
           lvalue->kind == ExpressionKind::compound_assign || lvalue->kind == ExpressionKind::increment) {
        if (lvalue->kind == ExpressionKind::conditional) take_address(lvalue->c);
        const bool second =
            lvalue->kind == ExpressionKind::conditional || lvalue->kind == ExpressionKind::comma;
        lvalue = second ? lvalue->b : lvalue->a;
    }
    // The nodes are the program's own; they are const only for who reads the tree.
    if (lvalue->kind == ExpressionKind::variable)
        const_cast<Variable*>(lvalue->variable)->address_taken = true;
}

void Checker::need_lvalue(const Expression* expression, std::string_view what) {
    if (!expression->lvalue)
        fail(expression->where, std::string(what) + " needs a variable or an element here.");
}

void Checker::need_mutable(const Expression* expression) {
    // Which of two variables is written to is known only when it runs.
    if (expression->kind == ExpressionKind::conditional) take_address(expression);
    if (expression->type->is_const) refuse_change(expression, expression->where);
    if (const Variable* constant = constant_behind(expression))
        fail(expression->where, in_ticks(constant->name) + " is constant: a kernel can only read it.");
}

/// What the pointer leads to, of an atomic or a store.
void Checker::need_mutable_target(const Expression* pointer) {
    if (pointer->type->element->is_const) refuse_change_through(pointer, pointer->where);
    const bool here = pointer->kind == ExpressionKind::decay || pointer->kind == ExpressionKind::address;
    if (here) need_mutable(pointer->a);
}

/// What is computed here is an index: additions in it are not data.
void Checker::mark_index(const Expression* expression) {
    if (expression == nullptr || expression->index) return;
    const_cast<Expression*>(expression)->index = true;
    for (const Expression* child : {expression->a, expression->b, expression->c}) mark_index(child);
    for (const Expression* operand : expression->operands) mark_index(operand);
}

bool Checker::converts_implicitly(Expression* from, const Type* to) {
    const Type* type = from->type->plain;
    to = to->plain;
    if (type == to) return true;
    if (to->is_scalar() && type->is_scalar()) return true;
    if (to->is_pointer() && is_null(from)) return true;
    if (type->is_pointer() && to->is_scalar()) return to->scalar == ScalarType::boolean;
    // As nvcc takes it, with a warning: char* name = "text".
    const bool quoted = from->kind == ExpressionKind::decay && from->a->kind == ExpressionKind::variable &&
                        from->a->variable->storage == Storage::text;
    if (program_.whole && quoted && is_text(*to)) return true;
    if (type->is_pointer() && to->is_pointer()) {
        const bool keeps = (!type->element->is_const || to->element->is_const) &&
                           (!type->element->is_volatile || to->element->is_volatile);
        return pointee_fits(type->element, to->element) || (keeps && is_base_of(to->element, type->element));
    }
    if (to->is_function_pointer()) return function_behind(type, to) != nullptr;
    if (is_base_of(to, type)) return true;
    return user_conversion(from, to, false) != nullptr;
}

/// To the type of a variable, parameter or operand; refused where C++ wants a cast. `from` is a value.
Expression* Checker::convert(Expression* from, const Type* to) {
    to = to->plain;
    if (from->type->plain == to) return from;
    if (!converts_implicitly(from, to)) {
        const std::string given = "`" + to_string(*from->type) + "`";
        const std::string wanted = "`" + to_string(*to) + "`";
        if (is_function_object(from) && !to->is_function_pointer())
            fail(from->where, in_ticks(from->type->name) + " is a function. Call it with parentheses.");
        if (from->type->is_void()) fail(from->where, "This has no value, but " + wanted + " is needed.");
        const bool quoted = from->kind == ExpressionKind::decay &&
                            from->a->kind == ExpressionKind::variable &&
                            from->a->variable->storage == Storage::text;
        if (quoted && is_text(*to))
            fail(from->where,
                 "Text in quotes is const. Keep it in a `const char*`, or in its own array: "
                 "`char text[] = \"…\"`.");
        if (from->type->is_pointer() && to->is_pointer() && from->type->element->plain == to->element->plain)
            fail(from->where,
                 "A " + given + " does not convert to a " + wanted + ": that would drop const or volatile.");
        const bool castable = (from->type->is_pointer() || from->type->is_scalar()) &&
                              (to->is_pointer() || to->is_scalar()) && !from->type->is_floating() &&
                              !to->is_floating();
        fail(from->where, "A " + given + " does not convert to a " + wanted + " implicitly" + needed_for_ +
                              "." + (castable ? " Write a cast." : " Use a value of that type."));
    }
    if (to->is_function_pointer() && structure_of(from->type) != nullptr)
        if (Expression* made = function_address(from, to)) return made;
    if (is_base_of(to, from->type))
        return value(as_base(from->kind == ExpressionKind::load ? const_cast<Expression*>(from->a) : from, to,
                             from->where));
    if (structure_of(from->type) != nullptr || structure_of(to) != nullptr)
        return user_conversion(from, to, true);
    if (from->type->is_pointer() && to->is_pointer() && from->kind != ExpressionKind::constant)
        if (const auto bytes = base_offset(from->type->element, to->element); bytes && *bytes != 0)
            return moved_pointer(from, to, *bytes, from->where);
    if (from->kind == ExpressionKind::constant && from->type->is_scalar() && to->is_scalar())
        return constant(to, arithmetic::convert_bits(from->type->scalar, to->scalar, from->bits),
                        from->where);
    if (from->kind == ExpressionKind::constant && to->is_pointer())
        return constant(to, from->bits, from->where);
    return make(ExpressionKind::convert, to, from->where, from);
}

Expression* Checker::convert_explicitly(Expression* from, const Type* to, const SourceRange& where) {
    to = to->plain;
    Expression* made = nullptr;
    const bool pointer_and_integer = (from->type->is_pointer() && (to->is_pointer() || to->is_integer())) ||
                                     (from->type->is_integer() && to->is_pointer());
    if (from->type->is_pointer() && to->is_pointer() && is_base_of(from->type->element, to->element))
        return moved_pointer(from, to, -*base_offset(to->element, from->type->element), where);
    if (to->is_void() || (pointer_and_integer && !converts_implicitly(from, to))) {
        made = make(ExpressionKind::convert, to, where, from);
        return made;
    }
    made = convert(from, to);
    // The text of the cast, but not at the price of naming the variable inside it.
    if (made != from) made->where = where;
    return made;
}

/// bool, char and short become int.
Expression* Checker::promote(Expression* from) {
    if (!from->type->is_scalar())
        fail(from->where, "A number is needed here, not a `" + to_string(*from->type) + "`.");
    return convert(from, common_type(from->type, types_.scalar(ScalarType::i32)));
}

/// The usual arithmetic conversions.
const Type* Checker::common_type(const Type* a, const Type* b) {
    const int highest = std::max({rank(a->scalar), rank(b->scalar), 1});
    if (highest == 1) return types_.scalar(ScalarType::i32);
    return rank(a->scalar) == highest ? a->plain : b->plain;
}

/// As a condition: bool.
/// As a condition: an object that converts to one is not copied for it.
Expression* Checker::check_truth(const syntax::Expression* written) {
    Expression* made = check(written);
    return truth(structure_of(made->type) != nullptr ? made : value(made));
}

Expression* Checker::truth(Expression* from) {
    from = as_number(from);
    if (!from->type->is_scalar() && !from->type->is_pointer())
        fail(from->where, "A condition is needed here, not a `" + to_string(*from->type) + "`.");
    return convert(from, types_.scalar(ScalarType::boolean));
}

namespace {

constexpr int64_t checker_types_largest_object = int64_t{1} << 28;

}  // namespace

Written Checker::resolve(const syntax::Type* written) {
    switch (written->form) {
        case TypeForm::reference: {
            // A reference to a reference is one; && to & is &.
            const Written inner = resolve(written->inner);
            if (inner.is_reference) return {inner.type, true, inner.is_rvalue && written->is_rvalue};
            return {types_.pointer(inner.type), true, written->is_rvalue};
        }
        case TypeForm::void_type:
            return {types_.qualified(types_.void_type(), written->is_const, written->is_volatile)};
        case TypeForm::scalar:
            return {
                types_.qualified(types_.scalar(written->scalar), written->is_const, written->is_volatile)};
        case TypeForm::pointer: {
            const Type* pointer = types_.pointer(resolve_value(written->inner));
            return {types_.qualified(pointer, written->is_const, written->is_volatile)};
        }
        case TypeForm::named: {
            const Written named = resolve_name(written);
            if (named.is_reference) return named;
            return {types_.qualified(named.type, written->is_const, written->is_volatile)};
        }
        case TypeForm::array:
            return {resolve_array(written)};
        case TypeForm::type_of:
            return {
                types_.qualified(check(written->size)->type->plain, written->is_const, written->is_volatile)};
        case TypeForm::function:
            return {types_.qualified(resolve_function(written), written->is_const, written->is_volatile)};
        case TypeForm::broken:
            throw Abandon{};
        case TypeForm::selected: {
            const ScopesBack back(*this, scopes_.size());
            open_element(written->pack, written->index);
            return resolve(written->inner);
        }
        case TypeForm::automatic:
            break;
    }
    fail(written->where, "`auto` needs a value to take its type from. Name the type.");
}

const Type* Checker::resolve_value(const syntax::Type* written) {
    const Written resolved = resolve(written);
    if (resolved.is_reference) fail(written->where, "A reference cannot be used here. Use a pointer.");
    return resolved.type;
}

const Type* Checker::resolve_named(const syntax::Type* written) {
    const Written named = resolve_name(written);
    if (named.is_reference) fail(written->where, "A reference cannot be used here. Use a pointer.");
    return named.type;
}

/// What a name stands for, an alias or a template's parameter for a reference too.
Written Checker::resolve_name(const syntax::Type* written) {
    const auto meant = [this](const Entity& entity) -> Written {
        if (entity.bits == 0) return {entity.type};
        return {types_.pointer(entity.type), true, entity.bits == 2};
    };
    if (written->structure != nullptr) return {defined_here(written->structure)};
    if (written->enumeration != nullptr) return {define_enum(written->enumeration)};
    if (written->scope != nullptr) return resolve_inside(written);
    if (written->has_arguments) return meant(instantiate_type(written));
    if (const Entity* entity = find(written->name, written->qualifier);
        entity != nullptr && entity->kind == Entity::Kind::type)
        return meant(*entity);
    if (const auto vector = vector_named(written->name))
        return {types_.vector(vector->component, vector->lanes)};
    if (outline_.is_type_template(written->name)) return meant(instantiate_type(written));
    if (const std::string refusal = this->refusal(written->name); !refusal.empty())
        fail_unknown(written->where, refusal);
    fail_unknown(written->where, "The type `" + std::string(written->name) + "` is not declared here.");
}

/// struct Pair { … } first, second: one type for all of them.
const Type* Checker::defined_here(const Struct* written) {
    // Within a struct the same words may mean another type for each of its template's arguments.
    if (struct_depth_ > 0) return define_struct(written, {}, {});
    const auto place = std::pair<const Struct*, const Instance*>{written, current_};
    const auto known = defined_here_.find(place);
    if (known == defined_here_.end()) return defined_here_[place] = define_struct(written, {}, {});
    if (!written->name.empty()) scope_here()[written->name] = {Entity::Kind::type, nullptr, known->second, 0};
    return known->second;
}

/// Vec<float>::Real
Written Checker::resolve_inside(const syntax::Type* written) {
    if (Structure* structure = structure_of(resolve_value(written->scope))) {
        const auto found = structure->scope.find(written->name);
        if (found != structure->scope.end() && found->second.kind == Entity::Kind::type) {
            const Entity& entity = found->second;
            if (entity.bits == 0) return {entity.type};
            return {types_.pointer(entity.type), true, entity.bits == 2};
        }
    }
    const Type* of = resolve_value(written->scope);
    fail(written->where, "`" + to_string(*of) + "` has no type `" + std::string(written->name) + "`.");
}

const Type* Checker::resolve_array(const syntax::Type* written) {
    const Type* element = resolve_value(written->inner);
    if (element->is_void() || element->size == 0)
        fail(written->where, "An array of `" + to_string(*element) + "` has no meaning.");
    if (written->size == nullptr) return types_.array(element, 0);
    const int64_t count = constant_size(written->size);
    if (count > checker_types_largest_object / element->size)
        fail(written->size->where, "This array is too large. At most 256 MiB are allowed.");
    return types_.array(element, count);
}

int64_t Checker::constant_size(const syntax::Expression* written) {
    const InConstant in_constant(*this);
    const Expression* size = check_value(written);
    if (size->kind != ExpressionKind::constant || !size->type->is_integer())
        fail(written->where, "The size of an array must be a constant. Use a definition or constexpr.");
    const int64_t count = arithmetic::convert_bits(size->type->scalar, ScalarType::i64, size->bits);
    if (count <= 0)
        fail(written->where, "This array has " + std::to_string(count) + " elements. It needs at least one.");
    return count;
}

const Type* Checker::define_enum(const Enum* written) {
    const Type* type =
        written->underlying != nullptr ? resolve_value(written->underlying) : types_.scalar(ScalarType::i32);
    if (!type->is_integer()) fail(written->where, "An enum is made of whole numbers.");
    const InConstant in_constant(*this);
    Scope& named = enumerations_[written->name];
    uint64_t next = 0;
    for (const syntax::Enumerator& enumerator : written->enumerators) {
        if (enumerator.value != nullptr) {
            const Expression* value = check_value(enumerator.value);
            if (value->kind != ExpressionKind::constant || !value->type->is_integer())
                fail(enumerator.value->where, "The value of an enumerator must be a constant.");
            next = arithmetic::convert_bits(value->type->scalar, type->scalar, value->bits);
        }
        scope_here()[enumerator.name] =
            named[enumerator.name] = {Entity::Kind::constant, nullptr, type, next};
        next = arithmetic::apply_bits(BinaryOperation::add, type->scalar, next, 1);
    }
    if (!written->name.empty()) scope_here()[written->name] = {Entity::Kind::type, nullptr, type, 0};
    return type;
}

}  // namespace upsweep::emulator
