// Any bytes as a link: read, and then written as what reads back the same place; or refused with an Error. A
// packed link's text is mutated as well.
#include "scenes/link.h"

#include <string_view>

#include "core/error.h"
#include "fuzz/fuzz.h"
#include "media/packed_text.h"
#include "scenes/run_program.h"

std::vector<std::string> fuzz_seeds() {
    using namespace upsweep::scenes;
    Scene program = scene_of_text("__global__ void k(int* a) { a[threadIdx.x] = 1; }\n");
    program.step = 3;
    return {"https://example.org/upsweep.html#lesson=look-back/2",
            "#race=Scans?view=spread",
            "playground=box_filter?radius=12",
            "scene=scan_blelloch?n=16&step=4",
            "upsweep:#exercise=way-down?text=int",
            "shortcut URL=upsweep:#figure=x",
            link_of(initial_scene("transpose_tiled")),
            link_of(program),
            link_of(RacePlace{.edited = initial_scene("scan_blelloch")})};
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace upsweep;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    (void)scenes::address_in_shortcut(text);
    try {
        if (media::unpack_text(media::pack_text(text), int64_t(size)) != text) __builtin_trap();
        (void)scenes::parse_link("scene=~" + media::pack_text(text));
    } catch (const Error&) {
    }
    try {
        const scenes::Destination place = scenes::parse_link(text);
        if (scenes::to_text(scenes::parse_link(scenes::link_of(place))) != scenes::to_text(place))
            __builtin_trap();
    } catch (const Error&) {
    }
    return 0;
}
