// The lowering of host code: its state, shared by its parts. It is as that of kernels, without masks and
// joins.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "emulator/host/host_code.h"
#include "emulator/source/diagnostic.h"

namespace upsweep::emulator {

/// See join_instructions.cpp.
void join_instructions(HostFunction& function);

class HostLowering {
  public:
    explicit HostLowering(const Program& program) : program_(program) {}
    HostCode run();

  private:
    using Register = uint32_t;
    /// Where an lvalue is: in a register, or `offset` bytes behind the address in one.
    struct Place {
        bool in_memory = false;
        Register at = 0;
        int64_t offset = 0;
        bool perhaps_unset = false;  ///< of a register
    };
    struct Breakable {
        std::vector<size_t> breaks, continues;  ///< jumps to be placed
        bool loop = true;
    };

    // Functions (lower_host.cpp).
    uint32_t function(const Function& function);
    void lower_body(uint32_t number);
    void start();
    uint32_t global(const Variable& variable);
    static bool in_memory(const Type& type) { return type.is_aggregate() || type.kind == TypeKind::vector; }
    static bool in_memory(const Variable& variable) {
        return variable.address_taken || in_memory(*variable.type);
    }

    // Statements (lower_host.cpp).
    void statement(const TypedStatement& s);
    void try_block(const TypedStatement& s);
    void stop(const std::string& sentence);
    /// What cannot be lowered ends the program where it is reached.
    template <typename Do>
    void or_stop(Do something) {
        const size_t begin = position();
        try {
            something();
        } catch (const CompileError& refused) {
            here().instructions.resize(begin);
            stop(refused.diagnostics().front().message);
        }
    }
    void declaration(const TypedStatement& s);
    void for_loop(const TypedStatement& s);
    void while_loop(const TypedStatement& s);
    void do_loop(const TypedStatement& s);
    void switch_case(const TypedStatement& s);
    void return_from(const TypedStatement& s);
    Place bind(const Variable& variable);
    Register local(const Variable& variable);
    void end_breakable(size_t continue_to);

    // Expressions (lower_host_expressions.cpp).
    Register value(const Expression& e);
    void value_into(const Expression& e, Register to);
    void evaluate(const Expression& e);
    Place place(const Expression& e);
    Place variable(const Variable& variable);
    Register address_of(const Place& place);
    Register read(const Place& from, const Type& type);
    void write(const Place& to, Register value, const Type& type);
    void write_value(const Place& to, const Expression& e);
    Register convert(Register from, const Type& from_type, const Type& to_type);
    Register binary(BinaryOperation operation, ScalarType type, Register a, Register b);
    Register element(Register pointer, const Expression& index, int64_t size, bool minus);
    Register logical(const Expression& e);
    Register conditional(const Expression& e);
    Place compound(const Expression& e);
    Place increment(const Expression& e, Register* old_value);
    Register braces(const Expression& e);
    void fill_braces(const Expression& e, Register at);
    size_t jump_unless(const Expression& condition);

    // Calls (lower_host_calls.cpp).
    std::vector<size_t> order_of(const Expression& call) const;
    Register call(const Expression& e);
    Register native(const Expression& e, Register first);
    Register builtin(const Expression& e);
    Register print(const Expression& e);
    Register launch(const Expression& e);
    Register mathematics(const Expression& e);

    // Building.
    HostFunction& here() { return code_.functions[current_]; }
    HostInstruction& emit(HostOp op);
    Register temporary(uint32_t count = 1);
    Register constant(uint64_t bits);
    static constexpr Register nothing = ~Register{0};
    Register compute(LaneFunction function, Register a, Register b = nothing, Register c = nothing);
    Register temporary_block(const Type& type);
    size_t jump(HostOp op, Register a = 0);
    size_t position() { return here().instructions.size(); }
    void land(size_t jump) {
        here().instructions[jump].target = position();
        last_landing_ = position();
    }
    /// Whether some jump goes to what comes next: what was emitted last is not all that comes before it.
    bool is_landing() { return last_landing_ == position(); }
    [[noreturn]] void refuse(const SourceRange& where, const std::string& message) const;
    /// A value that holds while it lives.
    template <class T>
    struct Restored {
        Restored(T& of, T value) : place(of), outer(std::exchange(of, value)) {}
        ~Restored() { place = outer; }
        Restored& operator=(Restored&&) = delete;
        T& place;
        T outer;
    };
    /// Variables that are declared while it lives are in scope until then.
    struct Scope {
        explicit Scope(HostLowering& of) : lowering(of), first(of.here().variables.size()) {}
        ~Scope() { lowering.end_scope(first); }
        Scope& operator=(Scope&&) = delete;
        HostLowering& lowering;
        size_t first;
    };
    void end_scope(size_t first);
    void know(const Variable& variable);
    void stop_behind(const TypedStatement& s);
    bool has_braces(const TypedStatement& s) const;
    /// Instructions belong to this place of the text while it lives.
    struct At {
        At(HostLowering& of, const SourceRange& where);
        ~At() { lowering.place_ = outer; }
        At& operator=(At&&) = delete;
        HostLowering& lowering;
        uint32_t outer;
    };

    const Program& program_;
    HostCode code_;
    std::unordered_map<const Function*, uint32_t> numbers_;
    std::unordered_map<const Variable*, uint32_t> globals_;
    uint32_t current_ = 0;
    uint32_t place_ = 0;
    std::unordered_map<const Variable*, Place> bindings_;
    std::unordered_map<const Variable*, uint32_t> locals_;  ///< positions in HostFunction::locals
    std::unordered_set<const Variable*> unset_;
    std::vector<Breakable> breakables_;
    std::vector<std::pair<std::string, size_t>> gotos_;  ///< their jumps, until the labels are known
    std::map<std::string, size_t> labels_;
    Register next_ = 0;
    bool runs_once_ = false;  ///< what is lowered, as main's statements outside of loops and branches do
    size_t last_landing_ = 0;
    Register result_ = 0;  ///< where a struct goes that the function returns
};

}  // namespace upsweep::emulator
