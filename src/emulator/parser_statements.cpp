// Parsing statements; a broken one is skipped and the next one read, so that several errors are told at once.
#include <string>
#include <string_view>

#include "emulator/parser.h"

namespace upsweep::emulator {

using syntax::StatementForm;

syntax::Statement* Parser::make_statement(StatementForm form, const Token& first) {
    arena_.statements.emplace_back();
    syntax::Statement* made = &arena_.statements.back();
    made->form = form;
    made->where = first.where;
    return made;
}

const syntax::Statement* Parser::finish(syntax::Statement* made) {
    made->where = join(made->where, previous().where);
    return made;
}

const syntax::Statement* Parser::statement() {
    const std::size_t begin = position_;
    try {
        return statement_or_abandon();
    } catch (const Abandon&) {
        if (diagnostics_.full()) throw;
        skip_statement();
        // Whatever happens, read on: at a bracket that closes nothing too.
        if (position_ == begin && !is("}")) take();
        return make_statement(StatementForm::empty, peek());
    }
}

const syntax::Statement* Parser::statement_or_abandon() {
    Nested nested(*this);
    while (is("[") && is("[", 1)) skip_brackets();
    if (is("{")) return block();
    if (is(";")) return finish(make_statement(StatementForm::empty, take()));
    if (is("if")) return if_statement();
    if (is("for")) return for_statement();
    if (is("while")) return while_statement();
    if (is("do")) return do_statement();
    if (is("switch")) return switch_statement();
    if (is("case") || is("default")) return case_label();
    if (is("break") || is("continue") || is("return")) return jump();
    if (is("static_assert")) return assertion();
    if (is("using")) return alias();
    if (peek().kind == TokenKind::identifier && is(":", 1))
        fail("Labels are not part of the kernel language here. Use a loop.");
    if (peek().kind == TokenKind::identifier && is("<<", 1) && is("<", 2))
        fail("A kernel cannot launch a kernel here. Launch it after this one.");
    return is_declaration() ? declaration_statement() : expression_statement();
}

const syntax::Statement* Parser::block() {
    syntax::Statement* made = make_statement(StatementForm::block, take());
    const std::size_t outer_types = local_types_.size();
    while (!at_end() && !is("}")) made->statements.push_back(statement());
    local_types_.resize(outer_types);
    expect("}", "the statements of a block");
    return finish(made);
}

const syntax::Expression* Parser::parenthesised_condition() {
    const std::string word(previous().text);
    expect("(", "`" + word + "`");
    const syntax::Expression* condition = expression();
    expect(")", "the condition");
    return condition;
}

/// (condition), (int x = value), (int x = value; condition).
void Parser::condition_with_declaration(syntax::Statement& made) {
    const std::string word(previous().text);
    expect("(", "`" + word + "`");
    if (is_declaration()) {
        syntax::Statement* first = declared();
        made.first = finish(first);
        if (first->declarations.empty()) fail_unexpected("a condition");
        if (!take_if(";")) {
            const syntax::Declaration& last = *first->declarations.back();
            syntax::Expression* name = make(syntax::Form::name, previous());
            name->text = last.name;
            name->where = name->mark = last.name_where;
            made.value = name;
        }
    }
    if (made.value == nullptr) made.value = expression();
    if (made.first == nullptr && is(";")) {
        syntax::Statement* first = make_statement(StatementForm::expression, take());
        first->value = made.value;
        first->where = made.value->where;
        made.first = first;
        made.value = expression();
    }
    expect(")", "the condition");
}

const syntax::Statement* Parser::if_statement() {
    syntax::Statement* made = make_statement(StatementForm::if_else, take());
    made->is_constexpr = take_if("constexpr");
    condition_with_declaration(*made);
    made->body = statement();
    if (take_if("else")) made->otherwise = statement();
    return finish(made);
}

const syntax::Statement* Parser::for_statement() {
    syntax::Statement* made = make_statement(StatementForm::for_loop, take());
    expect("(", "`for`");
    if (is_declaration()) {
        syntax::Statement* first = declared();
        if (is(":") && first->declarations.size() == 1) {
            made->first = finish(first);
            return range_for(made);
        }
        expect(";", "a declaration");
        made->first = finish(first);
    } else if (!take_if(";")) {
        made->first = expression_statement();
    }
    if (!is(";")) made->value = expression();
    expect(";", "the condition of `for`");
    if (!is(")")) made->step = expression();
    expect(")", "the step of `for`");
    made->body = statement();
    return finish(made);
}

/// for (T element : array), behind the element.
const syntax::Statement* Parser::range_for(syntax::Statement* made) {
    take();
    made->over_range = true;
    made->value = is("{") ? braces() : expression();
    expect(")", "the array of `for`");
    made->body = statement();
    return finish(made);
}

const syntax::Statement* Parser::while_statement() {
    syntax::Statement* made = make_statement(StatementForm::while_loop, take());
    made->value = parenthesised_condition();
    made->body = statement();
    return finish(made);
}

const syntax::Statement* Parser::do_statement() {
    syntax::Statement* made = make_statement(StatementForm::do_loop, take());
    made->body = statement();
    expect("while", "the body of `do`");
    made->value = parenthesised_condition();
    expect(";", "the condition of `do`");
    return finish(made);
}

const syntax::Statement* Parser::switch_statement() {
    syntax::Statement* made = make_statement(StatementForm::switch_case, take());
    condition_with_declaration(*made);
    if (!is("{")) fail_unexpected("`{` after the value of `switch`");
    made->body = block();
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
    if (word.is("return") && !is(";")) made->value = is("{") ? braces() : expression();
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
        skip_statement();
        made->form = StatementForm::empty;
        return finish(made);
    }
    if (peek().kind != TokenKind::identifier) fail_unexpected("the name of a type");
    arena_.declarations.emplace_back();
    syntax::Declaration* declaration = &arena_.declarations.back();
    declaration->is_alias = true;
    declaration->name = peek().text;
    declaration->name_where = take().where;
    if (take_if("::")) {  // using std::min;
        skip_statement();
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
        syntax::Declaration* declaration = declarator(base, true);
        if (is("(") && (is(")", 1) || starts_type(1)))
            fail("A function cannot be declared inside a function. Declare it before.");
        if (base.is_typedef)
            local_types_.push_back(declaration->name);
        else
            initialiser(*declaration);
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
    if (two_names && advice_for(peek().text).empty())
        fail_unknown_type(made->value->where, made->value->text);
    expect(";", "an expression");
    return finish(made);
}

}  // namespace upsweep::emulator
