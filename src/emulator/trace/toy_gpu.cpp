// Reading, writing and checking the toy machine's settings.
#include "emulator/trace/toy_gpu.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "core/error.h"
#include "core/quotes.h"

namespace upsweep::emulator {
namespace {

constexpr const char* known_schedules =
    "write in-order, reversed, round-robin, random:SEED, unkind or by-hand:WARP,WARP,…";

std::uint64_t parse_number(std::string_view text, std::string_view whole) {
    std::uint64_t value = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        throw UsageError(fmt::format("{} in the schedule {} is not a whole number; {}.", in_quotes(text),
                                     in_quotes(whole), known_schedules));
    return value;
}

std::vector<int> parse_turns(std::string_view list, std::string_view whole) {
    std::vector<int> turns;
    while (true) {
        std::size_t comma = list.find(',');
        std::uint64_t warp = parse_number(list.substr(0, comma), whole);
        if (warp > 1'000'000)
            throw UsageError(fmt::format("Warp {} in the schedule {} is too large.", warp, in_quotes(whole)));
        turns.push_back(static_cast<int>(warp));
        if (comma == std::string_view::npos) return turns;
        list.remove_prefix(comma + 1);
    }
}

void check_range(const char* what, std::int64_t value, std::int64_t lowest, std::int64_t highest) {
    if (value < lowest || value > highest)
        throw UsageError(
            fmt::format("{} is {}; it must be between {} and {}.", what, value, lowest, highest));
}

}  // namespace

Schedule parse_schedule(std::string_view text) {
    std::size_t colon = text.find(':');
    std::string_view kind = text.substr(0, colon);
    bool has_value = colon != std::string_view::npos;
    std::string_view value = has_value ? text.substr(colon + 1) : std::string_view();
    Schedule schedule;
    if (kind == "random") {
        schedule.kind = Schedule::Kind::random;
        if (has_value) schedule.seed = parse_number(value, text);
        return schedule;
    }
    if (kind == "by-hand" && has_value) {
        schedule.kind = Schedule::Kind::by_hand;
        schedule.by_hand = parse_turns(value, text);
        return schedule;
    }
    if (!has_value) {
        for (auto [name, known] : {std::pair{"in-order", Schedule::Kind::in_order},
                                   std::pair{"reversed", Schedule::Kind::reversed},
                                   std::pair{"round-robin", Schedule::Kind::round_robin},
                                   std::pair{"unkind", Schedule::Kind::unkind}})
            if (text == name) {
                schedule.kind = known;
                return schedule;
            }
    }
    throw UsageError(fmt::format("Unknown schedule {}; {}.", in_quotes(text), known_schedules));
}

std::string to_string(const Schedule& schedule) {
    switch (schedule.kind) {
        case Schedule::Kind::in_order:
            return "in-order";
        case Schedule::Kind::reversed:
            return "reversed";
        case Schedule::Kind::round_robin:
            return "round-robin";
        case Schedule::Kind::random:
            return fmt::format("random:{}", schedule.seed);
        case Schedule::Kind::unkind:
            return "unkind";
        case Schedule::Kind::by_hand:
            break;
    }
    return fmt::format("by-hand:{}", fmt::join(schedule.by_hand, ","));
}

void check(const ToyGpu& gpu) {
    check_range("The number of lanes a warp", gpu.lanes, 2, 32);
    check_range("The number of banks", gpu.banks, 2, 32);
    check_range("The number of multiprocessors", gpu.multiprocessors, 1, 1024);
    check_range("The number of resident blocks", gpu.resident_blocks, 1, 1024);
    check_range("The shared memory of a block in bytes", gpu.shared_bytes, 0, 1 << 20);
    if (gpu.schedule.kind == Schedule::Kind::by_hand && gpu.schedule.by_hand.empty())
        throw UsageError("A schedule by hand needs at least one warp number.");
    for (int warp : gpu.schedule.by_hand)
        if (warp < 0)
            throw UsageError(fmt::format("A schedule by hand names warp {}, which is negative.", warp));
}

void check_elements(Extent extent) {
    // Compared by sides first: the product of two large ones would overflow.
    const bool fits =
        extent.width <= most_elements && extent.height <= most_elements && extent.count() <= most_elements;
    if (fits) return;
    throw UsageError(
        fmt::format("The emulator takes at most {} elements, and {} × {} were asked for; use a smaller "
                    "size, or Race (bench) for large ones.",
                    most_elements, extent.width, extent.height));
}

}  // namespace upsweep::emulator
