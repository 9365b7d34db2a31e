// Settings of the toy GPU and switches of entries, as data.
#include "app/step/model/scene_switches.h"

#include <fmt/format.h>

#include "core/whole_number.h"
#include "emulator/trace/trace.h"
#include "scenes/scene_words.h"

namespace upsweep::app {
namespace {

using emulator::LanesProceed;
using emulator::Order;
using emulator::ToyGpu;

constexpr size_t most_listed = 64;

struct NumberTitle {
    std::string_view id, title;
    std::vector<int> choices;
};

const std::vector<NumberTitle>& number_titles() {
    static const std::vector<NumberTitle> all = {{"lanes", "lanes a warp", {2, 4, 8, 16, 32}},
                                                 {"banks", "banks", {2, 4, 8, 16, 32}},
                                                 {"multiprocessors", "multiprocessors", {1, 2, 4, 8}},
                                                 {"resident_blocks", "blocks each", {1, 2, 4, 8}}};
    return all;
}

const scenes::GpuNumber& scene_switches_number_of(std::string_view id) {
    const auto all = scenes::gpu_numbers();
    if (const auto* number = find_by(all, &scenes::GpuNumber::key, id)) return *number;
    throw UsageError("The toy GPU has no setting {}.", in_quotes(id));
}

std::string listed(const std::vector<int>& numbers) {
    constexpr size_t most_shown = 4;
    std::vector<int> first = numbers;
    if (first.size() > most_shown) first.resize(most_shown);
    return fmt::format("{}{}", fmt::join(first, ","), numbers.size() > most_shown ? ",…" : "");
}

/// What an order is called, and what it means for blocks and for warps; by Order::Kind.
struct OrderWords {
    Order::Kind kind;
    std::string_view label, blocks, warps;
};
constexpr OrderWords order_words[] = {
    {Order::Kind::in_order, "in order", "A free slot goes to the lowest waiting block.",
     "The lowest warp that can run goes next."},
    {Order::Kind::reversed, "reversed", "A free slot goes to the latest waiting block.",
     "The highest warp that can run goes next."},
    {Order::Kind::round_robin, "round robin", "A free slot goes to the lowest waiting block.",
     "The warps take turns."},
    {Order::Kind::random, "random, seed ", "A free slot goes to any waiting block.",
     "Any warp that can run goes next."},
    {Order::Kind::adversarial, "adversarial", "In order at first; freed slots go to the latest block.",
     "A warp runs until it waits; then the highest that can run goes next."},
    {Order::Kind::list, "by hand ", "Free slots go to these blocks, then to the others in order.",
     "These warps go first; then all take turns."}};

const OrderWords& words_of(Order::Kind kind) { return *find_by(order_words, &OrderWords::kind, kind); }

std::string label_of(const Order& order) {
    const std::string label(words_of(order.kind).label);
    if (order.kind == Order::Kind::random) return label + std::to_string(order.seed);
    return order.kind == Order::Kind::list ? label + listed(order.list) : label;
}

struct LanesWords {
    LanesProceed lanes;
    std::string_view label, means;
};
constexpr LanesWords lanes_words[] = {
    {LanesProceed::before_volta, "before Volta",
     "One side of a branch runs until it waits at the end; the other may starve."},
    {LanesProceed::since_volta, "since Volta",
     "A branch's sides take turns; lanes that agree issue together."},
    {LanesProceed::adversarial, "adversarial",
     "Every lane runs on its own between synchronisations: all that CUDA allows."}};

/// The kinds, the present seed in the random one, the run's own order in the one by hand.
std::vector<GpuChoice> order_choices(const Order& now, const std::vector<int>& had, bool of_warps) {
    std::vector<Order> orders;
    if (of_warps) orders.push_back({Order::Kind::round_robin, 1, {}});
    orders.push_back({Order::Kind::in_order, 1, {}});
    orders.push_back({Order::Kind::reversed, 1, {}});
    orders.push_back({Order::Kind::random, now.kind == Order::Kind::random ? now.seed : 1, {}});
    orders.push_back({Order::Kind::adversarial, 1, {}});
    if (now.kind == Order::Kind::list || !had.empty())
        orders.push_back({Order::Kind::list, 1, now.kind == Order::Kind::list ? now.list : had});
    std::vector<GpuChoice> choices;
    for (const Order& order : orders) choices.push_back({to_string(order), label_of(order)});
    return choices;
}

GpuSetting number_setting(const ToyGpu& gpu, const NumberTitle& title) {
    const std::string now = std::to_string(scene_switches_number_of(title.id).get(gpu));
    GpuSetting setting{title.id, title.title, now, now, {}, {}};
    for (const int choice : title.choices)
        setting.choices.push_back({std::to_string(choice), std::to_string(choice)});
    return setting;
}

GpuSetting memory_setting(const ToyGpu& gpu) {
    return {"weak_memory",
            "memory",
            gpu.weak_memory ? "true" : "false",
            gpu.weak_memory ? "weak" : "strong",
            gpu.weak_memory
                ? "Plain stores reach other blocks late and out of order, until a fence or release."
                : "All blocks see every store at once.",
            {{"false", "strong"}, {"true", "weak"}}};
}

GpuSetting lanes_setting(const ToyGpu& gpu) {
    GpuSetting setting{"lanes_proceed", "diverged lanes", {}, {}, {}, {}};
    for (const LanesWords& words : lanes_words) {
        setting.choices.push_back({std::string(to_string(words.lanes)), std::string(words.label)});
        if (words.lanes != gpu.lanes_proceed) continue;
        setting.word = setting.choices.back().word;
        setting.label = words.label;
        setting.means = words.means;
    }
    return setting;
}

}  // namespace

RunOrders run_orders(const emulator::Trace& trace, size_t launch) {
    RunOrders orders;
    if (launch >= trace.launches.size()) return orders;
    const emulator::LaunchInfo& info = trace.launches[launch];
    for (const emulator::BlockInfo& block : info.blocks)
        if (orders.blocks.size() < most_listed) orders.blocks.push_back(int(block.block));
    const auto warps = size_t(info.grid.count() * info.warps_per_block);
    for (size_t warp = 0; warp < std::min(warps, most_listed); ++warp) orders.warps.push_back(int(warp));
    return orders;
}

std::string moved_block_order(const emulator::Trace& trace, size_t launch, size_t begun,
                              const stage::BlockDrop& drop) {
    const emulator::LaunchInfo& info = trace.launches[launch];
    emulator::Order order{emulator::Order::Kind::list, 1, {}};
    std::vector<int>& list = order.list;
    for (const emulator::BlockInfo& block : info.blocks) list.push_back(int(block.block));
    for (int block = 0; block < int(info.grid.count()); ++block)
        if (!contains(list, block)) list.push_back(block);
    std::erase(list, int(drop.block));
    auto at = std::find(list.begin(), list.end(), int(drop.neighbour));
    if (at != list.end() && drop.after) ++at;
    const auto least = list.begin() + ptrdiff_t(std::min(begun, list.size()));
    list.insert(std::max(at, least), int(drop.block));
    // What follows in order need not be said.
    size_t said = list.size() - 1;
    while (said > 0 && list[said - 1] < list[said]) --said;
    list.resize(said);
    if (list.empty()) order.kind = emulator::Order::Kind::in_order;
    return emulator::to_string(order);
}

bool has_block_order(const emulator::Trace& trace) {
    return any_of(trace.launches, [](const emulator::LaunchInfo& launch) { return launch.grid.count() > 1; });
}

std::vector<GpuSetting> gpu_settings(const ToyGpu& gpu, const RunOrders& orders) {
    std::vector<GpuSetting> all;
    for (const NumberTitle& title : number_titles()) all.push_back(number_setting(gpu, title));
    const emulator::Schedule& schedule = gpu.schedule;
    all.push_back({"blocks", "blocks start", to_string(schedule.blocks), label_of(schedule.blocks),
                   words_of(schedule.blocks.kind).blocks,
                   order_choices(schedule.blocks, orders.blocks, false)});
    all.push_back({"warps", "warps go", to_string(schedule.warps), label_of(schedule.warps),
                   words_of(schedule.warps.kind).warps, order_choices(schedule.warps, orders.warps, true)});
    all.push_back(memory_setting(gpu));
    all.push_back(lanes_setting(gpu));
    return all;
}

GpuSetting gpu_setting(const ToyGpu& gpu, std::string_view id, const RunOrders& orders) {
    for (GpuSetting& setting : gpu_settings(gpu, orders))
        if (setting.id == id) return std::move(setting);
    throw UsageError("The toy GPU has no setting {}.", in_quotes(id));
}

ToyGpu with_setting(ToyGpu gpu, std::string_view id, const std::string& word) {
    for (const scenes::GpuFlag& flag : scenes::gpu_flags())
        if (flag.key == id) return gpu.*flag.field = word == "true", gpu;
    for (const scenes::GpuWord& said : scenes::gpu_words())
        if (said.key == id) return said.set(gpu, word), gpu;
    const auto value = parse_whole_number(word);
    if (!value) throw UsageError("{} is not a whole number; write one such as 4.", in_quotes(word));
    scene_switches_number_of(id).set(gpu, *value);
    emulator::check(gpu);
    return gpu;
}

std::string typed_part(const Order& order) {
    if (order.kind == Order::Kind::random) return std::to_string(order.seed);
    return order.kind == Order::Kind::list ? fmt::format("{}", fmt::join(order.list, ",")) : "";
}

std::string with_typed_part(const Order& order, const std::string& text) {
    std::string tight;
    for (const char c : text)
        if (c != ' ') tight += c;
    const Order made =
        emulator::parse_warp_order((order.kind == Order::Kind::random ? "random:" : "list:") + tight);
    return to_string(made);
}

std::vector<LeftOut> left_out(const Algorithm& algorithm, const Parameters& parameters) {
    std::vector<LeftOut> all;
    for (const Option& option : algorithm.options)
        if (!option.slip.empty())
            all.push_back({option.name, option.leaves_out, option.slip,
                           parameters.option(option.name) != option.initial});
    return all;
}

Parameters with_left_out(const Algorithm& algorithm, Parameters parameters, std::string_view name, bool out) {
    for (const Option& option : algorithm.options) {
        if (option.name != name) continue;
        const int64_t other = option.initial == option.lowest ? option.highest : option.lowest;
        for (OptionValue& value : parameters.options)
            if (value.name == name) value.value = out ? other : option.initial;
    }
    return parameters;
}

std::string short_label(const GpuSetting& setting) {
    constexpr std::string_view seed = ", seed";
    std::string text = setting.label;
    const size_t at = text.find(seed);
    return at == std::string::npos ? text : text.erase(at, seed.size());
}

std::string left_out_in_numbers(const std::vector<LeftOut>& switches) {
    const auto out = count_if(switches, [](const LeftOut& one) { return one.out; });
    return fmt::format("{}/{}", out, switches.size());
}

std::string left_out_in_words(const std::vector<LeftOut>& switches) {
    const auto out = count_if(switches, [](const LeftOut& one) { return one.out; });
    if (out == 0) return "nothing";
    if (out > 1) return fmt::format("{} things", out);
    return std::string(find_by(switches, &LeftOut::out, true)->what);
}

std::string value_name(const Option& option, int64_t value) {
    const int64_t index = value - option.lowest;
    if (index >= 0 && index < int64_t(option.value_names.size()))
        return std::string(nth(option.value_names, index));
    return value == 0 && option.automatic ? "auto" : std::to_string(value);
}

}  // namespace upsweep::app
