// Any bytes as a scene's file: read, and then written as what reads back the same; or refused with an Error
// that names file and line.
#include <string_view>

#include "core/error.h"
#include "fuzz/fuzz.h"
#include "scenes/scene_file.h"

std::vector<std::string> fuzz_seeds() {
    std::vector<std::string> seeds;
    for (const char* slug : {"scan_blelloch", "transpose_tiled", "integral_image_float4"})
        seeds.push_back(upsweep::scenes::to_toml(upsweep::scenes::initial_scene(slug)));
    seeds.push_back(
        "version = 1\nalgorithm = \"scan_loop\"\ninput = [3, 1.5, -inf]\ntype = \"f32\"\nseed = "
        "\"18446744073709551615\"\n"
        "lanes = 8\nbanks = 4\nmultiprocessors = 2\nresident_blocks = 3\nshared_bytes = 1024\nweak_memory = "
        "true\n"
        "independent_threads = false\nschedule = \"by-hand:0,1\"\nblocks = \"reversed\"\nstep = 7\noptions = "
        "{ inclusive = \"yes\" }\n");
    return seeds;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace upsweep;
    try {
        const scenes::Scene scene =
            scenes::parse_scene("s.toml", {reinterpret_cast<const char*>(data), size});
        const std::string text = scenes::to_toml(scene);
        // What is not a number equals nothing, so texts are compared.
        if (scenes::to_toml(scenes::parse_scene("again", text)) != text) __builtin_trap();
    } catch (const Error& error) {
        if (std::string_view(error.what()).substr(0, 7) != "s.toml,") __builtin_trap();
    }
    return 0;
}
