// The parser: tokens of one declaration in, its tree out. Recursive descent with precedence climbing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "emulator/source/diagnostics.h"
#include "emulator/source/lexer.h"
#include "emulator/source/refusals.h"
#include "emulator/syntax/ast.h"
#include "emulator/syntax/outline.h"

namespace upsweep::emulator::syntax {

/// Bounds on what may be nested, so that neither the parser nor who walks its trees overflows the stack.
constexpr int deepest_nesting = 200;
constexpr int deepest_expression = 400;

class Parser {
  public:
    Parser(const std::vector<Token>& tokens, const Outline& outline, Arena& arena, Diagnostics& diagnostics)
        : tokens_(tokens), outline_(outline), arena_(arena), diagnostics_(diagnostics) {}

    // Each parses one item of the outline and throws Abandon if nothing can be made of it.
    const Function* function(const Item& item);  ///< without a body if it is only declared
    Aliases variables(const Item& item);         ///< aliases too
    const Struct* structure(const Item& item);
    const Enum* enumeration(const Item& item);
    const Statement* assertion(const Item& item);

    /// `scan<float, 4>`: all tokens from `begin`, as a name with its template arguments.
    const Expression* asked_for(size_t begin);

    /// Functions of structs are read even if no kernel can call them.
    void read_host() { reads_host_ = true; }

    SourceRange place_of(const Item& item) const { return tokens_[item.begin].where; }

  private:
    struct Specifiers {
        Declaration flags;  ///< its type is the base type
        bool is_global = false, is_host = false, is_typedef = false, is_explicit = false;
    };
    class Nested;

    // Tokens (parser.cpp).
    void start(const Item& item);
    const Token& peek(size_t ahead = 0) const;
    const Token& previous() const { return tokens_[position_ - 1]; }
    bool is(std::string_view text, size_t ahead = 0) const { return peek(ahead).is(text); }
    bool is_any(std::initializer_list<std::string_view> texts) const { return peek().is_any(texts); }
    bool at_end() const { return position_ >= end_; }
    const Token& take();
    bool take_if(std::string_view text);
    const Token& expect(std::string_view text, const std::string& after);
    /// Takes one > also from >> and >=.
    void expect_angle(const Token& open);
    [[noreturn]] void fail(const std::string& message) { fail_at(peek(), message); }
    [[noreturn]] void fail_at(const Token& token, const std::string& message);
    [[noreturn]] void fail_unknown(const std::string& message);  ///< see Diagnostics
    [[noreturn]] void fail_unexpected(const std::string& wanted);
    [[noreturn]] void fail_unknown_character();
    bool is_name() const;
    SourceRange behind() const;
    void skip_brackets();
    void skip_qualifiers();

    // What is not known, and how to continue behind it (parser.cpp).
    struct Name {
        std::string text;  ///< with what qualifies it: cub::BlockScan
        std::string_view last;
        SourceRange where;
        size_t past = 0;  ///< how many tokens it takes
    };
    Name name_at(size_t ahead) const;
    bool is_known(std::string_view name) const;
    bool is_known(const Name& name) const;
    void refuse_qualified();
    /// As Checker::refusal.
    std::string refusal(std::string_view name) const {
        const std::string found = refusal_of_name(name);
        return found.empty() || !reads_host_ ? found
                                             : "The emulator does not know `" + std::string(name) + "`.";
    }
    [[noreturn]] void fail_unknown_type() { fail_unknown_type(name_at(0)); }
    [[noreturn]] void fail_unknown_type(const Name& name);
    [[noreturn]] void fail_unknown_template(const Name& name);
    [[noreturn]] void fail_unknown_macro(const Expression& name);
    bool unknown_template_follows() const;
    bool unknown_type_follows() const;
    bool unknown_cast_follows() const;
    std::string question_for(std::string_view name, bool types_only) const;
    void skip_statement(size_t begin);
    bool skip_header(size_t begin);
    std::vector<const Declaration*> names_between(size_t begin, size_t end);
    bool may_be_declared(size_t i, size_t begin, bool after_another) const;
    const Statement* broken_statement(size_t begin);
    Declaration* broken_parameter(size_t begin);
    void missing_brace(size_t open);

    // Types (parser_types.cpp).
    bool starts_type(size_t ahead = 0) const;
    bool has_nested(std::string_view type, std::string_view name) const;
    bool is_type_name(const Token& token) const;
    bool is_type_template(std::string_view name) const;
    bool names_type(size_t ahead) const;
    size_t past_angle(size_t ahead) const;
    bool is_declaration() const;
    bool makes_value(size_t ahead) const;
    Specifiers specifiers() { return specifiers({}); }
    Specifiers specifiers(Specifiers so_far);
    bool specifier_word(Specifiers& result);
    void skip_attribute();
    void attribute(std::vector<const Expression*>& alignments);
    struct Words;
    void elaborated_type(Words& words);
    void check_words(const Words& words, const Token& first);
    Type* named_type(bool certain);
    Type* type_of();
    Type* base_type(const Words& words, const Token& first);

    // Declarators (parser_types.cpp).
    Declaration* declarator(const Specifiers& specifiers, bool needs_name);
    Declaration* structured_binding(const Specifiers& specifiers);
    const Type* grouped_declarator(const Type* type, Declaration& declaration);
    const Type* pointers(const Type* type);
    const Type* arrays(const Type* type);
    const Type* function_pointer(const Type* result);
    std::vector<std::string_view> names_since(size_t begin) const;
    const Type* type_id();
    Type* derive(TypeForm form, const Type* inner);

    // Structs and enums (parser_structs.cpp).
    const Struct* struct_body(std::string_view name, bool is_union,
                              std::vector<const Expression*> alignments);
    void member(Struct& structure);
    bool member_function_follows() const;
    void bases(Struct& structure);
    bool inherited_name(Struct& structure);
    bool defaulted_constructor(Struct& structure);
    void member_function(Struct& structure);
    void skip_function();
    void fields(Struct& structure);
    const Enum* enum_body(std::string_view name);

    // Expressions (parser_expressions.cpp).
    const Expression* expression();
    const Expression* assignment();
    const Expression* conditional();
    const Expression* binary(int lowest);
    const Expression* unary();
    const Expression* postfix();
    bool template_call_follows() const;
    const Expression* primary();
    const Expression* name();
    const Expression* named_cast();
    const Expression* size_of();
    const Expression* new_object();
    const Expression* fold(Expression* made, const Expression* first, size_t begin);
    const Expression* expanded(const Expression* pattern, size_t begin);
    const Expression* delete_object();
    const Expression* throw_value();
    const Expression* offset_of();
    const Expression* plain_name(const Type* scope);
    const Expression* construct();
    const Expression* designated();

    // Lambdas (parser_functions.cpp).
    const Expression* lambda();
    void captures(Lambda& lambda);
    void lambda_function(Function& function);
    void names_used(Lambda& lambda, size_t begin, size_t first_declaration);
    const Type* deduced_parameter(Function& function, const Type* written);
    const Expression* braces();
    Expression* launch();
    void arguments(std::vector<const Expression*>& into, std::string_view closing);
    std::vector<TemplateArgument> template_arguments();
    TemplateArgument template_argument();
    Expression* make(Form form, const Token& first);
    const Expression* finish(Expression* made);

    // Statements (parser_statements.cpp).
    const Statement* statement();
    const Statement* statement_or_abandon();
    const Statement* block();
    void close_block(size_t open);
    const Statement* try_statement();
    const Statement* try_block();
    const Statement* assembly();
    const Statement* instruction(const std::string& text, const std::vector<const Expression*>& operands,
                                 const Token& word);
    const Statement* misspelt_statement(const std::string& question);
    std::string question_for_header() const;
    template <typename Read>
    bool header(Statement& made, Read read);
    const Statement* if_statement();
    const Statement* for_statement();
    const Statement* while_statement();
    const Statement* do_statement();
    const Statement* switch_statement();
    const Statement* case_label();
    const Statement* jump();
    const Statement* assertion();
    const Statement* alias();
    Statement* declared();
    const Statement* declaration_statement();
    const Statement* expression_statement();
    const Expression* parenthesised_condition(const std::string& after);
    void condition_with_declaration(Statement& made);
    void loop_condition(Statement& made);
    const Expression* name_of(const Declaration& declaration);
    void close_header(const std::string& after);
    void for_header(Statement& made);
    void range_header(Statement& made);
    void initialiser(Declaration& declaration);
    Statement* make_statement(StatementForm form, const Token& first);
    const Statement* finish(Statement* made);

    // Functions (parser_functions.cpp).
    bool template_header(std::vector<TemplateParameter>& parameters);
    TemplateParameter template_parameter();
    void parameters(Function& function);
    Declaration* parameter(Function& function);
    bool more_parameters();
    void function_type(Function& function, std::string_view structure);
    void function_name(Function& function);
    bool function_end(Function& function, std::string_view structure);
    void member_initialisers(Function& function);
    bool lacks_result(const Specifiers& base);
    [[noreturn]] void fail_unopened(const Function& function);
    const Function* function_or_declaration(std::string_view structure);
    const Function* constructor_outside(const Item& item);

    const std::vector<Token>& tokens_;
    const Outline& outline_;
    Arena& arena_;
    Diagnostics& diagnostics_;
    size_t position_ = 0, end_ = 0;
    Token end_token_;
    int nesting_ = 0;
    int angle_pending_ = 0;  ///< a >> whose first > is taken
    bool in_template_argument_ = false;
    bool reads_host_ = false;
    std::vector<std::string_view> local_types_;
    std::vector<std::string_view> local_values_;  ///< variables with the name of a type, which they hide
    std::string_view function_name_;              ///< of the function whose body is being read: __func__
    std::string_view qualifier_;  ///< of the name that comes next: what skip_qualifiers() took
    std::unordered_set<std::string_view> declared_;  ///< variables of this item, whatever their scope
    std::unordered_set<std::string_view> broken_;    ///< those of them that were complained about
    size_t suspicious_ = 0;  ///< an open brace whose partner seems to close another one; 0: none
    bool unclosed_ = false;  ///< that a brace is missing has been said
};

/// Counts nesting while it lives.
class Parser::Nested {
  public:
    explicit Nested(Parser& parser) : parser_(parser) {
        if (++parser_.nesting_ > deepest_nesting) {
            --parser_.nesting_;
            parser_.fail("This is nested too deeply. Split it into several statements.");
        }
    }
    ~Nested() { --parser_.nesting_; }
    Nested& operator=(Nested&&) = delete;

  private:
    Parser& parser_;
};

}  // namespace upsweep::emulator::syntax
