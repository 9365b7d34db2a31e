// Any bytes as a lesson file: read, or refused with an Error that names file and line.
#include <string_view>

#include "core/error.h"
#include "fuzz/fuzz.h"
#include "lessons/lesson.h"

std::vector<std::string> fuzz_seeds() {
    std::vector<std::string> seeds;
    for (const auto& lesson : upsweep::lessons::all_lessons()) seeds.push_back(lesson.text);
    seeds.push_back(
        "+++\ntitle = \"T\"\nchapter = \"C\"\n[scene]\nalgorithm = \"a\"\n+++\n# P\n- `a` **b**\n");
    return seeds;
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        (void)upsweep::lessons::parse_lesson("lessons/x.md", {reinterpret_cast<const char*>(data), size});
    } catch (const upsweep::Error& error) {
        if (std::string_view(error.what()).substr(0, 13) != "lessons/x.md,") __builtin_trap();
    }
    return 0;
}
