// A page is one file: whole, small, and with nothing that has to be fetched.
#include "export/page.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <regex>
#include <set>

#include "canvas/palette.h"
#include "canvas/svg.h"
#include "scenes/run_program.h"
#include "scenes/run_scene.h"

namespace upsweep::exports {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string page_of(scenes::Scene scene, StepSize by = StepSize::barrier) {
    FilmOptions options;
    options.by = by;
    return scene_page(std::make_shared<const scenes::RunScene>(scenes::run_scene(std::move(scene))), options);
}

/// The page's data, read as a browser does.
nlohmann::json data_of(const std::string& page) {
    const std::string opens = "<script type=\"application/json\" id=\"data\">";
    const size_t begin = page.find(opens) + opens.size();
    return nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

scenes::Scene blelloch_16() {
    scenes::Scene scene = scenes::initial_scene("scan_blelloch");
    Parameters parameters = scene.catalog().parameters;
    parameters.extent = {16, 1};
    return scenes::with_parameters(scene, parameters);
}

TEST(Page, OfBlellochWith16ElementsIsUnderAMegabyte) {
    const std::string page = page_of(blelloch_16());
    EXPECT_LE(page.size(), 1'000'000U);
    EXPECT_GT(data_of(page)["films"][0]["steps"].size(), 10U);
    RecordProperty("bytes", int(page.size()));
}

TEST(Page, NeedsNothingFromElsewhere) {
    const std::string page = page_of(blelloch_16());
    for (size_t at = 0; (at = page.find("http", at)) != std::string::npos; ++at)
        EXPECT_EQ(page.compare(at, 26, "http://www.w3.org/2000/svg"), 0) << page.substr(at, 60);
    for (const char* what : {"<link rel=\"stylesheet", "<img", "@import", "src=\"", "<iframe"})
        EXPECT_THAT(page, Not(HasSubstr(what)));
    EXPECT_THAT(page, HasSubstr("@font-face{font-family:\"Inter\""));
    EXPECT_THAT(page, HasSubstr("@font-face{font-family:\"JetBrains Mono\";font-weight:700"));
}

TEST(Page, HasBothPalettes) {
    const std::string page = page_of(blelloch_16());
    EXPECT_THAT(page, HasSubstr("prefers-color-scheme:dark"));
    EXPECT_THAT(page, HasSubstr(":root[data-theme=light]{color-scheme:light;" +
                                canvas::css_variables(canvas::ThemeKind::light)));
    EXPECT_THAT(page, HasSubstr(":root[data-theme=dark]{color-scheme:dark;" +
                                canvas::css_variables(canvas::ThemeKind::dark)));
}

size_t count_of(std::string_view text, std::string_view what) {
    size_t count = 0;
    for (size_t at = 0; (at = text.find(what, at)) != std::string_view::npos; at += what.size()) ++count;
    return count;
}

/// Each phase's picture, made of shapes that the page holds once, and the code with all its lines.
TEST(Page, HoldsItsPhasesAndItsCodeForPaperAndForNoScripts) {
    const std::string page = page_of(blelloch_16());
    const std::string body = page.substr(page.find("<body"), page.find("<script type") - page.find("<body"));
    EXPECT_EQ(count_of(body, "<figure class=\"still\">"), 5U) << "a phase each";
    EXPECT_THAT(body, HasSubstr("<h2>scan_blelloch.cu</h2>"));
    const nlohmann::json film = data_of(page)["films"][0];
    EXPECT_EQ(count_of(body, "<section class=\"listing\">"), film["files"].size());
    size_t lines = 0;
    for (const nlohmann::json& file : film["files"]) lines += file["lines"].size();
    EXPECT_EQ(count_of(body, "</i>"), lines);
    size_t shared = 0;
    for (size_t i = 0; i < film["shapes"].size(); ++i) {
        const std::string name = "<g id=\"cs" + std::to_string(i) + "\">";
        const bool there = film["shapes"][i] == 0;
        EXPECT_EQ(count_of(body, name), there ? 1U : 0U) << i;
        shared += there ? 1 : 0;
    }
    EXPECT_GT(shared, 100U);
    EXPECT_LT(count_of(page, "href=\"#cs") * 25, page.size() / 8) << "the stills take little";
    std::set<std::string> names;
    const std::regex id("id=\"([^\"]*)\"");
    for (auto it = std::sregex_iterator(page.begin(), page.end(), id); it != std::sregex_iterator(); ++it)
        EXPECT_TRUE(names.insert((*it)[1]).second) << (*it)[1] << " is there twice";
    EXPECT_THAT(page, HasSubstr("@media print"));
}

TEST(Page, ShowsAsManyPhasesAsAReaderScrollsThrough) {
    scenes::Scene scene = scenes::scene_of_text(
        "__global__ void k(int* a) {\n    a[threadIdx.x] += 1;\n}\n"
        "int main() { int* a; cudaMalloc(&a, 32); cudaMemset(a, 0, 32); for (int i = 0; i < 40; ++i) k<<<1, "
        "8>>>(a); }\n");
    const std::string page = page_of(scene, StepSize::launch);
    EXPECT_EQ(count_of(page, "<figure class=\"still\">"), 24U);
    const std::regex last("<strong>Step ([0-9]+) of ([0-9]+)\\.</strong>");
    std::smatch found;
    for (auto it = std::sregex_iterator(page.begin(), page.end(), last); it != std::sregex_iterator(); ++it)
        found = *it;
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found[1], found[2]) << "the last one is there";
}

TEST(Page, CanBeHeard) {
    const std::string page = page_of(blelloch_16());
    EXPECT_THAT(page, HasSubstr("<html lang=\"en\">"));
    EXPECT_THAT(page, HasSubstr("id=\"sentence\" aria-live=\"polite\""));
    EXPECT_THAT(page, HasSubstr("role=\"img\""));
    EXPECT_THAT(page, HasSubstr("aria-label=\"Next: one step forward\""));
    EXPECT_THAT(page, HasSubstr("aria-label=\"Step\""));
}

/// A text of a program may be anything, and must not end the script that holds it.
TEST(Page, HoldsAProgramWhoseTextIsHtml) {
    scenes::Scene scene = scenes::scene_of_text(
        "__global__ void k(int* a) {\n    a[threadIdx.x] = 1;  // </script><!-- <b>×\n}\n"
        "int main() { int* a; cudaMalloc(&a, 32); k<<<1, 8>>>(a); }\n");
    const std::string page = page_of(scene, StepSize::statement);
    const nlohmann::json data = data_of(page);
    EXPECT_THAT(data["films"][0]["files"].dump(), HasSubstr("</script><!-- <b>×"));
    size_t scripts = 0;
    for (size_t at = 0; (at = page.find("</script>", at)) != std::string::npos; ++at) ++scripts;
    EXPECT_EQ(scripts, 3U);
}

}  // namespace
}  // namespace upsweep::exports
