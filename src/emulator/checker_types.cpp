// Types as written become types of the table.
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/arithmetic.h"
#include "emulator/checker.h"

namespace upsweep::emulator {

using syntax::TypeForm;

namespace {

constexpr std::int64_t largest_object = std::int64_t{1} << 28;

}  // namespace

Checker::Written Checker::resolve(const syntax::Type* written) {
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
        case TypeForm::automatic:
            break;
    }
    fail(written->where, "`auto` needs a value to take its type from. Name the type.");
}

const Type* Checker::resolve_value(const syntax::Type* written) {
    const Written resolved = resolve(written);
    if (resolved.is_reference) fail(written->where, "A reference cannot stand here. Use a pointer.");
    return resolved.type;
}

const Type* Checker::resolve_named(const syntax::Type* written) {
    if (written->structure != nullptr) return define_struct(written->structure);
    if (written->enumeration != nullptr) return define_enum(written->enumeration);
    if (const Entity* entity = find(written->name); entity != nullptr && entity->kind == Entity::Kind::type)
        return entity->type;
    if (const Type* vector = vector_named(written->name)) return vector;
    fail(written->where, "The type `" + std::string(written->name) + "` is not known here.");
}

const Type* Checker::resolve_array(const syntax::Type* written) {
    const Type* element = resolve_value(written->inner);
    if (element->is_void() || element->size == 0)
        fail(written->where, "An array of `" + to_string(*element) + "` has no meaning.");
    if (written->size == nullptr) return types_.array(element, 0);
    const std::int64_t count = constant_size(written->size);
    if (count > largest_object / element->size)
        fail(written->size->where, "This array is too large. At most 256 MiB are allowed.");
    return types_.array(element, count);
}

std::int64_t Checker::constant_size(const syntax::Expression* written) {
    ++constant_depth_;
    Expression* size = nullptr;
    try {
        size = check_value(written);
    } catch (const Abandon&) {
        --constant_depth_;
        throw;
    }
    --constant_depth_;
    if (size->kind != ExpressionKind::constant || !size->type->is_integer())
        fail(written->where, "The size of an array must be a constant. Use a definition or constexpr.");
    const auto count =
        static_cast<std::int64_t>(arithmetic::convert_bits(size->type->scalar, ScalarType::i64, size->bits));
    if (count <= 0)
        fail(written->where, "This array has " + std::to_string(count) + " elements. It needs at least one.");
    return count;
}

const Type* Checker::vector_named(std::string_view name) {
    struct Component {
        std::string_view name;
        ScalarType type;
    };
    constexpr std::array components = {
        Component{"char", ScalarType::i8},      Component{"uchar", ScalarType::u8},
        Component{"short", ScalarType::i16},    Component{"ushort", ScalarType::u16},
        Component{"int", ScalarType::i32},      Component{"uint", ScalarType::u32},
        Component{"long", ScalarType::i64},     Component{"ulong", ScalarType::u64},
        Component{"longlong", ScalarType::i64}, Component{"ulonglong", ScalarType::u64},
        Component{"float", ScalarType::f32},    Component{"double", ScalarType::f64}};
    if (name == "dim3") return types_.vector(ScalarType::u32, 3);
    if (name.empty() || name.back() < '1' || name.back() > '4') return nullptr;
    for (const Component& component : components)
        if (component.name == name.substr(0, name.size() - 1))
            return types_.vector(component.type, name.back() - '0');
    return nullptr;
}

const Type* Checker::define_struct(const syntax::Struct* written) {
    Type* type = types_.structure(written->name.empty() ? "struct" : std::string(written->name));
    // Known before its members are: they may point to it.
    Scope& scope = scopes_.empty() ? globals_ : scopes_.back();
    if (!written->name.empty()) scope[written->name] = {Entity::Kind::type, nullptr, type, 0};
    std::vector<Field> fields;
    std::int64_t size = 0;
    for (const syntax::Field& field : written->fields) {
        const Type* field_type = resolve_value(field.type);
        if (field_type->size == 0)
            fail(field.where,
                 "The member `" + std::string(field.name) + "` has no size: a struct cannot hold itself.");
        size += field_type->size;
        if (size > largest_object)
            fail(field.where, "This struct is too large. At most 256 MiB are allowed.");
        fields.push_back({std::string(field.name), field_type, 0});
    }
    types_.complete(type, std::move(fields));
    return type;
}

const Type* Checker::define_enum(const syntax::Enum* written) {
    const Type* type =
        written->underlying != nullptr ? resolve_value(written->underlying) : types_.scalar(ScalarType::i32);
    if (!type->is_integer()) fail(written->where, "An enum is made of whole numbers.");
    Scope& scope = scopes_.empty() ? globals_ : scopes_.back();
    std::uint64_t next = 0;
    for (const syntax::Enumerator& enumerator : written->enumerators) {
        if (enumerator.value != nullptr) {
            const Expression* value = check_value(enumerator.value);
            if (value->kind != ExpressionKind::constant || !value->type->is_integer())
                fail(enumerator.value->where, "The value of an enumerator must be a constant.");
            next = arithmetic::convert_bits(value->type->scalar, type->scalar, value->bits);
        }
        scope[enumerator.name] = {Entity::Kind::constant, nullptr, type, next};
        next = arithmetic::apply_bits(Operation::add, type->scalar, next, 1);
    }
    if (!written->name.empty()) scope[written->name] = {Entity::Kind::type, nullptr, type, 0};
    return type;
}

}  // namespace upsweep::emulator
