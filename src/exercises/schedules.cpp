// Schedules.
#include "exercises/schedules.h"

#include <fmt/format.h>

namespace upsweep::exercises {
namespace {

using emulator::Order;

constexpr std::uint64_t seeds = 16;

std::vector<Order> orders() {
    std::vector<Order> all = {
        {Order::Kind::in_order, 1, {}}, {Order::Kind::reversed, 1, {}}, {Order::Kind::adversarial, 1, {}}};
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) all.push_back({Order::Kind::random, seed, {}});
    return all;
}

}  // namespace

std::vector<Setting> schedules_of(const emulator::ToyGpu& gpu) {
    std::vector<Setting> settings;
    for (const bool weak : {false, true})
        for (const auto lanes : {emulator::LanesProceed::since_volta, emulator::LanesProceed::adversarial})
            for (const Order& order : orders()) {
                Setting one{gpu, "blocks and warps " + emulator::to_string(order)};
                one.gpu.schedule = {order, order};
                one.gpu.lanes_proceed = lanes;
                one.gpu.weak_memory = weak;
                if (one.gpu.lanes_apart()) one.words += ", independent lanes";
                if (weak) one.words += ", weak memory";
                settings.push_back(std::move(one));
            }
    return settings;
}

}  // namespace upsweep::exercises
