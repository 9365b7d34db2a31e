// Types as written become types of the table.
#include <string>
#include <vector>

#include "emulator/arithmetic/arithmetic.h"
#include "emulator/semantics/checker.h"
#include "emulator/source/refusals.h"
#include "emulator/source/type_names.h"

namespace upsweep::emulator {

using syntax::TypeForm;

namespace {

constexpr int64_t checker_types_largest_object = int64_t{1} << 28;

}  // namespace

Written Checker::resolve(const syntax::Type* written) {
    switch (written->form) {
        case TypeForm::reference:
            return {types_.pointer(resolve_value(written->inner)), true};
        case TypeForm::void_type:
            return {types_.qualified(types_.void_type(), written->is_const, written->is_volatile)};
        case TypeForm::scalar:
            return {
                types_.qualified(types_.scalar(written->scalar), written->is_const, written->is_volatile)};
        case TypeForm::pointer: {
            const Type* pointer = types_.pointer(resolve_value(written->inner));
            return {types_.qualified(pointer, written->is_const, written->is_volatile)};
        }
        case TypeForm::named:
            return {types_.qualified(resolve_named(written), written->is_const, written->is_volatile)};
        case TypeForm::array:
            return {resolve_array(written)};
        case TypeForm::type_of:
            return {
                types_.qualified(check(written->size)->type->plain, written->is_const, written->is_volatile)};
        case TypeForm::function:
            fail(written->where,
                 "A pointer to a function can be a parameter of a __device__ function, a template's "
                 "parameter, or "
                 "a local variable here. Choose the function with a template parameter, or with switch.");
        case TypeForm::broken:
            throw Abandon{};
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
    if (written->structure != nullptr) return defined_here(written->structure);
    if (written->enumeration != nullptr) return define_enum(written->enumeration);
    if (written->scope != nullptr) return resolve_inside(written);
    if (written->has_arguments) return instantiate_type(written);
    if (const Entity* entity = find(written->name, written->qualifier);
        entity != nullptr && entity->kind == Entity::Kind::type)
        return entity->type;
    if (const auto vector = vector_named(written->name))
        return types_.vector(vector->component, vector->lanes);
    if (outline_.is_type_template(written->name)) return instantiate_type(written);
    if (const std::string refusal = refusal_of_name(written->name); !refusal.empty())
        fail(written->where, refusal);
    fail(written->where, "The type `" + std::string(written->name) + "` is not declared here.");
}

/// struct Pair { … } first, second: one type for all of them.
const Type* Checker::defined_here(const syntax::Struct* written) {
    // Within a struct the same words may mean another type for each of its template's arguments.
    if (struct_depth_ > 0) return define_struct(written, {}, {});
    const auto place = std::pair<const syntax::Struct*, const Instance*>{written, current_};
    const auto known = defined_here_.find(place);
    if (known == defined_here_.end()) return defined_here_[place] = define_struct(written, {}, {});
    if (!written->name.empty()) scope_here()[written->name] = {Entity::Kind::type, nullptr, known->second, 0};
    return known->second;
}

/// Vec<float>::Real
const Type* Checker::resolve_inside(const syntax::Type* written) {
    if (Structure* structure = structure_of(resolve_value(written->scope))) {
        const auto found = structure->scope.find(written->name);
        if (found != structure->scope.end() && found->second.kind == Entity::Kind::type)
            return found->second.type;
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
    const auto count = int64_t(arithmetic::convert_bits(size->type->scalar, ScalarType::i64, size->bits));
    if (count <= 0)
        fail(written->where, "This array has " + std::to_string(count) + " elements. It needs at least one.");
    return count;
}

const Type* Checker::define_enum(const syntax::Enum* written) {
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
