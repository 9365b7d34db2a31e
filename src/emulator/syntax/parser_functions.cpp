// Parsing functions, of structs too, and what else is at the outer level.
#include <string>
#include <string_view>
#include <vector>

#include "emulator/source/refusals.h"
#include "emulator/syntax/parser.h"

namespace upsweep::emulator {

using syntax::Form;

/// False if there is no template. `template <>` gives no parameters.
bool Parser::template_header(std::vector<syntax::TemplateParameter>& parameters) {
    bool found = false;
    while (take_if("template")) {
        found = true;
        const Token open = peek();
        expect("<", "`template`");
        while (!is(">") && !at_end()) {
            parameters.push_back(template_parameter());
            if (!take_if(",")) break;
        }
        expect_angle(open);
    }
    return found;
}

syntax::TemplateParameter Parser::template_parameter() {
    syntax::TemplateParameter parameter;
    if ((is_any({"typename", "class"})) && !is("::", 2)) {
        take();
        if (is("...")) fail("The emulator does not support parameter packs. Name each parameter.");
        if (peek().kind == TokenKind::identifier) {
            parameter.where = peek().where;
            parameter.name = take().text;
            local_types_.push_back(parameter.name);
        }
        if (take_if("=")) parameter.fallback.type = type_id();
        return parameter;
    }
    if (is("template"))
        fail("The emulator does not support templates as template parameters. Name the type.");
    const syntax::Declaration* declaration = declarator(specifiers(), false);
    parameter.name = declaration->name;
    parameter.where = declaration->name_where;
    parameter.value_type = declaration->type;
    if (take_if("=")) parameter.fallback = template_argument();
    return parameter;
}

void Parser::parameters(syntax::Function& function) {
    expect("(", "the name of a function");
    if (is("void") && is(")", 1)) take();
    while (!is(")") && !at_end()) {
        if (is("...")) fail("The emulator does not support `...`. Name each parameter.");
        function.parameters.push_back(parameter(function));
        if (!more_parameters()) break;
        if (is(")")) fail_unexpected("a parameter");
    }
    if (is("{") && position_ > 0) {
        diagnostics_.report(behind(), "`)` is missing after the parameters.");
        return;
    }
    expect(")", "the parameters");
}

/// Takes the `,` behind a parameter, or a `;` that was meant for one.
bool Parser::more_parameters() {
    if (take_if(",")) return true;
    if (!is(";")) return false;
    size_t closing = 1;
    while (peek(closing).kind != TokenKind::end && !is(")", closing) && !is("{", closing) &&
           !is("}", closing))
        ++closing;
    if (!starts_type(1) || !is(")", closing) || !is("{", closing + 1)) return false;
    diagnostics_.report(peek().where, "Write `,` between parameters, not `;`.");
    take();
    return true;
}

/// A broken one stands for itself, so that the others and the body are read too.
syntax::Declaration* Parser::parameter(syntax::Function& function) {
    const size_t begin = position_;
    try {
        Specifiers base = specifiers();
        if (base.flags.type->form == syntax::TypeForm::automatic && function.is_lambda)
            base.flags.type = deduced_parameter(function, base.flags.type);
        else if (base.flags.type->form == syntax::TypeForm::automatic)
            diagnostics_.fail(base.flags.type->where,
                              "The emulator does not support `auto` as a parameter type. Write `template "
                              "<typename T>` before the function, and T here.");
        syntax::Declaration* made = declarator(base, false);
        if (made->type->form == syntax::TypeForm::function && !function.is_global)
            made->type = deduced_parameter(function, made->type);
        if (take_if("=")) made->initial = is("{") ? braces() : assignment();
        // What is missing before a body is the `)`.
        const bool ends = is_any({"{", ";"}) || at_end();
        if (!is_any({",", ")", "..."}) && !ends) fail_unexpected("`,` or `)` after a parameter");
        return made;
    } catch (const Abandon&) {
        if (diagnostics_.full()) throw;
        return broken_parameter(begin);
    }
}

/// The words before a function's name, and its result. A constructor has none, a conversion's is behind
/// `operator`.
void Parser::function_type(syntax::Function& function, std::string_view structure) {
    Specifiers base;
    for (;;) {
        if (take_if("friend"))
            function.is_friend = true;
        else if (!specifier_word(base))
            break;
    }
    function.is_constructor = !structure.empty() && is(structure) && is("(", 1);
    function.is_conversion = is("operator") && operator_name(tokens_, position_).first.empty();
    if (function.is_constructor) {
        function.result = derive(syntax::TypeForm::void_type, nullptr);
    } else if (function.is_conversion) {
        function.name = take().text;
        function.name_where = previous().where;
        function.result = pointers(specifiers().flags.type);
    } else if (lacks_result(base)) {
        function.result = derive(syntax::TypeForm::void_type, nullptr);
    } else {
        base = specifiers(base);
        // constexpr says nothing about the result's type.
        syntax::Type* result = derive(syntax::TypeForm::void_type, nullptr);
        *result = *base.flags.type;
        if (base.flags.is_constexpr) result->is_const = false;
        function.result = pointers(result);
    }
    function.is_global = base.is_global;
    function.is_device = base.flags.is_device;
    function.is_host = base.is_host;
    function.is_constexpr = base.flags.is_constexpr;
    function.is_static = base.flags.is_static;
    function.is_explicit = base.is_explicit;
}

/// Whether a function's name follows where its result should. Complains about it.
bool Parser::lacks_result(const Specifiers& base) {
    const bool name = peek().kind == TokenKind::identifier && is("(", 1) && !starts_type() && !is("operator");
    if (!name || !(base.is_global || base.flags.is_device) || !refusal_of_word(peek().text).empty())
        return false;
    const std::string called = in_ticks(peek().text);
    diagnostics_.report(
        peek().where,
        base.is_global
            ? "`void` is missing before " + called + ": a kernel returns nothing."
            : "What " + called + " returns is missing before its name. Write `void` if it returns nothing.");
    return true;
}

void Parser::function_name(syntax::Function& function) {
    if (function.is_conversion) return;
    while (is_any({"__launch_bounds__", "__attribute__", "__maxnreg__"})) skip_attribute();
    // What it belongs to is known from the outline.
    for (size_t next = 1; peek().kind == TokenKind::identifier; next = 1) {
        if (is("<", 1) && is("::", past_angle(1))) next = past_angle(1);
        if (!is("::", next)) break;
        position_ += next + 1;
    }
    function.name = peek().text;
    function.name_where = peek().where;
    if (is("operator")) {
        const auto [name, past] = operator_name(tokens_, position_);
        if (name.empty()) fail("The emulator does not support this operator. Write a function.");
        function.name = name;
        function.name_where = join(function.name_where, tokens_[past - 1].where);
        position_ = past;
    } else {
        if (!is_name()) fail_unexpected("the name of a function");
        take();
    }
    if (is("<")) {
        function.is_specialised = true;
        function.specialisation = template_arguments();
    }
}

/// : member(value), other{value}
void Parser::member_initialisers(syntax::Function& function) {
    if (!take_if(":")) return;
    do {
        if (peek().kind != TokenKind::identifier) fail_unexpected("the name of a member");
        syntax::MemberInitialiser initialiser;
        initialiser.where = peek().where;
        initialiser.member = take().text;
        if (is("{")) {
            initialiser.value = braces();
        } else {
            expect("(", "the name of a member");
            syntax::Expression* made = make(Form::construct, previous());
            arguments(made->arguments, ")");
            initialiser.value = finish(made);
        }
        initialiser.where = join(initialiser.where, previous().where);
        function.initialisers.push_back(initialiser);
    } while (take_if(","));
}

/// The `{` is missing behind what was read.
void Parser::fail_unopened(const syntax::Function& function) {
    if (!refusal_of_word(peek().text).empty() || peek().kind == TokenKind::unknown || is("#") ||
        position_ == 0)
        fail_unexpected("`{` before the body of a function");
    diagnostics_.fail(behind(), "`{` is missing before the body of " + in_ticks(function.name) + ".");
}

/// A function with its body, or without one if it is only declared. Null for what is defaulted or deleted.
const syntax::Function* Parser::function_or_declaration(std::string_view structure) {
    syntax::Function* made = &arena_.functions.emplace_back();
    made->where = peek().where;
    made->is_member = !structure.empty();
    template_header(made->template_parameters);
    function_type(*made, structure);
    function_name(*made);
    parameters(*made);
    for (;;) {
        if (is("const"))
            made->is_const = true;
        else if (!is_any({"noexcept", "override", "final", "volatile"}))
            break;
        skip_attribute();
    }
    // `-> decltype(a + b)` is what the body returns.
    if (take_if("->")) {
        auto* result = const_cast<syntax::Type*>(type_id());
        if (result->form == syntax::TypeForm::type_of) result->form = syntax::TypeForm::automatic;
        made->result = result;
    }
    if (take_if("=")) {
        skip_statement(position_);
        return nullptr;
    }
    member_initialisers(*made);
    if (made->is_global && is(";") && is("{", 1)) {
        diagnostics_.report(peek().where, "This `;` ends the declaration of " + in_ticks(made->name) +
                                              " before its body. Remove it.");
        take();
    }
    if (take_if(";")) return made;
    if (!is("{")) fail_unopened(*made);
    function_name_ = made->name;
    made->body = block();
    made->end = previous().where;
    made->where = join(made->where, made->end);
    return made;
}

const syntax::Function* Parser::function(const Item& item) {
    start(item);
    // What is inside the struct that the function belongs to is known in it by its own name.
    if (const auto found = outline_.nested.find(item.owner); found != outline_.nested.end())
        local_types_ = found->second;
    std::string_view constructed;
    if (item.name == item.owner) constructed = item.owner;
    if (!constructed.empty()) return constructor_outside(item);
    const syntax::Function* made = function_or_declaration({});
    if (made == nullptr) fail("This function has no body.");
    return made;
}

/// Name::Name(…) : … { … }
const syntax::Function* Parser::constructor_outside(const Item& item) {
    syntax::Function* made = &arena_.functions.emplace_back();
    made->where = peek().where;
    template_header(made->template_parameters);
    Specifiers base;
    while (specifier_word(base)) {
    }
    made->is_member = made->is_constructor = true;
    made->is_device = base.flags.is_device;
    made->result = derive(syntax::TypeForm::void_type, nullptr);
    function_name(*made);
    made->name = item.name;
    parameters(*made);
    take_if("noexcept");
    member_initialisers(*made);
    if (!is("{")) fail_unexpected("`{` before the body of a constructor");
    function_name_ = made->name;
    made->body = block();
    made->end = previous().where;
    made->where = join(made->where, made->end);
    return made;
}

syntax::Aliases Parser::variables(const Item& item) {
    start(item);
    syntax::Aliases result;
    template_header(result.template_parameters);
    if (is("using")) {
        result.declarations = alias()->declarations;
        return result;
    }
    const Specifiers base = specifiers();
    while (!is(";")) {
        syntax::Declaration* declaration = declarator(base, true);
        if (item.is_template && is("<"))
            fail(
                "The emulator does not support specialisations of variable templates. Use a struct with a "
                "static constant.");
        initialiser(*declaration);
        result.declarations.push_back(declaration);
        if (!take_if(",")) break;
    }
    expect(";", "a declaration");
    return result;
}

const syntax::Expression* Parser::asked_for(size_t begin) {
    Item item;
    item.begin = begin;
    item.end = tokens_.size();
    start(item);
    if (peek().kind != TokenKind::identifier) fail_unexpected("the name of a function");
    const bool known = outline_.has(name_at(0).last, ItemKind::function);
    const syntax::Expression* made = known ? name() : finish(make(Form::name, take()));
    if (!known) return made;
    if (is("<") && !outline_.has(made->text, ItemKind::function)) return made;
    if (is("<"))
        fail("`" + std::string(made->text) +
             "` is not a template. Remove `<`, `>` and what is between them.");
    // The types of its parameters may follow, for the checker.
    if ((!at_end() && !is("(")) || made->form != Form::name) fail_unexpected("the name of a function alone");
    return made;
}

const syntax::Struct* Parser::structure(const Item& item) {
    start(item);
    std::vector<syntax::TemplateParameter> parameters;
    template_header(parameters);
    const syntax::Type* type = specifiers().flags.type;
    const syntax::Struct* made = type->structure;
    if (made == nullptr && is(";")) {
        arena_.structs.emplace_back();
        arena_.structs.back().name = type->name;
        arena_.structs.back().where = type->where;
        arena_.structs.back().is_only_declared = true;
        made = &arena_.structs.back();
    }
    if (made == nullptr) fail_unexpected("a struct");
    const_cast<syntax::Struct*>(made)->template_parameters = std::move(parameters);
    return made;
}

const syntax::Enum* Parser::enumeration(const Item& item) {
    start(item);
    const syntax::Enum* made = specifiers().flags.type->enumeration;
    if (made == nullptr) fail_unexpected("an enum");
    return made;
}

}  // namespace upsweep::emulator
