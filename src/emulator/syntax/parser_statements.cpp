// Parsing statements, with what is in parentheses behind `if`, `for`, `while` and `switch`; a broken one is
// skipped and the next one read, so that several errors are reported at once.
#include <algorithm>
#include <string>

#include "core/ranges.h"
#include "emulator/source/literals.h"
#include "emulator/source/refusals.h"
#include "emulator/syntax/parser.h"

namespace upsweep::emulator::syntax {

Statement* Parser::make_statement(StatementForm form, const Token& first) {
    Statement* made = &arena_.statements.emplace_back();
    made->form = form;
    made->where = first.where;
    return made;
}

const Statement* Parser::finish(Statement* made) {
    made->where = join(made->where, previous().where);
    return made;
}

const Statement* Parser::statement() {
    const size_t begin = position_;
    const size_t known = diagnostics_.found().size();
    const Statement* made = nullptr;
    try {
        made = statement_or_abandon();
    } catch (const Abandon&) {
        if (diagnostics_.full()) throw;
        skip_statement(begin);
        // Whatever happens, read on: at a bracket that closes nothing too.
        if (position_ == begin && !is("}")) take();
        made = broken_statement(begin);
    }
    // It is complained about where the statement is checked.
    if (const auto unknown = diagnostics_.take_unknown(known))
        const_cast<Statement*>(made)->unknown = &arena_.unknown.emplace_back(*unknown);
    return made;
}

const Statement* Parser::statement_or_abandon() {
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
    if (is("goto") && peek(1).kind == TokenKind::identifier) {
        Statement* made = make_statement(StatementForm::jump_to, take());
        made->label = take().text;
        expect(";", "the label");
        return finish(made);
    }
    if (is("static_assert")) return assertion();
    if (is("using")) return alias();
    if (is("namespace") && is("=", 2)) {
        skip_statement(position_);
        return make_statement(StatementForm::empty, previous());
    }
    if (is("try")) return try_statement();
    if (is_any({"throw", "delete", "new"})) return expression_statement();
    if (is_any({"asm", "__asm__"})) return assembly();
    if (is("else")) fail("This `else` has no `if` before it.");
    if (peek().kind == TokenKind::identifier && is(":", 1)) {
        Statement* made = make_statement(StatementForm::label, peek());
        made->label = take().text;
        take();
        made->body = is("}") ? make_statement(StatementForm::empty, peek()) : statement();
        return finish(made);
    }
    if (const std::string question = question_for_header(); !question.empty())
        return misspelt_statement(question);
    if (unknown_type_follows()) fail_unknown_type();
    return is_declaration() ? declaration_statement() : expression_statement();
}

const Statement* Parser::block() {
    const size_t open = position_;
    Statement* made = make_statement(StatementForm::block, take());
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
const Statement* Parser::misspelt_statement(const std::string& question) {
    Statement* made = make_statement(StatementForm::broken, peek());
    diagnostics_.report(peek().where, "`" + std::string(peek().text) + "` is not declared here." + question);
    take();
    const size_t begin = position_;
    skip_header(begin);
    made->declarations = names_between(begin + 1, position_);
    made->body = statement();
    return finish(made);
}

/// asm volatile("add.s32 %0, %1, %2;" : "=r"(sum) : "r"(a), "r"(b)): each instruction is a function of the
/// library, ptx_add or ptx_add_s32, whose value goes to the first operand.
const Statement* Parser::assembly() {
    const Token& word = peek();
    Statement* made = make_statement(StatementForm::block, take());
    while (is_any({"volatile", "__volatile__"})) take();
    expect("(", "`asm`");
    std::string text;
    while (peek().kind == TokenKind::string) text += parse_string(take().text);
    std::vector<const Expression*> operands;
    while (!is(")") && !at_end()) {
        if (take_if("::") || take_if(":") || take_if(",")) continue;
        if (peek().kind != TokenKind::string)
            diagnostics_.fail_unknown(word.where, refusal_of_word(word.text));
        take();
        // What has no operand is what the instructions change besides.
        if (!take_if("(")) continue;
        operands.push_back(expression());
        expect(")", "the operand");
    }
    expect(")", "the instruction");
    expect(";", "the instruction");
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find(';', begin), text.size());
        const std::string one = text.substr(begin, end - begin);
        begin = end + 1;
        if (one.find_first_not_of(" \t\n") != std::string::npos)
            made->statements.push_back(instruction(one, operands, word));
    }
    return finish(made);
}

namespace {

std::vector<std::string> split(const std::string& text, std::string_view at) {
    std::vector<std::string> parts;
    for (size_t begin = 0; begin < text.size();) {
        begin = std::min(text.find_first_not_of(at, begin), text.size());
        const size_t end = std::min(text.find_first_of(at, begin), text.size());
        if (begin < end) parts.push_back(text.substr(begin, end - begin));
        begin = end;
    }
    return parts;
}

/// "add.s32" as ptx_add_s32, or as ptx_add where types make no difference; "ld.global.u32" as ptx_ld_u32.
std::string function_of(const std::string& opcode, bool whole) {
    constexpr std::string_view types[] = {"u8",  "s8",  "b8",  "u16", "s16", "b16", "u32",
                                          "s32", "b32", "u64", "s64", "b64", "f32", "f64"};
    constexpr std::string_view memory[] = {"global", "shared",   "ca", "cg", "cs",
                                           "nc",     "volatile", "wb", "wt"};
    const bool accesses = opcode.starts_with("ld.") || opcode.starts_with("st.");
    std::string name = "ptx";
    for (const std::string& part : split(opcode, "."))
        if (accesses ? !contains(memory, part) : whole || !contains(types, part)) name += "_" + part;
    return name;
}

}  // namespace

/// One instruction of PTX as a statement. What prefetches changes nothing: its pointer is worked out.
const Statement* Parser::instruction(const std::string& text, const std::vector<const Expression*>& operands,
                                     const Token& word) {
    const std::vector<std::string> parts = split(text, " ,\t\n");
    std::string opcode = parts[0];
    std::vector<const Expression*> values;
    for (size_t i = 1; i < parts.size(); ++i) {
        std::string part = parts[i];
        if (part.starts_with("[") && part.ends_with("]")) part = part.substr(1, part.size() - 2);
        const bool number = part.find_first_not_of("0123456789") == std::string::npos;
        const bool numbered = part.size() > 1 && part[0] == '%' && part.size() < 4 &&
                              part.find_first_not_of("0123456789", 1) == std::string::npos;
        Expression* literal = make(Form::number, word);
        if (number) literal->text = diagnostics_.keep(part);
        if (numbered && std::stoul(part.substr(1)) < operands.size())
            values.push_back(operands[std::stoul(part.substr(1))]);
        else if (part.starts_with("%%") && opcode.starts_with("mov."))
            opcode = part.substr(2);
        else if (number)
            values.push_back(literal);
        else
            opcode.clear();
    }
    Statement* made = make_statement(StatementForm::expression, word);
    if (opcode.starts_with("prefetch.") && values.size() == 1) {
        made->value = values[0];
        return finish(made);
    }
    std::string name = function_of(opcode, true);
    if (!outline_.has(name, ItemKind::function)) name = function_of(opcode, false);
    if (!outline_.has(name, ItemKind::function))
        diagnostics_.fail_unknown(word.where, refusal_of_word(word.text));
    bool gives = true;
    for (std::string_view without : {"st.", "bar.", "membar."}) gives = gives && !opcode.starts_with(without);
    Expression* callee = make(Form::name, word);
    callee->text = diagnostics_.keep(name);
    Expression* call = make(Form::call, word);
    call->a = finish(callee);
    call->arguments.assign(values.begin() + (gives && !values.empty() ? 1 : 0), values.end());
    made->value = finish(call);
    if (gives && !values.empty()) {
        Expression* assigned = make(Form::assign, word);
        assigned->text = "=";
        assigned->a = values[0];
        assigned->b = made->value;
        made->value = finish(assigned);
    }
    return finish(made);
}

/// Of a kernel complains about the try alone: what is in it is read as if it were not there.
const Statement* Parser::try_statement() {
    if (reads_host_) return try_block();
    diagnostics_.report_unknown(peek().where, refusal_of_word("try"));
    take();
    if (!is("{")) fail_unexpected("`{` after `try`");
    const Statement* made = block();
    while (take_if("catch")) {
        if (is("(")) skip_brackets();
        if (is("{")) skip_brackets();
    }
    return made;
}

/// try { … } catch (const Error& e) { … } catch (...) { … }
const Statement* Parser::try_block() {
    Statement* made = make_statement(StatementForm::try_block, take());
    if (!is("{")) fail_unexpected("`{` after `try`");
    made->body = block();
    while (is("catch")) {
        Statement* handler = make_statement(StatementForm::block, take());
        expect("(", "`catch`");
        if (!take_if("...")) {
            Statement* caught = make_statement(StatementForm::declaration, peek());
            caught->declarations.push_back(declarator(specifiers(), false));
            handler->first = finish(caught);
        }
        expect(")", "what `catch` takes");
        if (!is("{")) fail_unexpected("`{` after `catch`");
        handler->body = block();
        made->statements.push_back(finish(handler));
    }
    return finish(made);
}

/// Reads what is in the parentheses behind `if`, `for` and so on. If that is broken, the body is read all
/// the same, with the names that the header seems to declare.
template <typename Read>
bool Parser::header(Statement& made, Read read) {
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

const Statement* Parser::if_statement() {
    Statement* made = make_statement(StatementForm::if_else, take());
    made->is_constexpr = take_if("constexpr");
    header(*made, [&] { condition_with_declaration(*made); });
    made->body = statement();
    if (take_if("else")) made->otherwise = statement();
    return finish(made);
}

const Statement* Parser::for_statement() {
    Statement* made = make_statement(StatementForm::for_loop, take());
    header(*made, [&] { for_header(*made); });
    made->header = join(made->where, previous().where);
    made->body = statement();
    return finish(made);
}

const Statement* Parser::while_statement() {
    Statement* made = make_statement(StatementForm::while_loop, take());
    header(*made, [&] {
        expect("(", "`while`");
        loop_condition(*made);
        close_header("the condition");
    });
    made->header = join(made->where, previous().where);
    made->body = statement();
    return finish(made);
}

const Statement* Parser::do_statement() {
    Statement* made = make_statement(StatementForm::do_loop, take());
    made->body = statement();
    const SourceRange behind = peek().where;
    expect("while", "the body of `do`");
    made->value = parenthesised_condition("`while`");
    made->header = join(behind, previous().where);
    expect(";", "the condition of `do`");
    return finish(made);
}

const Statement* Parser::switch_statement() {
    Statement* made = make_statement(StatementForm::switch_case, take());
    const bool good = header(*made, [&] { condition_with_declaration(*made); });
    if (!is("{")) fail_unexpected("`{` after the value of `switch`");
    made->body = block();
    // Its labels would be in no switch.
    if (!good) made->body = nullptr;
    return finish(made);
}

const Statement* Parser::case_label() {
    Statement* made = make_statement(StatementForm::case_label, peek());
    if (take().is("case")) made->value = conditional();
    expect(":", "a case label");
    return finish(made);
}

const Statement* Parser::jump() {
    const Token& word = take();
    Statement* made = make_statement(StatementForm::return_function, word);
    if (word.is("break")) made->form = StatementForm::break_out;
    if (word.is("continue")) made->form = StatementForm::continue_loop;
    if (word.is("return") && !is_any({";", "}"})) made->value = is("{") ? braces() : expression();
    expect(";", "`" + std::string(word.text) + "`");
    return finish(made);
}

const Statement* Parser::assertion() {
    Statement* made = make_statement(StatementForm::assertion, take());
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

const Statement* Parser::assertion(const Item& item) {
    start(item);
    return assertion();
}

const Statement* Parser::alias() {
    Statement* made = make_statement(StatementForm::declaration, take());
    if (is("namespace")) {
        skip_statement(position_);
        made->form = StatementForm::empty;
        return finish(made);
    }
    if (!is_name()) fail_unexpected("the name of a type");
    Declaration* declaration = &arena_.declarations.emplace_back();
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

const Statement* Parser::declaration_statement() {
    Statement* made = declared();
    expect(";", "a declaration");
    return finish(made);
}

/// A declaration without its semicolon.
Statement* Parser::declared() {
    Statement* made = make_statement(StatementForm::declaration, peek());
    const Specifiers base = specifiers();
    if (const Type* type = base.flags.type; type->structure != nullptr && !type->structure->name.empty())
        local_types_.push_back(type->structure->name);
    if (const Type* type = base.flags.type; type->enumeration != nullptr && !type->enumeration->name.empty())
        local_types_.push_back(type->enumeration->name);
    made->type = base.flags.type;
    if (is(";")) {
        made->form = StatementForm::type;
        return made;
    }
    do {
        const bool in_parts =
            base.flags.type->form == TypeForm::automatic && (is("[") || (is("&") && is("[", 1)));
        Declaration* declaration = in_parts ? structured_binding(base) : declarator(base, true);
        const bool of_function = is("(") && (is(")", 1) || (starts_type(1) && !makes_value(1)));
        if (of_function && base.flags.is_extern) {
            skip_brackets();
            made->form = StatementForm::empty;
            return made;
        }
        if (of_function) fail("A function cannot be declared inside a function. Declare it before.");
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
void Parser::initialiser(Declaration& declaration) {
    if (take_if("=")) {
        declaration.initial = is("{") ? braces() : assignment();
    } else if (is("{")) {
        declaration.initial = braces();
    } else if (is("(")) {
        Expression* made = make(Form::construct, take());
        made->type = declaration.type;
        arguments(made->arguments, ")");
        const bool one = made->arguments.size() == 1 && declaration.type->form != TypeForm::named;
        declaration.initial = one ? made->arguments[0] : finish(made);
    }
    declaration.where = join(declaration.where, previous().where);
}

const Statement* Parser::expression_statement() {
    Statement* made = make_statement(StatementForm::expression, peek());
    made->value = expression();
    const bool two_names = peek().kind == TokenKind::identifier && made->value->form == Form::name;
    if (two_names && !peek().first_on_line && refusal_of_word(peek().text).empty()) {
        Name name;
        name.text = name.last = made->value->text;
        name.where = made->value->where;
        fail_unknown_type(name);
    }
    expect(";", "an expression");
    return finish(made);
}

const Expression* Parser::parenthesised_condition(const std::string& after) {
    expect("(", after);
    const Expression* condition = expression();
    close_header("the condition");
    return condition;
}

/// (condition), (int x = value), (int x = value; condition).
void Parser::condition_with_declaration(Statement& made) {
    const std::string word(previous().text);
    expect("(", "`" + word + "`");
    if (is_declaration()) {
        Statement* first = declared();
        made.first = finish(first);
        if (first->declarations.empty()) fail_unexpected("a condition");
        if (!take_if(";")) made.value = name_of(*first->declarations.back());
    }
    if (made.value == nullptr) made.value = expression();
    if (made.first == nullptr && is(";")) {
        Statement* first = make_statement(StatementForm::expression, take());
        first->value = made.value;
        first->where = made.value->where;
        made.first = first;
        made.value = expression();
    }
    close_header("the condition");
}

/// What a declaration in a condition declares, as the condition itself.
const Expression* Parser::name_of(const Declaration& declaration) {
    Expression* name = make(Form::name, previous());
    name->text = declaration.name;
    name->where = name->mark = declaration.name_where;
    return name;
}

/// Of `while` and `for`: an expression, or a declaration, which each pass makes again.
void Parser::loop_condition(Statement& made) {
    if (!is_declaration()) {
        made.value = expression();
        return;
    }
    Statement* declared = this->declared();
    if (declared->declarations.empty()) fail_unexpected("a condition");
    const Declaration& last = *declared->declarations.back();
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

void Parser::for_header(Statement& made) {
    expect("(", "`for`");
    if (unknown_type_follows()) fail_unknown_type();
    if (is_declaration()) {
        Statement* first = declared();
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
void Parser::range_header(Statement& made) {
    take();
    if (is("{") && !reads_host_)
        fail_unknown("The emulator does not support a loop over values in braces. Put them into an array.");
    made.over_range = true;
    made.value = is("{") ? braces() : expression();
    close_header("the array of `for`");
}

}  // namespace upsweep::emulator::syntax
