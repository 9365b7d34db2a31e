// Parsing statements; a broken one is skipped and the next one read, so that several errors are reported at
// once.
#include <string>

#include "emulator/source/refusals.h"
#include "emulator/syntax/parser.h"

namespace upsweep::emulator {

using syntax::StatementForm;

syntax::Statement* Parser::make_statement(StatementForm form, const Token& first) {
    syntax::Statement* made = &arena_.statements.emplace_back();
    made->form = form;
    made->where = first.where;
    return made;
}

const syntax::Statement* Parser::finish(syntax::Statement* made) {
    made->where = join(made->where, previous().where);
    return made;
}

const syntax::Statement* Parser::statement() {
    const size_t begin = position_;
    try {
        return statement_or_abandon();
    } catch (const Abandon&) {
        if (diagnostics_.full()) throw;
        skip_statement(begin);
        // Whatever happens, read on: at a bracket that closes nothing too.
        if (position_ == begin && !is("}")) take();
        return broken_statement(begin);
    }
}

const syntax::Statement* Parser::statement_or_abandon() {
    Nested nested(*this);
    if (is("{")) return block();
    if (is(";")) return finish(make_statement(StatementForm::empty, take()));
    if (is("if")) return if_statement();
    if (is("for")) return for_statement();
    if (is("while")) return while_statement();
    if (is("do")) return do_statement();
    if (is("switch")) return switch_statement();
    if (is_any({"case", "default"})) return case_label();
    if (is_any({"break", "continue", "return"})) return jump();
    if (is("static_assert")) return assertion();
    if (is("using")) return alias();
    if (is("namespace") && is("=", 2)) {
        skip_statement(position_);
        return make_statement(StatementForm::empty, previous());
    }
    if (is("try")) return try_statement();
    if (is_any({"asm", "__asm__"})) return prefetch();
    if (is("else")) fail("This `else` has no `if` before it.");
    if (peek().kind == TokenKind::identifier && is(":", 1)) {
        // A label, of a `goto` that is complained about where it is.
        take();
        take();
        return is("}") ? make_statement(StatementForm::empty, peek()) : statement();
    }
    if (const std::string question = question_for_header(); !question.empty())
        return misspelt_statement(question);
    if (unknown_type_follows()) fail_unknown_type();
    return is_declaration() ? declaration_statement() : expression_statement();
}

const syntax::Statement* Parser::block() {
    const size_t open = position_;
    syntax::Statement* made = make_statement(StatementForm::block, take());
    const size_t outer_types = local_types_.size(), outer_values = local_values_.size();
    while (!at_end() && !is("}")) made->statements.push_back(statement());
    local_types_.resize(outer_types);
    local_values_.resize(outer_values);
    if (at_end())
        missing_brace(open);
    else
        close_block(open);
    return finish(made);
}

/// Takes the `}` of the `{` at `open`. One that is further to the left than the line that its partner is
/// on was meant for another.
void Parser::close_block(size_t open) {
    const Token& closing = take();
    size_t line = open;
    while (line > 0 && !tokens_[line].first_on_line) --line;
    if (closing.first_on_line && closing.where.column < tokens_[line].where.column && suspicious_ == 0)
        suspicious_ = open;
}

/// whlie (…) { … }: the word alone is complained about.
const syntax::Statement* Parser::misspelt_statement(const std::string& question) {
    syntax::Statement* made = make_statement(StatementForm::broken, peek());
    diagnostics_.report(peek().where, "`" + std::string(peek().text) + "` is not declared here." + question);
    take();
    const size_t begin = position_;
    skip_header(begin);
    made->declarations = names_between(begin + 1, position_);
    made->body = statement();
    return finish(made);
}

/// asm volatile("prefetch.global.L2 [%0];" : : "l"(pointer)); brings a line of memory nearer, which shows in
/// no result: the pointer is worked out and nothing is read. Every other instruction is refused.
const syntax::Statement* Parser::prefetch() {
    const Token& first = peek();
    size_t at = is("volatile", 1) || is("__volatile__", 1) ? 2 : 1;
    const bool known = is("(", at) && (peek(at + 1).text == R"("prefetch.global.L2 [%0];")" ||
                                       peek(at + 1).text == R"("prefetch.global.L1 [%0];")");
    const bool one_pointer = is("::", at + 2) || (is(":", at + 2) && is(":", at + 3));
    if (!known || !one_pointer) fail(refusal_of_word(first.text));
    at += is("::", at + 2) ? 3 : 4;
    if (peek(at).text != R"("l")") fail(refusal_of_word(first.text));
    syntax::Statement* made = make_statement(StatementForm::expression, first);
    for (size_t i = 0; i <= at; ++i) take();
    expect("(", "`\"l\"`");
    made->value = expression();
    expect(")", "the pointer");
    expect(")", "the instruction");
    expect(";", "the instruction");
    return finish(made);
}

/// Complains about the try alone: what is in it is read as if it were not there.
const syntax::Statement* Parser::try_statement() {
    diagnostics_.report(peek().where, refusal_of_word("try"));
    take();
    if (!is("{")) fail_unexpected("`{` after `try`");
    const syntax::Statement* made = block();
    while (take_if("catch")) {
        if (is("(")) skip_brackets();
        if (is("{")) skip_brackets();
    }
    return made;
}

/// Reads what is in the parentheses behind `if`, `for` and so on. If that is broken, the body is read all
/// the same, with the names that the header seems to declare.
template <typename Read>
bool Parser::header(syntax::Statement& made, Read read) {
    const size_t begin = position_;
    try {
        read();
        return true;
    } catch (const Abandon&) {
        if (diagnostics_.full() || at_end() || !skip_header(begin)) throw;
    }
    made.form = StatementForm::broken;
    made.declarations = names_between(begin + 1, position_);
    made.body = made.otherwise = made.first = nullptr;
    return false;
}

const syntax::Statement* Parser::if_statement() {
    syntax::Statement* made = make_statement(StatementForm::if_else, take());
    made->is_constexpr = take_if("constexpr");
    header(*made, [&] { condition_with_declaration(*made); });
    made->body = statement();
    if (take_if("else")) made->otherwise = statement();
    return finish(made);
}

const syntax::Statement* Parser::for_statement() {
    syntax::Statement* made = make_statement(StatementForm::for_loop, take());
    header(*made, [&] { for_header(*made); });
    made->header = join(made->where, previous().where);
    made->body = statement();
    return finish(made);
}

const syntax::Statement* Parser::while_statement() {
    syntax::Statement* made = make_statement(StatementForm::while_loop, take());
    header(*made, [&] {
        expect("(", "`while`");
        loop_condition(*made);
        close_header("the condition");
    });
    made->header = join(made->where, previous().where);
    made->body = statement();
    return finish(made);
}

const syntax::Statement* Parser::do_statement() {
    syntax::Statement* made = make_statement(StatementForm::do_loop, take());
    made->body = statement();
    const SourceRange behind = peek().where;
    expect("while", "the body of `do`");
    made->value = parenthesised_condition("`while`");
    made->header = join(behind, previous().where);
    expect(";", "the condition of `do`");
    return finish(made);
}

const syntax::Statement* Parser::switch_statement() {
    syntax::Statement* made = make_statement(StatementForm::switch_case, take());
    const bool good = header(*made, [&] { condition_with_declaration(*made); });
    if (!is("{")) fail_unexpected("`{` after the value of `switch`");
    made->body = block();
    // Its labels would be in no switch.
    if (!good) made->body = nullptr;
    return finish(made);
}

const syntax::Statement* Parser::case_label() {
    syntax::Statement* made = make_statement(StatementForm::case_label, peek());
    if (take().is("case")) made->value = conditional();
    expect(":", "a case label");
    return finish(made);
}

const syntax::Statement* Parser::jump() {
    const Token& word = take();
    syntax::Statement* made = make_statement(StatementForm::return_function, word);
    if (word.is("break")) made->form = StatementForm::break_out;
    if (word.is("continue")) made->form = StatementForm::continue_loop;
    if (word.is("return") && !is_any({";", "}"})) made->value = is("{") ? braces() : expression();
    expect(";", "`" + std::string(word.text) + "`");
    return finish(made);
}

const syntax::Statement* Parser::assertion() {
    syntax::Statement* made = make_statement(StatementForm::assertion, take());
    expect("(", "`static_assert`");
    made->value = assignment();
    if (take_if(",")) {
        if (peek().kind != TokenKind::string) fail_unexpected("the text of an assertion, in quotes,");
        made->step = primary();
    }
    expect(")", "the assertion");
    expect(";", "`static_assert`");
    return finish(made);
}

const syntax::Statement* Parser::assertion(const Item& item) {
    start(item);
    return assertion();
}

const syntax::Statement* Parser::alias() {
    syntax::Statement* made = make_statement(StatementForm::declaration, take());
    if (is("namespace")) {
        skip_statement(position_);
        made->form = StatementForm::empty;
        return finish(made);
    }
    if (!is_name()) fail_unexpected("the name of a type");
    syntax::Declaration* declaration = &arena_.declarations.emplace_back();
    declaration->is_alias = true;
    declaration->name = peek().text;
    declaration->name_where = take().where;
    if (take_if("::")) {  // using std::min;
        skip_statement(position_);
        made->form = StatementForm::empty;
        return finish(made);
    }
    expect("=", "the name of a type");
    declaration->type = type_id();
    expect(";", "the type");
    local_types_.push_back(declaration->name);
    made->declarations.push_back(declaration);
    return finish(made);
}

const syntax::Statement* Parser::declaration_statement() {
    syntax::Statement* made = declared();
    expect(";", "a declaration");
    return finish(made);
}

/// A declaration without its semicolon.
syntax::Statement* Parser::declared() {
    syntax::Statement* made = make_statement(StatementForm::declaration, peek());
    const Specifiers base = specifiers();
    if (const syntax::Type* type = base.flags.type;
        type->structure != nullptr && !type->structure->name.empty())
        local_types_.push_back(type->structure->name);
    if (const syntax::Type* type = base.flags.type;
        type->enumeration != nullptr && !type->enumeration->name.empty())
        local_types_.push_back(type->enumeration->name);
    made->type = base.flags.type;
    if (is(";")) {
        made->form = StatementForm::type;
        return made;
    }
    do {
        const bool in_parts =
            base.flags.type->form == syntax::TypeForm::automatic && (is("[") || (is("&") && is("[", 1)));
        syntax::Declaration* declaration = in_parts ? structured_binding(base) : declarator(base, true);
        if (is("(") && (is(")", 1) || starts_type(1)))
            fail("A function cannot be declared inside a function. Declare it before.");
        Token named;
        named.kind = TokenKind::identifier;
        named.text = declaration->name;
        if (base.is_typedef) {
            local_types_.push_back(declaration->name);
        } else {
            if (is_type_name(named)) local_values_.push_back(declaration->name);
            initialiser(*declaration);
        }
        made->declarations.push_back(declaration);
    } while (take_if(","));
    return made;
}

/// = x, = {…}, {…} or (x).
void Parser::initialiser(syntax::Declaration& declaration) {
    if (take_if("=")) {
        declaration.initial = is("{") ? braces() : assignment();
    } else if (is("{")) {
        declaration.initial = braces();
    } else if (is("(")) {
        syntax::Expression* made = make(syntax::Form::construct, take());
        made->type = declaration.type;
        arguments(made->arguments, ")");
        const bool one = made->arguments.size() == 1 && declaration.type->form != syntax::TypeForm::named;
        declaration.initial = one ? made->arguments[0] : finish(made);
    }
    declaration.where = join(declaration.where, previous().where);
}

const syntax::Statement* Parser::expression_statement() {
    syntax::Statement* made = make_statement(StatementForm::expression, peek());
    made->value = expression();
    const bool two_names = peek().kind == TokenKind::identifier && made->value->form == syntax::Form::name;
    if (two_names && !peek().first_on_line && refusal_of_word(peek().text).empty()) {
        Name name;
        name.text = name.last = made->value->text;
        name.where = made->value->where;
        fail_unknown_type(name);
    }
    expect(";", "an expression");
    return finish(made);
}

}  // namespace upsweep::emulator
