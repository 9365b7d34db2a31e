// Frames on the timed driver (timed_driver.cpp): a plan that copies its input, one of several streams if an
// argument says "streams". Prints a frame's milliseconds in a full pipeline, then those of its parts alone,
// and "right" if what came down is the input.
#include <cstdio>
#include <exception>
#include <string>

#include "device/device.h"

using namespace upsweep;

int main(int count, char** arguments) {
    try {
        const bool streams = count > 1 && std::string(arguments[1]) == "streams";
        Plan plan;
        plan.algorithm = "frames";
        plan.input = plan.add_buffer({"input", ScalarType::u8, {1000, 1}});
        plan.output = plan.add_buffer({"output", ScalarType::u8, {1000, 1}});
        plan.operations = {{Upload{0, plan.input}, 0}, {Wait{0}, streams ? 1 : 0}};
        plan.operations.push_back({Copy{plan.input, plan.output}, streams ? 1 : 0});
        plan.operations.push_back({Wait{2}, streams ? 2 : 0});
        plan.operations.push_back({Download{plan.output, 0}, streams ? 2 : 0});
        Array input(ScalarType::u8, {1000, 1});
        for (size_t i = 0; i < 1000; ++i) input.view<uint8_t>()[i] = uint8_t(i * 7);
        device::FramePipeline frames(plan, input, {});
        const device::FrameTimes alone = frames.alone();
        const double frame_ms = frames.frame_ms(12);
        bool right = true;
        for (const Array& output : frames.outputs()) right = right && output == input;
        std::printf("%.6f %.6f %.6f %.6f %s\n", frame_ms, alone.upload_ms, alone.kernels_ms,
                    alone.download_ms, right ? "right" : "wrong");
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
