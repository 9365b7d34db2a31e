// The tree of the text as it was written: no types are known yet, so one template serves every binding.
#pragma once

#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

#include "core/element_type.h"
#include "emulator/source/diagnostic.h"
#include "emulator/source/source_text.h"

namespace upsweep::emulator::syntax {

struct Expression;
struct Type;
struct Struct;
struct Enum;
struct Function;
struct Declaration;
struct Lambda;

struct TemplateArgument {
    const Type* type = nullptr;
    const Expression* value = nullptr;
};

enum class TypeForm : uint8_t {
    void_type,
    scalar,
    named,  ///< a struct, alias, template parameter or vector type
    automatic,
    pointer,
    reference,
    array,     ///< `size` is null for []
    type_of,   ///< decltype(size)
    function,  ///< a pointer to a function: gives `inner`, takes `parameters`; or `name` stands for one
    broken,    ///< complained about already
    selected,  ///< `inner` with the elements number `index` of the packs that it names
};

struct Type {
    TypeForm form = TypeForm::void_type;
    ScalarType scalar = ScalarType::i32;
    bool is_const = false, is_volatile = false;
    bool is_rvalue = false;  ///< of a reference: &&
    std::vector<const Type*> parameters;
    std::vector<std::string_view> pack;  ///< of `Ts...`: the names in it; some are packs
    size_t index = 0;
    std::string_view name;
    const Type* inner = nullptr;
    const Expression* size = nullptr;
    const Struct* structure = nullptr;  ///< of named: defined right here
    const Enum* enumeration = nullptr;  ///< likewise
    bool has_arguments = false;         ///< of named: `arguments` are in < and >
    std::vector<TemplateArgument> arguments;
    const Type* scope = nullptr;  ///< of named: the struct that holds it, Vec<float>::Real
    std::string_view qualifier;   ///< of named: the namespaces before it, a::b
    SourceRange where;
};

enum class Form : uint8_t {
    number,
    character,
    string,
    boolean,
    name,         ///< `text`, with template arguments if any were given, in the struct `type` if there is one
    self,         ///< this
    unary,        ///< `text` a
    postfix,      ///< a `text`
    binary,       ///< a `text` b; the comma too
    assign,       ///< a `text` b: = += …
    conditional,  ///< a ? b : c
    call,         ///< a(arguments)
    subscript,    ///< a[b]
    member,       ///< a.text, or a->text if `arrow`
    cast,         ///< (type)a, static_cast<type>(a) and so on
    construct,    ///< type(arguments), type{arguments}
    size_of_type,  ///< sizeof(type); alignof too
    size_of_value,
    offset_of,      ///< offsetof(type, a): a is a name, or a member or an element of one
    braces,         ///< {arguments}
    designated,     ///< .text = a, in braces
    lambda,         ///< [captures](parameters) { body }
    new_object,     ///< new (b) type(arguments), new type[a]; `text` is the bracket of the arguments, if any
    delete_object,  ///< delete a, `arrow` for delete[] a
    expansion,      ///< a...: for each element of the packs among `names`
    selected,       ///< a with the elements number `index` of the packs among `names`
    fold,           ///< (a `text` ...), (... `text` a) if `arrow`, with b beside the dots if there is one
    size_of_pack,   ///< sizeof...(text)
    throw_value,    ///< throw a; a is null where what was caught is thrown again
    launch,         ///< a<<<configuration>>>(arguments)
};

struct Expression {
    Form form = Form::number;
    bool arrow = false;
    bool has_template_arguments = false;
    int depth = 1;  ///< of the tree below; bounded, so that walking it may recurse
    std::string_view text;
    std::string_view qualifier;  ///< of name: the namespaces before it, a::b
    bool is_qualified = false;   ///< of name: `::` is before it
    const Expression* a = nullptr;
    const Expression* b = nullptr;
    const Expression* c = nullptr;
    const Type* type = nullptr;
    const Lambda* lambda = nullptr;
    std::vector<const Expression*> arguments;
    std::vector<std::string_view> names;
    size_t index = 0;
    std::vector<const Expression*> configuration;  ///< of launch: grid, block, shared bytes, stream
    std::vector<TemplateArgument> template_arguments;
    SourceRange where;
    SourceRange mark;  ///< the operator or the member's name: where a complaint points
};

struct Declaration {
    std::string_view name;
    const Type* type = nullptr;
    const Expression* initial = nullptr;  ///< `= x`, `{x}`, `(x)`
    bool is_shared = false, is_extern = false, is_constexpr = false, is_static = false;
    bool is_device = false, is_constant = false;
    bool is_alias = false;                      ///< typedef or using: `name` is a type
    std::vector<const Expression*> alignments;  ///< bytes that alignas and __align__ ask for
    bool is_pack = false;                       ///< Ts... args; `type->pack` names it
    std::vector<const Declaration*> parts;      ///< auto [a, b]: the names; `name` is all of them
    SourceRange name_where;
    SourceRange where;
};

enum class StatementForm : uint8_t {
    empty,
    block,
    expression,
    declaration,
    if_else,
    for_loop,
    while_loop,
    do_loop,
    switch_case,
    case_label,  ///< `value` is null for default
    break_out,
    continue_loop,
    return_function,
    jump_to,    ///< goto `label`
    label,      ///< `label`: `body`
    assertion,  ///< static_assert: `value`, and its text in `step` if there is one
    type,       ///< a struct or an enum defined here
    try_block,  ///< `body`; `statements` are the handlers, each a block with its parameter as `first`, or
                ///< null for catch (...)
    broken,     ///< complained about already; `declarations` hold the names that it seems to declare
};

struct Statement {
    StatementForm form = StatementForm::empty;
    const Expression* value = nullptr;  ///< the expression, the condition, what is returned
    const Expression* step = nullptr;
    const Statement* first = nullptr;     ///< of for; the declaration in if (T x = …)
    const Statement* declared = nullptr;  ///< in the condition of while and for: made again for each pass
    const Statement* body = nullptr;
    const Statement* otherwise = nullptr;
    bool is_constexpr = false;  ///< if constexpr
    bool over_range = false;    ///< for (first : value)
    std::vector<const Statement*> statements;
    std::vector<const Declaration*> declarations;
    const Type* type = nullptr;
    std::string_view label;
    const Diagnostic* unknown = nullptr;  ///< something in it is not known
    SourceRange where;
    SourceRange header;  ///< of a loop: "for (…)", "while (…)"; of do what follows its body
};

struct Field {
    const Type* type = nullptr;
    std::string_view name;
    const Expression* initial = nullptr;
    std::vector<const Expression*> alignments;
    SourceRange where;
    bool is_base = false;  ///< what the struct inherits from: a member without a name
};

struct TemplateParameter {
    std::string_view name;
    const Type* value_type = nullptr;  ///< null for a type parameter
    TemplateArgument fallback;         ///< the default, if there is one
    bool is_pack = false;
    SourceRange where;
};

struct Struct {
    std::string_view name;
    std::string_view space;  ///< the namespaces that it is in
    std::vector<TemplateParameter> template_parameters;
    bool is_union = false;
    bool is_specialised = false;    ///< template <> struct Name<arguments>
    bool is_only_declared = false;  ///< template <typename T> struct Name;
    std::vector<TemplateArgument> specialisation;
    std::vector<Field> fields;
    std::vector<const Expression*> alignments;
    std::vector<const Function*> functions;        ///< those that a kernel can call
    const Function* defaulted = nullptr;           ///< Name() = default; it does nothing
    bool inherits_constructors = false;            ///< using Base::Base;
    bool has_virtual = false;                      ///< one of the host's functions is virtual
    std::vector<std::string_view> host_functions;  ///< the others, which are not looked at
    std::vector<const Declaration*> declarations;  ///< static constants, aliases
    std::vector<const Struct*> structs;
    std::vector<const Enum*> enums;
    std::vector<const Statement*> assertions;
    SourceRange where;
};

struct Enumerator {
    std::string_view name;
    const Expression* value = nullptr;
    SourceRange where;
};

struct Enum {
    std::string_view name;
    const Type* underlying = nullptr;
    std::vector<Enumerator> enumerators;
    SourceRange where;
};

/// `member(arguments)` or `member{arguments}` before the body of a constructor.
struct MemberInitialiser {
    std::string_view member;
    const Expression* value = nullptr;  ///< of form construct or braces
    SourceRange where;
};

struct Function {
    std::string_view name;   ///< operators and constructors too: "operator+", the struct's name
    std::string_view space;  ///< the namespaces that it is in
    std::vector<TemplateParameter> template_parameters;
    bool is_specialised = false;  ///< template <> f<arguments>
    std::vector<TemplateArgument> specialisation;
    const Type* result = nullptr;
    std::vector<const Declaration*> parameters;
    const Statement* body = nullptr;
    bool is_global = false, is_device = false, is_host = false, is_constexpr = false;
    // Of a member.
    bool is_member = false, is_static = false, is_const = false, is_friend = false, is_explicit = false;
    bool is_constructor = false, is_conversion = false, is_destructor = false;
    bool is_virtual = false, is_deleted = false;  ///< a virtual one without a body is pure
    bool is_lambda = false;                       ///< operator() of a lambda
    std::vector<MemberInitialiser> initialisers;
    SourceRange where, name_where, end;
};

/// `[x]`, `[&x]` or `[x = value]` before a lambda.
struct Capture {
    std::string_view name;
    const Expression* value = nullptr;
    bool by_reference = false;
    SourceRange where;
};

struct Lambda {
    std::vector<Capture> captures;
    bool copies = false, refers = false;  ///< `[=]`, `[&]`
    bool takes_object = false;            ///< `[this]`, or one of these
    std::vector<const Expression*>
        named;  ///< each name that its parameters and body use before they declare it
    const Function* function = nullptr;
};

/// What one declaration at the outer level declares; of an alias, perhaps a template of it.
struct Aliases {
    std::vector<TemplateParameter> template_parameters;
    std::vector<const Declaration*> declarations;
};

/// Where the nodes live.
struct Arena {
    std::deque<Type> types;
    std::deque<Expression> expressions;
    std::deque<Declaration> declarations;
    std::deque<Statement> statements;
    std::deque<Struct> structs;
    std::deque<Enum> enums;
    std::deque<Function> functions;
    std::deque<Lambda> lambdas;
    std::deque<Diagnostic> unknown;
};

}  // namespace upsweep::emulator::syntax
