// What of a scene is chosen by switches in the Step view: the toy GPU with its schedule, and what an entry's
// kernels leave out. Needs no window.
#pragma once

#include "pipelines/algorithm.h"
#include "replay/position/position.h"
#include "scenes/scene.h"
#include "stage/stage.h"

namespace upsweep::app {

/// What a setting may be: the word that files and the command line have for it, and what people read.
struct GpuChoice {
    std::string word;   ///< "random:7"
    std::string label;  ///< "random, seed 7"
};

/// One setting of the toy GPU; its id is the key that scene files have for it.
struct GpuSetting {
    std::string_view id, title;      ///< "blocks", "blocks start"
    std::string word, label;         ///< what it is now
    std::string_view means;          ///< what that does, a sentence; empty of numbers
    std::vector<GpuChoice> choices;  ///< what is offered; the present one is among the words of an order
    bool is_order() const { return id == "blocks" || id == "warps"; }
};

/// The orders that a run had, for a user who changes them by hand: at most 64 numbers each.
struct RunOrders {
    std::vector<int> blocks;  ///< of the launch, as they took their slots
    std::vector<int> warps;   ///< of the launch, once each
};
RunOrders run_orders(const emulator::Trace& trace, size_t launch);
/// The word for the order of blocks in which `block` starts before (or after) `neighbour`, both blockIdx,
/// where it had started at another time in the run: "list:0,3", or "in-order". Of a launch with `begun`
/// blocks begun, which keep their places; both are among the others, or the block becomes the next one.
std::string moved_block_order(const emulator::Trace& trace, size_t launch, size_t begun,
                              const stage::BlockDrop& drop);
/// True where some launch has more blocks than one, so that their order can matter.
bool has_block_order(const emulator::Trace& trace);

/// Its value where there is little room: "random 7".
std::string short_label(const GpuSetting& setting);

/// All settings, in the order in which they are shown.
std::vector<GpuSetting> gpu_settings(const emulator::ToyGpu& gpu, const RunOrders& orders = {});
/// One of them. Throws UsageError where none exists of this name.
GpuSetting gpu_setting(const emulator::ToyGpu& gpu, std::string_view id, const RunOrders& orders = {});
/// The machine with one setting changed; `word` as files write it. Throws UsageError.
emulator::ToyGpu with_setting(emulator::ToyGpu gpu, std::string_view id, const std::string& word);
/// What is typed for an order: its seed, or its list; empty where there is nothing to type.
std::string typed_part(const emulator::Order& order);
/// The order with what was typed. Throws UsageError.
std::string with_typed_part(const emulator::Order& order, const std::string& text);

/// What a value of an option is called: "on", "replicate", "auto", "16".
std::string value_name(const Option& option, int64_t value);

/// A switch of an entry that leaves out what keeps its kernels right.
struct LeftOut {
    std::string_view option;  ///< the option's name
    std::string_view what;    ///< "fence before the flag"
    std::string_view slip;    ///< what happens then
    bool out = false;
};
std::vector<LeftOut> left_out(const Algorithm& algorithm, const Parameters& parameters);
/// The parameters with one left out, or put back.
Parameters with_left_out(const Algorithm& algorithm, Parameters parameters, std::string_view option,
                         bool out);
/// "nothing", "fence before the flag", "2 things": for a chip.
std::string left_out_in_words(const std::vector<LeftOut>& switches);
/// "2/5": where there is less room.
std::string left_out_in_numbers(const std::vector<LeftOut>& switches);

}  // namespace upsweep::app
