#include "emulator/helpers/typed_text.h"

#include <string>

#include "core/array.h"

namespace upsweep::emulator {

namespace {

constexpr const char* operations[] = {"+", "-", "*",  "/",  "%", "<<", ">>", "&",
                                      "|", "^", "==", "!=", "<", "<=", ">",  ">="};

std::string list(const char* head, std::initializer_list<const Expression*> parts) {
    std::string text = std::string("(") + head;
    for (const Expression* part : parts)
        if (part != nullptr) text += " " + text_of(*part);
    return text + ")";
}

std::string operation(const Expression& e) { return operations[int(e.operation)]; }

}  // namespace

std::string text_of(const Expression& e) {
    switch (e.kind) {
        case ExpressionKind::constant:
            return e.type->is_scalar()
                       ? bits_to_text(e.type->scalar, e.bits) + ":" + std::string(name_of(e.type->scalar))
                       : "null";
        case ExpressionKind::variable:
            return e.variable->name.empty() ? "_" : e.variable->name;
        case ExpressionKind::dereference:
            return list("*", {e.a});
        case ExpressionKind::subscript:
            return text_of(*e.a) + "[" + text_of(*e.b) + "]";
        case ExpressionKind::member:
            return text_of(*e.a) + "." + std::to_string(e.bytes);
        case ExpressionKind::load:
            return list("load", {e.a});
        case ExpressionKind::decay:
            return list("decay", {e.a});
        case ExpressionKind::address:
            return list("&", {e.a});
        case ExpressionKind::convert:
            return "(" + to_string(*e.type) + " " + text_of(*e.a) + ")";
        case ExpressionKind::negate:
            return list("-", {e.a});
        case ExpressionKind::complement:
            return list("~", {e.a});
        case ExpressionKind::logical_not:
            return list("!", {e.a});
        case ExpressionKind::binary:
            return list(operation(e).c_str(), {e.a, e.b});
        case ExpressionKind::logical_and:
            return list("&&", {e.a, e.b});
        case ExpressionKind::logical_or:
            return list("||", {e.a, e.b});
        case ExpressionKind::conditional:
            return list("?", {e.a, e.b, e.c});
        case ExpressionKind::comma:
            return list(",", {e.a, e.b});
        case ExpressionKind::pointer_add:
            return list("p+", {e.a, e.b});
        case ExpressionKind::pointer_subtract:
            return list("p-", {e.a, e.b});
        case ExpressionKind::pointer_difference:
            return list("p-p", {e.a, e.b});
        case ExpressionKind::assign:
            return list("=", {e.a, e.b});
        case ExpressionKind::compound_assign:
            return list(
                (operation(e) + "=" + (e.computation != nullptr ? to_string(*e.computation) : "")).c_str(),
                {e.a, e.b});
        case ExpressionKind::increment:
            return list((std::string(e.postfix ? "post" : "pre") + (e.bytes > 0 ? "++" : "--")).c_str(),
                        {e.a});
        case ExpressionKind::call:
        case ExpressionKind::builtin: {
            std::string text =
                "(" + (e.function != nullptr ? e.function->name : "builtin" + std::to_string(int(e.builtin)));
            for (const Expression* operand : e.operands) text += " " + text_of(*operand);
            return text + ")";
        }
        case ExpressionKind::braces: {
            std::string text = "{";
            for (const BracesPart& part : e.parts)
                text += std::to_string(part.offset) + ":" + text_of(*part.value) + " ";
            return text + "}";
        }
        case ExpressionKind::launch:
        case ExpressionKind::throw_exception:
        case ExpressionKind::caught:
            break;
    }
    return "?";
}

std::string text_of(const TypedStatement& s) {
    const auto value = [](const Expression* e) { return e != nullptr ? text_of(*e) : std::string(); };
    std::string children;
    for (const TypedStatement* child : s.children) children += " " + text_of(*child);
    switch (s.kind) {
        case StatementKind::block:
            return "{" + children + " }";
        case StatementKind::expression:
            return value(s.value) + ";";
        case StatementKind::declare:
            return s.variable->name + " := " + value(s.value) + ";";
        case StatementKind::if_else:
            return "if " + value(s.condition) + children;
        case StatementKind::for_loop:
            return "for " + (s.first != nullptr ? text_of(*s.first) : ";") + " " + value(s.condition) + "; " +
                   value(s.step) + children;
        case StatementKind::while_loop:
            return "while " + value(s.condition) + children;
        case StatementKind::do_loop:
            return "do" + children + " while " + value(s.condition);
        case StatementKind::switch_case: {
            std::string cases;
            for (const SwitchCase& c : s.cases)
                cases +=
                    (c.is_default ? "default" : std::to_string(c.bits)) + "@" + std::to_string(c.child) + " ";
            return "switch " + value(s.condition) + " " + cases + children;
        }
        case StatementKind::break_out:
            return "break;";
        case StatementKind::continue_loop:
            return "continue;";
        case StatementKind::return_function:
            return "return " + value(s.value) + ";";
        case StatementKind::stop:
            return "stop;";
        case StatementKind::jump_to:
            return "goto " + s.label + ";";
        case StatementKind::label:
            return s.label + ":" + children;
        case StatementKind::try_block:
            return "try" + children;
    }
    return "?";
}

}  // namespace upsweep::emulator
