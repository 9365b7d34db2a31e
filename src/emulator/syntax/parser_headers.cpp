// Parsing what is in the parentheses behind `if`, `for`, `while` and `switch`.
#include <string>

#include "emulator/syntax/parser.h"

namespace upsweep::emulator {

using syntax::StatementForm;

const syntax::Expression* Parser::parenthesised_condition(const std::string& after) {
    expect("(", after);
    const syntax::Expression* condition = expression();
    close_header("the condition");
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
        if (!take_if(";")) made.value = name_of(*first->declarations.back());
    }
    if (made.value == nullptr) made.value = expression();
    if (made.first == nullptr && is(";")) {
        syntax::Statement* first = make_statement(StatementForm::expression, take());
        first->value = made.value;
        first->where = made.value->where;
        made.first = first;
        made.value = expression();
    }
    close_header("the condition");
}

/// What a declaration in a condition declares, as the condition itself.
const syntax::Expression* Parser::name_of(const syntax::Declaration& declaration) {
    syntax::Expression* name = make(syntax::Form::name, previous());
    name->text = declaration.name;
    name->where = name->mark = declaration.name_where;
    return name;
}

/// Of `while` and `for`: an expression, or a declaration, which each pass makes again.
void Parser::loop_condition(syntax::Statement& made) {
    if (!is_declaration()) {
        made.value = expression();
        return;
    }
    syntax::Statement* declared = this->declared();
    if (declared->declarations.empty()) fail_unexpected("a condition");
    const syntax::Declaration& last = *declared->declarations.back();
    if (last.initial == nullptr) fail_unexpected("`=` and the value of " + in_ticks(last.name));
    made.declared = finish(declared);
    made.value = name_of(last);
}

/// The `)` of a header. Where it alone is missing, and the next line is the body, that is said and no more.
void Parser::close_header(const std::string& after) {
    int open = 0;
    bool alone = peek().first_on_line && peek().kind != TokenKind::unknown && !is("#");
    for (size_t i = 0; alone && !is(";", i) && !is("{", i) && !is("}", i); ++i) {
        if (is("(", i)) ++open;
        if (peek(i).kind == TokenKind::end || (is(")", i) && --open < 0)) alone = false;
    }
    if (!alone) {
        expect(")", after);
        return;
    }
    diagnostics_.report(behind(), "`)` is missing after " + after + ".");
}

void Parser::for_header(syntax::Statement& made) {
    expect("(", "`for`");
    if (unknown_type_follows()) fail_unknown_type();
    if (is_declaration()) {
        syntax::Statement* first = declared();
        made.first = first;
        const bool over_range = is(":") && first->declarations.size() == 1;
        if (!over_range) expect(";", "a declaration");
        finish(first);
        if (over_range) return range_header(made);
    } else if (!take_if(";")) {
        made.first = expression_statement();
    }
    if (!is(";")) loop_condition(made);
    expect(";", "the condition of `for`");
    if (!is(")")) made.step = expression();
    close_header("the step of `for`");
}

/// for (T element : array), behind the element.
void Parser::range_header(syntax::Statement& made) {
    take();
    if (is("{")) fail("The emulator does not support a loop over values in braces. Put them into an array.");
    made.over_range = true;
    made.value = expression();
    close_header("the array of `for`");
}

}  // namespace upsweep::emulator
