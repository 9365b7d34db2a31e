// Runs host code: one lane with a stack, and the library that it calls.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/host/host_code.h"
#include "emulator/host/host_device.h"
#include "emulator/host/host_memory.h"
#include "emulator/host/host_rows.h"

namespace upsweep::emulator {

/// What is wrong with host code, worded.
struct HostFinding {
    bool fault = true;  ///< else a note
    SourceRange where;
    std::string message, cause, cure;
    int64_t times = 1;
};

struct HostOptions {
    std::string program = "./a.out";     ///< argv[0]
    std::vector<std::string> arguments;  ///< behind it
    int64_t instructions = 8'000'000'000;
    size_t output_bytes = 16 << 20;  ///< of all that it prints
    int64_t memory_bytes = int64_t{1} << 30;
    /// The bytes of a file beside the program, if it exists.
    std::function<std::optional<std::string>(const std::string&)> read_file = {};
    const std::atomic<bool>* cancel = nullptr;
    std::function<void(double)> progress =
        {};  ///< how much of the limit of instructions has run, now and then
};

struct HostResult {
    std::string output;                  ///< standard output and what kernels printed
    std::string errors;                  ///< standard error
    static constexpr int stopped = 137;  ///< the status where a limit ended it
    int exit_status = 0;
    std::string ended;     ///< a sentence where it did not end by itself: a limit, a crash, what is not known
    bool unknown = false;  ///< it is that
    std::vector<HostFinding> findings;
};

class CudaRuntime;
class HostMachine;

/// Gives the bits of what the function returns.
using NativeFunction = uint64_t (*)(HostMachine&, const uint64_t* arguments, const HostNative& native);
/// Null if there is no such function.
NativeFunction find_native(std::string_view name);
NativeFunction find_cuda_native(std::string_view name);

/// Thrown where the program ends before main returns.
struct HostEnded {
    int status = 0;
    std::string sentence;  ///< empty where it ended as it wanted to
    bool unknown = false;  ///< what comes next is something that the emulator does not know
};

class HostMachine {
  public:
    HostMachine(HostCode code, HostDevice& device, const HostOptions& options);
    ~HostMachine();
    HostMachine& operator=(HostMachine&&) = delete;

    HostResult run();

    // For natives.
    HostMemory memory;
    HostDevice& device;
    const HostOptions& options;
    HostResult result;
    uint32_t random = 0;  ///< position in `random_states`
    std::vector<uint32_t> random_states;
    int64_t model_nanoseconds = 0;  ///< of the model clock, beside the instructions

    CudaRuntime& cuda() { return *cuda_; }
    const HostCode& code() const { return code_; }
    /// The place of what runs; in a standard header the place of the call that the program makes.
    const SourceRange& where() const;
    /// The time that has passed on the model clock: instructions take one nanosecond each.
    int64_t nanoseconds() const { return instructions_ + model_nanoseconds; }

    /// Alike ones on one line are one.
    void note(bool fault, std::string message, std::string cause, std::string cure, const SourceRange& at);
    void fault(std::string message, std::string cause = {}, std::string cure = {}) {
        note(true, std::move(message), std::move(cause), std::move(cure), where());
    }
    /// Ends the program: it says what the emulator does not know.
    [[noreturn]] void stop(const std::string& sentence);
    /// Ends a program that prints without end.
    void print(std::string_view text);

    uint64_t load(Address address, int bytes);
    void store(Address address, uint64_t bits, int bytes);
    /// Bytes with what is known of them; as far as they are there.
    struct Bytes {
        std::vector<std::byte> bytes;
        std::vector<uint8_t> set;
    };
    Bytes read(Address from, int64_t count);
    void write(Address to, const Bytes& bytes);
    /// The same from one place to another, which may overlap.
    void copy(Address to, Address from, int64_t count);
    void fill(Address to, uint8_t value, int64_t count);
    /// The block there, if it has all the bytes and they can be read or written without a word; else null.
    HostBlock* plain_block(Address address, int64_t count, bool write);
    void write_text(Address to, std::string_view text);
    /// Memory that the host may use without a word, of its own or managed; without bytes elsewhere.
    HostPlain plain(ArrayId id, bool write);
    /// The next number of a native that takes nothing and has a state.
    uint64_t draw(uint32_t native) { return call_native(code_.natives[native], nullptr); }
    /// The characters up to the zero.
    std::string text_at(Address address, size_t most = 1 << 20);
    /// "`h` (40 bytes)", "a block of 40 bytes from line 12".
    std::string name_of(const HostBlock& block) const;
    /// Address of something outside of functions.
    Address address_of_global(uint32_t global) const { return globals_[global]; }
    /// The variable whose place this is, or null: of a symbol.
    const Variable* symbol_at(Address address) const;
    /// What the variables hold that are in scope in the function which the program's present line is in.
    std::vector<HostValue> variables();
    /// The kernel whose name was handed over, or null.
    const Variable* kernel_at(Address address) const;
    Address make_text(std::string_view text);

  private:
    struct Frame {
        uint32_t function = 0, next = 0, base = 0, dst = 0;
        size_t depth = 0, locals = 0;
    };

    void number_loops();
    void make_globals();
    void make_arguments();
    uint64_t execute();
    template <bool watching>
    const HostInstruction* run_code(const HostInstruction* in);
    bool watch(const HostInstruction* in);
    const HostInstruction* unwind();
    void enter(uint32_t function, uint32_t first, uint32_t count, uint32_t dst);
    Address local(const Frame& frame, const HostFunction& function, uint32_t number);
    uint64_t print_values(const HostPrint& print, const uint64_t* registers);
    void launch(const HostLaunch& launch, const uint64_t* registers);
    uint64_t call_native(HostNative& native, const uint64_t* arguments);
    /// Something was done that a reader may stop at.
    void look();
    void moment(const HostInstruction& in, uint32_t next);
    HostValue value_of(const Variable& variable, uint64_t bits, bool in_memory);
    std::string text_of(const Type& type, uint64_t bits);
    int followed_ = 0;  ///< pointers, one behind the other, whose targets text_of is at
    std::string text_at(const Type& type, Address address);
    std::string elements_at(const Type& element, Address address, int64_t count);
    void check_limits();
    std::byte* reach(Address address, int64_t bytes, bool write, HostBlock*& block);
    [[noreturn]] void crash(const std::string& message, const std::string& cure);
    std::byte* reach_device(Address address, int64_t bytes, bool write);
    uint64_t load_elsewhere(Address address, int bytes);
    void store_elsewhere(Address address, uint64_t bits, int bytes);

    HostCode code_;
    std::unique_ptr<CudaRuntime> cuda_;
    std::vector<NativeFunction> natives_;
    std::vector<Address> globals_;
    std::map<ArrayId, const Variable*> symbols_, kernels_;
    std::vector<uint64_t> registers_;
    std::vector<Frame> frames_;
    std::vector<Address> locals_;  ///< of all frames: 0 where a local has no block yet
    uint32_t place_ = 0;
    uint64_t thrown_[2] = {};  ///< the exception on its way: its address, and the number of its type
    static constexpr int64_t faster_in_rows = 8;
    int64_t instructions_ = 0;
    int64_t spared_ = 0;     ///< of these, what rows did not cost, so that the limit is one of time
    uint64_t returned_ = 0;  ///< by what runs first
    std::vector<HostLoop> loops_;
    // A pass of a loop that is watched, see host_rows.h.
    std::vector<WatchedInstruction> watched_;
    const HostInstruction* watched_edge_ = nullptr;
    size_t watched_frames_ = 0;
    std::map<std::string, size_t, std::less<>> known_findings_;
};

}  // namespace upsweep::emulator
