// Variables outside functions: their initial values, and which of them a kernel sees.
#include <cstring>

#include "emulator/arithmetic/arithmetic.h"
#include "emulator/semantics/checker.h"

namespace upsweep::emulator {

void Checker::global_variables(size_t item) {
    const syntax::Aliases found = parser_.variables(outline_.items[item]);
    for (const syntax::Declaration* written : found.declarations) {
        if (globals_.contains(written->name)) continue;
        if (written->is_shared)
            shared_variable(written);
        else
            globals_[written->name] = global_variable(written);
    }
}

Entity Checker::global_variable(const syntax::Declaration* written) {
    if (written->is_alias) return {Entity::Kind::type, nullptr, resolve_value(written->type), 0};
    Expression* initial = nullptr;
    const Written type = declared_type(written, initial);
    if (type.is_reference)
        fail(written->name_where, "The emulator does not support references outside functions.");
    const Type* element = type.type;
    while (element->is_array()) element = element->element;
    const bool is_const = element->is_const || written->is_constexpr;
    const bool on_device = written->is_device || written->is_constant || host_entry_;
    if (!on_device && !is_const)
        fail(written->name_where,
             "`" + std::string(written->name) +
                 "` belongs to the host. Write __device__ before it, or pass it as an argument.");
    const bool is_table = !on_device && type.type->is_array();
    if (is_table && !written->is_constexpr) refuse_table(written->name, written->name_where);
    const InConstant in_constant(*this, written->is_constexpr);
    if (written->initial != nullptr && initial == nullptr) initial = initial_value(written, type.type);
    if (initial != nullptr) initial = convert(initial, type.type);
    if (initial != nullptr && initial->kind == ExpressionKind::constant && type.type->is_scalar() &&
        is_const && !type.type->is_volatile)
        return {Entity::Kind::constant, nullptr, type.type, initial->bits};
    Variable* variable =
        new_variable(written, type, is_const || written->is_constant ? Storage::constant : Storage::device);
    variable->address_taken = true;
    if (initial != nullptr) begin_with(*variable, initial, written->initial->where);
    // The pointer is the host's, what it leads to likewise; one that is constexpr is a value.
    if (!on_device && !written->is_constexpr && !variable->links.empty())
        fail(written->name_where,
             in_ticks(written->name) +
                 " belongs to the host: a kernel can use host constants only if they are numbers, not "
                 "pointers. Write __constant__ before it, or constexpr.");
    if (is_table)
        host_tables_.insert(variable);
    else
        program_.globals.push_back(variable);
    return {Entity::Kind::variable, variable, variable->type, 0};
}

void Checker::refuse_table(std::string_view name, const SourceRange& where) {
    fail(where, in_ticks(name) +
                    " belongs to the host: a kernel can use host constants only if they are numbers, not "
                    "arrays. Write __constant__ before it.");
}

/// The element of a constexpr array of the host, where its indices are constants; null if it is not one.
Expression* Checker::table_element(const Expression* place) {
    int64_t offset = 0;
    const Expression* at = place;
    for (; at->kind == ExpressionKind::subscript || at->kind == ExpressionKind::member; at = at->a) {
        offset += at->kind == ExpressionKind::member ? at->bytes : 0;
        if (at->kind == ExpressionKind::member) continue;
        if (at->a->kind != ExpressionKind::decay || at->b->kind != ExpressionKind::constant) return nullptr;
        const uint64_t index = arithmetic::convert_bits(at->b->type->scalar, ScalarType::u64, at->b->bits);
        at = at->a;
        if (index >= uint64_t(at->a->type->count)) fail(place->where, "This index is outside its array.");
        offset += int64_t(index) * at->type->element->size;
    }
    const bool known = at->kind == ExpressionKind::variable && host_tables_.contains(at->variable) &&
                       !at->variable->initial.empty();
    if (!known || !place->type->is_scalar()) return nullptr;
    uint64_t bits = 0;
    std::memcpy(&bits, at->variable->initial.data() + offset, size_t(place->type->size));
    return constant(place->type, bits, place->where);
}

/// What a variable outside of functions begins with: numbers, and pointers to text or to other such
/// variables.
void Checker::begin_with(Variable& variable, const Expression* value, const SourceRange& where) {
    variable.initial.resize(size_t(variable.type->size));
    const auto put = [&](const Expression* part, int64_t offset) {
        const SourceRange& place = part->where;
        while (part->kind == ExpressionKind::convert && part->type->is_pointer()) part = part->a;
        const bool leads = part->kind == ExpressionKind::decay || part->kind == ExpressionKind::address;
        const Variable* to = leads && part->a->kind == ExpressionKind::variable ? part->a->variable : nullptr;
        if (to != nullptr && (to->storage == Storage::text || to->storage == Storage::constant ||
                              to->storage == Storage::device)) {
            variable.links.push_back({offset, to});
            return;
        }
        if (part->kind != ExpressionKind::constant)
            fail(value->kind == ExpressionKind::braces ? place : where,
                 "Initialise variables outside functions with constants.");
        std::memcpy(variable.initial.data() + offset, &part->bits, size_t(part->type->size));
    };
    if (value->kind != ExpressionKind::braces) {
        put(value, 0);
        return;
    }
    for (const BracesPart& part : value->parts) put(part.value, part.offset);
}

}  // namespace upsweep::emulator
