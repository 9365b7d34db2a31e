// Parsing lambdas: what they capture, and the function that they are.
#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "emulator/syntax/parser.h"

namespace upsweep::emulator {

using syntax::Form;

/// [captures](parameters) { body }; only the brackets and the body are required.
const syntax::Expression* Parser::lambda() {
    Nested nested(*this);
    syntax::Expression* made = make(Form::lambda, peek());
    syntax::Lambda* lambda = &arena_.lambdas.emplace_back();
    captures(*lambda);
    syntax::Function* function = &arena_.functions.emplace_back();
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
void Parser::captures(syntax::Lambda& lambda) {
    take();
    while (!is("]") && !at_end()) {
        syntax::Capture capture;
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
        } else {
            capture.by_reference = take_if("&");
            if (!is_name()) fail_unexpected("the name of a variable to capture");
            capture.where = join(capture.where, peek().where);
            capture.name = take().text;
            if (take_if("=")) capture.value = assignment();
            if (capture.value != nullptr && capture.by_reference)
                diagnostics_.fail(capture.where,
                                  "The emulator does not support capturing a reference with its own value. "
                                  "Declare it before the lambda, as `auto& name = …;`, and capture that.");
            lambda.captures.push_back(capture);
        }
        if (!take_if(",")) break;
    }
    expect("]", "what a lambda captures");
}

/// (int x, auto y) mutable -> float { … }
void Parser::lambda_function(syntax::Function& function) {
    function.name = "operator()";
    function.is_member = function.is_device = function.is_const = function.is_lambda = true;
    function.result = derive(syntax::TypeForm::automatic, nullptr);
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
        auto* result = const_cast<syntax::Type*>(type_id());
        if (result->form == syntax::TypeForm::type_of) result->form = syntax::TypeForm::automatic;
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
void Parser::names_used(syntax::Lambda& lambda, size_t begin, size_t first_declaration) {
    std::unordered_set<std::string_view> known;
    const auto declares = [&](const Token& token) {
        const auto first = arena_.declarations.begin() + ptrdiff_t(first_declaration);
        return std::any_of(first, arena_.declarations.end(), [&](const syntax::Declaration& declaration) {
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
const syntax::Type* Parser::deduced_parameter(syntax::Function& function, const syntax::Type* written) {
    syntax::TemplateParameter parameter;
    parameter.where = written->where;
    parameter.name = diagnostics_.keep("auto#" + std::to_string(function.template_parameters.size() + 1));
    function.template_parameters.push_back(parameter);
    syntax::Type* type = derive(syntax::TypeForm::named, nullptr);
    type->name = parameter.name;
    type->is_const = written->is_const;
    type->is_volatile = written->is_volatile;
    type->where = written->where;
    return type;
}

}  // namespace upsweep::emulator
