// Scenes by chance: every choice that a scene has, within what the catalog and the emulator take.
#pragma once

#include <limits>
#include <random>
#include <string>

#include "scenes/input.h"
#include "scenes/scene.h"

namespace upsweep::test {

class SceneMaker {
  public:
    explicit SceneMaker(uint64_t seed) : random_(seed) {}

    scenes::Scene scene() { return scene(*catalog()[below(std::ssize(catalog()))]); }

    scenes::Scene scene(const Algorithm& algorithm) {
        scenes::Scene scene;
        scene.catalog().algorithm = algorithm.slug;
        scene.gpu = gpu();
        Parameters parameters;
        parameters.extent = {1 + below(40), algorithm.shape == Shape::rows && chance(3) ? 1 : 1 + below(12)};
        parameters.types = algorithm.types[below(std::ssize(algorithm.types))];
        parameters.machine = {scene.gpu.lanes, scene.gpu.banks};
        const bool words = parameters.types == ElementTypes{ScalarType::u32, ScalarType::u32};
        for (const Option& option : algorithm.options)
            // An operator other than a sum takes u32 alone.
            if (chance(2) && (words || option.name != "operator"))
                parameters.options.push_back({std::string(option.name), value_of(option)});
        scene.catalog().parameters = with_step_defaults(algorithm, parameters);
        scene.catalog().input_kind = static_cast<scenes::InputKind>(below(4));
        scene.catalog().seed = chance(2) ? 1 : random_();
        scene.catalog().input = make_input(algorithm, scene.catalog().parameters, scene.catalog().input_kind,
                                           scene.catalog().seed);
        if (scene.catalog().input_kind == scenes::InputKind::given) fill(*scene.catalog().input);
        scene.step = chance(2) ? 0 : below(100'000);
        return scene;
    }

  private:
    int64_t below(int64_t end) { return int64_t(random_() % uint64_t(end)); }
    bool chance(int64_t one_in) { return below(one_in) == 0; }

    emulator::ToyGpu gpu() {
        static const char* orders[] = {"in-order",    "reversed",   "random:77",
                                       "adversarial", "list:0,1,1", "round-robin"};
        emulator::ToyGpu gpu;
        if (chance(2)) gpu.lanes = 2 << int(below(5));  // what the catalog takes
        if (chance(2)) gpu.banks = 2 + int(below(31));
        if (chance(3)) gpu.multiprocessors = 1 + int(below(9));
        if (chance(3)) gpu.resident_blocks = 1 + int(below(9));
        if (chance(3)) gpu.shared_bytes = below(1 << 17);
        gpu.weak_memory = chance(4);
        gpu.lanes_proceed = static_cast<emulator::LanesProceed>(below(3));
        gpu.schedule.blocks = emulator::parse_block_order(orders[below(5)]);
        gpu.schedule.warps = emulator::parse_warp_order(orders[below(6)]);
        return gpu;
    }

    int64_t value_of(const Option& option) {
        if (option.automatic && chance(3)) return 0;
        const int64_t value = option.lowest + below(option.highest - option.lowest + 1);
        if (!option.power_of_two) return value;
        int64_t power = option.lowest;
        while (power * 2 <= value) power *= 2;
        return power;
    }

    /// Of floats also what is awkward to write.
    void fill(Array& array) {
        static const double awkward[] = {
            -0.0, 0.1, -1e-7, 3e20, 1.0 / 3, 16777217, -std::numeric_limits<double>::infinity()};
        for (int64_t i = 0; i < array.count(); ++i) {
            const bool odd = is_floating(array.type()) && chance(3);
            array.set_number(i, odd ? awkward[below(7)] : double(below(256)));
        }
    }

    std::mt19937_64 random_;
};

}  // namespace upsweep::test
