// Parsing functions, of structs too, lambdas, and what else is at the outer level.
#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/ranges.h"
#include "emulator/source/refusals.h"
#include "emulator/syntax/parser.h"

namespace upsweep::emulator::syntax {

/// False if there is no template. `template <>` gives no parameters.
bool Parser::template_header(std::vector<TemplateParameter>& parameters) {
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

TemplateParameter Parser::template_parameter() {
    TemplateParameter parameter;
    if ((is_any({"typename", "class"})) && !is("::", 2)) {
        take();
        parameter.is_pack = take_if("...");
        if (peek().kind == TokenKind::identifier) {
            parameter.where = peek().where;
            parameter.name = take().text;
            local_types_.push_back(parameter.name);
        }
        if (take_if("=")) parameter.fallback.type = type_id();
        return parameter;
    }
    if (is("template"))
        fail_unknown("The emulator does not support templates as template parameters. Name the type.");
    const Specifiers base = specifiers();
    parameter.is_pack = take_if("...");
    const Declaration* declaration = declarator(base, false);
    parameter.name = declaration->name;
    parameter.where = declaration->name_where;
    parameter.value_type = declaration->type;
    if (take_if("=")) parameter.fallback = template_argument();
    return parameter;
}

void Parser::parameters(Function& function) {
    expect("(", "the name of a function");
    if (is("void") && is(")", 1)) take();
    while (!is(")") && !at_end()) {
        if (is("...")) fail_unknown("The emulator does not support `...`. Name each parameter.");
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
Declaration* Parser::parameter(Function& function) {
    const size_t begin = position_;
    try {
        Specifiers base = specifiers();
        if (base.flags.type->form == TypeForm::automatic && function.is_lambda)
            base.flags.type = deduced_parameter(function, base.flags.type);
        else if (base.flags.type->form == TypeForm::automatic)
            diagnostics_.fail_unknown(
                base.flags.type->where,
                "The emulator does not support `auto` as a parameter type. Write `template "
                "<typename T>` before the function, and T here.");
        Declaration* made = declarator(base, false);
        if (made->is_pack) {
            Type* pattern = &arena_.types.emplace_back(*made->type);
            pattern->pack = names_since(begin);
            // `auto... x` of a lambda stands for a pack of its own.
            if (function.is_lambda && contains(pattern->pack, std::string_view("auto"))) {
                function.template_parameters.back().is_pack = true;
                pattern->pack.push_back(function.template_parameters.back().name);
            }
            made->type = pattern;
        }
        if (made->type->form == TypeForm::function && !function.is_global)
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
void Parser::function_type(Function& function, std::string_view structure) {
    Specifiers base;
    for (;;) {
        if (take_if("friend"))
            function.is_friend = true;
        else if (take_if("virtual"))
            function.is_virtual = true;
        else if (!specifier_word(base))
            break;
    }
    function.is_constructor = !structure.empty() && is(structure) && is("(", 1);
    function.is_destructor = is("~");
    function.is_conversion = is("operator") && operator_name(tokens_, position_).first.empty();
    if (function.is_constructor || function.is_destructor) {
        function.result = derive(TypeForm::void_type, nullptr);
    } else if (function.is_conversion) {
        function.name = take().text;
        function.name_where = previous().where;
        function.result = pointers(specifiers().flags.type);
    } else if (lacks_result(base)) {
        function.result = derive(TypeForm::void_type, nullptr);
    } else {
        base = specifiers(base);
        // constexpr says nothing about the result's type.
        Type* result = derive(TypeForm::void_type, nullptr);
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

void Parser::function_name(Function& function) {
    if (function.is_conversion) return;
    while (is_any({"__launch_bounds__", "__attribute__", "__maxnreg__"})) skip_attribute();
    // What it belongs to is known from the outline.
    for (size_t next = 1; peek().kind == TokenKind::identifier; next = 1) {
        if (is("<", 1) && is("::", past_angle(1))) next = past_angle(1);
        if (!is("::", next)) break;
        position_ += next + 1;
    }
    if (is("~")) {
        function.is_destructor = true;
        const SourceRange& first = take().where;
        function.name = "~";
        function.name_where = join(first, take().where);
        return;
    }
    function.name = peek().text;
    function.name_where = peek().where;
    if (is("operator")) {
        const auto [name, past] = operator_name(tokens_, position_);
        if (name.empty()) fail_unknown("The emulator does not support this operator. Write a function.");
        function.name = name;
        function.is_static |= name.starts_with("operator new") || name.starts_with("operator delete");
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
void Parser::member_initialisers(Function& function) {
    if (!take_if(":")) return;
    do {
        MemberInitialiser initialiser;
        initialiser.where = peek().where;
        while (peek().kind == TokenKind::identifier && is("::", 1)) position_ += 2;
        if (peek().kind != TokenKind::identifier) fail_unexpected("the name of a member");
        initialiser.member = take().text;
        if (is("<")) template_arguments();
        if (is("{")) {
            initialiser.value = braces();
        } else {
            expect("(", "the name of a member");
            Expression* made = make(Form::construct, previous());
            arguments(made->arguments, ")");
            initialiser.value = finish(made);
        }
        initialiser.where = join(initialiser.where, previous().where);
        function.initialisers.push_back(initialiser);
    } while (take_if(","));
}

/// The `{` is missing behind what was read.
void Parser::fail_unopened(const Function& function) {
    if (!refusal_of_word(peek().text).empty() || peek().kind == TokenKind::unknown || is("#") ||
        position_ == 0)
        fail_unexpected("`{` before the body of a function");
    diagnostics_.fail(behind(), "`{` is missing before the body of " + in_ticks(function.name) + ".");
}

/// A function with its body, or without one if it is only declared. Null for what is defaulted or deleted.
const Function* Parser::function_or_declaration(std::string_view structure) {
    Function* made = &arena_.functions.emplace_back();
    made->where = peek().where;
    made->is_member = !structure.empty();
    template_header(made->template_parameters);
    function_type(*made, structure);
    function_name(*made);
    parameters(*made);
    if (!function_end(*made, structure)) return nullptr;
    member_initialisers(*made);
    if (made->is_global && is(";") && is("{", 1)) {
        diagnostics_.report(peek().where, "This `;` ends the declaration of " + in_ticks(made->name) +
                                              " before its body. Remove it.");
        take();
    }
    if (take_if(";")) return made;
    if (made->body != nullptr) fail_unexpected("`;`");
    if (!is("{")) fail_unopened(*made);
    function_name_ = made->name;
    made->body = block();
    made->end = previous().where;
    made->where = join(made->where, made->end);
    return made;
}

/// Reads on from the parameters to the body. False for a defaulted function, which is left out.
bool Parser::function_end(Function& function, std::string_view structure) {
    for (;;) {
        if (is("const"))
            function.is_const = true;
        else if (is_any({"override", "final"}))
            function.is_virtual = true;
        else if (!is_any({"noexcept", "volatile", "&", "&&"}))
            break;
        skip_attribute();
    }
    // `-> decltype(a + b)` is what the body returns.
    if (take_if("->")) {
        auto* result = const_cast<Type*>(type_id());
        if (result->form == TypeForm::type_of) result->form = TypeForm::automatic;
        function.result = result;
    }
    if (!is("=") || structure.empty()) {
        if (is("=")) skip_statement(position_);
        return !previous().is(";");
    }
    take();
    const bool stays = is("delete") || peek().text == "0" || (function.is_virtual && is("default"));
    function.is_deleted = is("delete");
    if (is("default")) function.body = make_statement(StatementForm::block, take());
    if (stays && function.body == nullptr) take();
    if (stays && is(";")) return true;
    skip_statement(position_);
    return false;
}

const Function* Parser::function(const Item& item) {
    start(item);
    // What is inside the struct that the function belongs to is known in it by its own name.
    if (const auto found = outline_.nested.find(item.owner); found != outline_.nested.end())
        local_types_ = found->second;
    std::string_view constructed;
    if (item.name == item.owner || item.name == "~") constructed = item.owner;
    if (!constructed.empty()) return constructor_outside(item);
    const Function* made = function_or_declaration({});
    if (made == nullptr) fail("This function has no body.");
    return made;
}

/// Name::Name(…) : … { … }
const Function* Parser::constructor_outside(const Item& item) {
    Function* made = &arena_.functions.emplace_back();
    made->where = peek().where;
    template_header(made->template_parameters);
    Specifiers base;
    while (specifier_word(base)) {
    }
    made->is_member = true;
    made->is_device = base.flags.is_device;
    made->result = derive(TypeForm::void_type, nullptr);
    function_name(*made);
    made->is_constructor = !made->is_destructor;
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

Aliases Parser::variables(const Item& item) {
    start(item);
    Aliases result;
    template_header(result.template_parameters);
    if (is("using")) {
        result.declarations = alias()->declarations;
        return result;
    }
    const Specifiers base = specifiers();
    while (!is(";")) {
        Declaration* declaration = declarator(base, true);
        const Struct* unnamed = base.is_typedef ? base.flags.type->structure : nullptr;
        if (unnamed != nullptr && unnamed->name.empty() && declaration->type == base.flags.type)
            const_cast<Struct*>(unnamed)->name = declaration->name;
        if (item.is_template && is("<"))
            fail_unknown(
                "The emulator does not support specialisations of variable templates. Use a struct with a "
                "static constant.");
        initialiser(*declaration);
        result.declarations.push_back(declaration);
        if (!take_if(",")) break;
    }
    expect(";", "a declaration");
    return result;
}

const Expression* Parser::asked_for(size_t begin) {
    Item item;
    item.begin = begin;
    item.end = tokens_.size();
    start(item);
    if (peek().kind != TokenKind::identifier) fail_unexpected("the name of a function");
    const bool known = outline_.has(name_at(0).last, ItemKind::function);
    const Expression* made = known ? name() : finish(make(Form::name, take()));
    if (!known) return made;
    if (is("<") && !outline_.has(made->text, ItemKind::function)) return made;
    if (is("<"))
        fail("`" + std::string(made->text) +
             "` is not a template. Remove `<`, `>` and what is between them.");
    // The types of its parameters may follow, for the checker.
    if ((!at_end() && !is("(")) || made->form != Form::name) fail_unexpected("the name of a function alone");
    return made;
}

const Struct* Parser::structure(const Item& item) {
    start(item);
    std::vector<TemplateParameter> parameters;
    template_header(parameters);
    const Type* type = specifiers().flags.type;
    const Struct* made = type->structure;
    if (made == nullptr && is(";")) {
        arena_.structs.emplace_back();
        arena_.structs.back().name = type->name;
        arena_.structs.back().where = type->where;
        arena_.structs.back().is_only_declared = true;
        made = &arena_.structs.back();
    }
    if (made == nullptr) fail_unexpected("a struct");
    const_cast<Struct*>(made)->template_parameters = std::move(parameters);
    return made;
}

const Enum* Parser::enumeration(const Item& item) {
    start(item);
    const Enum* made = specifiers().flags.type->enumeration;
    if (made == nullptr) fail_unexpected("an enum");
    return made;
}

/// [captures](parameters) { body }; only the brackets and the body are required.
const Expression* Parser::lambda() {
    Nested nested(*this);
    Expression* made = make(Form::lambda, peek());
    Lambda* lambda = &arena_.lambdas.emplace_back();
    captures(*lambda);
    Function* function = &arena_.functions.emplace_back();
    function->where = function->name_where = made->where;
    const size_t begin = position_;
    const size_t first_declaration = arena_.declarations.size();
    const size_t outer_types = local_types_.size(), outer_values = local_values_.size();
    const bool in_argument = std::exchange(in_template_argument_, false);
    lambda_function(*function);
    in_template_argument_ = in_argument;
    local_types_.resize(outer_types);
    local_values_.resize(outer_values);
    names_used(*lambda, begin, first_declaration);
    lambda->function = function;
    made->lambda = lambda;
    return finish(made);
}

/// [], [=], [&], [x, &y], [=, &y], [n = value], [this]
void Parser::captures(Lambda& lambda) {
    take();
    while (!is("]") && !at_end()) {
        Capture capture;
        capture.where = peek().where;
        const bool last = is("]", 1) || is(",", 1);
        if (is("=") && last) {
            take();
            lambda.copies = true;
        } else if (is("&") && last) {
            take();
            lambda.refers = true;
        } else if (is("this") || (is("*") && is("this", 1))) {
            // The members of the object are known in a lambda that is in a function of its struct.
            take_if("*");
            take();
            lambda.takes_object = true;
        } else {
            capture.by_reference = take_if("&");
            if (!is_name()) fail_unexpected("the name of a variable to capture");
            capture.where = join(capture.where, peek().where);
            capture.name = take().text;
            if (take_if("=")) capture.value = assignment();
            if (capture.value != nullptr && capture.by_reference)
                diagnostics_.fail_unknown(
                    capture.where,
                    "The emulator does not support capturing a reference with its own value. "
                    "Declare it before the lambda, as `auto& name = …;`, and capture that.");
            lambda.captures.push_back(capture);
        }
        if (!take_if(",")) break;
    }
    lambda.takes_object |= lambda.copies || lambda.refers;
    expect("]", "what a lambda captures");
}

/// (int x, auto y) mutable -> float { … }
void Parser::lambda_function(Function& function) {
    function.name = "operator()";
    function.is_member = function.is_device = function.is_const = function.is_lambda = true;
    function.result = derive(TypeForm::automatic, nullptr);
    const auto words = [&] {
        for (;;) {
            if (is("mutable"))
                function.is_const = false;
            else if (!is_any({"__device__", "__host__", "constexpr", "noexcept", "__attribute__",
                              "__forceinline__"}))
                return;
            skip_attribute();
        }
    };
    words();
    if (is("(")) parameters(function);
    function.name_where = join(function.name_where, previous().where);
    words();
    if (take_if("->")) {
        auto* result = const_cast<Type*>(type_id());
        if (result->form == TypeForm::type_of) result->form = TypeForm::automatic;
        function.result = result;
    }
    words();
    if (!is("{")) fail_unexpected("`{` before the body of a lambda");
    function.body = block();
    function.end = previous().where;
    function.where = join(function.where, function.end);
}

/// Of what was read since `begin`: each name that is used before it is declared there, once. Members are
/// none.
void Parser::names_used(Lambda& lambda, size_t begin, size_t first_declaration) {
    std::unordered_set<std::string_view> known;
    const auto declares = [&](const Token& token) {
        const auto first = arena_.declarations.begin() + first_declaration;
        return std::any_of(first, arena_.declarations.end(), [&](const Declaration& declaration) {
            return declaration.name == token.text && declaration.name_where.line == token.where.line &&
                   declaration.name_where.column == token.where.column;
        });
    };
    for (size_t i = begin; i < position_; ++i) {
        const Token& token = tokens_[i];
        const Token& before = tokens_[i - 1];
        if (token.kind != TokenKind::identifier || before.is_any({".", "->", "::"})) continue;
        if (!known.insert(token.text).second || declares(token)) continue;
        lambda.named.push_back(make(Form::name, token));
    }
}

/// `auto x` of a lambda and `float (*f)(float)` stand for whatever is passed: as a template's parameter does.
const Type* Parser::deduced_parameter(Function& function, const Type* written) {
    TemplateParameter parameter;
    parameter.where = written->where;
    parameter.name = diagnostics_.keep("auto#" + std::to_string(function.template_parameters.size() + 1));
    function.template_parameters.push_back(parameter);
    Type* type = derive(TypeForm::named, nullptr);
    type->name = parameter.name;
    type->is_const = written->is_const;
    type->is_volatile = written->is_volatile;
    type->where = written->where;
    return type;
}

}  // namespace upsweep::emulator::syntax
