// Variables that live as long as the program: outside functions, static ones, and which of them a kernel
// sees.
#include <cstring>
#include <string>
#include <vector>

#include "core/ranges.h"
#include "emulator/arithmetic/arithmetic.h"
#include "emulator/semantics/checker.h"

namespace upsweep::emulator {

namespace {

/// Whether the value is there before the program starts: a number, or the address of something outside of
/// functions.
bool is_known(const Expression& value) {
    const Expression* part = &value;
    if (part->kind == ExpressionKind::braces)
        return all_of(part->parts, [](const BracesPart& one) { return is_known(*one.value); });
    while (part->kind == ExpressionKind::convert && part->type->is_pointer()) part = part->a;
    const bool leads = part->kind == ExpressionKind::decay || part->kind == ExpressionKind::address;
    if (leads) part = part->a;
    return part->kind == (leads ? ExpressionKind::variable : ExpressionKind::constant);
}

}  // namespace

/// static, in a function of the host: there from the start, or made when the function first comes to it.
const TypedStatement* Checker::static_variable(const Declaration* written, const Written& type,
                                               Expression* initial) {
    Variable* variable = new_variable(written, type, Storage::host);
    variable->address_taken = true;
    const SourceRange& where = written->where;
    const size_t temporaries = temporaries_.size();
    const bool constructs = !type.is_reference && initial == nullptr && is_constructed(written, type.type);
    if (type.is_reference)
        initial = pass(initial != nullptr ? initial : check(written->initial), variable);
    else if (!constructs && written->initial != nullptr)
        initial = convert(initial != nullptr ? initial : initial_value(written, type.type), type.type);
    declare(written->name, {Entity::Kind::variable, variable, type.type, 0}, written->name_where);
    if (!constructs && (initial == nullptr || is_known(*initial))) {
        if (initial != nullptr) begin_with(*variable, initial, written->initial->where);
        return nullptr;
    }
    Variable* guard = &program_.variable_nodes.emplace_back();
    guard->name = std::string(written->name) + " is made";
    guard->type = types_.scalar(ScalarType::boolean);
    guard->storage = Storage::host;
    guard->address_taken = true;
    guard->where = written->name_where;
    const auto place = [&](Variable* of) { return place_of(of, of->type->plain, where); };
    TypedStatement* made = make(StatementKind::if_else, where);
    made->condition = make(ExpressionKind::logical_not, guard->type, where, loaded(place(guard)));
    TypedStatement* first = make(StatementKind::expression, where);
    first->value = store(place(guard), constant(guard->type, 1, where), where);
    TypedStatement* second = make(StatementKind::expression, where);
    second->value = with_temporaries(
        constructs ? begun(place(variable), written) : store(place(variable), initial, where), temporaries);
    TypedStatement* both = make(StatementKind::block, where);
    both->children = {first, second};
    made->children.push_back(both);
    end_global(variable, guard, where);
    return made;
}

/// A variable that lives as long as the program ends behind main; with a guard only if it was made.
void Checker::end_global(Variable* variable, Variable* guard, const SourceRange& where) {
    if (!ends(variable->type) || variable->reference) return;
    TypedStatement* end = make(StatementKind::expression, where);
    end->value = destruction(place_of(variable, variable->type->plain, where), where);
    if (guard != nullptr) {
        TypedStatement* made = make(StatementKind::if_else, where);
        made->condition = loaded(place_of(guard, guard->type, where));
        made->children.push_back(end);
        end = made;
    }
    program_.ends.push_back(end);
}

/// What makes a variable in its place, with a constructor or with the values of its members.
Expression* Checker::begun(Expression* place, const Declaration* written) {
    const Type* element = place->type;
    while (element->is_array()) element = element->element;
    if (has_constructors(element)) return construction(place, written);
    if (place->type->is_array())
        return for_each(value(place),
                        constant(types_.scalar(ScalarType::u64), uint64_t(place->type->size / element->size),
                                 written->where),
                        ForEach::make, written->where);
    return store(place, default_value(place->type, written->where), written->where);
}

/// A variable of the host outside of functions: what is not known before the program starts is done first.
void Checker::start_global(const Declaration* written, Variable* variable, Expression* initial) {
    const SourceRange& where = written->where;
    const size_t temporaries = temporaries_.size();
    const bool constructs = initial == nullptr && is_constructed(written, variable->type);
    if (!constructs && (initial == nullptr || is_known(*initial))) {
        if (initial != nullptr) begin_with(*variable, initial, written->initial->where);
        return;
    }
    if (current_ == nullptr) fail_unknown(where, "The emulator needs a constant here. Set it in `main`.");
    TypedStatement* start = make(StatementKind::expression, where);
    Expression* place = place_of(variable, variable->type, where);
    start->value =
        with_temporaries(constructs ? begun(place, written) : store(place, initial, where), temporaries);
    program_.starts.push_back(start);
    end_global(variable, nullptr, where);
}

/// A static member that is not a constant. Its value may be where it is defined outside of the struct.
Entity Checker::static_member(const Declaration* written, const Type* type, const Struct& owner) {
    Variable* variable = new_variable(written, {type}, Storage::host);
    variable->address_taken = true;
    const Declaration* defined = written;
    for (size_t item : outline_.find(written->name)) {
        const Item& found = outline_.items[item];
        bool of_owner = false;
        for (size_t i = found.begin; i + 1 < found.end; ++i)
            of_owner |= text_.tokens[i].is(owner.name) && text_.tokens[i + 1].is_any({"::", "<"});
        if (found.kind != ItemKind::variable || !of_owner) continue;
        const syntax::Aliases outside = parser_.variables(found);
        if (!outside.declarations.empty()) defined = outside.declarations[0];
    }
    if (type->is_array() && type->count == 0) {
        Expression* none = nullptr;
        variable->type = declared_type(defined, none).type;
    }
    const bool constructs = is_constructed(defined, variable->type);
    Expression* initial = nullptr;
    if (!constructs && defined->initial != nullptr)
        initial = convert(initial_value(defined, variable->type), variable->type);
    start_global(defined, variable, initial);
    return {Entity::Kind::variable, variable, variable->type, 0};
}

void Checker::global_variables(size_t item) {
    const syntax::Aliases found = parser_.variables(outline_.items[item]);
    for (const Declaration* written : found.declarations) {
        if (globals_.contains(written->name)) continue;
        if (written->is_shared)
            shared_variable(written);
        else
            globals_[written->name] = global_variable(written);
    }
}

Entity Checker::global_variable(const Declaration* written) {
    if (written->is_alias) return resolve(written->type).entity();
    Expression* initial = nullptr;
    const Written type = declared_type(written, initial);
    if (type.is_reference)
        fail_unknown(written->name_where, "The emulator does not support references outside functions.");
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
    const bool constructs = program_.whole && !on_device_only(written) && initial == nullptr &&
                            is_constructed(written, type.type);
    if (written->initial != nullptr && initial == nullptr && !constructs)
        initial = initial_value(written, type.type);
    if (initial != nullptr) initial = convert(initial, type.type);
    if (initial != nullptr && initial->kind == ExpressionKind::constant && type.type->is_scalar() &&
        is_const && !type.type->is_volatile)
        return {Entity::Kind::constant, nullptr, type.type, initial->bits};
    Variable* variable =
        new_variable(written, type, is_const || written->is_constant ? Storage::constant : Storage::device);
    variable->address_taken = true;
    variable->on_device = written->is_device || written->is_constant;
    if (program_.whole && !variable->on_device) variable->storage = Storage::host;
    if (variable->storage == Storage::host) {
        start_global(written, variable, initial);
    } else if (initial != nullptr) {
        begin_with(*variable, initial, written->initial->where);
    }
    // The pointer is the host's, what it leads to likewise; one that is constexpr is a value.
    if (!on_device && !written->is_constexpr && !variable->links.empty())
        fail(written->name_where,
             in_ticks(written->name) +
                 " belongs to the host: a kernel can use host constants only if they are numbers, not "
                 "pointers. Write __constant__ before it, or constexpr.");
    if (is_table)
        host_tables_.insert(variable);
    else if (variable->storage != Storage::host)
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
    std::memcpy(&bits, at->variable->initial.data() + offset, place->type->size);
    return constant(place->type, bits, place->where);
}

/// What a variable outside of functions begins with: numbers, and pointers to text or to other such
/// variables.
void Checker::begin_with(Variable& variable, const Expression* value, const SourceRange& where) {
    variable.initial.resize(variable.type->size);
    const auto put = [&](const Expression* part, int64_t offset) {
        const SourceRange& place = part->where;
        while (part->kind == ExpressionKind::convert && part->type->is_pointer()) part = part->a;
        const bool leads = part->kind == ExpressionKind::decay || part->kind == ExpressionKind::address;
        const Variable* to = leads && part->a->kind == ExpressionKind::variable ? part->a->variable : nullptr;
        if (to != nullptr && (to->storage == Storage::text || to->storage == Storage::constant ||
                              to->storage == Storage::device || to->storage == Storage::host)) {
            variable.links.push_back({offset, to});
            return;
        }
        if (part->kind != ExpressionKind::constant)
            fail(value->kind == ExpressionKind::braces ? place : where,
                 "Initialise variables outside functions with constants.");
        std::memcpy(variable.initial.data() + offset, &part->bits, part->type->size);
    };
    if (value->kind != ExpressionKind::braces) {
        put(value, 0);
        return;
    }
    for (const BracesPart& part : value->parts) put(part.value, part.offset);
}

}  // namespace upsweep::emulator
