// Parsing structs with their functions, and enums. What only the host can call is not looked into.
#include <string_view>
#include <vector>

#include "core/ranges.h"
#include "emulator/source/refusals.h"
#include "emulator/source/type_names.h"
#include "emulator/syntax/parser.h"

namespace upsweep::emulator::syntax {

const Struct* Parser::struct_body(std::string_view name, bool is_union,
                                  std::vector<const Expression*> alignments) {
    Nested nested(*this);
    Struct* structure = &arena_.structs.emplace_back();
    structure->name = name;
    structure->is_union = is_union;
    structure->where = peek().where;
    if (is("<")) {
        structure->is_specialised = true;
        structure->specialisation = template_arguments();
    }
    if (is(":")) fail("The emulator does not support inheritance. Put the members into the struct.");
    expect("{", "the name of a struct");
    const size_t outer_types = local_types_.size();
    if (!name.empty()) local_types_.push_back(name);
    while (!at_end() && !is("}")) member(*structure);
    local_types_.resize(outer_types);
    structure->where = join(structure->where, expect("}", "the members of a struct").where);
    while (is("__attribute__")) attribute(alignments);
    structure->alignments = std::move(alignments);
    return structure;
}

void Parser::member(Struct& structure) {
    const bool access = is_any({"public", "private", "protected"});
    if (access && is(":", 1)) {
        take();
        take();
    } else if (is("static_assert")) {
        structure.assertions.push_back(assertion());
    } else if (is("friend")) {
        if (member_function_follows())
            member_function(structure);
        else
            skip_statement(position_);
    } else if (is(";")) {
        take();
    } else if (destructor()) {
        return;
    } else if (is("using")) {
        const Statement* made = alias();
        append(structure.declarations, made->declarations);
    } else if (defaulted_constructor(structure)) {
        return;
    } else if (member_function_follows()) {
        member_function(structure);
    } else {
        fields(structure);
    }
}

/// Takes Name() = default; which is the host's and the device's.
bool Parser::defaulted_constructor(Struct& structure) {
    size_t name = 0;
    while (is_specifier(peek(name).text) && !is(structure.name, name)) ++name;
    size_t after = name + 3;
    if (structure.name.empty() || !is(structure.name, name) || !is("(", name + 1) || !is(")", name + 2))
        return false;
    if (is("noexcept", after)) ++after;
    if (!is("=", after) || !is("default", after + 1)) return false;
    Function* made = &arena_.functions.emplace_back();
    made->name = structure.name;
    made->where = made->name_where = made->end = peek(name).where;
    made->is_member = made->is_constructor = made->is_device = true;
    made->result = derive(TypeForm::void_type, nullptr);
    made->body = make_statement(StatementForm::block, peek(name));
    structure.defaulted = made;
    skip_statement(position_);
    return true;
}

/// Takes a destructor that does nothing; another is complained about, if a kernel could call it.
bool Parser::destructor() {
    size_t name = 0;
    bool on_device = false;
    for (; peek(name).kind == TokenKind::identifier; ++name) on_device |= is("__device__", name);
    if (!is("~", name)) return false;
    const Token& where = peek(name);
    size_t body = name + 2;
    while (!is("{", body) && !is(";", body) && !is("=", body) && peek(body).kind != TokenKind::end) ++body;
    if (on_device && !is("=", body) && !is("}", body + 1))
        fail_at(where, "The emulator supports only empty destructors. Write a function and call it.");
    skip_function();
    return true;
}

/// Whether the member that begins here is a function, and where its parameters begin.
bool Parser::member_function_follows() const {
    for (size_t i = 0;; ++i) {
        const Token& token = peek(i);
        if (token.kind == TokenKind::end || token.is_any({";", "{", "="})) return false;
        if (token.is("operator")) return true;
        if (token.is("[")) return false;
        if (token.is("template") && is("<", i + 1)) {
            i = past_angle(i + 1) - 1;
            continue;
        }
        const bool attribute = i > 0 && (is("alignas", i - 1) || is("__align__", i - 1) ||
                                         is("__attribute__", i - 1) || is("__launch_bounds__", i - 1));
        // (*name) groups a declarator.
        if (token.is("(") && !attribute && !is("*", i + 1) && !is("&", i + 1)) return true;
    }
}

/// A kernel calls __device__ and constexpr functions only.
void Parser::member_function(Struct& structure) {
    bool on_device = false;
    bool is_operator = false;
    std::string_view name;
    for (size_t i = 0; !is("(", i) && peek(i).kind != TokenKind::end; ++i) {
        on_device |= is("__device__", i) || is("constexpr", i);
        if (is("virtual", i) && on_device) fail_at(peek(i), refusal_of_word("virtual"));
        is_operator |= is("operator", i);
        if (peek(i).kind == TokenKind::identifier && !is_operator) name = peek(i).text;
    }
    if (!on_device) {
        structure.host_functions.push_back(name);
        skip_function();
        return;
    }
    const size_t outer_types = local_types_.size();
    const Function* made = function_or_declaration(structure.name);
    local_types_.resize(outer_types);
    if (made != nullptr) structure.functions.push_back(made);
}

/// To one past the body or the `;`.
void Parser::skip_function() {
    bool initialisers = false;
    while (!at_end() && !is("}")) {
        if (take_if(";")) return;
        if (is(":")) initialisers = true;
        const bool of_member =
            initialisers && (previous().kind == TokenKind::identifier || previous().is(">"));
        const bool body = is("{") && !of_member;
        if (is_any({"(", "{"}))
            skip_brackets();
        else
            take();
        if (body) return;
    }
}

void Parser::fields(Struct& structure) {
    const Specifiers base = specifiers();
    const Type* type = base.flags.type;
    if (type->structure != nullptr) {
        structure.structs.push_back(type->structure);
        local_types_.push_back(type->structure->name);
    }
    if (type->enumeration != nullptr) {
        structure.enums.push_back(type->enumeration);
        local_types_.push_back(type->enumeration->name);
    }
    // struct { … }; and union { … }; in a struct: their members are those of the struct.
    if (is(";") && type->structure != nullptr && type->structure->name.empty())
        structure.fields.push_back({type, {}, nullptr, {}, type->where});
    while (!is(";")) {
        Declaration* field = declarator(base, true);
        if (is(":"))
            fail("The emulator does not support bit-fields. Use whole members, or shifts and masks.");
        initialiser(*field);
        if (base.is_typedef) local_types_.push_back(field->name);
        if (base.is_typedef || field->is_static)
            structure.declarations.push_back(field);
        else
            structure.fields.push_back(
                {field->type, field->name, field->initial, field->alignments, field->name_where});
        if (!take_if(",")) break;
    }
    expect(";", "the member of a struct");
}

const Enum* Parser::enum_body(std::string_view name) {
    Enum* enumeration = &arena_.enums.emplace_back();
    enumeration->name = name;
    enumeration->where = peek().where;
    if (take_if(":")) enumeration->underlying = type_id();
    expect("{", "the name of an enum");
    while (!at_end() && !is("}")) {
        if (!is_name()) fail_unexpected("the name of an enumerator");
        const Token& token = take();
        enumeration->enumerators.push_back({token.text, take_if("=") ? conditional() : nullptr, token.where});
        if (!take_if(",")) break;
    }
    enumeration->where = join(enumeration->where, expect("}", "the values of an enum").where);
    return enumeration;
}

}  // namespace upsweep::emulator::syntax
