// What the checker knows while it works: the parts of a text that it has looked at, and what is being
// checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/words.h"
#include "emulator/semantics/typed.h"
#include "emulator/source/builtin_table.h"
#include "emulator/source/diagnostics.h"
#include "emulator/source/library.h"
#include "emulator/source/preprocessor.h"
#include "emulator/syntax/ast.h"
#include "emulator/syntax/outline.h"
#include "emulator/syntax/parser.h"

namespace upsweep::emulator {

// What has a name of its own as it is written; syntax::Expression, Function and Type have typed counterparts.
using syntax::Capture, syntax::Declaration, syntax::Enum, syntax::Form, syntax::Lambda, syntax::Statement,
    syntax::StatementForm, syntax::Struct, syntax::TemplateArgument, syntax::TemplateParameter,
    syntax::TypeForm;

/// What a name stands for.
struct Entity {
    /// `broken` is complained about already: what uses it says nothing more.
    /// A `pack` is a list of the others: see checker_packs.cpp. Where a lambda holds the variables of one,
    /// they are its members `name#0` and so on.
    enum class Kind : uint8_t { variable, type, constant, part, function, pack, member, broken };
    Kind kind = Kind::variable;
    Variable* variable = nullptr;  ///< of a variable; of a constant too, if it has one
    const Type* type = nullptr;    ///< of a type, a constant, or a function as a template's argument
    uint64_t bits = 0;             ///< of a constant; of a part, which one of `variable` it is; of a type
                                   ///< 1 for a reference to it, 2 for an rvalue reference
};

/// A type as written, with the `&` that is not a type of its own here.
struct Written {
    const Type* type = nullptr;
    bool is_reference = false;
    bool is_rvalue = false;  ///< of a reference: &&

    Entity entity() const {
        if (!is_reference) return {Entity::Kind::type, nullptr, type, 0};
        return {Entity::Kind::type, nullptr, type->element, is_rvalue ? uint64_t{2} : uint64_t{1}};
    }
};
using Scope = std::unordered_map<std::string_view, Entity>;

struct Instance;

/// A struct under given template arguments; also what a lambda or a function that is passed on is an object
/// of.
struct Structure {
    const Struct* written = nullptr;
    Type* type = nullptr;
    Scope scope;                    ///< template arguments, its own name, constants and types inside it
    std::vector<Entity> arguments;  ///< in the order of the template's parameters
    std::vector<const syntax::Function*> functions;
    const Instance* made_in = nullptr;          ///< of a lambda: the function that it is in
    const syntax::Expression* calls = nullptr;  ///< of a function that is passed on: its name
    uint64_t number = 0;  ///< of one with virtual functions: what its objects hold to say what they are
    enum class State : uint8_t { good, failed, failed_quietly } state = State::good;
};

/// A function under given template arguments.
struct Instance {
    const syntax::Function* syntax = nullptr;
    Function* function = nullptr;
    Scope bindings;
    Structure* owner = nullptr;  ///< of a function of a struct
    Variable* self = nullptr;    ///< its object, if it has one: parameter 0
    std::vector<const Function*> calls;
    bool dispatches = false;  ///< calls what an object or a pointer says: see checker_dispatch.cpp
    bool is_called = false;
    size_t pack_elements = 0;  ///< of a pack of parameters, which is the last
    std::vector<std::string_view>
        broken;  ///< parameters whose types are broken; an empty name for the result
    enum class State : uint8_t { waiting, checking, done } state = State::waiting;
};

/// A function that may be meant by a call.
struct Callee {
    const syntax::Function* function = nullptr;
    Structure* owner = nullptr;
    bool is_library = false;
};

struct Call {
    const syntax::Expression* written = nullptr;
    const syntax::Expression* named = nullptr;  ///< may have template arguments; null if nothing has
    std::string_view name;
    std::vector<Callee> callees;
    std::vector<Expression*> arguments;  ///< the object first, if it has one
    bool has_object = false;
    bool is_exact = false;  ///< the very function that is named, even if it is virtual
};

/// The member that says what an object with virtual functions is; a text cannot have this name.
inline constexpr std::string_view vtable_name = "virtual functions";

struct Candidate {
    Instance* instance = nullptr;
    int cost = 0;
    size_t first = 0;  ///< the argument that is passed first: 1 leaves out an object
};

/// `1 argument`, `2 arguments`
inline std::string count_of_arguments(size_t count) { return counted(count, "argument"); }

/// The checker's own; its functions are in checker.h.
struct CheckerState {
    CheckerState(const Preprocessed& text, Program& program, Diagnostics& diagnostics)
        : text_(text),
          program_(program),
          diagnostics_(diagnostics),
          types_(program.types),
          outline_(outline(text.tokens, text.asked_for, text.library)),
          parser_(text.tokens, outline_, arena_, diagnostics) {}
    CheckerState& operator=(CheckerState&&) = delete;

    /// Something that ends with its scope: a variable, or a member of a destructor's object.
    struct Ending {
        const Variable* variable = nullptr;
        const Field* field = nullptr;
        const Variable* number = nullptr;  ///< of an exception that `variable` points to: that of its type
    };
    /// What a handler works on: the pointer to what was thrown, and the number of its type.
    struct Caught {
        const Variable* object = nullptr;
        const Variable* number = nullptr;
    };
    /// A question about something that was thrown.
    enum class AboutThrown : uint8_t { nothing, is_one_of, end, uncaught };
    /// Checks something under other scopes while it lives.
    class Elsewhere {
      public:
        Elsewhere(CheckerState& checker, std::vector<Scope> scopes)
            : checker_(checker),
              scopes_(std::exchange(checker.scopes_, std::move(scopes))),
              index_(std::exchange(checker.index_depth_, 0)) {}
        ~Elsewhere() {
            checker_.scopes_ = std::move(scopes_);
            checker_.index_depth_ = index_;
        }
        Elsewhere& operator=(Elsewhere&&) = delete;

      private:
        CheckerState& checker_;
        std::vector<Scope> scopes_;
        int index_;
    };
    /// Names are looked up as in these namespaces while it lives.
    struct InSpace {
        InSpace(CheckerState& of, std::string_view space)
            : checker(of), outer(std::exchange(of.space_, space)) {}
        ~InSpace() { checker.space_ = outer; }
        InSpace& operator=(InSpace&&) = delete;
        CheckerState& checker;
        std::string_view outer;
    };
    /// Leaves no more than `count` scopes open when it ends.
    struct ScopesBack {
        ScopesBack(CheckerState& of, size_t count) : checker(of), scopes(count) {}
        ~ScopesBack() { checker.scopes_.resize(scopes); }
        ScopesBack& operator=(ScopesBack&&) = delete;
        CheckerState& checker;
        size_t scopes;
    };
    /// While it lives calls of constexpr functions are computed.
    struct InConstant {
        explicit InConstant(CheckerState& of, bool is = true) : checker(of), depth(is ? 1 : 0) {
            checker.constant_depth_ += depth;
        }
        ~InConstant() { checker.constant_depth_ -= depth; }
        InConstant& operator=(InConstant&&) = delete;
        CheckerState& checker;
        int depth;
    };

    /// The function whose body is made is another one while it lives.
    class InFunction {
      public:
        InFunction(CheckerState& checker, Instance& instance)
            : checker_(checker),
              instance_(std::exchange(checker.current_, &instance)),
              endings_(std::exchange(checker.endings_, {})),
              temporaries_(std::exchange(checker.temporaries_, {})),
              loops_(std::exchange(checker.loops_, 0)),
              switches_(std::exchange(checker.switches_, 0)),
              loop_endings_(std::exchange(checker.loop_endings_, 0)),
              break_endings_(std::exchange(checker.break_endings_, 0)),
              converting_(std::exchange(checker.converting_, false)) {}
        ~InFunction() {
            checker_.current_ = instance_;
            checker_.endings_ = std::move(endings_);
            checker_.temporaries_ = std::move(temporaries_);
            checker_.loops_ = loops_;
            checker_.switches_ = switches_;
            checker_.loop_endings_ = loop_endings_;
            checker_.break_endings_ = break_endings_;
            checker_.converting_ = converting_;
        }
        InFunction& operator=(InFunction&&) = delete;

      private:
        CheckerState& checker_;
        Instance* instance_;
        std::vector<Ending> endings_;
        std::vector<Expression*> temporaries_;
        int loops_, switches_;
        size_t loop_endings_, break_endings_;
        bool converting_;
    };
    /// A function that looks at an object, or at a pointer of `type`, and calls what that says.
    struct Dispatcher {
        Instance* instance = nullptr;
        Instance* wanted = nullptr;
        const Type* type = nullptr;
        AboutThrown about = AboutThrown::nothing;
    };
    enum class ForEach : uint8_t { make, end };

    const Preprocessed& text_;
    Program& program_;
    Diagnostics& diagnostics_;
    TypeTable& types_;
    Outline outline_;
    syntax::Arena arena_;
    syntax::Parser parser_;

    std::unordered_map<size_t, const syntax::Function*> parsed_;
    std::unordered_map<size_t, const Struct*> parsed_structs_;
    std::unordered_map<size_t, const syntax::Function*> parsed_members_;  ///< by their first token
    std::deque<Structure> structures_;
    std::unordered_map<const Type*, Structure*> structure_by_type_;
    std::unordered_map<std::string_view, Scope> enumerations_;
    std::deque<Instance> instances_;
    std::unordered_map<std::string_view, Entity> globals_;
    std::unordered_set<const Variable*>
        host_tables_;  ///< constexpr arrays that only constants may be taken from
    enum class Lookup : uint8_t { untried, running, done, failed };
    std::unordered_map<std::string_view, Lookup> lookups_;  ///< of global names; a running one is a cycle
    std::unordered_map<const Function*, Instance*> instance_of_;
    std::unordered_map<const Expression*, const syntax::Expression*> braces_;  ///< arguments {1, 2}
    std::unordered_map<const Function*, Variable*> kernel_values_;
    std::unordered_map<std::string, Variable*> texts_;  ///< by their characters
    /// What was last said of host code that the emulator does not know.
    std::string unknown_ = "The emulator does not support this construct.";
    std::optional<SourceRange> given_up_;                ///< the first place that was not understood
    std::string_view space_;                             ///< the namespaces around what is being checked
    std::unordered_map<size_t, std::string_view> keys_;  ///< see key_of()

    // Of the function being checked.
    /// Structs that are defined with variables, by their place and by the function.
    std::map<std::pair<const Struct*, const Instance*>, const Type*> defined_here_;
    /// What lambdas are objects of, and functions that are passed on; by their place and by the function.
    std::map<std::pair<const syntax::Expression*, const Instance*>, Structure*> closures_;
    std::map<std::string, Structure*> passed_functions_;
    std::deque<std::vector<Entity>> packs_;
    std::vector<Structure*> polymorphic_;
    std::vector<std::pair<Instance*, const Type*>> addressed_;
    std::deque<Dispatcher> dispatchers_;
    size_t finished_dispatchers_ = 0, known_targets_ = 0;
    std::vector<const Type*> thrown_;  ///< types, by their number, less one
    std::vector<Caught> caught_;       ///< of the handlers around what is checked
    std::optional<bool> throws_;
    std::map<std::pair<const Type*, ForEach>, Instance*> loops_over_;
    Instance* current_ = nullptr;
    std::vector<Scope> scopes_;
    int loops_ = 0, switches_ = 0;
    int index_depth_ = 0;
    /// What ends with the open scopes of this function, and where that of the innermost loop and of the
    /// innermost loop or switch begins.
    std::vector<Ending> endings_;
    size_t loop_endings_ = 0, break_endings_ = 0;
    std::vector<Expression*> temporaries_;  ///< places that end with the expression
    int constant_depth_ = 0;
    bool host_entry_ = false;  ///< a plain function is checked, which one lane runs
    /// Bounds on definitions that need others at once, so that checking them may recurse.
    static constexpr int deepest_definitions = 60;
    static constexpr int most_copies = 300;
    int body_depth_ = 0, struct_depth_ = 0;
    /// A template parameter for which two arguments stand for different types.
    struct Contradiction {
        std::string_view name;
        const Type* first;
        const Type* second;
    };
    std::optional<Contradiction> contradiction_;
    const Scope* explicit_ = nullptr;  ///< while arguments are deduced: what is given in < and >
    std::string needed_for_;   ///< `, which `p` of `scaled` needs`: of the argument that is being passed
    bool converting_ = false;  ///< one conversion by a struct is being looked for: no second one in it
};

}  // namespace upsweep::emulator
