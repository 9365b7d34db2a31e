// Walking types.
#include "emulator/semantics/layout.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/ranges.h"

namespace upsweep::emulator {
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
                add_leaves(*field.type, offset + field.offset, name + "." + field.name, leaves);
            break;
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
