// Reading, writing and checking the toy machine's settings.
#include "emulator/trace/toy_gpu.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "core/error.h"
#include "core/plan.h"
#include "core/quotes.h"
#include "core/whole_number.h"

namespace upsweep::emulator {
namespace {

constexpr const char* block_orders =
    "write in-order, reversed, random:SEED, adversarial or list:BLOCK,BLOCK,…";
constexpr const char* warp_orders =
    "write in-order, reversed, round-robin, random:SEED, adversarial or list:WARP,WARP,…";

constexpr std::pair<const char*, Order::Kind> plain_orders[] = {{"in-order", Order::Kind::in_order},
                                                                {"reversed", Order::Kind::reversed},
                                                                {"round-robin", Order::Kind::round_robin},
                                                                {"adversarial", Order::Kind::adversarial}};

constexpr std::pair<std::string_view, LanesProceed> lanes_proceed_names[] = {
    {"before-volta", LanesProceed::before_volta},
    {"since-volta", LanesProceed::since_volta},
    {"adversarial", LanesProceed::adversarial}};

uint64_t parse_number(std::string_view text, std::string_view whole, const char* known) {
    const auto value = parse_whole_number<uint64_t>(text);
    if (!value)
        throw UsageError("{} in the schedule {} is not a whole number; {}.", in_quotes(text),
                         in_quotes(whole), known);
    return *value;
}

std::vector<int> parse_list(std::string_view list, std::string_view whole, const char* known) {
    std::vector<int> numbers;
    while (true) {
        size_t comma = list.find(',');
        uint64_t number = parse_number(list.substr(0, comma), whole, known);
        if (number > 1'000'000)
            throw UsageError("The schedule {} names number {}; a list goes up to 1000000.", in_quotes(whole),
                             number);
        numbers.push_back(number);
        if (comma == std::string_view::npos) return numbers;
        list.remove_prefix(comma + 1);
    }
}

Order parse_order(std::string_view text, uint64_t default_seed, const char* known) {
    size_t colon = text.find(':');
    std::string_view kind = text.substr(0, colon);
    bool has_value = colon != std::string_view::npos;
    std::string_view value = has_value ? text.substr(colon + 1) : std::string_view();
    if (kind == "random") {
        const uint64_t seed = has_value ? parse_number(value, text, known) : default_seed;
        return {Order::Kind::random, seed, {}};
    }
    if ((kind == "list" || kind == "by-hand") && has_value)
        return {Order::Kind::list, 1, parse_list(value, text, known)};
    for (const auto& [name, plain] : plain_orders)
        if (text == name) return {plain, 1, {}};
    throw UsageError("Unknown schedule {}; {}.", in_quotes(text), known);
}

bool same(const Order& a, const Order& b) { return to_string(a) == to_string(b); }

void check_list(const Order& order, const char* of) {
    if (order.kind == Order::Kind::list && order.list.empty())
        throw UsageError("A list of {}s needs at least one number.", of);
    for (int number : order.list)
        if (number < 0) throw UsageError("The list of {}s names {} {}, which is negative.", of, of, number);
}

void check_range(const char* what, int64_t value, int64_t lowest, int64_t highest) {
    if (value < lowest || value > highest)
        throw UsageError("{} is {}; it must be between {} and {}.", what, value, lowest, highest);
}

}  // namespace

Order parse_block_order(std::string_view text, uint64_t default_seed) {
    Order order = parse_order(text, default_seed, block_orders);
    if (order.kind == Order::Kind::round_robin)
        throw UsageError("Only warps can run round-robin: a block keeps its slot until it ends; {}.",
                         block_orders);
    return order;
}

Order parse_warp_order(std::string_view text, uint64_t default_seed) {
    return parse_order(text, default_seed, warp_orders);
}

Schedule parse_schedule(std::string_view text, uint64_t default_seed) {
    constexpr std::string_view blocks = "blocks ", warps = ", warps ";
    const size_t between = text.find(warps);
    if (text.starts_with(blocks) && between != std::string_view::npos)
        return {parse_block_order(text.substr(blocks.size(), between - blocks.size()), default_seed),
                parse_warp_order(text.substr(between + warps.size()), default_seed)};
    if (text == "unkind") return {{Order::Kind::reversed, 1, {}}, {Order::Kind::round_robin, 1, {}}};
    Order order = parse_warp_order(text, default_seed);
    // Blocks have no turns to share, and a list names warps.
    if (order.kind == Order::Kind::round_robin || order.kind == Order::Kind::list)
        return {{}, std::move(order)};
    return {order, order};
}

LanesProceed parse_lanes_proceed(std::string_view text) {
    for (const auto& [name, lanes] : lanes_proceed_names)
        if (text == name) return lanes;
    throw UsageError(
        "Unknown way for diverged lanes to proceed: {}; write before-volta, since-volta or adversarial.",
        in_quotes(text));
}

std::string_view to_string(LanesProceed lanes) {
    for (const auto& [name, known] : lanes_proceed_names)
        if (known == lanes) return name;
    return "since-volta";
}

std::string to_string(const Order& order) {
    if (order.kind == Order::Kind::random) return fmt::format("random:{}", order.seed);
    for (const auto& [name, plain] : plain_orders)
        if (order.kind == plain) return name;
    return fmt::format("list:{}", fmt::join(order.list, ","));
}

std::string to_string(const Schedule& schedule) {
    const bool of_warps = schedule.warps.kind == Order::Kind::round_robin ||  //
                          schedule.warps.kind == Order::Kind::list;
    const bool one_word =
        of_warps ? schedule.blocks.kind == Order::Kind::in_order : same(schedule.blocks, schedule.warps);
    if (one_word) return to_string(schedule.warps);
    return fmt::format("blocks {}, warps {}", to_string(schedule.blocks), to_string(schedule.warps));
}

void check(const ToyGpu& gpu) {
    check_range("The number of lanes per warp", gpu.lanes, 2, 32);
    check_range("The number of banks", gpu.banks, 2, 32);
    check_range("The number of multiprocessors", gpu.multiprocessors, 1, 1024);
    check_range("The number of resident blocks", gpu.resident_blocks, 1, 1024);
    check_range("The shared memory of a block in bytes", gpu.shared_bytes, 0, 1 << 20);
    check_list(gpu.schedule.blocks, "block");
    check_list(gpu.schedule.warps, "warp");
    if (gpu.schedule.blocks.kind == Order::Kind::round_robin)
        throw UsageError("Only warps can run round-robin: a block keeps its slot until it ends.");
}

void check_elements(Extent extent) {
    // Compared by sides first: the product of two large ones would overflow.
    const bool fits =
        extent.width <= most_elements && extent.height <= most_elements && extent.count() <= most_elements;
    if (fits) return;
    throw UsageError(
        "The emulator takes at most {} elements, not {} × {}; use a smaller size, or Race "
        "(bench) for large ones.",
        most_elements, extent.width, extent.height);
}

void check_lists(const ToyGpu& gpu, const Plan& plan) {
    int64_t blocks = 1, warps = 1;
    for (const Operation& operation : plan.operations)
        if (const auto* launch = std::get_if<Launch>(&operation.what);
            launch != nullptr && !launch->host_loop) {
            blocks = std::max(blocks, launch->grid.count());
            warps =
                std::max(warps, launch->grid.count() * ((launch->block.count() + gpu.lanes - 1) / gpu.lanes));
        }
    const auto check = [](const Order& order, const char* of, int64_t count) {
        for (const int number : order.list)
            if (number >= count)
                throw UsageError(
                    "The list of {}s names {} {}, but no launch here has it; its {}s are 0 to {}.", of, of,
                    number, of, count - 1);
    };
    check(gpu.schedule.blocks, "block", blocks);
    check(gpu.schedule.warps, "warp", warps);
}

}  // namespace upsweep::emulator
