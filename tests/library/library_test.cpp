// What a program outside asks and is answered.
#include <gtest/gtest.h>

#include <chrono>
#include <numeric>
#include <string>
#include <thread>

#include "core/error.h"
#include "core/json.h"
#include "exercises/exercise.h"
#include "library/conversation.h"

extern "C" const char* use_c_interface(void);

namespace upsweep::library {
namespace {

/// The sentence with which a question is refused; empty where it is answered.
std::string refusal(Conversation& talk, const char* question, const Json& details) {
    try {
        talk.ask(question, details);
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

Json scene_of(const std::string& text) { return {{"scene", "version = 1\n" + text}}; }

TEST(Library, CCallsIt) {
    const char* failed = use_c_interface();
    EXPECT_EQ(failed, nullptr) << failed;
}

TEST(Library, ASceneIsRunAndLookedAt) {
    Conversation talk;
    EXPECT_EQ(refusal(talk, "moment", {}), "Nothing has run yet; ask \"run\" first.");
    const Json whole =
        talk.ask("run", scene_of("algorithm = \"scan_blelloch\"\nn = 8\ninput = [3, 1, 7, 0, 4, 1, 6, 3]"));
    EXPECT_EQ(whole["findings"], Json::array());
    ASSERT_NE(talk.find("result"), nullptr);
    EXPECT_EQ(talk.find("result")->number(7), 22);
    const Json moment = talk.ask("moment", {{"step", 5}});
    EXPECT_EQ(moment["step"], 5);
    EXPECT_FALSE(moment["sentence"].get<std::string>().empty());
    EXPECT_TRUE(talk.ask("picture", {{"dark", true}})["svg"].get<std::string>().starts_with("<svg"));
    EXPECT_NE(talk.ask("page", {})["html"].get<std::string>().find("</html>"), std::string::npos);
    EXPECT_EQ(refusal(talk, "moment", {{"step", -1}}).substr(0, 20), "In \"moment\", \"step\" ");
    EXPECT_EQ(refusal(talk, "moment", {{"stop", 1}}), "\"moment\" does not take \"stop\".");
}

TEST(Library, AnExerciseIsMarked) {
    Conversation talk;
    const exercises::Exercise& exercise = exercises::find_exercise("way-down");
    EXPECT_TRUE(talk.ask("mark", {{"exercise", "way-down"}, {"text", exercise.solution}})["passed"]);
    const Json starter = talk.ask("mark", {{"exercise", "way-down"}, {"text", exercise.starter}});
    EXPECT_FALSE(starter["passed"]);
    EXPECT_FALSE(refusal(talk, "mark", {{"exercise", "no-such"}, {"text", ""}}).empty());
    EXPECT_EQ(refusal(talk, "mark", {{"exercise", "way-down"}}), "\"mark\" needs \"text\".");
}

TEST(Library, APictureBecomesATable) {
    Conversation talk;
    EXPECT_EQ(refusal(talk, "integral", {}), "There is no array \"picture\"; give it first.");
    Array picture(ScalarType::u8, {5, 3});
    std::iota(picture.view<uint8_t>().begin(), picture.view<uint8_t>().end(), uint8_t{1});
    talk.give("picture", picture);
    talk.ask("integral", {});
    ASSERT_NE(talk.find("table"), nullptr);
    EXPECT_EQ(talk.find("table")->number(14), 120);
    talk.ask("integral", {{"convention", "padded"}});
    EXPECT_EQ(talk.find("table")->extent(), (Extent{6, 4}));
    talk.ask("blur", {{"radius", 1}});
    EXPECT_EQ(talk.find("picture")->number(6), 7);
    EXPECT_FALSE(refusal(talk, "blur", {{"radius", "wide"}}).empty());
}

TEST(Library, GreysAreCountedAndAFilmIsFollowed) {
    Conversation talk;
    Array picture(ScalarType::u8, {9, 5});
    std::iota(picture.view<uint8_t>().begin(), picture.view<uint8_t>().end(), uint8_t{100});
    talk.give("picture", picture);
    for (const char* on : {"cpu", "emulator"}) {
        talk.ask("histogram", {{"bins", 4}, {"on", on}});
        ASSERT_EQ(talk.find("tensor")->extent(), (Extent{9, 20})) << on;
        // 100 … 127, 128 … 144: bins 1 and 2 of four.
        EXPECT_EQ(talk.find("tensor")->number(9 * 10 - 1), 28) << on;
        EXPECT_EQ(talk.find("tensor")->number(9 * 15 - 1), 17) << on;
    }
    EXPECT_EQ(refusal(talk, "track", {{"window", "1,1,4,4"}}),
              "There is no array \"frames\"; give it first.");
    talk.give("frames", Array(ScalarType::u8, {40, 90}));
    EXPECT_EQ(talk.ask("track", {{"window", "4,4,12,12"}, {"count", 3}})["frames"].size(), 2);
    EXPECT_FALSE(refusal(talk, "track", {{"window", "30,4,12,12"}, {"count", 3}}).empty());
}

TEST(Library, TimesArePredictedAndMeasured) {
    Conversation talk;
    const Json why = talk.ask("why", {{"name", "scan_blelloch"}, {"n", 4096}});
    EXPECT_NE(why["text"].get<std::string>().find(why["headline"].get<std::string>()), std::string::npos);
    EXPECT_EQ(refusal(talk, "why", {}), "\"why\" needs \"name\".");
    const Json made =
        talk.ask("bench", {{"algorithms", {"scan_loop"}}, {"on", {"cpu"}}, {"sizes", "256"}, {"runs", 3}});
    ASSERT_FALSE(made["recording"]["rows"].empty());
    EXPECT_TRUE(
        talk.ask("plot", {{"recording", json_text(made["recording"])}})["svg"].get<std::string>().starts_with(
            "<svg"));
    EXPECT_FALSE(refusal(talk, "bench", {{"algorithms", "scan_loop"}}).empty());
    talk.stop();
    EXPECT_THROW(talk.ask("bench", {{"algorithms", {"scan_loop"}}, {"on", {"cpu"}}}), Cancelled);
}

TEST(Library, AStopFromAnotherThreadEndsAQuestion) {
    Conversation talk;
    const Json endless = scene_of(
        "program = \"untitled.cu\"\ngrid = \"1\"\nblock = \"32\"\narguments = "
        "[\"zeros:1\"]\n[edits]\n\"untitled.cu\" = "
        "\"__global__ void k(int* a) { for (int i = 0;; ++i) a[0] = i; }\"\n");
    std::thread other([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        talk.stop();
    });
    Json details = endless;
    details["max_steps"] = int64_t{1} << 40;
    EXPECT_THROW(talk.ask("run", details), Cancelled);
    other.join();
}

TEST(Library, ManyQuestionsKeepNothing) {
    Conversation talk;
    const Json scene = scene_of("algorithm = \"scan_kogge_stone\"\nn = 8");
    const Json first = talk.ask("run", scene);
    for (int i = 0; i < 50; ++i) EXPECT_EQ(talk.ask("run", scene), first);
}

}  // namespace
}  // namespace upsweep::library
