// `export` and `handout`, and the pictures of `shot` that need no window.
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "commands/helpers/run_program.h"
#include "scenes/link.h"

namespace upsweep::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class Export : public testing::Test {
  protected:
    void SetUp() override {
        std::string name = (std::filesystem::temp_directory_path() / "upsweep-export-XXXXXX").string();
        folder_ = mkdtemp(name.data());
    }
    void TearDown() override {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    std::string text(const std::string& name) const {
        std::ifstream file(path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    }
    void expect_refused(const std::string& words, const std::string& sentence) const {
        const Outcome outcome = run_program(words);
        EXPECT_EQ(outcome.status, 2) << words;
        EXPECT_THAT(outcome.err, HasSubstr(sentence)) << words;
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    }
    std::filesystem::path folder_;
};

TEST_F(Export, WritesAPageOfAnAlgorithmASceneAndAProgram) {
    Outcome outcome = run_program("export scan_blelloch --n 16 -o " + path("a.html"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(text("a.html"), StartsWith("<!doctype html>"));
    EXPECT_LT(text("a.html").size(), 1'000'000U);
    outcome = run_program("step scan_blelloch --n 16 --scene");
    std::ofstream(path("s.toml")) << outcome.out;
    ASSERT_EQ(run_program("export " + path("s.toml") + " -o " + path("b.html")).status, 0);
    EXPECT_EQ(text("b.html"), text("a.html"));
    std::ofstream(path("k.cu")) << "__global__ void k(int* a) {\n    a[threadIdx.x] = 1;\n}\n";
    outcome = run_program("export " + path("k.cu") + " --grid 1 --block 4 --arg zeros:4 --by statement -o " +
                          path("c.html"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(text("c.html"), HasSubstr("a[threadIdx.x] = 1;"));
}

// In quotes, and behind "=", no shell reads it.
TEST_F(Export, ReadsTheHomeFolder) {
    setenv("HOME", folder_.c_str(), 1);
    Outcome outcome = run_program("export scan_loop --n 4 '--output=~/a.html'");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(text("a.html"), StartsWith("<!doctype html>"));
    outcome = run_program("export scan_loop --n 4 -o '~/b.html'");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(text("b.html"), text("a.html"));
}

TEST_F(Export, SaysWhatIsMissing) {
    expect_refused("export scan_blelloch",
                   "Name the page's file: upsweep export scan_blelloch -o FILE.html.");
    expect_refused("export -o " + path("x.html"), "Name one thing to show: upsweep export ALGORITHM");
    expect_refused("export scan_blelloch -o " + path("x.pdf"), "A page is HTML");
    expect_refused("export scan_blelloch --by hand -o " + path("x.html"), "\"hand\" is not a step size");
    expect_refused("export scan_blellok -o " + path("x.html"), "scan_blelloch");
    expect_refused("export scan_blelloch --size 10x10 -o " + path("x.html"), "A picture is 320 × 200 to");
    EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

TEST_F(Export, WritesALessonAndItsHandout) {
    Outcome outcome = run_program("export --lesson work-efficient-scan -o " + path("l.html"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(text("l.html"), HasSubstr("<h1>Up and down the tree</h1>"));
    outcome = run_program("handout work-efficient-scan -o " + path("h.html"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(text("h.html"), HasSubstr("<section class=\"answers\">"));
    expect_refused("handout work-efficient-scan",
                   "Name the page's file: upsweep handout work-efficient-scan -o FILE.html.");
    expect_refused("handout none -o " + path("x.html"),
                   "There is no lesson \"none\"; there are: a-loop-has-to-wait");
    expect_refused("export --lesson work-efficient-scan --n 8 -o " + path("x.html"),
                   "--n belongs to a scene");
}

/// A lesson of one's own, with a program beside it, wherever a lesson is named.
TEST_F(Export, ALessonIsNamedByItsFile) {
    std::ofstream(path("k.cu")) << "__global__ void k(int* a) {\n    a[threadIdx.x] = 7;\n}\n"
                                   "int main() { int* a; cudaMalloc(&a, 16); k<<<1, 4>>>(a); }\n";
    const std::string lesson =
        "+++\ntitle = \"Mine\"\nchapter = \"C\"\naim = \"A.\"\nminutes = 1\n[scene]\nprogram = "
        "\"k.cu\"\n+++\n"
        "# One\nText.\n\n```predict\nkind = \"number\"\nask = \"a\"\nanswer = \"{n}\"\n```\n";
    std::ofstream(path("mine.md")) << lesson;
    std::ofstream(path("mine")) << lesson;
    for (const char* name : {"mine.md", "mine"}) {
        const Outcome exported = run_program("export --lesson " + path(name) + " -o " + path("l.html"));
        ASSERT_EQ(exported.status, 0) << exported.err;
        EXPECT_THAT(text("l.html"), HasSubstr("<h1>Mine</h1>"));
        const Outcome handout = run_program("handout " + path(name) + " -o " + path("h.html"));
        ASSERT_EQ(handout.status, 0) << handout.err;
        EXPECT_THAT(text("h.html"), HasSubstr("<h1>Mine</h1>"));
        EXPECT_THAT(run_program("check-lesson " + path(name)).out, HasSubstr("1 page, 1 question"));
    }
    EXPECT_THAT(run_program("check-lesson work-efficient-scan").out, HasSubstr("every number computed"));
    const Outcome missing = run_program("export --lesson " + path("none.md") + " -o " + path("x.html"));
    EXPECT_EQ(missing.status, 1);
    EXPECT_THAT(missing.err, HasSubstr("there is no such file"));
    EXPECT_THAT(run_program("export --lesson none -o " + path("x.html")).err,
                HasSubstr("A lesson of your own is named by its file, NAME.md."));
    std::ofstream(path("latin.md")) << lesson << "Gr\xFC.\n";
    for (const char* words : {"check-lesson ", "handout -o x.html ", "export -o x.html --lesson "}) {
        const Outcome outcome = run_program(words + path("latin.md"));
        EXPECT_EQ(outcome.status, 1) << words;
        EXPECT_THAT(outcome.err, HasSubstr("line 17: the file is not UTF-8")) << words;
    }
}

TEST_F(Export, ALivePageIsTheProgramsWithThePlaceInIt) {
    std::ofstream(path("engine.html")) << "<!doctype html><head><title>Upsweep</title>\n"
                                          "<!--upsweep-destination-->\n</head><body>program</body>\n";
    std::ofstream(path("other.html")) << "<p>another page</p>\n";
    const std::string engine = " --live --engine " + path("engine.html") + " -o " + path("live.html");
    const auto place_in = [&](const std::string& page) {
        const std::string before = "<meta name=\"upsweep-destination\" content=\"";
        const size_t at = page.find(before) + before.size();
        std::string link = page.substr(at, page.find('"', at) - at);
        for (size_t amp; (amp = link.find("&amp;")) != std::string::npos;) link.erase(amp + 1, 4);
        return link;
    };
    Outcome outcome = run_program("export scan_blelloch --n 16 --step 20 --by phase" + engine);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const std::string page = text("live.html");
    EXPECT_THAT(page, HasSubstr("<title>Work-efficient scan – Upsweep</title>"));
    EXPECT_THAT(page, HasSubstr("<body>program</body>"));
    const scenes::Destination place = scenes::parse_link(place_in(page));
    const auto& scene = std::get<scenes::Scene>(place);
    EXPECT_EQ(scene.slug(), "scan_blelloch");
    EXPECT_EQ(scene.step, 20);
    EXPECT_EQ(scene.by, "phase");
    ASSERT_EQ(run_program("export --exercise way-down" + engine).status, 0);
    EXPECT_EQ(place_in(text("live.html")), "exercise=way-down");
    ASSERT_EQ(run_program("export --lesson look-back" + engine).status, 0);
    EXPECT_EQ(place_in(text("live.html")), "lesson=look-back/1");
    expect_refused("export --exercise way-down -o " + path("x.html"), "add --live");
    const auto failure_with = [&](const std::string& name) {
        return run_program("export scan_blelloch --live --engine " + path(name) + " -o " + path("x.html"))
            .err;
    };
    EXPECT_THAT(failure_with("none.html"), HasSubstr("--engine FILE says where it is"));
    EXPECT_THAT(failure_with("other.html"), HasSubstr("is not the program as a page"));
}

TEST_F(Export, WritesTheCourseWithEveryLessonAndNoLinkToNowhere) {
    const Outcome outcome = run_program("export --course -o " + path("course"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    std::set<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(path("course")))
        files.insert(entry.path().filename().string());
    EXPECT_GE(files.size(), 18U) << "sixteen lessons, the index, and what leads to them";
    ASSERT_TRUE(files.contains("index.html"));
    size_t links = 0;
    for (const std::string& file : files) {
        EXPECT_THAT(outcome.out, HasSubstr(file + "\n"));
        const std::string html = text("course/" + file);
        EXPECT_THAT(html, StartsWith("<!doctype html>")) << file;
        const std::string begin = "href=\"";
        for (size_t at = html.find(begin); at != std::string::npos; at = html.find(begin, at + 1)) {
            const size_t from = at + begin.size();
            const std::string target = html.substr(from, html.find('"', from) - from);
            if (target.starts_with("https://") || target.starts_with("data:") || target.starts_with("#"))
                continue;
            EXPECT_TRUE(files.contains(target.substr(0, target.find('#')))) << file << " leads to " << target;
            ++links;
        }
    }
    EXPECT_GE(links, 60U);
    EXPECT_THAT(text("course/work-efficient-scan.html"), HasSubstr("upsweep exercise way-down way-down.cu"));
    expect_refused("export --course", "Name the folder for the pages");
    std::ofstream(path("file")) << "x";
    EXPECT_EQ(run_program("export --course -o " + path("file") + "/under").status, 1);
}

TEST_F(Export, PlanPrintsAClassOfFiftyAndOfNinetyMinutes) {
    for (const char* minutes : {"50", "90"}) {
        const Outcome outcome = run_program(std::string("plan --minutes ") + minutes);
        ASSERT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_THAT(outcome.out, HasSubstr(minutes + std::string(" minutes")));
        for (const char* part : {" 0:00  ", "Say:", "Ask:", "Open:", "  end"})
            EXPECT_THAT(outcome.out, HasSubstr(part)) << minutes;
    }
    const Outcome none = run_program("plan --minutes 7");
    EXPECT_NE(none.status, 0);
    EXPECT_THAT(none.err, HasSubstr("50"));
    EXPECT_EQ(std::count(none.err.begin(), none.err.end(), '\n'), 1) << none.err;
}

TEST_F(Export, ShotWritesTheStageAloneAndItsSteps) {
    Outcome outcome =
        run_program("shot step scan_blelloch --steps 0:4 --size 400x300 -o " + path("r-%02d.svg"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    outcome = run_program("shot step scan_blelloch --step 4 --size 400x300 -o " + path("one.svg"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(text("r-04.svg"), text("one.svg"));
    EXPECT_FALSE(std::filesystem::exists(path("r-05.svg")));
    outcome = run_program("shot step scan_blelloch --step 4 --alone --size 400x300 -o " + path("one.png"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(text("one.png"), StartsWith("\x89PNG"));
    outcome =
        run_program("shot step scan_blelloch --steps 0:3 --delay 300 --size 400x300 -o " + path("r.gif"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(text("r.gif"), StartsWith("GIF89a"));
    expect_refused("shot step scan_blelloch --steps 0:3 -o " + path("r.png"), "has no place for one");
    expect_refused("shot step scan_blelloch --steps 3 -o " + path("r.gif"),
                   "A range of steps is written as 0:40");
    expect_refused("shot step scan_blelloch --steps 0:3 --step 2 -o " + path("r.gif"),
                   "--step is one picture");
    expect_refused("shot race -o " + path("r.gif"), "Only the Step view's stage");
}

}  // namespace
}  // namespace upsweep::test
