// Parsing expressions: precedence climbing; every node knows its own stretch of text.
#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ranges.h"
#include "emulator/source/refusals.h"
#include "emulator/syntax/parser.h"

namespace upsweep::emulator::syntax {

namespace {

struct BinaryOperator {
    std::string_view text;
    int precedence;
};

constexpr BinaryOperator binary_operators[] = {
    {"||", 1}, {"&&", 2}, {"|", 3},  {"^", 4},  {"&", 5}, {"==", 6}, {"!=", 6}, {"<", 7},  {">", 7},
    {"<=", 7}, {">=", 7}, {"<<", 8}, {">>", 8}, {"+", 9}, {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10}};

constexpr std::string_view assignments[] = {
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
constexpr std::string_view prefixes[] = {"+", "-", "!", "~", "*", "&", "++", "--"};

const BinaryOperator* find_binary(const Token& token) {
    if (token.kind != TokenKind::punctuator) return nullptr;
    return find_by(binary_operators, &BinaryOperator::text, token.text);
}

bool is_one_of(std::span<const std::string_view> texts, const Token& token) {
    return token.kind == TokenKind::punctuator && contains(texts, token.text);
}

}  // namespace

Expression* Parser::make(Form form, const Token& first) {
    Expression* made = &arena_.expressions.emplace_back();
    made->form = form;
    made->text = first.text;
    made->where = made->mark = first.where;
    return made;
}

/// Widens the range to what has been read and bounds the depth.
const Expression* Parser::finish(Expression* made) {
    int depth = 0;
    for (const Expression* child : {made->a, made->b, made->c})
        if (child != nullptr) {
            depth = std::max(depth, child->depth);
            made->where = join(made->where, child->where);
        }
    for (const Expression* child : made->arguments) depth = std::max(depth, child->depth);
    made->where = join(made->where, previous().where);
    made->depth = depth + 1;
    if (made->depth > deepest_expression)
        diagnostics_.fail(made->where, "This expression is too long. Split it into several statements.");
    return made;
}

const Expression* Parser::expression() {
    const Expression* left = assignment();
    while (is(",") && !is("...", 1)) {
        Expression* made = make(Form::binary, take());
        made->a = left;
        made->b = assignment();
        left = finish(made);
    }
    return left;
}

const Expression* Parser::assignment() {
    Nested nested(*this);
    if (is("throw")) return throw_value();
    const Expression* left = conditional();
    if (!is_one_of(assignments, peek())) return left;
    Expression* made = make(Form::assign, take());
    made->a = left;
    made->b = is("{") ? braces() : assignment();
    return finish(made);
}

const Expression* Parser::conditional() {
    const Expression* condition = binary(1);
    if (!is("?")) return condition;
    Nested nested(*this);
    Expression* made = make(Form::conditional, take());
    made->a = condition;
    made->b = expression();
    expect(":", "the first value of `?`");
    made->c = assignment();
    return finish(made);
}

const Expression* Parser::binary(int lowest) {
    const Expression* left = unary();
    for (;;) {
        const BinaryOperator* found = find_binary(peek());
        if (found == nullptr || found->precedence < lowest) return left;
        // In f<a, b>(x) the > closes the list; a comparison needs parentheses there, as in C++.
        if (in_template_argument_ && (found->text == ">" || found->text == ">>")) return left;
        if (is("...", 1)) return left;
        Expression* made = make(Form::binary, take());
        made->a = left;
        made->b = binary(found->precedence + 1);
        left = finish(made);
    }
}

const Expression* Parser::unary() {
    Nested nested(*this);
    if (is_one_of(prefixes, peek())) {
        Expression* made = make(Form::unary, take());
        made->a = unary();
        return finish(made);
    }
    if (is("new") || (is("::") && is("new", 1))) return new_object();
    if (is("delete") || (is("::") && is("delete", 1))) return delete_object();
    if (is_any({"sizeof", "alignof"})) return size_of();
    if (is("offsetof") && is("(", 1)) return offset_of();
    if (unknown_cast_follows()) fail_unknown_type(name_at(1));
    if (is("(") && starts_type(1) && !makes_value(1)) {
        Expression* made = make(Form::cast, take());
        made->type = type_id();
        expect(")", "the type of a cast");
        made->a = is("{") ? braces() : unary();
        return finish(made);
    }
    return postfix();
}

/// new Type, new Type(arguments), new Type[count], new (place) Type.
const Expression* Parser::new_object() {
    take_if("::");
    Expression* made = make(Form::new_object, take());
    made->text = {};
    if (is("(") && !starts_type(1)) {
        take();
        made->b = assignment();
        while (take_if(",")) assignment();
        expect(")", "where `new` makes the object");
    }
    const bool in_brackets = take_if("(");
    const Type* type = pointers(specifiers().flags.type);
    if (in_brackets) expect(")", "the type of `new`");
    if (take_if("[")) {
        made->a = expression();
        expect("]", "the count of `new`");
        type = arrays(type);
    }
    made->type = type;
    if (is_any({"(", "{"})) {
        const bool list = is("{");
        made->text = take().text;
        arguments(made->arguments, list ? "}" : ")");
    }
    return finish(made);
}

const Expression* Parser::delete_object() {
    take_if("::");
    Expression* made = make(Form::delete_object, take());
    if (take_if("[")) {
        expect("]", "`delete [`");
        made->arrow = true;
    }
    made->a = unary();
    return finish(made);
}

const Expression* Parser::throw_value() {
    Expression* made = make(Form::throw_value, take());
    if (!is_any({";", ",", ")", ":"})) made->a = assignment();
    return finish(made);
}

/// Of pair.as<int>(…): what is in the angles are types and constants, and a call follows. Comparisons
/// look the same only where no one writes them: a.x < b > (c).
bool Parser::template_call_follows() const {
    const size_t past = past_angle(0);
    if (past == 0 || !is("(", past)) return false;
    for (size_t i = 1; i + 1 < past; ++i) {
        const Token& token = peek(i);
        const bool word = token.kind == TokenKind::identifier || token.kind == TokenKind::number;
        if (!word && !token.is_any({",", "::", "*", "<", ">"})) return false;
    }
    return true;
}

const Expression* Parser::postfix() {
    const Expression* value = primary();
    for (;;) {
        const Token& token = peek();
        Expression* made = nullptr;
        if (token.is("[")) {
            made = make(Form::subscript, take());
            const bool outer = std::exchange(in_template_argument_, false);
            made->b = expression();
            in_template_argument_ = outer;
            expect("]", "the index");
        } else if (token.is("<<") && is("<", 1) && !peek(1).space_before) {
            made = launch();
        } else if (token.is("(")) {
            if (value->form == Form::name && value->type == nullptr && value->qualifier.empty() &&
                !is_known(value->text) && !is("decltype", 1) && starts_type(1) && !makes_value(1))
                fail_unknown_macro(*value);
            made = make(Form::call, take());
            arguments(made->arguments, ")");
        } else if (token.is_any({".", "->"})) {
            made = make(Form::member, take());
            made->arrow = token.is("->");
            take_if("template");
            if (is("~")) {
                made->mark = take().where;
                made->text = "~";
                named_type(false);
                made->a = value;
                value = finish(made);
                continue;
            }
            if (peek().kind != TokenKind::identifier) fail_unexpected("the name of a member");
            made->mark = peek().where;
            made->text = take().text;
            if (is("<") && template_call_follows()) {
                made->has_template_arguments = true;
                made->template_arguments = template_arguments();
            }
        } else if (token.is_any({"++", "--"})) {
            made = make(Form::postfix, take());
        } else {
            return value;
        }
        made->a = value;
        value = finish(made);
    }
}

const Expression* Parser::primary() {
    const Token& token = peek();
    switch (token.kind) {
        using enum TokenKind;
        case number:
            return finish(make(Form::number, take()));
        case character:
            return finish(make(Form::character, take()));
        case string: {
            Expression* made = make(Form::string, take());
            while (peek().kind == string) {
                // "a" "b" is one text. The quotes between them stay: "\x4" "1" has no character \x41.
                made->text = diagnostics_.keep(std::string(made->text) + std::string(take().text));
            }
            return finish(made);
        }
        case identifier:
            return name();
        default:
            break;
    }
    if (is("(")) {
        Expression* made = make(Form::unary, take());
        made->text = "(";
        const bool outer = std::exchange(in_template_argument_, false);
        const size_t begin = position_;
        if (!is("...")) made->a = expression();
        in_template_argument_ = outer;
        if (is("...") || is("...", 1)) return fold(made, made->a, begin);
        expect(")", "an expression in parentheses");
        return finish(made);
    }
    if (is("::")) return name();
    if (is("[")) return lambda();
    if (is("{")) return braces();
    fail_unexpected("a value");
}

/// What is in parentheses with `...`, behind the first operand if there is one.
const Expression* Parser::fold(Expression* made, const Expression* first, size_t begin) {
    made->form = Form::fold;
    made->arrow = first == nullptr;
    made->a = first;
    if (first != nullptr) {
        made->names = names_since(begin);
        made->mark = peek().where;
        made->text = take().text;
    }
    expect("...", "an operator");
    if (!is(")")) {
        // (first op ... op pattern), or (pattern op ... op last): the one with a pack is the pattern.
        made->mark = peek().where;
        made->text = take().text;
        const size_t second = position_;
        Expression* left = make(Form::expansion, peek());
        left->names = made->names;
        made->c = left;
        const Expression* other = unary();
        made->b = first;
        made->a = other;
        made->names = names_since(second);
        made->arrow = true;
    }
    expect(")", "`...`");
    return finish(made);
}

/// `pattern...`
const Expression* Parser::expanded(const Expression* pattern, size_t begin) {
    Expression* made = make(Form::expansion, take());
    made->a = pattern;
    made->names = names_since(begin);
    return finish(made);
}

/// Each name among the tokens since `begin`, once.
std::vector<std::string_view> Parser::names_since(size_t begin) const {
    std::vector<std::string_view> names;
    for (size_t i = begin; i < position_; ++i)
        if (tokens_[i].kind == TokenKind::identifier && !contains(names, tokens_[i].text))
            names.push_back(tokens_[i].text);
    return names;
}

const Expression* Parser::name() {
    if (is_any({"__func__", "__FUNCTION__"})) {
        Expression* made = make(Form::string, take());
        made->text = diagnostics_.keep("\"" + std::string(function_name_) + "\"");
        return finish(made);
    }
    if (is_any({"true", "false"})) return finish(make(Form::boolean, take()));
    if (is("nullptr")) {
        Expression* made = make(Form::number, take());
        made->text = "0";
        return finish(made);
    }
    if (is_any({"static_cast", "reinterpret_cast", "const_cast"})) return named_cast();
    if (is("this")) return finish(make(Form::self, take()));
    if (!refusal_of_word(peek().text).empty()) fail_unexpected("a value");
    if (unknown_template_follows()) fail_unknown_template(name_at(0));
    if (starts_type()) return construct();
    skip_qualifiers();
    if (peek().kind != TokenKind::identifier) fail_unexpected("a name");
    if (is_type_name(peek())) return construct();
    return plain_name(nullptr);
}

/// A name with its template arguments, in `scope` if there is one: Limits<int>::lowest.
const Expression* Parser::plain_name(const Type* scope) {
    if (peek().kind != TokenKind::identifier) fail_unexpected("a name");
    const bool is_qualified = position_ > 0 && previous().is("::");
    Expression* made = make(Form::name, take());
    made->type = scope;
    made->is_qualified = is_qualified;
    made->qualifier = std::exchange(qualifier_, {});
    if (scope != nullptr) made->where = join(scope->where, made->where);
    // A variable of this function may have the name of a template, `count < n`.
    const bool is_template = !declared_.contains(made->text) && (outline_.is_function_template(made->text) ||
                                                                 outline_.is_variable_template(made->text));
    if (is("<") && (is_template || (scope != nullptr && template_call_follows()))) {
        made->has_template_arguments = true;
        made->template_arguments = template_arguments();
    }
    return finish(made);
}

const Expression* Parser::named_cast() {
    Expression* made = make(Form::cast, take());
    const Token open = peek();
    expect("<", "`" + std::string(made->text) + "`");
    made->type = type_id();
    expect_angle(open);
    expect("(", "the type of a cast");
    const bool outer = std::exchange(in_template_argument_, false);
    made->a = expression();
    in_template_argument_ = outer;
    expect(")", "the value of a cast");
    return finish(made);
}

const Expression* Parser::size_of() {
    Expression* made = make(Form::size_of_value, take());
    if (take_if("...")) {
        made->form = Form::size_of_pack;
        expect("(", "`sizeof...`");
        if (peek().kind != TokenKind::identifier) fail_unexpected("the name of a pack");
        made->text = take().text;
        expect(")", "the name of a pack");
        return finish(made);
    }
    if (is("(") && starts_type(1)) {
        take();
        made->form = Form::size_of_type;
        made->type = type_id();
        expect(")", "the type of `" + std::string(made->text) + "`");
    } else {
        made->a = unary();
    }
    return finish(made);
}

/// offsetof(type, member), where the member may be one of a member: a.b[2].
const Expression* Parser::offset_of() {
    Expression* made = make(Form::offset_of, take());
    expect("(", "`offsetof`");
    made->type = type_id();
    expect(",", "the type of `offsetof`");
    if (peek().kind != TokenKind::identifier) fail_unexpected("the name of a member");
    Expression* member = make(Form::name, take());
    made->a = finish(member);
    while (is_any({".", "["})) {
        const bool element = is("[");
        Expression* inner = make(element ? Form::subscript : Form::member, take());
        inner->a = made->a;
        if (element) {
            inner->b = expression();
            expect("]", "the index");
        } else {
            if (peek().kind != TokenKind::identifier) fail_unexpected("the name of a member");
            inner->mark = peek().where;
            inner->text = take().text;
        }
        made->a = finish(inner);
    }
    expect(")", "the member of `offsetof`");
    return finish(made);
}

const Expression* Parser::construct() {
    Expression* made = make(Form::construct, peek());
    made->type = starts_type() ? specifiers().flags.type : named_type(false);
    if (take_if("::")) {
        take_if("template");
        return plain_name(made->type);
    }
    if (!is_any({"(", "{"})) fail_unexpected("`(` after a type in an expression");
    made->text = take().text;
    arguments(made->arguments, made->text == "(" ? ")" : "}");
    return finish(made);
}

const Expression* Parser::braces() {
    Nested nested(*this);
    Expression* made = make(Form::braces, take());
    arguments(made->arguments, "}");
    return finish(made);
}

/// .member = value
const Expression* Parser::designated() {
    Expression* made = make(Form::designated, take());
    if (peek().kind != TokenKind::identifier) fail_unexpected("the name of a member");
    made->mark = peek().where;
    made->text = take().text;
    if (!is("{")) expect("=", "the name of a member");
    made->a = is("{") ? braces() : assignment();
    return finish(made);
}

/// <<<grid, block, shared, stream>>>(arguments), behind the kernel's name.
Expression* Parser::launch() {
    Expression* made = make(Form::launch, take());
    take();
    const bool outer = std::exchange(in_template_argument_, true);
    do made->configuration.push_back(is("{") ? braces() : assignment());
    while (take_if(","));
    in_template_argument_ = outer;
    expect(">>", "what is launched");
    expect(">", "what is launched");
    expect("(", "`>>>`");
    arguments(made->arguments, ")");
    return made;
}

/// After the opening bracket, past the closing one.
void Parser::arguments(std::vector<const Expression*>& into, std::string_view closing) {
    const bool outer = std::exchange(in_template_argument_, false);
    while (!is(closing)) {
        const size_t begin = position_;
        into.push_back(is("{") ? braces() : is(".") && closing == "}" ? designated() : assignment());
        if (is("...")) into.back() = expanded(into.back(), begin);
        if (!take_if(",")) break;
        if (is(closing) && closing == ")") fail_unexpected("an argument");
    }
    in_template_argument_ = outer;
    expect(closing, closing == ")" ? "the arguments" : "the values in braces");
}

std::vector<TemplateArgument> Parser::template_arguments() {
    Nested nested(*this);
    const Token open = take();
    std::vector<TemplateArgument> result;
    while (!is_any({">", ">>"})) {
        result.push_back(template_argument());
        if (!take_if(",")) break;
    }
    expect_angle(open);
    return result;
}

TemplateArgument Parser::template_argument() {
    TemplateArgument argument;
    const size_t begin = position_;
    if (starts_type()) {
        argument.type = type_id();
        // int(float) is taken for a pointer to such a function.
        if (is("(")) argument.type = function_pointer(argument.type);
        if (!take_if("...")) return argument;
        Type* pattern = &arena_.types.emplace_back(*argument.type);
        pattern->pack = names_since(begin);
        argument.type = pattern;
        return argument;
    }
    const bool outer = std::exchange(in_template_argument_, true);
    argument.value = conditional();
    if (is("...")) argument.value = expanded(argument.value, begin);
    in_template_argument_ = outer;
    return argument;
}

}  // namespace upsweep::emulator::syntax
