// The parser's core: tokens, constructs refused by name, and recovery after an error.
#include "emulator/syntax/parser.h"

#include "emulator/source/refusals.h"
#include "emulator/source/type_names.h"

namespace upsweep::emulator {

void Parser::start(const Item& item) {
    position_ = item.begin;
    end_ = item.end;
    nesting_ = 0;
    angle_pending_ = 0;
    in_template_argument_ = false;
    local_types_.clear();
    local_values_.clear();
    declared_.clear();
    broken_.clear();
    suspicious_ = 0;
    unclosed_ = false;
    end_token_ = {};
    // What is missing at the end is missing behind the last token.
    end_token_.where = tokens_[end_ > 0 ? end_ - 1 : 0].where;
    end_token_.where.line = end_token_.where.end_line;
    end_token_.where.column = end_token_.where.end_column;
}

const Token& Parser::peek(size_t ahead) const {
    return position_ + ahead < end_ ? tokens_[position_ + ahead] : end_token_;
}

const Token& Parser::take() {
    const Token& token = peek();
    if (position_ < end_) ++position_;
    return token;
}

bool Parser::take_if(std::string_view text) {
    if (!is(text)) return false;
    ++position_;
    return true;
}

const Token& Parser::expect(std::string_view text, const std::string& after) {
    if (is(text)) return take();
    // Something missing is missing behind what was read, not where the next token happens to be.
    if (peek().kind == TokenKind::unknown || is("#")) fail_unexpected({});
    const bool closes = text == ";" || text == ")" || text == "]" || text == "}";
    const bool elsewhere = refusal_of_word(peek().text).empty() || peek().first_on_line;
    if (closes && elsewhere && position_ > 0) {
        const SourceRange where = behind();
        if (text == ";" && (peek().first_on_line || is_any({"}", "else"}))) {
            // What was read is whole, and the next line is the next statement.
            diagnostics_.report(where, "`;` is missing after " + after + ".");
            return previous();
        }
        diagnostics_.fail(where, "`" + std::string(text) + "` is missing after " + after + ".");
    }
    fail_unexpected("`" + std::string(text) + "` after " + after);
}

/// The place right behind what was read.
SourceRange Parser::behind() const {
    SourceRange where = previous().where;
    where.line = where.end_line;
    where.column = where.end_column;
    where.end_column = where.column + 1;
    return where;
}

void Parser::expect_angle(const Token& open) {
    if (angle_pending_ > 0) {
        --angle_pending_;
        ++position_;
    } else if (is(">>")) {
        ++angle_pending_;
    } else if (!take_if(">")) {
        diagnostics_.fail(open.where, "This `<` has no closing `>`.");
    }
}

void Parser::fail_at(const Token& token, const std::string& message) {
    diagnostics_.fail(token.where, message);
}

void Parser::fail_unexpected(const std::string& wanted) {
    const Token& token = peek();
    if (const std::string advice = refusal_of_word(token.text); !advice.empty()) fail(advice);
    if (is_keyword(token.text) && wanted.find("name") != std::string::npos)
        fail("`" + std::string(token.text) + "` is a word of CUDA C++ and cannot be a name.");
    if (token.kind == TokenKind::end) fail("The text ends where " + wanted + " is expected.");
    if (token.kind == TokenKind::unknown || is("#")) fail_unknown_character();
    if (is("/") && is("*", 1) && !peek(1).space_before) fail("This comment has no closing `*/`.");
    if (token.kind == TokenKind::number && wanted.find("name") != std::string::npos)
        fail("`" + std::string(token.text) + "` is not a name: a name does not begin with a digit.");
    fail("`" + std::string(token.text) + "` appears where " + wanted + " is expected.");
}

/// Whether a name is here that may be given to something.
bool Parser::is_name() const {
    return peek().kind == TokenKind::identifier && refusal_of_word(peek().text).empty() &&
           !is_keyword(peek().text);
}

void Parser::fail_unknown_character() {
    const std::string text(peek().text);
    if (text == "\"" || text == "'") fail("This text in quotes does not end on its line.");
    if (text == "#") fail("`#` begins a directive, and must be the first on its line.");
    for (std::string_view quotation : {"\u201c", "\u201d", "\u201e"})
        if (text == quotation) fail("`" + text + "` is not a C++ quotation mark. Write `\"`.");
    for (std::string_view quotation : {"\u2018", "\u2019", "\u201a", "`", "\u00b4"})
        if (text == quotation) fail("`" + text + "` is not a C++ quotation mark. Write `'`.");
    if (text.size() > 1) fail("`" + text + "` is allowed only in text and comments.");
    fail("`" + text + "` has no meaning in CUDA C++. Remove it.");
}

/// From an opening bracket to one past its closing one; braces count only braces.
void Parser::skip_brackets() {
    const bool brace = is("{");
    int braces = 0;
    int others = 0;
    while (!at_end()) {
        if (is("}") && braces == 0) return;
        const Token& token = take();
        if (token.is("{")) ++braces;
        if (token.is("}")) --braces;
        if (token.is_any({"(", "["})) ++others;
        if (token.is_any({")", "]"})) --others;
        if (braces == 0 && (brace || others <= 0)) return;
    }
}

/// std::size_t, detail::pad, ::f: a kernel's text is one space of names.
void Parser::skip_qualifiers() {
    refuse_qualified();
    const Name name = name_at(0);
    qualifier_ = name.text == name.last
                     ? std::string_view()
                     : diagnostics_.keep(name.text.substr(0, name.text.size() - name.last.size() - 2));
    take_if("::");
    while (peek().kind == TokenKind::identifier && is("::", 1) && !is_type_name(peek())) position_ += 2;
}

}  // namespace upsweep::emulator
