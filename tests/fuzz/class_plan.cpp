// Any bytes as a class plan: read and printed, or refused with an Error that names file and line.
#include "lessons/class_plan.h"

#include <string_view>

#include "core/error.h"
#include "fuzz/fuzz.h"

std::vector<std::string> fuzz_seeds() {
    return {std::string(upsweep::lessons::class_plan_text()),
            "[[plan]]\nminutes = 4\n[[plan.item]]\nminutes = 4\ntitle = \"T\"\nkind = \"do\"\n"
            "target = \"exercise:x\"\nask = \"?\"\n"};
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace upsweep;
    try {
        for (const lessons::ClassPlan& plan :
             lessons::parse_class_plans("p.toml", {reinterpret_cast<const char*>(data), size})) {
            if (plan.start_of(plan.items.size()) != plan.minutes) __builtin_trap();
            (void)lessons::to_text(plan, {});
        }
    } catch (const Error& error) {
        if (!std::string_view(error.what()).starts_with("p.toml, line ")) __builtin_trap();
    }
    return 0;
}
