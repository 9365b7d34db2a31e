// static_assert, wherever C++ allows one: in functions, in structs, at the outer level.
#include <array>
#include <string>
#include <string_view>

#include "core/array.h"
#include "emulator/semantics/checker.h"

namespace upsweep::emulator {

using syntax::Form;

namespace {

const syntax::Expression* without_parentheses(const syntax::Expression* written) {
    while (written->form == Form::unary && written->text == "(") written = written->a;
    return written;
}

bool is_comparison(const syntax::Expression* written) {
    for (std::string_view text : {"==", "!=", "<", "<=", ">", ">="})
        if (written->form == Form::binary && written->text == text) return true;
    return false;
}

std::string text_of(const Entity& argument) {
    if (argument.kind == Entity::Kind::type) return to_string(*argument.type);
    return bits_to_text(argument.type->scalar, argument.bits);
}

}  // namespace

/// Complains if it does not hold; what follows is still read.
void Checker::assertion(const syntax::Statement* written, const Structure* within) {
    try {
        const Expression* holds = asserted(written);
        if (holds->kind != ExpressionKind::constant)
            fail(written->value->where, "`static_assert` needs a constant.");
        if (holds->bits == 0) refuse_assertion(written, within);
    } catch (const Abandon&) {
        if (diagnostics_.full()) throw;
    }
}

const Expression* Checker::asserted(const syntax::Statement* written) {
    const InConstant in_constant(*this);
    return condition(written->value);
}

void Checker::refuse_assertion(const syntax::Statement* written, const Structure* within) {
    const SourceRange& where = written->value->where;
    std::string message = "This assertion fails: ";
    if (written->step != nullptr) message += std::string(written->step->text) + ". Here ";
    const std::string values = values_compared(written->value);
    message += in_ticks(text_of(where)) + " is " + (values.empty() ? "false" : in_ticks(values));
    fail(where, message + arguments_here(within) + ".");
}

/// `24 == 0` of BLOCK % 32 == 0; empty if this is not a comparison of numbers, or says no more than the text.
std::string Checker::values_compared(const syntax::Expression* written) {
    written = without_parentheses(written);
    if (!is_comparison(written)) return {};
    const InConstant in_constant(*this);
    std::array<std::string, 2> sides;
    for (size_t side = 0; side < 2; ++side) {
        const Expression* value = check_value(side == 0 ? written->a : written->b);
        if (value->kind != ExpressionKind::constant || !value->type->is_scalar()) return {};
        sides[side] = bits_to_text(value->type->scalar, value->bits);
    }
    const std::string values = sides[0] + " " + std::string(written->text) + " " + sides[1];
    return values == text_of(written->where) ? std::string() : values;
}

/// ` with N = 3, T = float`, of the template that this is in.
std::string Checker::arguments_here(const Structure* within) const {
    std::string text;
    const auto add = [&](const std::vector<syntax::TemplateParameter>& parameters, const Scope& scope) {
        for (const syntax::TemplateParameter& parameter : parameters)
            if (const auto found = scope.find(parameter.name); found != scope.end())
                text += (text.empty() ? " with " : ", ") + std::string(parameter.name) + " = " +
                        emulator::text_of(found->second);
    };
    if (within == nullptr && current_ != nullptr) {
        add(current_->syntax->template_parameters, current_->bindings);
        within = current_->owner;
    }
    if (within != nullptr) add(within->written->template_parameters, within->scope);
    return text;
}

/// Those that are in no function and no struct hold whatever is run.
void Checker::outer_assertions() {
    const Elsewhere elsewhere(*this, {});
    current_ = nullptr;
    for (const Item& item : outline_.assertions) {
        try {
            outer_assertion(item);
        } catch (const Abandon&) {
            if (diagnostics_.full()) return;
        }
    }
}

/// One that asks what only the host's compiler knows, std::is_standard_layout perhaps, is left to that.
void Checker::outer_assertion(const Item& item) {
    const InSpace in_space(*this, item.space);
    const syntax::Statement* written = nullptr;
    {
        const Diagnostics::Quiet quiet(diagnostics_, may_be_for_the_host(item));
        written = parser_.assertion(item);
        const Expression* holds = asserted(written);
        if (holds->kind != ExpressionKind::constant)
            fail(written->value->where, "`static_assert` needs a constant.");
        if (holds->bits != 0) return;
    }
    refuse_assertion(written, nullptr);
}

/// Whether it names a namespace or calls a function.
bool Checker::may_be_for_the_host(const Item& item) const {
    for (size_t i = item.begin + 1; i + 1 < item.end; ++i) {
        const Token& token = text_.tokens[i];
        const bool measures = token.is_any({"sizeof", "alignof"});
        const bool calls = token.kind == TokenKind::identifier && text_.tokens[i + 1].is("(") && !measures;
        if (token.is("::") || calls) return true;
    }
    return false;
}

}  // namespace upsweep::emulator
