// Any bytes as an exercise's file, or as what a student hands in: read, or refused with an Error that names
// file and line; and any text has a fixed part that is right or is not.
#include <string_view>

#include "core/error.h"
#include "exercises/gaps.h"
#include "exercises/mark.h"
#include "fuzz/fuzz.h"

std::vector<std::string> fuzz_seeds() {
    std::vector<std::string> seeds;
    for (const auto& exercise : upsweep::exercises::all_exercises()) {
        seeds.push_back(exercise.starter);
        seeds.push_back(exercise.solution);
    }
    seeds.push_back(
        "+++\ntitle = \"T\"\nkind = \"write\"\n[launch]\nkernel = \"f\"\nblock = \"{n * 2}\"\narguments = "
        "[\"input\", "
        "\"= row_sums in rows of {n}\"]\nexpect = \"total\"\n[[case]]\nn = 3\n[[rule]]\ntitle = \"A\"\ncount "
        "= "
        "\"additions\"\nmost = "
        "\"log2(n)\"\n[[hint]]\ntitle = \"H\"\ntext = \"x\"\n+++\nDo it.\n");
    seeds.push_back(
        "+++\ntitle = \"T\"\nkind = \"break\"\n[break]\nasks = \"size\"\nmost = 9\n[launch]\nkernel = "
        "\"f\"\nblock = "
        "\"1\"\nexpect = \"total\"\n[[case]]\nn = 3\ninput = [1, 2, 3]\n+++\nBreak it.\n");
    return seeds;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace upsweep;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        (void)exercises::parse_exercise("x.md", text);
    } catch (const Error& error) {
        if (!std::string_view(error.what()).starts_with("lessons/exercises/x.md, line ")) __builtin_trap();
    }
    for (const exercises::Exercise& exercise : exercises::all_exercises()) {
        if (exercise.kind == exercises::Kind::write) {
            const exercises::Misfit wrong = exercises::misfit(exercise.starter, text);
            // What the window lets a student type is what the marker takes, but for brackets and directives.
            if (wrong.sentence.empty() && !exercises::same_fixed_lines(exercise.starter, exercise.starter))
                __builtin_trap();
            if (!wrong.sentence.empty() && wrong.line < 1) __builtin_trap();
            continue;
        }
        try {
            (void)exercises::parse_break(exercise, text);
        } catch (const Error& error) {
            if (!std::string_view(error.what()).starts_with(exercises::answer_name(exercise) + ", line "))
                __builtin_trap();
        }
    }
    return 0;
}
