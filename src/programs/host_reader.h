// Follows host code from token to token: a small part of C++, enough for the constants, loops, allocations
// and copies that stand around a launch. What it does not understand has no value.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
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

    /// Every launch, in the order of the calls.
    HostRun run();

  private:
    void begin();

    enum class Flow : uint8_t { next, breaks, continues, returns };
    using Scope = std::unordered_map<std::string_view, HostVariable*>;

    /// What an expression names: its value, and where it can be stored.
    struct Operand {
        HostValue value;
        HostVariable* variable = nullptr;
        std::shared_ptr<HostArray> array = {};  ///< where it lies, if it is no variable by itself
        int64_t offset = 0;                     ///< in bytes
        HostType type = {};
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
    Flow run_at(size_t body);
    size_t past_statement(size_t i) const;
    bool is_declaration(size_t i) const;
    void declaration();
    void declarator(const HostType& type);
    void declare_array(HostVariable& variable, const HostType& element);
    void declare_vector(HostVariable& variable, const std::vector<HostValue>& given, bool braced);
    void declare_record(HostVariable& variable, const std::vector<Operand>& given, bool construct);
    bool has_constructor(const HostRecord& record) const;
    /// What stands in braces, into an array of such elements or into a struct's members.
    void braced_list(std::shared_ptr<HostArray> into, int64_t offset, const HostType& type, bool is_array);
    Flow switch_statement();
    Flow range_statement(size_t colon, size_t body);
    void leave_loop(int64_t since);

    // ---- Launches ----
    void launch(size_t end);
    std::string kernel_name(size_t open, const std::vector<HostValue>& given);
    Given given_record(const HostValue& record) const;
    std::string why_no_threads(const std::vector<HostValue>& shape) const;
    void note_rounding(size_t begin, size_t op, const HostValue& left, const HostValue& right,
                       HostValue& result);
    std::string text_between(size_t begin, size_t end) const;
    std::vector<Given> settings() const;
    std::vector<std::string_view> argument_names(size_t open);
    HostBuffer buffer_of(const HostValue& pointer, std::string_view name);
    /// Notes that the statement between these tokens runs as often as nobody knows here, if it launches.
    void note_open(size_t begin, size_t end, size_t launches);
    /// What these tokens name may be given a value there, or not.
    void forget_unset(size_t begin, size_t end);
    bool launches_between(size_t begin, size_t end) const;

    // ---- Types ----
    bool begins_type(size_t i) const;
    /// Reads a type, its stars as well, and leaves position_ behind it.
    HostType type();
    HostType alias_of(const emulator::Item& item);
    HostType extents(HostType element);
    const HostRecord* record_of(std::string_view name, const std::vector<HostType>& arguments);
    const HostRecord* vector_type(std::string_view name);
    void add_fields(HostRecord& record, bool is_union);
    size_t add_inner_record(HostRecord& record, size_t begin);
    std::map<std::string_view, HostType> bind_template(size_t begin, const std::vector<HostType>& arguments);
    std::vector<HostType> template_arguments();

    // ---- Expressions ----
    HostValue expression();  ///< with commas
    HostValue assignment() { return assigned().value; }
    Operand assigned();
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
    Operand lying(const std::shared_ptr<HostArray>& array, int64_t offset, const HostType& type) const;
    Operand made_new();
    void store(const Operand& to, HostValue value);
    void step(const Operand& at, int64_t by);
    std::vector<HostValue> arguments();
    std::vector<Operand> operands();

    // ---- Calls ----
    Operand call(std::string_view name, size_t open, const std::vector<HostType>& types);
    HostValue call_library(std::string_view name, const std::vector<HostValue>& given, bool& known);
    HostValue call_runtime(std::string_view name, const std::vector<HostValue>& given, bool& known);
    HostValue call_own(const emulator::Item& function, const std::vector<Operand>& given,
                       const std::vector<HostType>& types, const HostValue* self);
    /// A member function, or a constructor by the struct's own name. False if it has none.
    bool call_member(const HostValue& self, std::string_view name, const std::vector<Operand>& given,
                     HostValue& result);
    std::vector<emulator::Item> functions_of(const HostRecord& record, std::string_view name) const;
    emulator::Item fitting(const std::vector<emulator::Item>& functions, size_t count) const;
    HostValue made_record(const HostRecord& record, const std::vector<Operand>& given);
    void copy_to_symbol(const std::string& symbol, const std::vector<Operand>& given);
    HostValue call_array(Operand of, std::string_view name, const std::vector<HostValue>& given);
    bool fill_range(std::string_view name, const std::vector<HostValue>& given);
    void allocate(const HostValue& address, HostValue bytes);
    void allocate_pitched(const std::vector<HostValue>& given);
    void copy(const HostValue& to, const HostValue& from, const HostValue& bytes, int64_t at = 0);
    void copy_rows(const std::vector<HostValue>& given);
    void set(const HostValue& to, const HostValue& byte, const HostValue& bytes);
    void store_at(const HostValue& address, const HostValue& value);

    // ---- Lambdas ----
    /// What one sees: all variables where it is made, whatever its brackets name.
    struct Lambda {
        size_t open = 0;  ///< the `(` of its parameters; 0: it has none
        std::vector<Scope> seen;
    };
    /// The `{` of the lambda that begins at a `[`; 0: it is none.
    size_t lambda_body(size_t i) const;
    Operand lambda();
    /// The arguments begin at `open`.
    Operand call_lambda(const HostValue& of, size_t open);
    Operand run_lambda(const HostValue& of, const std::vector<Operand>& given);
    /// for_each, transform and generate of the library with a lambda, over elements side by side: it runs
    /// once an element. False if the call is another.
    bool walk_range(std::string_view name, const std::vector<Operand>& given, HostValue& result);
    /// Elements from one pointer up to another of the same array, or as many as a number says.
    int64_t range_count(const HostValue& from, const HostValue& to) const;
    /// Whether the statement itself launches, and not only a lambda in it.
    bool launches_itself(size_t begin, size_t end) const;

    // ---- Names ----
    HostVariable* find(std::string_view name);
    HostVariable& add(std::string_view name, const HostType& type);
    void run_function(const emulator::Item& function, const std::vector<Operand>& given,
                      const std::vector<HostType>& types = {}, const HostValue* self = nullptr);
    void bind_parameters(size_t open, size_t closing, const std::vector<Operand>& given);
    void deduce(const emulator::Item& function, size_t open, size_t closing,
                const std::vector<Operand>& given);
    void initialise_members(const HostValue& self, size_t colon);
    /// Nesting is counted while one lives.
    struct Deeper {
        explicit Deeper(int& of) : depth(of) { ++depth; }
        ~Deeper() { --depth; }
        Deeper(const Deeper&) = delete;
        Deeper& operator=(const Deeper&) = delete;
        int& depth;
    };
    using Clock = std::chrono::steady_clock;
    bool spend() { return ++spent_ < most_spent && !exited_ && !is_late(); }
    bool is_late() {
        if (spent_ % 256 == 0) late_ = late_ || Clock::now() > deadline_;
        return late_;
    }
    /// Where a loop began.
    struct LoopStart {
        int64_t spent = 0;
        Clock::time_point when;
    };
    LoopStart loop_start() const { return {spent_, Clock::now()}; }
    /// A loop that takes half of the time that is left is left too, and its arrays go on as they began.
    bool is_long(const LoopStart& start) const {
        return spent_ - start.spent > most_of_loop ||
               Clock::now() - start.when > (deadline_ - start.when) / 2;
    }

    static constexpr int64_t most_spent = 4'000'000;    ///< expressions
    static constexpr int64_t most_of_loop = 1'000'000;  ///< of one loop
    static constexpr std::chrono::seconds longest{1};   ///< what is not read by then is not known
    static constexpr int64_t most_of_range = 1 << 20;   ///< elements of one that the library fills
    static constexpr size_t most_launches = 256;
    static constexpr int64_t most_random = 2147483647;  ///< RAND_MAX
    static constexpr int deepest = 48;                  ///< of calls and of nested statements
    static constexpr int64_t most_cells = int64_t{1} << 22;

    const emulator::Outline& outline_;
    size_t position_ = 0;
    std::deque<HostVariable> variables_;
    std::vector<Scope> scopes_;
    size_t function_scope_ = 1;  ///< the first scope of the function that runs; before it the globals
    HostValue returned_;
    std::deque<HostRecord> records_;
    std::map<size_t, Lambda> lambdas_;                        ///< by their bodies
    std::map<std::string_view, HostType> bound_;              ///< what template parameters stand for now
    std::vector<std::pair<std::string, HostValue>> symbols_;  ///< variables of the device that were copied to
    int64_t last_extent_ = -1;
    int64_t clock_ = 0;  ///< stores
    bool exited_ = false;
    std::vector<HostValue> self_;                        ///< the structs whose functions run
    std::vector<std::shared_ptr<HostArray>> allocated_;  ///< by number of the buffer
    std::vector<HostLaunch> launches_;
    std::vector<std::string> divisions_;  ///< that rounded down to 0, in words
    int32_t open_line_ = 0;
    bool too_many_ = false;
    int buffers_ = 0;
    int64_t spent_ = 0;
    int depth_ = 0;
    GlibcRandom random_;
    bool late_ = false;
    Clock::time_point deadline_ = Clock::now() + longest;
};

/// An array as Request takes it: "iota:8", "fill:64:1", "values:3,1,4", "unset:16".
Given given_array(const HostValue& pointer);
/// A number, or the array that a pointer leads to.
Given given(const HostValue& value);
/// The numbers of one element, by type and place.
std::vector<HostField> scalars_of(const HostType& type);

}  // namespace upsweep::programs
