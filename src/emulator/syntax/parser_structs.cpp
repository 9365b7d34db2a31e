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
    take_if("final");
    if (is("<")) {
        structure->is_specialised = true;
        structure->specialisation = template_arguments();
    }
    const size_t outer_types = local_types_.size();
    if (take_if(":")) bases(*structure);
    expect("{", "the name of a struct");
    if (!name.empty()) local_types_.push_back(name);
    while (!at_end() && !is("}")) member(*structure);
    local_types_.resize(outer_types);
    structure->where = join(structure->where, expect("}", "the members of a struct").where);
    while (is("__attribute__")) attribute(alignments);
    structure->alignments = std::move(alignments);
    return structure;
}

/// : public Base, private Other<T>
void Parser::bases(Struct& structure) {
    do {
        while (is_any({"public", "private", "protected"})) take();
        if (is("virtual"))
            fail_unknown(
                "The emulator does not support virtual base classes. Hold the shared part by a pointer.");
        Field base;
        base.type = specifiers().flags.type;
        base.where = base.type->where;
        base.is_base = true;
        structure.fields.push_back(base);
        // What the base declares inside is known by its own name.
        if (const auto found = outline_.nested.find(base.type->name); found != outline_.nested.end())
            append(local_types_, found->second);
    } while (take_if(","));
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
    } else if (is("using") && inherited_name(structure)) {
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

/// Takes using Base::f; what the base has is known in any case. using Base::Base; takes its constructors.
bool Parser::inherited_name(Struct& structure) {
    size_t last = 0;
    while (!is(";", last) && !is("=", last) && peek(last).kind != TokenKind::end) ++last;
    if (!is(";", last) || last < 4) return false;
    size_t before = last - 3;
    while (before > 1 && peek(before).kind != TokenKind::identifier) --before;
    structure.inherits_constructors |= is(peek(last - 1).text, before) || is("<", before + 1);
    skip_statement(position_);
    return true;
}

/// Whether the member that begins here is a function, and where its parameters begin.
bool Parser::member_function_follows() const {
    for (size_t i = 0;; ++i) {
        const Token& token = peek(i);
        if (token.kind == TokenKind::end || token.is_any({";", "{", "="})) return false;
        if (token.is("operator") || token.is("~")) return true;
        if (token.is("[")) return false;
        if (token.is("template") && is("<", i + 1)) {
            i = past_angle(i + 1) - 1;
            continue;
        }
        const bool attribute = i > 0 && (is("alignas", i - 1) || is("__align__", i - 1) ||
                                         is("__attribute__", i - 1) || is("__launch_bounds__", i - 1));
        // (*name) groups a declarator.
        if (token.is("(") && !attribute) return !is("*", i + 1) && !is("&", i + 1);
    }
}

/// A kernel calls __device__ and constexpr functions only.
void Parser::member_function(Struct& structure) {
    bool on_device = false;
    bool is_operator = false;
    std::string_view name;
    for (size_t i = 0; !is("(", i) && peek(i).kind != TokenKind::end; ++i) {
        on_device |= is("__device__", i) || is("constexpr", i);
        is_operator |= is("operator", i);
        if (peek(i).kind == TokenKind::identifier && !is_operator) name = peek(i).text;
    }
    if (!on_device && !reads_host_) {
        structure.host_functions.push_back(name);
        structure.has_virtual |= is("virtual");
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
            fail_unknown("The emulator does not support bit-fields. Use whole members, or shifts and masks.");
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
