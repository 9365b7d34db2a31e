// The checker: resolves names and types, makes every conversion explicit, folds constants. A template is
// checked once for each binding of its parameters, so the typed tree knows none.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "emulator/ast.h"
#include "emulator/builtin_table.h"
#include "emulator/diagnostics.h"
#include "emulator/outline.h"
#include "emulator/parser.h"
#include "emulator/preprocessor.h"
#include "emulator/typed.h"

namespace upsweep::emulator {

/// What a name stands for.
struct Entity {
    enum class Kind : std::uint8_t { variable, type, constant };
    Kind kind = Kind::variable;
    Variable* variable = nullptr;  ///< of a variable; of a constant too, if it has one
    const Type* type = nullptr;    ///< of a type or a constant
    std::uint64_t bits = 0;        ///< of a constant
};

class Checker {
  public:
    Checker(const Preprocessed& text, Program& program, Diagnostics& diagnostics);

    /// Checks the function asked for and all that it reaches, and fills the program in.
    void run(const std::string& file);

  private:
    /// A type as written, with the `&` that is no type of its own here.
    struct Written {
        const Type* type = nullptr;
        bool is_reference = false;
    };
    using Scope = std::unordered_map<std::string_view, Entity>;

    /// A function under given template arguments.
    struct Instance {
        const syntax::Function* syntax = nullptr;
        Function* function = nullptr;
        Scope bindings;
        std::vector<const Function*> calls;
        enum class State : std::uint8_t { waiting, checking, done } state = State::waiting;
    };
    struct Candidate {
        Instance* instance = nullptr;
        int cost = 0;
    };

    // Names and functions (checker.cpp).
    Function* entry(const std::string& file);
    Instance* chosen_entry(const std::string& file, const syntax::Expression* asked_for);
    [[noreturn]] void refuse_entry(const std::string& file, const syntax::Expression* asked_for);
    void finish_bodies();
    void check_body(Instance& instance);
    void order_functions(const Function* entry);
    bool order_calls(const Function* function, std::vector<const Function*>& path);
    const syntax::Function* parsed(std::size_t item);
    Instance* instantiate(const syntax::Function* written, Scope bindings);
    const Entity* find(std::string_view name);
    const Entity* find_global(std::string_view name);
    void declare(std::string_view name, const Entity& entity, const SourceRange& where);
    [[noreturn]] void fail(const SourceRange& where, const std::string& message) {
        diagnostics_.fail(where, message);
    }

    // Types (checker_types.cpp).
    Written resolve(const syntax::Type* written);
    const Type* resolve_value(const syntax::Type* written);
    const Type* resolve_named(const syntax::Type* written);
    const Type* resolve_array(const syntax::Type* written);
    const Type* vector_named(std::string_view name);
    const Type* define_struct(const syntax::Struct* written);
    const Type* define_enum(const syntax::Enum* written);
    std::int64_t constant_size(const syntax::Expression* written);

    // Declarations (checker_declarations.cpp).
    void global_variables(std::size_t item);
    Entity global_variable(const syntax::Declaration* written);
    void host_global(const syntax::Declaration* written, Variable* variable);
    Variable* new_variable(const syntax::Declaration* written, const Written& type, Storage storage);
    const TypedStatement* local_variable(const syntax::Declaration* written);
    const TypedStatement* shared_variable(const syntax::Declaration* written);
    Written declared_type(const syntax::Declaration* written, Expression*& initial);
    Expression* initial_value(const syntax::Declaration* written, const Type* type);
    Expression* braces(const syntax::Expression* written, const Type* type);
    void fill(Expression* into, const syntax::Expression* written, const Type* type, std::int64_t offset);
    std::vector<std::byte> constant_bytes(const Expression* value, const Type* type,
                                          const SourceRange& where);

    // Statements (checker_statements.cpp).
    const TypedStatement* statement(const syntax::Statement* written);
    const TypedStatement* statement_or_abandon(const syntax::Statement* written);
    TypedStatement* make(StatementKind kind, const SourceRange& where);
    const TypedStatement* block(const syntax::Statement* written);
    const TypedStatement* declarations(const syntax::Statement* written);
    const TypedStatement* branch(const syntax::Statement* written);
    const TypedStatement* loop(const syntax::Statement* written);
    const TypedStatement* switch_case(const syntax::Statement* written);
    SwitchCase case_label(const syntax::Statement* written, const Type* type, const TypedStatement& made);
    const TypedStatement* jump(const syntax::Statement* written);
    const TypedStatement* return_function(const syntax::Statement* written);
    void assertion(const syntax::Statement* written);
    Expression* condition(const syntax::Expression* written);

    // Expressions (checker_expressions.cpp, checker_operators.cpp).
    Expression* check(const syntax::Expression* written);
    Expression* check_value(const syntax::Expression* written) { return value(check(written)); }
    Expression* literal(const syntax::Expression* written);
    Expression* name(const syntax::Expression* written);
    Expression* unary(const syntax::Expression* written);
    Expression* address_of(const syntax::Expression* written);
    Expression* dereference(Expression* pointer, const SourceRange& where);
    Expression* increment(const syntax::Expression* written, bool postfix);
    Expression* binary(const syntax::Expression* written);
    Expression* logical(const syntax::Expression* written);
    Expression* arithmetic_on(Operation operation, Expression* a, Expression* b,
                              const syntax::Expression* written);
    Expression* pointer_arithmetic(Operation operation, Expression* a, Expression* b,
                                   const syntax::Expression* written);
    Expression* assign(const syntax::Expression* written);
    Expression* compound_assign(const syntax::Expression* written, Expression* target, Operation operation);
    Expression* conditional(const syntax::Expression* written);
    Expression* subscript(const syntax::Expression* written);
    Expression* member(const syntax::Expression* written);
    Expression* coordinate(const syntax::Expression* written);
    Expression* cast(const syntax::Expression* written);
    Expression* construct(const syntax::Expression* written);
    Expression* size_of(const syntax::Expression* written);

    // Calls (checker_calls.cpp).
    Expression* call(const syntax::Expression* written);
    std::vector<Expression*> check_arguments(const syntax::Expression* written);
    std::vector<Candidate> candidates(const syntax::Expression* written, std::vector<Expression*>& arguments);
    std::optional<Scope> bind(const syntax::Function* function, const syntax::Expression* written,
                              const std::vector<Expression*>& arguments);
    bool bind_explicit(const syntax::Function* function, const syntax::Expression* written, Scope& bindings);
    bool deduce(const syntax::Function* function, const syntax::Type* written, const Type* given,
                Scope& bindings);
    int conversion_cost(const Expression* from, const Variable* parameter) const;
    Expression* call_function(const syntax::Expression* written, Instance* instance,
                              std::vector<Expression*>& arguments);
    Expression* pass(Expression* argument, const Variable* parameter);
    Expression* default_argument(Instance* instance, std::size_t index);
    Expression* call_constant(Instance* instance, Expression* made);

    // Builtins (checker_builtins.cpp).
    Expression* call_builtin(const syntax::Expression* written, const BuiltinRow& row,
                             std::vector<Expression*>& arguments);
    Expression* builtin(const BuiltinRow& row, const Type* type, const SourceRange& where,
                        std::vector<Expression*> operands);
    Expression* fixed_builtin(const BuiltinRow& row, const SourceRange& where,
                              std::vector<Expression*>& arguments);
    Expression* generic_builtin(const BuiltinRow& row, const SourceRange& where,
                                std::vector<Expression*>& arguments);
    Expression* atomic_builtin(const BuiltinRow& row, const SourceRange& where,
                               std::vector<Expression*>& arguments);
    Expression* ordered_atomic(const BuiltinRow& row, const SourceRange& where,
                               std::vector<Expression*>& arguments);
    Expression* warp_builtin(const BuiltinRow& row, const SourceRange& where,
                             std::vector<Expression*>& arguments);
    Expression* hinted_access(const BuiltinRow& row, const SourceRange& where,
                              std::vector<Expression*>& arguments);
    Expression* make_vector(const BuiltinRow& row, const SourceRange& where,
                            std::vector<Expression*>& arguments);
    Expression* print(const syntax::Expression* written, const SourceRange& where,
                      std::vector<Expression*>& arguments);
    Expression* assertion_call(const syntax::Expression* written, std::vector<Expression*>& arguments);
    const Type* pointee_of(Expression* pointer, std::string_view function);
    void check_atomic_type(const BuiltinRow& row, const Type* type, const SourceRange& where);
    std::string text_of(const SourceRange& where) const;

    // Conversions (checker_conversions.cpp).
    Expression* make(ExpressionKind kind, const Type* type, const SourceRange& where);
    Expression* constant(const Type* type, std::uint64_t bits, const SourceRange& where);
    Expression* value(Expression* expression);
    Expression* convert(Expression* from, const Type* to);
    Expression* convert_explicitly(Expression* from, const Type* to, const SourceRange& where);
    bool converts_implicitly(const Expression* from, const Type* to) const;
    Expression* promote(Expression* from);
    const Type* common_type(const Type* a, const Type* b);
    Expression* truth(Expression* from);
    void take_address(const Expression* lvalue);
    void need_lvalue(const Expression* expression, std::string_view what);
    void need_mutable(const Expression* expression);
    void mark_index(const Expression* expression);

    const Preprocessed& text_;
    Program& program_;
    Diagnostics& diagnostics_;
    TypeTable& types_;
    Outline outline_;
    syntax::Arena arena_;
    Parser parser_;

    std::unordered_map<std::size_t, const syntax::Function*> parsed_;
    std::deque<Instance> instances_;
    std::unordered_map<std::string_view, Entity> globals_;
    enum class Lookup : std::uint8_t { untried, running, done, failed };
    std::unordered_map<std::string_view, Lookup> lookups_;  ///< of global names; a running one is a cycle
    std::unordered_map<const Function*, Instance*> instance_of_;

    // Of the function being checked.
    Instance* current_ = nullptr;
    std::vector<Scope> scopes_;
    int loops_ = 0, switches_ = 0;
    int index_depth_ = 0;
    int constant_depth_ = 0;
    bool host_entry_ = false;
};

const char* symbol_of(Operation operation);

}  // namespace upsweep::emulator
