// What the checker knows of names: what each stands for, structs and functions under their template
// arguments, and the functions that a call may mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/words.h"
#include "emulator/semantics/typed.h"
#include "emulator/syntax/ast.h"

namespace upsweep::emulator {

/// What a name stands for.
struct Entity {
    /// `broken` is complained about already: what uses it says nothing more.
    enum class Kind : uint8_t { variable, type, constant, part, function, broken };
    Kind kind = Kind::variable;
    Variable* variable = nullptr;  ///< of a variable; of a constant too, if it has one
    const Type* type = nullptr;    ///< of a type, a constant, or a function as a template's argument
    uint64_t bits = 0;             ///< of a constant; of a part, which one of `variable` it is
};

/// A type as written, with the `&` that is not a type of its own here.
struct Written {
    const Type* type = nullptr;
    bool is_reference = false;
};
using Scope = std::unordered_map<std::string_view, Entity>;

struct Instance;

/// A struct under given template arguments; also what a lambda or a function that is passed on is an object
/// of.
struct Structure {
    const syntax::Struct* written = nullptr;
    Type* type = nullptr;
    Scope scope;                    ///< template arguments, its own name, constants and types inside it
    std::vector<Entity> arguments;  ///< in the order of the template's parameters
    std::vector<const syntax::Function*> functions;
    const Instance* made_in = nullptr;          ///< of a lambda: the function that it is in
    const syntax::Expression* calls = nullptr;  ///< of a function that is passed on: its name
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
};

struct Candidate {
    Instance* instance = nullptr;
    int cost = 0;
    size_t first = 0;  ///< the argument that is passed first: 1 leaves out an object
};

/// `1 argument`, `2 arguments`
inline std::string count_of_arguments(size_t count) { return counted(int64_t(count), "argument"); }

}  // namespace upsweep::emulator
