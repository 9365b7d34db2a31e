// The checker: resolves names and types, makes every conversion explicit, folds constants. A template is
// checked once for each binding of its parameters, so the typed tree knows none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "emulator/semantics/checker_state.h"
#include "emulator/source/refusals.h"

namespace upsweep::emulator {

class Checker : private CheckerState {
  public:
    Checker(const Preprocessed& text, Program& program, Diagnostics& diagnostics);

    /// Checks the function asked for and all that it reaches, and fills the program in.
    void run(const std::string& file);

  private:
    // Names and functions (checker.cpp).
    Function* entry(const std::string& file);
    Instance* chosen_entry(const std::string& file, const syntax::Expression* asked_for);
    [[noreturn]] void refuse_entry(const std::string& file, const syntax::Expression* asked_for);
    void finish_bodies();
    void check_body(Instance& instance);
    const TypedStatement* body_of(const Instance& instance);
    void order_functions(const Function* entry);
    bool order_calls(const Function* function, std::vector<const Function*>& path);
    /// What `parse` makes of an item, then finished; later calls return the same.
    template <typename Node, typename Parse, typename Finish>
    const Node* parsed_once(std::unordered_map<size_t, const Node*>& known, size_t item, Parse parse,
                            Finish finish) {
        const auto found = known.find(item);
        if (found != known.end()) {
            // Parsing it failed before; once is enough.
            if (found->second == nullptr) throw Abandon{};
            return found->second;
        }
        known[item] = nullptr;
        const size_t dropped = diagnostics_.dropped();
        try {
            const Node* node = parse();
            // What was read without a word would not be complained about where it counts.
            if (diagnostics_.dropped() != dropped) throw Abandon{};
            const_cast<Node*>(node)->space = outline_.items[item].space;
            finish(node);
            return known[item] = node;
        } catch (const Abandon&) {
            if (diagnostics_.quiet()) known.erase(item);
            throw;
        }
    }
    const syntax::Function* parsed(size_t item);
    Instance* instantiate(const syntax::Function* written, Scope bindings, Structure* owner = nullptr);
    void declare_parameters(Instance& instance);
    void declare_parameter(Instance& instance, const Declaration* written);
    static std::vector<Scope> outer_scopes(const Instance& instance);
    static bool takes_object(const syntax::Function& function) {
        return function.is_member && !function.is_static && !function.is_friend;
    }
    void add_default_arguments(const syntax::Function* function);
    const Entity* find(std::string_view name, std::string_view qualifier = {});
    const Entity* find_local(std::string_view name);
    const Entity* find_global(std::string_view name, std::string_view qualifier = {});
    void define_global(size_t item);
    void declare(std::string_view name, const Entity& entity, const SourceRange& where);
    void declare_broken(std::string_view name);
    void declare_unknown(std::string_view name);
    /// Does something that the rest does not depend on: if it is broken, the rest is still checked.
    template <typename Do>
    void or_go_on(const SourceRange& where, Do something) {
        try {
            something();
        } catch (const Abandon&) {
            // Host code ends where it is reached: without this part the rest has no meaning.
            if (is_host_code() && !diagnostics_.quiet()) throw;
            go_on_behind(where);
        }
    }
    void go_on_behind(const SourceRange& where);
    [[noreturn]] void fail(const SourceRange& where, const std::string& message) {
        diagnostics_.fail(where, message);
    }
    [[noreturn]] void fail_unknown(const SourceRange& where, const std::string& message) {
        diagnostics_.fail_unknown(where, message);
    }

    // Names in namespaces (checker_complaints.cpp).
    bool in_several_spaces(const std::vector<size_t>& items) const;
    std::vector<size_t> visible(std::string_view name, std::string_view qualifier) const;
    std::string_view key_of(size_t item);
    static std::string_view space_of(const Instance& instance) {
        return instance.owner != nullptr ? instance.owner->written->space : instance.syntax->space;
    }

    /// Where a declaration goes. Not to be kept: whatever is checked may open scopes of its own, and the
    /// list of them moves.
    Scope& scope_here() { return scopes_.empty() ? globals_ : scopes_.back(); }

    // Types (checker_conversions.cpp).
    Written resolve(const syntax::Type* written);
    Written resolve_name(const syntax::Type* written);
    const Type* resolve_function(const syntax::Type* written);
    const Type* resolve_value(const syntax::Type* written);
    const Type* resolve_named(const syntax::Type* written);
    Written resolve_inside(const syntax::Type* written);
    const Type* resolve_array(const syntax::Type* written);
    const Type* define_enum(const Enum* written);
    int64_t constant_size(const syntax::Expression* written);
    int64_t alignment(const std::vector<const syntax::Expression*>& written);

    // Structs (checker_structs.cpp).
    Structure* structure_of(const Type* type);
    const Struct* parsed_struct(size_t item);
    const syntax::Function* parsed_member(const Item& item);
    const Type* defined_here(const Struct* written);
    const Type* define_struct(const Struct* written, Scope bindings, std::vector<Entity> arguments);
    void declare_inside(const Struct& written);
    void declare_constant(const Declaration* written, const Struct& owner);
    std::vector<Field> fields_of(const Struct& written);
    void add_functions(Structure& structure);
    bool copies_plainly(const syntax::Function& function, const Struct& of);
    const syntax::Function* defined_outside(Structure& structure, const syntax::Function& declared,
                                            const Item& item);
    std::vector<Callee> member_functions(Structure& structure, std::string_view name);
    Expression* call_member(const syntax::Expression* written, const syntax::Expression* callee);
    Expression* call_object(const syntax::Expression* written, Expression* object);
    Expression* call_in_scope(const syntax::Expression* written, const syntax::Expression* callee);
    Expression* call_own_member(const syntax::Expression* written, const syntax::Expression* callee);
    const Instance* outside_of_lambdas() const;
    Expression* self(const SourceRange& where);
    Expression* captured_object(const SourceRange& where);
    Expression* object_of(const Instance& instance, const SourceRange& where);
    std::optional<Field> find_field(const Type& type, std::string_view name) const;
    Expression* field_of(Expression* base, const Field& field, const SourceRange& where);
    Expression* own_member(const syntax::Expression* written);
    Expression* name_in_scope(const syntax::Expression* written);
    bool has_constructors(const Type* type);
    bool has_member_values(const Type* type);
    bool sets_itself(const Type* type);
    Expression* construct_at(Expression* place, const syntax::Expression* written,
                             std::vector<Expression*> arguments);
    Expression* base_constructed(Expression* place, const syntax::Expression* written,
                                 std::vector<Expression*> arguments);
    Expression* constructed(const Type* type, const syntax::Expression* written,
                            std::vector<Expression*> arguments);
    Expression* construction(Expression* place, const Declaration* written);
    Expression* after(Expression* first, Expression* second);
    Expression* store(Expression* place, Expression* value, const SourceRange& where);
    Expression* member_initialisers(const syntax::Function& function);
    Expression* member_value(const syntax::Expression* written, const Type* type);
    Expression* member_made(Expression* place, const Field& field, const syntax::Expression* written,
                            const SourceRange& where);
    Expression* reference_to(const syntax::Expression* written, const Field& field);
    const Field* base_named(const Structure& structure, std::string_view name);
    Expression* user_conversion(Expression* from, const Type* to, bool really);
    Expression* stand_in(const Type* type, const SourceRange& where);

    // The lives of objects (checker_objects.cpp).
    const syntax::Function* destructor_of(const Type* type);
    bool ends(const Type* type);
    bool copies_itself(const Type* type);
    static bool takes_its_like(const syntax::Function& function, const Struct& of);
    Expression* loaded(Expression* place);
    Expression* copied(Expression* from);
    Expression* members_copied(const Structure& structure, Expression* from, const SourceRange& where);
    Expression* assigned(Expression* target, Expression* from, const SourceRange& where);
    Expression* assigned_whole(Expression* target, Expression* from, const SourceRange& where);
    Expression* default_value(const Type* type, const SourceRange& where);
    Expression* pointer_to(Expression* place, const SourceRange& where);
    Expression* materialised(Expression* value, const Type* type);
    Expression* destruction(Expression* place, const SourceRange& where);
    Expression* destructor_call(Expression* place, bool exactly, const SourceRange& where);
    Expression* ending(const Ending& of, const SourceRange& where);
    void ends_with_scope(const Variable* variable);
    void add_ends(TypedStatement& block, size_t first, const SourceRange& where);
    const TypedStatement* with_ends(const TypedStatement* made, size_t first, const SourceRange& where);
    Expression* with_temporaries(Expression* made, size_t first);
    const TypedStatement* ended_return(TypedStatement* made, const Variable* returned);
    const TypedStatement* ended_jump(TypedStatement* made, size_t first);
    Expression* returned_value(const syntax::Expression* written, const Type* result,
                               const Variable*& returned);
    Expression* for_each(Expression* pointer, Expression* count, ForEach what, const SourceRange& where);
    Instance* loop_over(const Type* type, ForEach what, const SourceRange& where);
    Expression* default_or_zero(const Type* type, const SourceRange& where);
    bool is_host_code() const { return program_.whole; }
    Expression* allocated(const Type* type, Expression* bytes, const SourceRange& where, Expression*& kept,
                          std::string_view own = {});
    Expression* call_heap(const Type* type, std::string_view own, std::string_view usual,
                          Expression* argument, const SourceRange& where);
    bool is_copy_of(const std::vector<const syntax::Expression*>& arguments, const Type* type);
    Expression* new_object(const syntax::Expression* written);
    Expression* delete_object(const syntax::Expression* written);
    [[noreturn]] void refuse_on_device(const syntax::Expression* written, std::string_view word);
    Expression* call_named(std::string_view name, const SourceRange& where,
                           std::vector<Expression*> arguments);

    // Bases, virtual functions, pointers to functions (checker_dispatch.cpp).
    std::optional<int64_t> base_offset(const Type* derived, const Type* base);
    bool is_base_of(const Type* base, const Type* derived) {
        return base->plain != derived->plain && base_offset(derived, base).has_value();
    }
    Expression* as_base(Expression* object, const Type* base, const SourceRange& where);
    Expression* moved_pointer(Expression* pointer, const Type* to, int64_t bytes, const SourceRange& where);
    Structure* with_functions(Structure& structure, std::string_view name);
    bool is_polymorphic(const Type* type);
    void add_number(Structure& structure);
    void inherit_virtual(const Structure& structure, const syntax::Function& function);
    static void numbers_in(const Type* type, int64_t offset, std::vector<int64_t>& into);
    Expression* numbered(Expression* object, const Structure& structure, const SourceRange& where);
    Instance* overrider(Structure& structure, const Instance& wanted);
    Instance* own_instance(const syntax::Function* syntax, Structure* owner);
    Variable* handed_on(const Variable& parameter);
    Function* dispatcher(Instance& wanted);
    bool finish_dispatchers();
    void find_derived(const Type* of);
    void add_case(TypedStatement& all, uint64_t number, const Function* callee,
                  std::vector<const Expression*> operands);
    void dispatch_virtual(const Dispatcher& of);
    void dispatch_pointer(const Dispatcher& of);
    const TypedStatement* lost(const SourceRange& where);

    // Exceptions (checker_exceptions.cpp).
    Expression* throw_value(const syntax::Expression* written);
    Expression* thrown(Expression* object, Expression* number, const SourceRange& where);
    Caught keep_thrown(TypedStatement& block, const SourceRange& where);
    const TypedStatement* labelled(const Statement* written);
    const TypedStatement* try_block(const Statement* written);
    const TypedStatement* throw_on(const Caught& caught, const SourceRange& where);
    const Type* declare_caught(const Declaration* written, const Caught& caught, TypedStatement& body);
    Expression* is_one_of(const Caught& caught, const Type* type, const SourceRange& where);
    Expression* end_of_caught(const Ending& of, const SourceRange& where);
    const Function* about_thrown(AboutThrown what, const Type* type, const SourceRange& where);
    void dispatch_thrown(const Dispatcher& of);
    Expression* told_uncaught(Expression* object, const SourceRange& where);
    const TypedStatement* with_uncaught(const TypedStatement* body);
    bool throws();
    TypedStatement* guarded(TypedStatement& into, size_t first, const SourceRange& where);

    // Pointers to functions (checker_dispatch.cpp).
    Instance* function_behind(const Type* object, const Type* type);
    const Type* pointer_type_of(const Function& function);
    const Type* pointer_type_of(const Type* object);
    Expression* function_address(const Expression* object, const Type* type);
    Expression* call_pointer(const syntax::Expression* written, Expression* pointer);
    void note_call(const Function* function);

    // Lambdas, and functions that are passed on (checker_lambdas.cpp).
    Expression* lambda(const syntax::Expression* written);
    Structure* closure(const syntax::Expression* written);
    void capture(Structure& closure, const Capture& capture, std::vector<Field>& fields);
    void capture_named(Structure& closure, const Lambda& lambda, const syntax::Expression* used,
                       std::vector<Field>& fields);
    void refer_to(Structure& closure, const syntax::Expression* value, std::string_view name,
                  std::vector<Field>& fields);
    void capture_pack(Structure& closure, const Lambda& lambda, const syntax::Expression* used,
                      std::vector<Field>& fields);
    void capture_object(Structure& closure, const syntax::Expression* written, std::vector<Field>& fields);
    void copy_into(Structure& closure, const syntax::Expression* value, std::string_view name,
                   std::vector<Field>& fields);
    Expression* function_object(const syntax::Expression* name);
    Expression* function_named(const syntax::Expression* written);
    bool is_function_object(const Expression* expression);
    Expression* call_passed_function(const syntax::Expression* written, Structure& structure);

    // Declarations (checker_declarations.cpp).
    void global_variables(size_t item);
    Entity global_variable(const Declaration* written);
    [[noreturn]] void refuse_table(std::string_view name, const SourceRange& where);
    Expression* table_element(const Expression* place);
    void host_global(const Declaration* written, Variable* variable);
    Variable* new_variable(const Declaration* written, const Written& type, Storage storage);
    const TypedStatement* local_variable(const Declaration* written);
    const TypedStatement* static_variable(const Declaration* written, const Written& type,
                                          Expression* initial);
    void end_global(Variable* variable, Variable* guard, const SourceRange& where);
    Expression* begun(Expression* place, const Declaration* written);
    void start_global(const Declaration* written, Variable* variable, Expression* initial);
    Entity static_member(const Declaration* written, const Type* type, const Struct& owner);
    static bool on_device_only(const Declaration* written) {
        return written->is_device || written->is_constant;
    }
    void declare_parts(const Declaration* written, Variable* variable);
    const TypedStatement* constructed_variable(const Declaration* written, Variable* variable);
    bool is_constructed(const Declaration* written, const Type* type);
    const TypedStatement* shared_variable(const Declaration* written);
    void check_static_shared(const SourceRange& where);
    const Type* element_of_open_length(const Declaration* written);
    Written declared_type(const Declaration* written, Expression*& initial);
    Expression* initial_value(const Declaration* written, const Type* type);
    Expression* braces(const syntax::Expression* written, const Type* type);
    // Lists (checker_lists.cpp).
    const Type* list_element(const Type* type);
    Expression* listed(const syntax::Expression* written, Expression* place);
    Expression* list(const syntax::Expression* written, const Type* type);
    Expression* list_constructed(Expression* place, const syntax::Expression* written);
    const TypedStatement* list_loop(const Statement* written);
    const TypedStatement* array_loop(const Statement* written, Expression* array);
    Expression* check_for(const syntax::Expression* written, const Type* type);
    size_t place_in(const Type* type, const syntax::Expression* item, size_t next);
    void fill_defaults(Expression* into, const Type* type, size_t given, int64_t offset);
    void fill(Expression* into, const syntax::Expression* written, const Type* type, int64_t offset);
    void fill_from(Expression* into, const std::vector<const syntax::Expression*>& items, size_t& item,
                   const Type* type, int64_t offset);
    bool stands_for(const syntax::Expression* written, const Type* type);
    static bool is_text_for(const syntax::Expression* written, const Type* type);
    void fill_text(Expression* into, const syntax::Expression* written, const Type* type, int64_t offset);
    void begin_with(Variable& variable, const Expression* value, const SourceRange& where);

    // Statements (checker_statements.cpp).
    const TypedStatement* statement(const Statement* written);
    const TypedStatement* statement_or_abandon(const Statement* written);
    TypedStatement* make(StatementKind kind, const SourceRange& where);
    const TypedStatement* broken(const Statement* written);
    const TypedStatement* stop(const SourceRange& where);
    bool is_unknown(size_t known);
    void report_unknown(const Statement& written);
    const TypedStatement* block(const Statement* written);
    const TypedStatement* declarations(const Statement* written);
    const TypedStatement* branch(const Statement* written);
    const TypedStatement* loop(const Statement* written);
    const TypedStatement* range_loop(const Statement* written);
    Expression* next_of(const Expression* place, const SourceRange& where);
    const TypedStatement* range_body(const Statement* written, Expression* element);
    const TypedStatement* iterator_loop(const Statement* written, Expression* object, size_t temporaries);
    const TypedStatement* range_element(const Declaration* written, Expression* element);
    const TypedStatement* return_auto(const Statement* written, TypedStatement* made);
    const TypedStatement* with_first(const Statement* written, TypedStatement* made);
    const TypedStatement* switch_case(const Statement* written);
    SwitchCase case_label(const Statement* written, const Type* type, const TypedStatement& made);
    const TypedStatement* jump(const Statement* written);
    const TypedStatement* return_function(const Statement* written);
    Expression* condition(const syntax::Expression* written);

    // Assertions (checker_statements.cpp).
    void assertion(const Statement* written, const Structure* within = nullptr);
    const Expression* asserted(const Statement* written);
    [[noreturn]] void refuse_assertion(const Statement* written, const Structure* within);
    std::string values_compared(const syntax::Expression* written);
    std::string arguments_here(const Structure* within) const;
    void outer_assertions();
    void outer_assertion(const Item& item);
    bool may_be_for_the_host(const Item& item) const;

    // Expressions (checker_expressions.cpp, checker_operators.cpp).
    Expression* check(const syntax::Expression* written);
    Expression* check_value(const syntax::Expression* written) { return value(check(written)); }
    Expression* literal(const syntax::Expression* written);
    Expression* text(const syntax::Expression* written);
    Expression* name(const syntax::Expression* written);
    Expression* use_of(const Variable* variable, const SourceRange& where);
    Expression* place_of(const Variable* variable, const Type* type, const SourceRange& where);
    Expression* element_place(Expression* array, Expression* index, const SourceRange& where);
    Expression* part(const Entity& entity, const SourceRange& where);
    Expression* variable_template(const syntax::Expression* written);
    Expression* unary(const syntax::Expression* written);
    Expression* address_of(const syntax::Expression* written);
    Expression* dereference(Expression* pointer, const SourceRange& where);
    Expression* increment(const syntax::Expression* written, bool postfix);
    Expression* binary(const syntax::Expression* written);
    Expression* logical(const syntax::Expression* written);
    Expression* arithmetic_on(BinaryOperation operation, Expression* a, Expression* b,
                              const syntax::Expression* written);
    Expression* pointer_arithmetic(BinaryOperation operation, Expression* a, Expression* b,
                                   const syntax::Expression* written);
    Expression* assign(const syntax::Expression* written);
    Expression* compound_assign(const syntax::Expression* written, Expression* target,
                                BinaryOperation operation);
    Expression* conditional(const syntax::Expression* written);
    Expression* subscript(const syntax::Expression* written);
    Expression* member(const syntax::Expression* written);
    Expression* behind_arrow(Expression* object, const syntax::Expression* written);
    struct Coordinate;
    static const Coordinate* find_coordinate(std::string_view name);
    Expression* all_coordinates(const Coordinate& coordinate, const syntax::Expression* written);
    Expression* coordinate(const syntax::Expression* written);
    Expression* cast(const syntax::Expression* written);
    Expression* construct(const syntax::Expression* written);
    Expression* whole_extent(const syntax::Type* type, size_t given, Expression* made);
    Expression* size_of(const syntax::Expression* written);
    const Type* inner_place(const syntax::Expression* written, const Type* whole, uint64_t& bytes);

    Expression* overloaded(const syntax::Expression* written, std::string_view name,
                           std::vector<Expression*> operands);
    Expression* as_number(Expression* operand);

    // Calls (checker_calls.cpp).
    Expression* call(const syntax::Expression* written);
    Expression* call_free(const syntax::Expression* written, const syntax::Expression* callee,
                          const std::vector<Expression*>* given = nullptr);
    std::vector<Callee> free_functions(std::string_view name, std::string_view qualifier = {});
    void add_friends(Call& call);
    std::vector<Expression*> check_arguments(const std::vector<const syntax::Expression*>& written);
    Expression* check_passed(const syntax::Expression* written);
    Expression* in_braces(const syntax::Expression* written);
    Expression* made_for(Expression* argument, const Variable* parameter);
    int cost_of_braces(Expression* argument, const Variable* parameter);
    std::vector<Candidate> candidates(const Call& call, bool loud = false);
    std::optional<Candidate> candidate(const Call& call, const Callee& callee);
    std::optional<Candidate> choose(const Call& call);
    Expression* call_best(const Call& call);
    int conversion_cost(Expression* from, const Variable* parameter);
    Expression* temporary(const Type* type, const SourceRange& where);
    Expression* pass(Expression* argument, const Variable* parameter);
    Expression* pass_to(Expression* argument, const Variable* parameter, std::string_view function);
    Expression* default_argument(Instance* instance, size_t index);
    Expression* call_function(const Call& call, const Candidate& chosen);
    void find_result(Instance& instance, const SourceRange& where);
    Expression* call_constant(Instance* instance, Expression* made);

    // Whole programs (checker_programs.cpp).
    Expression* launch(const syntax::Expression* written);
    Expression* launch_on_device(const Expression* launch);
    Expression* launch_named(const syntax::Expression* written, Call call);
    Expression* launch_pointer(const syntax::Expression* written, Expression* pointer);
    std::vector<Callee> kernels(const syntax::Expression* name);
    Expression* kernel_value(const syntax::Expression* written);
    std::string name_of_kernel(const Instance& instance, size_t overloads);
    Expression* configuration(const syntax::Expression* written, const Type* type);
    std::optional<PrintForm> print_form(std::string_view name) const;
    Expression* print_to(const syntax::Expression* written, PrintForm form);
    bool is_native(const Callee& callee) const {
        return callee.is_library && callee.function->body == nullptr;
    }
    bool is_of_host(const Item& item) const {
        return item.is_library && !item.is_device && !item.is_constexpr;
    }
    bool has_functions(std::string_view name) const;

    // Templates (checker_templates.cpp).
    using TemplateParameters = std::vector<TemplateParameter>;
    std::optional<Scope> bind(const syntax::Function* function, const syntax::Expression* written,
                              const std::vector<Expression*>& arguments, Structure* owner = nullptr);
    static bool forwards(const TemplateParameters& parameters, const syntax::Type* written);
    bool bind_defaults(const TemplateParameters& parameters, Scope& bindings);
    bool bind_explicit(const TemplateParameters& parameters, const std::vector<TemplateArgument>& arguments,
                       Scope& bindings);
    void refuse_contradiction(const syntax::Function& function, const syntax::Expression* written);
    Entity constant_argument(const TemplateParameter& parameter, const syntax::Expression* written);
    void deduce(const TemplateParameters& parameters, const syntax::Type* written, const Type* given,
                Scope& bindings);
    void deduce_arguments(const TemplateParameters& parameters, const syntax::Type* written,
                          const Type* given, Scope& bindings);
    void deduce_list(const TemplateParameters& parameters, const std::vector<TemplateArgument>& written,
                     const std::vector<Entity>& arguments, Scope& bindings);
    void deduce_reference(const TemplateParameters& parameters, const syntax::Type* written,
                          const Entity& given, Scope& bindings);
    void deduce_constant(const TemplateParameters& parameters, const syntax::Expression* written,
                         uint64_t bits, Scope& bindings);
    const syntax::Function* specialised(const syntax::Function* function, const Scope& bindings);
    std::optional<Scope> matching(const Struct& primary, const Struct& candidate,
                                  const std::vector<Entity>& arguments);
    Entity instantiate_type(const syntax::Type* written);
    Entity instantiate_alias(const syntax::Type* written, size_t item);

    // Parameter packs (checker_packs.cpp).
    Entity pack_of(const std::vector<Entity>& elements);
    static const std::vector<Entity>& elements_of(const Entity& pack);
    static std::vector<Entity> flattened(const std::vector<Entity>& arguments);
    size_t length_of_pattern(const std::vector<std::string_view>& names, const SourceRange& where);
    void open_element(const std::vector<std::string_view>& names, size_t index);
    const syntax::Expression* spread(const syntax::Expression* written);
    std::vector<TemplateArgument> spread(const std::vector<TemplateArgument>& written);
    const syntax::Expression* element_of_pattern(const syntax::Expression* expansion, size_t index);
    const syntax::Type* element_of_pattern(const syntax::Type* pattern, size_t index);
    Expression* size_of_pack(const syntax::Expression* written);
    Expression* fold(const syntax::Expression* written);
    void deduce_pack(const TemplateParameters& parameters, const Declaration* pack,
                     const std::vector<Expression*>& arguments, size_t first, Scope& bindings);
    void deduce_argument(const TemplateParameters& parameters, const syntax::Type* parameter,
                         const Expression* argument, Scope& bindings);

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
    uint64_t order_or_scope(const std::vector<Expression*>& arguments, size_t index, uint64_t otherwise,
                            size_t count);
    Expression* compare_exchange(const BuiltinRow& row, const SourceRange& where,
                                 std::vector<Expression*>& arguments);
    Expression* atomic_by_address(const BuiltinRow& row, const SourceRange& where,
                                  std::vector<Expression*>& arguments);
    Expression* ordered_fence(const BuiltinRow& row, const SourceRange& where,
                              std::vector<Expression*>& arguments);
    Expression* dot_product(const BuiltinRow& row, const SourceRange& where,
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

    // Complaints (checker_complaints.cpp).
    std::string question_for(std::string_view name, bool functions);
    bool is_of_library(const SourceRange& where) const { return where.file >= diagnostics_.library(); }
    /// Why it is not emulated; empty if nothing is known of it. To host code it is just a name.
    std::string refusal(std::string_view name) const {
        const std::string found = refusal_of_name(name);
        return found.empty() || !is_host_code() ? found
                                                : "The emulator does not know " + in_ticks(name) + ".";
    }
    static bool may_be_of_a_header(const syntax::Expression& name);
    [[noreturn]] void refuse_undeclared(const syntax::Expression* written);
    [[noreturn]] void refuse_unknown(const syntax::Expression* written, const syntax::Expression* callee);
    [[noreturn]] void refuse_member(const Structure& structure, std::string_view name,
                                    const SourceRange& where);
    [[noreturn]] void refuse_member(const Type& type, std::string_view name, const SourceRange& where);
    std::string declaration_of(const syntax::Function& function) const;
    [[noreturn]] void refuse_count(const syntax::Function& function, size_t given, const SourceRange& where);
    [[noreturn]] void refuse_change(const Expression* place, const SourceRange& where);
    [[noreturn]] void refuse_change_through(const Expression* pointer, const SourceRange& where);
    [[noreturn]] void refuse_value(const syntax::Expression* written, const Expression* value,
                                   std::string_view symbol);

    // Conversions (checker_conversions.cpp).
    Expression* make(ExpressionKind kind, const Type* type, const SourceRange& where,
                     const Expression* a = nullptr, const Expression* b = nullptr);
    Expression* lvalue(ExpressionKind kind, const Type* type, const SourceRange& where,
                       const Expression* a = nullptr, const Expression* b = nullptr);
    Expression* builtin_value(Builtin builtin, const Type* type, const SourceRange& where);
    Expression* operation(BinaryOperation operation, const Type* type, const SourceRange& where,
                          const Expression* a, const Expression* b);
    Expression* constant(const Type* type, uint64_t bits, const SourceRange& where);
    Expression* value(Expression* expression);
    Expression* convert(Expression* from, const Type* to);
    Expression* convert_explicitly(Expression* from, const Type* to, const SourceRange& where);
    bool converts_implicitly(Expression* from, const Type* to);
    Expression* promote(Expression* from);
    const Type* common_type(const Type* a, const Type* b);
    Expression* truth(Expression* from);
    Expression* check_truth(const syntax::Expression* written);
    void take_address(const Expression* lvalue);
    void need_lvalue(const Expression* expression, std::string_view what);
    void need_mutable(const Expression* expression);
    void need_mutable_target(const Expression* pointer);
    void mark_index(const Expression* expression);
};

const char* symbol_of(BinaryOperation operation);

}  // namespace upsweep::emulator
