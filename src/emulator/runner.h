// Runs a plan's operations one after another: what emulator::run is made of.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emulator/bytecode/bytecode.h"
#include "emulator/compiler.h"
#include "emulator/emulator.h"
#include "emulator/findings/finding_log.h"
#include "emulator/known_launches.h"
#include "emulator/machine/machine.h"
#include "emulator/machine/memory.h"
#include "emulator/trace/recorder.h"

namespace upsweep::emulator {

class Runner {
  public:
    Runner(const Plan& plan, const Array& input, Compiler& compiler, const RunOptions& options);
    Trace run();

    // For a program that runs meanwhile and asks for one operation after another (whole_program.cpp).
    /// Ids from 0 on are for buffers that come later: they have those of the plan that results.
    void reserve_buffers();
    BufferId add_buffer(const Buffer& buffer);
    /// The buffer is freed; what it held stays in the trace.
    void release_buffer(ArrayId buffer);
    void launch_now(const Launch& launch, size_t operation);
    /// The host has performed an operation that is not a launch: its step, as in a run of the plan.
    void note_performed(const Operation& operation, size_t number);
    /// Whether the last launch was stopped; the next may run all the same.
    bool take_stopped() { return std::exchange(stopped_, false); }
    /// What a run of the plan with these host arrays leaves.
    Trace take_trace(Plan plan, const std::vector<Array>& hosts);
    ArrayId variable(const KernelName& kernel, const std::string& name);
    std::vector<LaunchedByKernel> take_launched() { return std::exchange(trace_.launched, {}); }
    Memory& memory() { return memory_; }
    Plan& plan() { return trace_.plan; }
    const Trace& trace() const { return trace_; }

  private:
    /// A kernel, its ranges naming files as the trace does.
    struct Kernel {
        KernelName name;
        Code code;
        uint32_t statement_base = 0;
        uint32_t operand_base = 0;
        std::vector<ArrayId> globals;
    };

    void add_buffers();
    void check_room(int64_t bytes, std::string_view what) const;
    void perform(const Operation& operation);
    void upload(const Upload& upload);
    void download(const Download& download);
    void copy(const Copy& copy);
    void clear(const Clear& clear);
    void set_variable(const SetVariable& set);
    void launch(const Launch& launch);
    bool depends_on_more(const Kernel& kernel) const;

    const Kernel& kernel(const KernelName& name);
    void adopt_sources(const std::vector<SourceText>& files, Code& code);
    void add_globals(Kernel& kernel);
    std::vector<uint64_t> parameters(const Launch& launch, const Code& code) const;
    void check_launch(const Launch& launch, const Code& code) const;
    void begin_host_step(const std::string& phase);
    void end_host_step();
    void host_step(const std::string& phase);
    void host_write(ArrayId array, int64_t element, uint64_t bits);
    void watch(double share);
    void finish();
    Array contents_left(ArrayId buffer) const;

    Compiler& compiler_;
    const RunOptions& options_;
    Trace trace_;
    Memory memory_;
    Recorder recorder_;
    Origins origins_;
    FindingLog findings_;
    Shared shared_;
    std::unique_ptr<WeakMemory> weak_;
    KnownLaunches known_launches_;
    std::vector<std::unique_ptr<Kernel>> kernels_;
    std::map<std::string, ArrayId> globals_;
    size_t next_launch_ = 0;                          ///< of the plan
    uint32_t operation_ = 0;                          ///< of the plan, that runs
    bool untouched_ = true;                           ///< no step has changed anything yet
    std::vector<std::vector<uint32_t>> host_depths_;  ///< additions behind each host array's elements
    bool stopped_ = false, ever_stopped_ = false;
    bool each_limited_ = false;        ///< the limit of steps is for each launch, not for all
    std::map<size_t, Array> freed_;    ///< what buffers held that were freed
    std::map<int, int64_t> uploaded_;  ///< buffers that began with a host array's contents
};

}  // namespace upsweep::emulator
