// Any bytes as a lesson file, a moment, arithmetic, a condition, a link: read, or refused with an Error; of a
// file with one that names file and line.
#include <string_view>

#include "core/error.h"
#include "fuzz/fuzz.h"
#include "lessons/lesson.h"
#include "lessons/terms.h"

std::vector<std::string> fuzz_seeds() {
    std::vector<std::string> seeds;
    for (const auto& lesson : upsweep::lessons::all_lessons()) seeds.push_back(lesson.text);
    seeds.push_back(
        "+++\ntitle = \"T\"\nchapter = \"C\"\n[scene]\nalgorithm = \"a\"\n+++\n# P\n- `a` **b**\n");
    const std::string front =
        "+++\ntitle = \"T\"\nchapter = \"C\"\naim = \"A\"\nminutes = 3\npicture = 1\n[scene]\nalgorithm = "
        "\"scan_blelloch\"\nn = 4\n+++\n# P\nA [word](lesson:a#2).\n";
    for (const char* block :
         {"```scene\nat = 'after \"a\" time 2 in block 1'\ndistance = \"lanes\"\nsymbols = true\n```\n",
          "```compare\nclock = \"model\"\nleft = \"a\"\nright = \"b\"\noptions = { padding = 1 }\n```\n",
          "```race\nexperiment = \"a\"\nlines = [\"b\"]\n```\n",
          "```playground\ntask = \"box filter\"\nimage = \"spheres\"\nradius = 5\n```\n",
          "```figure\nat = \"start\"\nto = \"end\"\ncaption = \"c\"\n```\n",
          "```term\nname = \"word\"\nalso = [\"words\"]\nsays = \"s\"\n```\n```note\nN.\n```\n",
          "```exercise\nslug = \"a-b\"\n```\n",
          "```predict\nkind = \"holds\"\nat = \"end\"\narray = \"a\"\ncell = 1\nblock = 2\nwarp = 3\n```\n",
          "```predict\nkind = \"number\"\nask = \"a\"\nanswer = \"{calc 2 * ([n] - 1)}\"\nunit = "
          "\"u\"\n```\n",
          "```predict\nkind = \"choice\"\nask = \"a\"\nanswer = \"b\"\ncheck = [\"{n} < "
          "5\"]\n[[wrong]]\nvalue "
          "= \"c\"\nreason = \"d\"\n```\n",
          "```predict\nkind = \"sort\"\nask = \"a\"\nitems = [\"b\", \"c\"]\nmoments = [\"start\", "
          "\"end\"]\n```\n"})
        seeds.push_back(front + block);
    for (const char* words : {"Gr\xFC\xDF"
                              "e and {1, 2} of {vlaue sums 3}.\n",
                              "It takes $2n - 2$ and $$x$$, or `$5` and $5.\n",
                              "```scene\nsymbls = true\nalgoritm = \"a\"\n```\n"})
        seeds.push_back(front + words);
    for (const bool little : {true, false}) {
        std::string wide = little ? "\xFF\xFE" : "";
        for (const char c : front) (wide += little ? c : '\0') += little ? '\0' : c;
        seeds.push_back(wide);
    }
    for (const char* words : {"2 * ([n] - log2(8)) / 3 <= 4", "after \"a\" time 2 in block 1", "lesson:a#3"})
        seeds.push_back(words);
    return seeds;
}

namespace {

template <typename F>
void try_to(F&& work) {
    try {
        work();
    } catch (const upsweep::Error&) {
    }
}

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    try {
        (void)upsweep::lessons::parse_lesson("lessons/x.md", {reinterpret_cast<const char*>(data), size});
    } catch (const upsweep::Error& error) {
        if (std::string_view(error.what()).substr(0, 13) != "lessons/x.md,") __builtin_trap();
    }
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto term = [](std::string_view words) { return std::string(words); };
    try_to([&] { (void)upsweep::lessons::parse_moment(text); });
    try_to([&] { (void)upsweep::lessons::parse_link(text); });
    try_to([&] { (void)upsweep::lessons::calculate(text, term); });
    try_to([&] { (void)upsweep::lessons::holds(text, term); });
    return 0;
}
