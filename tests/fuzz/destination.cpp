// Any bytes as a destination: read, and then written as what reads back the same; or refused with an Error.
#include "scenes/destination.h"

#include <string_view>

#include "core/error.h"
#include "fuzz/fuzz.h"

std::vector<std::string> fuzz_seeds() {
    using namespace upsweep::scenes;
    return {"lesson:look-back#2",
            "race:Integral images?curves=here scan_loop,copy",
            "playground:box_filter?image=spheres&radius=12",
            "playground:12",
            "step:/a/b.cu?kernel=k&arguments=[\"iota:65\", \"\"]&edits.\"b.cu\"=x",
            "step:?trace=a.trace&step=3",
            to_text(initial_scene("transpose_tiled")),
            to_text(RacePlace{.edited = initial_scene("scan_blelloch")})};
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace upsweep;
    try {
        const std::string text =
            to_text(scenes::parse_destination({reinterpret_cast<const char*>(data), size}));
        if (to_text(scenes::parse_destination(text)) != text) __builtin_trap();
    } catch (const Error&) {
    }
    return 0;
}
