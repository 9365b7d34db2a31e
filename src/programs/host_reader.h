// Follows host code from token to token: a small part of C++, enough for the constants, loops, allocations
// and copies that stand around a launch. What it does not understand has no value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "emulator/syntax/declaration_tokens.h"
#include "emulator/syntax/outline.h"
#include "programs/host_launch.h"
#include "programs/host_value.h"

namespace upsweep::programs {

class HostReader : emulator::DeclarationTokens {
  public:
    HostReader(const std::vector<emulator::Token>& tokens, const emulator::Outline& outline);

    std::vector<HostLaunch> run();

  private:
    enum class Flow : std::uint8_t { next, breaks, continues, returns };
    using Scope = std::unordered_map<std::string_view, HostVariable*>;

    /// What an expression names: its value, and where it can be stored.
    struct Operand {
        HostValue value;
        HostVariable* variable = nullptr;
        std::shared_ptr<HostArray> array = {};
        std::int64_t index = -1;
        int side = -1;  ///< of a dim3
    };

    // ---- Statements: each returns what comes next and leaves position_ behind itself ----
    Flow statement();
    Flow block();
    Flow if_statement();
    Flow for_statement();
    Flow while_statement();
    Flow do_statement();
    Flow return_statement();
    /// Runs the statement at `body` and gives where it ends.
    Flow run_at(std::size_t body);
    std::size_t past_statement(std::size_t i) const;
    bool is_declaration(std::size_t i) const;
    void declaration();
    void declarator(const HostType& type);
    HostValue braced_list(std::shared_ptr<HostArray> into);
    void launch(std::size_t end);

    // ---- Types ----
    bool begins_type(std::size_t i) const;
    /// Reads a type, its stars as well, and leaves position_ behind it.
    HostType type();

    // ---- Expressions ----
    HostValue expression();  ///< with commas
    HostValue assignment();
    Operand conditional();
    Operand binary(int lowest);
    Operand unary();
    Operand postfix();
    Operand primary();
    Operand literal();
    Operand parenthesised();
    Operand named();
    HostValue size_of_operand();
    Operand member(Operand of);
    Operand element(Operand of, const HostValue& index);
    void store(const Operand& to, HostValue value);
    void step(const Operand& at, std::int64_t by);
    std::vector<HostValue> arguments();

    // ---- Calls ----
    HostValue call(std::string_view name, std::size_t open);
    HostValue call_library(std::string_view name, const std::vector<HostValue>& given, bool& known);
    HostValue call_runtime(std::string_view name, const std::vector<HostValue>& given, bool& known);
    HostValue call_own(const emulator::Item& function, const std::vector<HostValue>& given);
    void allocate(const HostValue& address, const HostValue& bytes, const HostValue& rows);
    void copy(const HostValue& to, const HostValue& from, const HostValue& bytes);
    void set(const HostValue& to, const HostValue& byte, const HostValue& bytes);

    // ---- Names ----
    HostVariable* find(std::string_view name);
    HostVariable& add(std::string_view name, const HostType& type);
    void run_function(const emulator::Item& function, const std::vector<HostValue>& given);
    bool spend() { return ++spent_ < most_spent; }

    static constexpr std::int64_t most_spent = 4'000'000;  ///< expressions
    static constexpr int deepest = 48;                     ///< of calls and of nested statements
    static constexpr std::int64_t most_cells = std::int64_t{1} << 22;

    const emulator::Outline& outline_;
    std::size_t position_ = 0;
    std::deque<HostVariable> variables_;
    std::vector<Scope> scopes_;
    std::size_t function_scope_ = 1;  ///< the first scope of the function that runs; before it the globals
    HostValue returned_;
    std::vector<HostLaunch> launches_;
    std::int64_t spent_ = 0;
    int depth_ = 0;
    std::uint64_t random_ = 1;
};

/// An array as Request takes it: "iota:8", "fill:64:1", "values:3,1,4", "unset:16".
Given given_array(const HostValue& pointer);
/// A number, or the array that a pointer leads to.
Given given(const HostValue& value);

}  // namespace upsweep::programs
