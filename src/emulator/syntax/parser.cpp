// The parser's core: tokens, constructs refused by name, and recovery after an error
// without complaining of what follows from it.
#include "emulator/syntax/parser.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/ranges.h"
#include "emulator/source/builtin_table.h"
#include "emulator/source/near_names.h"
#include "emulator/source/refusals.h"
#include "emulator/source/type_names.h"

namespace upsweep::emulator::syntax {

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

void Parser::fail_unknown(const std::string& message) { diagnostics_.fail_unknown(peek().where, message); }

void Parser::fail_unexpected(const std::string& wanted) {
    const Token& token = peek();
    if (const std::string advice = refusal_of_word(token.text); !advice.empty()) fail_unknown(advice);
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

namespace {

constexpr std::string_view statement_words[] = {"if",     "else",   "for",     "while", "do",
                                                "switch", "case",   "default", "break", "continue",
                                                "return", "sizeof", "operator"};
constexpr std::string_view type_words[] = {"int",  "float", "double", "unsigned", "char",     "short", "long",
                                           "bool", "void",  "const",  "struct",   "volatile", "auto"};

bool is_word_of_language(const Token& token) {
    return is_type_word(token.text) || is_specifier(token.text) || !refusal_of_word(token.text).empty() ||
           contains(statement_words, token.text);
}

bool is_plain_name(const Token& token) {
    return token.kind == TokenKind::identifier && !is_word_of_language(token);
}

}  // namespace

/// The name that begins there, with what qualifies it.
Parser::Name Parser::name_at(size_t ahead) const {
    Name name;
    size_t i = is("::", ahead) ? ahead + 1 : ahead;
    name.where = peek(i).where;
    for (;; i += 2) {
        name.last = peek(i).text;
        name.text += name.last;
        name.where = join(name.where, peek(i).where);
        const bool more = is("::", i + 1) && peek(i + 2).kind == TokenKind::identifier;
        if (!more || is_type_name(peek(i))) break;
        name.text += "::";
    }
    name.past = i + 1 - ahead;
    return name;
}

/// A name without qualifiers: of a variable of this function, of the file, or of CUDA.
bool Parser::is_known(std::string_view name) const {
    static constexpr std::string_view coordinates[] = {"threadIdx", "blockIdx", "blockDim", "gridDim",
                                                       "warpSize"};
    return declared_.contains(name) || !outline_.find(name).empty() || outline_.prototypes.contains(name) ||
           fixed_type_named(name) || vector_named(name) || find_builtin(name) ||
           contains(local_types_, name) || contains(coordinates, name);
}

/// std::min and detail::pad are min and pad; but a function of cooperative groups is not one of Thrust: it is
/// known by its own namespace alone.
bool Parser::is_known(const Name& name) const {
    if (name.text == name.last) return is_known(name.last);
    const std::vector<size_t>& found = outline_.find(name.last);
    const bool elsewhere = !found.empty() && all_of(found, [&](size_t item) {
        const Item& one = outline_.items[item];
        return one.is_library && !one.space.empty() && !name.text.starts_with(std::string(one.space) + "::");
    });
    const bool of_cuda =
        found.empty() && (find_builtin(name.last) || fixed_type_named(name.last) || vector_named(name.last));
    if (of_cuda || (!found.empty() && !elsewhere)) return true;
    return refusal_of_name(name.text).empty() && is_known(name.last);
}

/// Complains about a name with qualifiers that is refused.
void Parser::refuse_qualified() {
    const Name name = name_at(0);
    if (name.text == name.last || is_known(name) || is_type_word(name.last)) return;
    if (const std::string refusal = this->refusal(name.text); !refusal.empty())
        diagnostics_.fail_unknown(name.where, refusal);
}

/// ` Did you mean `float`?`, or nothing.
std::string Parser::question_for(std::string_view name, bool types_only) const {
    NearestName nearest(name);
    for (const Item& item : outline_.items) {
        const bool is_type = item.kind == ItemKind::structure || item.kind == ItemKind::alias ||
                             item.kind == ItemKind::enumeration;
        if (is_type || !types_only) nearest.consider(item.name);
    }
    for (std::string_view word : type_words) nearest.consider(word);
    for (std::string_view word :
         {"__shared__", "__device__", "__global__", "__constant__", "static", "extern"})
        nearest.consider(word);
    for (std::string_view word : local_types_) nearest.consider(word);
    if (types_only)
        for (std::string_view word : statement_words) nearest.consider(word);
    else
        for (std::string_view word : builtin_names()) nearest.consider(word);
    return nearest.question();
}

void Parser::fail_unknown_type(const Name& name) {
    // A type of a broken one: Scan::TempStorage.
    if (broken_.contains(name.last)) throw Abandon{};
    if (const std::string refusal = this->refusal(name.text); !refusal.empty())
        diagnostics_.fail_unknown(name.where, refusal);
    for (size_t item : outline_.find(name.last))
        for (size_t i = outline_.items[item].begin; i < outline_.items[item].end; ++i)
            if (tokens_[i].is("concept")) diagnostics_.fail_unknown(name.where, refusal_of_word("concept"));
    const std::string question = question_for(name.last, true);
    const std::string message = "The type `" + name.text + "` is not declared here." + question;
    if (question.empty()) diagnostics_.fail_unknown(name.where, message);
    diagnostics_.fail(name.where, message);
}

/// Of foo<int>(3), Vec<float> v; and the like.
void Parser::fail_unknown_template(const Name& name) {
    if (const std::string refusal = this->refusal(name.text); !refusal.empty())
        diagnostics_.fail_unknown(name.where, refusal);
    const std::string question = question_for(name.last, false);
    const std::string message = "The template `" + name.text + "` is not declared here.";
    if (!question.empty()) diagnostics_.fail(name.where, message + question);
    diagnostics_.fail_unknown(name.where,
                              message + " Write it in this file, or include the file that defines it.");
}

/// Of CHECK(int): no function takes a type.
void Parser::fail_unknown_macro(const Expression& name) {
    if (broken_.contains(name.text)) throw Abandon{};
    if (const std::string refusal = this->refusal(name.text); !refusal.empty())
        diagnostics_.fail_unknown(name.where, refusal);
    diagnostics_.fail_unknown(name.where,
                              "The macro " + in_ticks(name.text) +
                                  " is not defined here: a function does not take a type. Define it, or "
                                  "include the file that defines it.");
}

/// Of an unknown word before (…) and a statement: ` Did you mean `while`?`, or nothing.
std::string Parser::question_for_header() const {
    if (!is_plain_name(peek()) || !is("(", 1) || is_known(peek().text)) return {};
    size_t i = 1;
    int open = 0;
    bool parts = false;  // (…; …; …)
    do {
        if (is("(", i)) ++open;
        if (is(")", i)) --open;
        if (is(";", i)) parts = true;
        ++i;
    } while (open > 0 && !is("{", i) && !is("}", i) && peek(i).kind != TokenKind::end);
    const bool body = is("{", i) || (parts && open == 0) ||
                      (peek(i).kind == TokenKind::identifier && !peek(i).first_on_line);
    if (!body) return {};
    NearestName nearest(peek().text);
    for (std::string_view word : {"if", "for", "while", "switch"}) nearest.consider(word);
    return nearest.question();
}

/// Whether an unknown name begins here that has template arguments: nothing but names, numbers and commas
/// are in the angles.
bool Parser::unknown_template_follows() const {
    if (peek().kind != TokenKind::identifier && !is("::")) return false;
    const Name name = name_at(0);
    if (!is("<", name.past) || is_known(name)) return false;
    const size_t past = past_angle(name.past);
    for (size_t i = name.past; i < past; ++i) {
        const Token& token = peek(i);
        const bool fits = token.kind == TokenKind::identifier || token.kind == TokenKind::number ||
                          token.is_any({",", "::", "*", "&", "<", ">", ">>"});
        if (!fits) return false;
    }
    return past > name.past;
}

/// Whether a variable of an unknown type is declared here: Foo x; Foo<int>* x = …
bool Parser::unknown_type_follows() const {
    if (!is_plain_name(peek()) && !is("::")) return false;
    const Name name = name_at(0);
    if (is_known(name)) return false;
    size_t i = name.past;
    for (;;) {
        if (is("<", i)) {
            const size_t past = past_angle(i);
            if (past == i) return false;
            i = past;
        }
        if (!is("::", i)) break;
        i += 2;
    }
    const size_t after_type = i;
    while (is("*", i) || is("&", i) || is("const", i) || is("__restrict__", i)) ++i;
    if (!is_plain_name(peek(i))) return false;
    return i == after_type || is("=", i + 1) || is(";", i + 1) || is(",", i + 1) || is("[", i + 1);
}

/// Whether `(Foo)x` or `(Foo*)x` is here, of a type that is not known.
bool Parser::unknown_cast_follows() const {
    if (!is("(") || !is_plain_name(peek(1))) return false;
    const Name name = name_at(1);
    size_t i = 1 + name.past;
    while (is("*", i)) ++i;
    if (!is(")", i) || is_known(name)) return false;
    const Token& next = peek(i + 1);
    return is_plain_name(next) || next.kind == TokenKind::number;
}

/// To where the next statement begins: past the next `;`, or before the `}` that ends the block.
void Parser::skip_statement(size_t begin) {
    angle_pending_ = 0;
    in_template_argument_ = false;
    const Token& first = begin < end_ ? tokens_[begin] : end_token_;
    // What follows the braces of a type belongs to it: union { … } name;
    const bool of_type = first.is_any({"union", "struct", "class", "typedef", "enum"});
    while (!at_end() && !is("}")) {
        if (take_if(";")) return;
        if (is("{")) {
            skip_brackets();
            if (!is_any({";", ")", ","}) && !of_type) return;
        } else {
            take();
        }
    }
}

/// Past the parentheses that open at `begin`, or as far as they can reach where they are not closed. False if
/// none open there.
bool Parser::skip_header(size_t begin) {
    angle_pending_ = 0;
    in_template_argument_ = false;
    if (!tokens_[begin].is("(")) return false;
    position_ = begin;
    int open = 0;
    do {
        // A `{` behind a name or a number opens the body: a `)` is missing before it.
        const bool in_expression = previous().is_any({"(", ",", "=", ":", "return"});
        if (is("}") || (is("{") && !in_expression)) return true;
        if (is("{")) {
            skip_brackets();
            continue;
        }
        if (is("(")) ++open;
        if (is(")")) --open;
        take();
    } while (open > 0 && !at_end());
    return true;
}

/// Whether a name that is declared is at `i`: behind a type, before what ends a declarator.
bool Parser::may_be_declared(size_t i, size_t begin, bool after_another) const {
    if (i <= begin || i + 1 > end_ || !is_plain_name(tokens_[i])) return false;
    const Token& before = tokens_[i - 1];
    const Token& after = i + 1 < end_ ? tokens_[i + 1] : end_token_;
    const bool ends = after.is_any({"=", ";", ",", "[", "{", "(", ":", ")"}) || after.kind == TokenKind::end;
    const bool behind_word = before.kind == TokenKind::identifier &&
                             !contains(statement_words, before.text) &&
                             !before.is_any({"goto", "delete", "new", "throw", "namespace"});
    return ends && (behind_word || before.is_any({">", "*", "&", "}"}) || (after_another && before.is(",")));
}

/// The names that a broken statement seems to declare. They are known as broken, so that nothing that uses
/// them is complained about again.
std::vector<const Declaration*> Parser::names_between(size_t begin, size_t end) {
    std::vector<const Declaration*> found;
    int depth = 0;
    for (size_t i = begin; i < end; ++i) {
        const Token& token = tokens_[i];
        const bool grouped =
            token.is("(") && i + 2 < end && (tokens_[i + 1].is("*") || tokens_[i + 1].is("&"));
        if (grouped && is_plain_name(tokens_[i + 2])) i += 2;
        if ((token.is("(") && !grouped) || token.is_any({"[", "{"})) ++depth;
        if (token.is_any({")", "]", "}"})) --depth;
        if (depth > 0 || (!grouped && !may_be_declared(i, begin, !found.empty()))) continue;
        Declaration& declaration = arena_.declarations.emplace_back();
        declaration.name = tokens_[i].text;
        declaration.name_where = declaration.where = tokens_[i].where;
        found.push_back(&declaration);
        declared_.insert(declaration.name);
        broken_.insert(declaration.name);
    }
    for (const Declaration* declaration : found) {
        const bool last = declaration == found.back();
        const Token& first = tokens_[begin];
        const bool heads = declaration->name_where.line == tokens_[begin + 1].where.line &&
                           declaration->name_where.column == tokens_[begin + 1].where.column;
        const bool tagged = first.is_any({"using", "struct", "class", "union", "enum"});
        if ((first.is("typedef") && last) || (tagged && heads)) local_types_.push_back(declaration->name);
    }
    return found;
}

/// What stands for a statement that was skipped.
const Statement* Parser::broken_statement(size_t begin) {
    Statement* made = make_statement(StatementForm::broken, peek());
    if (begin < position_) made->declarations = names_between(begin, position_);
    return made;
}

/// What stands for a parameter that was skipped, up to the `,` or `)` behind it.
Declaration* Parser::broken_parameter(size_t begin) {
    angle_pending_ = 0;
    in_template_argument_ = false;
    position_ = begin;
    int open = 0;
    while (!at_end() && !is_any({"{", ";"})) {
        if (open == 0 && (is_any({",", ")"}))) break;
        if (is("<")) {
            const size_t past = past_angle(0);
            position_ += past > 0 ? past : 1;
            continue;
        }
        if (is_any({"(", "["})) ++open;
        if (is_any({")", "]"})) --open;
        take();
    }
    Declaration* made = &arena_.declarations.emplace_back();
    made->type = derive(TypeForm::broken, nullptr);
    made->where = tokens_[begin].where;
    if (position_ > begin + 1 && is_plain_name(previous())) made->name = previous().text;
    made->name_where = previous().where;
    declared_.insert(made->name);
    return made;
}

/// The text ends in a block that began at `open`. Where the indentation shows which brace is not closed, it
/// is that one.
void Parser::missing_brace(size_t open) {
    if (unclosed_) return;
    unclosed_ = true;
    diagnostics_.report(tokens_[suspicious_ != 0 ? suspicious_ : open].where, "This `{` has no closing `}`.");
}

}  // namespace upsweep::emulator::syntax
