// The type table: interning and the layout of structs.
#include "emulator/semantics/types.h"

#include <fmt/format.h>
#include <algorithm>
#include <utility>

#include "core/ranges.h"

namespace upsweep::emulator {

namespace {

constexpr ScalarType every_scalar[] = {ScalarType::boolean, ScalarType::i8,  ScalarType::u8,  ScalarType::i16,
                                       ScalarType::u16,     ScalarType::i32, ScalarType::u32, ScalarType::i64,
                                       ScalarType::u64,     ScalarType::f32, ScalarType::f64};

std::string vector_name(const Type& type) {
    switch (type.scalar) {
        using enum ScalarType;
        case i8:
            return "char";
        case u8:
            return "uchar";
        case i16:
            return "short";
        case u16:
            return "ushort";
        case i32:
            return "int";
        case u32:
            return "uint";
        case i64:
            return "longlong";
        case u64:
            return "ulonglong";
        case f32:
            return "float";
        default:
            return "double";
    }
}

std::string qualifiers(const Type& type) {
    return std::string(type.is_const ? "const " : "") + (type.is_volatile ? "volatile " : "");
}

}  // namespace

bool is_character(const Type& type) {
    return type.is_scalar() && (type.scalar == ScalarType::i8 || type.scalar == ScalarType::u8);
}

bool is_text(const Type& type) { return type.is_pointer() && is_character(*type.element); }

std::string to_string(const Type& type) {
    switch (type.kind) {
        using enum TypeKind;
        case void_type:
            return qualifiers(type) + "void";
        case scalar:
            // char and signed char are one type here; text consists of the first.
            return qualifiers(type) +
                   (type.scalar == ScalarType::i8 ? "char" : std::string(cuda_name_of(type.scalar)));
        case vector:
            return qualifiers(type) + vector_name(type) + std::to_string(type.lanes);
        case structure:
            return qualifiers(type) + type.name;
        case function:
            return type.name;
        case pointer:
            if (type.is_function_pointer()) return type.element->name;
            return to_string(*type.element) + "*" + (type.is_const ? " const" : "") +
                   (type.is_volatile ? " volatile" : "");
        case array:
            break;
    }
    std::string dimensions;
    const Type* element = &type;
    for (; element->is_array(); element = element->element)
        dimensions += "[" + (element->count > 0 ? std::to_string(element->count) : "") + "]";
    return to_string(*element) + dimensions;
}

TypeTable::TypeTable() {
    void_ = add(Type{});
    for (ScalarType scalar : every_scalar) {
        Type type;
        type.kind = TypeKind::scalar;
        type.scalar = scalar;
        type.size = type.alignment = size_of(scalar);
        nth(scalars_, scalar) = add(std::move(type));
    }
}

Type* TypeTable::add(Type type) {
    Type* added = &types_.emplace_back(std::move(type));
    if (added->plain == nullptr) added->plain = added;
    return added;
}

const Type* TypeTable::vector(ScalarType component, int lanes) {
    for (const Type& type : types_)
        if (type.kind == TypeKind::vector && type.scalar == component && type.lanes == lanes &&
            type.plain == &type)
            return &type;
    Type type;
    type.kind = TypeKind::vector;
    type.scalar = component;
    type.lanes = lanes;
    type.size = int64_t{lanes} * size_of(component);
    // float2 and float4 are accessed whole; float3 as three floats. No vector asks for more than 16 bytes.
    type.alignment = lanes == 3 ? size_of(component) : std::min<int64_t>(type.size, 16);
    for (int lane = 0; lane < lanes; ++lane)
        type.fields.push_back({std::string(1, "xyzw"[lane]), scalar(component), lane * size_of(component)});
    return add(std::move(type));
}

const Type* TypeTable::pointer(const Type* pointee) {
    for (const Type& type : types_)
        if (type.is_pointer() && type.element == pointee && type.plain == &type) return &type;
    Type type;
    type.kind = TypeKind::pointer;
    type.element = pointee;
    type.size = type.alignment = 8;
    return add(std::move(type));
}

const Type* TypeTable::array(const Type* element, int64_t count) {
    for (const Type& type : types_)
        if (type.is_array() && type.element == element && type.count == count && type.plain == &type)
            return &type;
    Type type;
    type.kind = TypeKind::array;
    type.element = element;
    type.count = count;
    type.size = element->size * count;
    type.alignment = element->alignment;
    return add(std::move(type));
}

const Type* TypeTable::function(const Type* result, bool gives_reference, std::vector<Field> parameters) {
    Type type;
    type.kind = TypeKind::function;
    type.element = result;
    type.gives_reference = gives_reference;
    type.fields = std::move(parameters);
    const auto written = [](const Type& of, bool reference) {
        return reference ? to_string(*of.element) + "&" : to_string(of);
    };
    type.name = written(*result, gives_reference) + " (*)(";
    for (const Field& field : type.fields)
        type.name += (&field == &type.fields.front() ? "" : ", ") + written(*field.type, field.reference);
    type.name += ")";
    for (const Type& known : types_) {
        const bool alike = known.kind == TypeKind::function && known.element == result &&
                           known.gives_reference == gives_reference &&
                           std::equal(known.fields.begin(), known.fields.end(), type.fields.begin(),
                                      type.fields.end(), [](const Field& a, const Field& b) {
                                          return a.type == b.type && a.reference == b.reference;
                                      });
        if (alike) return &known;
    }
    return add(std::move(type));
}

const Type* TypeTable::qualified(const Type* type, bool is_const, bool is_volatile) {
    // A const array is an array of const elements.
    if (type->is_array()) return array(qualified(type->element, is_const, is_volatile), type->count);
    is_const |= type->is_const;
    is_volatile |= type->is_volatile;
    if (!is_const && !is_volatile) return type;
    for (const Type& other : types_)
        if (other.plain == type->plain && other.is_const == is_const && other.is_volatile == is_volatile)
            return &other;
    Type copy = *type->plain;
    copy.is_const = is_const;
    copy.is_volatile = is_volatile;
    return add(std::move(copy));
}

Type* TypeTable::structure(std::string name) {
    Type type;
    type.kind = TypeKind::structure;
    type.name = std::move(name);
    return add(std::move(type));
}

void TypeTable::complete(Type* structure, std::vector<Field> fields, int64_t alignment) {
    int64_t size = 0;
    for (Field& field : fields) {
        // A base without members has no bytes.
        if (field.is_base && field.type->fields.empty()) continue;
        int64_t step = std::max(field.type->alignment, field.alignment);
        field.offset = (size + step - 1) / step * step;
        size = field.offset + field.type->size;
        alignment = std::max(alignment, step);
    }
    size = std::max<int64_t>((size + alignment - 1) / alignment * alignment, 1);
    structure->fields = std::move(fields);
    structure->size = size;
    structure->alignment = alignment;
    settle(*structure);
}

void TypeTable::complete_union(Type* structure, std::vector<Field> fields, int64_t alignment) {
    int64_t size = 1;
    for (const Field& field : fields) {
        size = std::max(size, field.type->size);
        alignment = std::max({alignment, field.type->alignment, field.alignment});
    }
    size = (size + alignment - 1) / alignment * alignment;
    // The first member that fills it, else words: as a value it has to carry every byte.
    const Type* whole = nullptr;
    for (const Field& field : fields) {
        const bool fills = field.type->kind != TypeKind::structure && field.type->size == size;
        if (fills && whole == nullptr) whole = field.type->plain;
    }
    structure->held_as = whole != nullptr ? whole : words(size, alignment);
    structure->fields = std::move(fields);
    structure->size = size;
    structure->alignment = alignment;
    settle(*structure);
}

/// So many bytes as whole numbers, the widest that the alignment allows.
const Type* TypeTable::words(int64_t size, int64_t alignment) {
    for (ScalarType word : {ScalarType::u64, ScalarType::u32, ScalarType::u16})
        if (alignment >= size_of(word) && size % size_of(word) == 0)
            return array(scalar(word), size / size_of(word));
    return array(scalar(ScalarType::u8), size);
}

/// The qualified forms of a struct that were made before it was complete follow.
void TypeTable::settle(const Type& form) {
    for (Type& type : types_) {
        if (type.plain != &form || &type == &form) continue;
        type.fields = form.fields;
        type.held_as = form.held_as;
        type.size = form.size;
        type.alignment = form.alignment;
    }
}

namespace {

void add_leaves(const Type& type, int64_t offset, const std::string& name, std::vector<Leaf>& leaves) {
    switch (type.kind) {
        using enum TypeKind;
        case scalar:
            leaves.push_back({offset, type.scalar, false, name});
            break;
        case pointer:
            leaves.push_back({offset, ScalarType::u64, true, name, type.element});
            break;
        case array:
            for (int64_t i = 0; i < type.count; ++i)
                add_leaves(*type.element, offset + i * type.element->size, fmt::format("{}[{}]", name, i),
                           leaves);
            break;
        case vector:
            for (int i = 0; i < type.lanes; ++i)
                leaves.push_back({offset + i * size_of(type.scalar), type.scalar, false,
                                  name + "." + std::string(1, "xyzw"[i])});
            break;
        case structure:
            if (type.held_as != nullptr) return add_leaves(*type.held_as, offset, name, leaves);
            for (const Field& field : type.fields)
                add_leaves(*field.type, offset + field.offset, field.is_base ? name : name + "." + field.name,
                           leaves);
            break;
        case function:
        case void_type:
            break;
    }
}

void add_groups(const Type& type, int64_t offset, std::vector<AccessGroup>& groups) {
    switch (type.kind) {
        using enum TypeKind;
        case scalar:
            groups.push_back({offset, type.scalar, 1});
            break;
        case pointer:
            groups.push_back({offset, ScalarType::u64, 1});
            break;
        case array:
            for (int64_t i = 0; i < type.count; ++i)
                add_groups(*type.element, offset + i * type.element->size, groups);
            break;
        case vector: {
            int size = size_of(type.scalar);
            int together = int(std::min<int64_t>({type.alignment, 16, type.size})) / size;
            for (int i = 0; i < type.lanes; i += together)
                groups.push_back({offset + i * size, type.scalar, together});
            break;
        }
        case structure:
            if (type.held_as != nullptr) return add_groups(*type.held_as, offset, groups);
            for (const Field& field : type.fields) add_groups(*field.type, offset + field.offset, groups);
            break;
        case function:
        case void_type:
            break;
    }
}

}  // namespace

std::vector<Leaf> leaves_of(const Type& type) {
    std::vector<Leaf> leaves;
    add_leaves(type, 0, "", leaves);
    return leaves;
}

std::vector<AccessGroup> access_groups(const Type& type) {
    std::vector<AccessGroup> groups;
    add_groups(type, 0, groups);
    return groups;
}

ScalarType element_of(const Type& type) {
    if (type.is_array()) return element_of(*type.element);
    if (type.kind != TypeKind::structure) return type.is_pointer() ? ScalarType::u64 : type.scalar;
    std::vector<Leaf> leaves = leaves_of(type);
    if (leaves.empty()) return ScalarType::u8;
    ScalarType first = leaves[0].type;
    bool alike = all_of(leaves, [&](const Leaf& leaf) { return leaf.type == first; });
    if (alike) return first;
    bool words = type.size % 4 == 0 && all_of(leaves, [](const Leaf& leaf) { return leaf.offset % 4 == 0; });
    return words ? ScalarType::u32 : ScalarType::u8;
}

Extent extent_of(const Type& type) {
    int64_t scalars = type.size / size_of(element_of(type));
    if (!type.is_array()) return {scalars, 1};
    const Type* row = &type;
    while (row->is_array() && row->element->is_array()) row = row->element;
    int64_t columns = row->size / size_of(element_of(type));
    if (columns == 0) return {0, 1};
    return {columns, scalars / columns};
}

bool needs_memory(const Type& type) {
    if (type.is_array() || type.held_as != nullptr) return true;
    return type.kind == TypeKind::structure &&
           any_of(type.fields, [](const Field& field) { return needs_memory(*field.type); });
}

}  // namespace upsweep::emulator
