// Edited texts without a window: checked, run as typing pauses, kept, and lines that follow them.
#include "app/step/model/code_edits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

#include "core/error.h"
#include "core/helpers/own_folder.h"
#include "editor/commands.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "pipelines/algorithm.h"
#include "scenes/run_program.h"

namespace upsweep::app {
namespace {

namespace fs = std::filesystem;

class CodeEditsTest : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = test::own_file(std::string("edits-") +
                                 testing::UnitTest::GetInstance()->current_test_info()->name());
        fs::remove_all(folder_);
        begin();
    }
    void begin() {
        edits_.reset();
        model_ = std::make_unique<StepModel>(jobs_);
        edits_ = std::make_unique<CodeEdits>(
            jobs_, *model_, folder_, [this](const std::string& sentence) { told_.push_back(sentence); });
    }
    void open(const std::string& slug) {
        model_->open(scenes::initial_scene(slug), false);
        rest();
    }
    /// Lets time pass until nothing is done any more.
    void rest() {
        for (int i = 0; i < 20'000; ++i) {
            jobs_.deliver();
            edits_->advance(0.02);
            if (jobs_.idle() && !edits_->waits()) break;
            if (!jobs_.idle()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        edits_->advance(0);
        ASSERT_TRUE(jobs_.idle()) << "something still runs after 20 s";
    }
    CodeDocument& document() { return *edits_->document(file); }
    void replace(std::string_view what, const std::string& with) {
        const size_t at = document().now().find(what);
        ASSERT_NE(at, std::string::npos) << what;
        const editor::Position begin = editor::after({}, std::string_view(document().now()).substr(0, at));
        document().text().replace({begin, editor::after(begin, what)}, with);
        edits_->advance(0);
    }
    size_t faults() {
        size_t count = 0;
        for (const auto& finding : model_->position()->trace().findings)
            count += finding.severity == emulator::Severity::fault ? 1 : 0;
        return count;
    }

    static constexpr const char* file = "scan_hillis_steele.cu";
    fs::path folder_;
    std::vector<std::string> told_;
    Jobs jobs_{[] {}, [](const std::string&) {}};
    std::unique_ptr<StepModel> model_;
    std::unique_ptr<CodeEdits> edits_;
};

TEST_F(CodeEditsTest, APauseRunsACleanTextWithTheSameInput) {
    open("scan_hillis_steele");
    const auto before = model_->position()->shared_run();
    replace("            __syncthreads();\n", "");
    EXPECT_TRUE(edits_->stale());
    EXPECT_EQ(edits_->changed_lines(), 1U);
    rest();
    EXPECT_FALSE(edits_->stale());
    EXPECT_GT(faults(), 0U);
    EXPECT_EQ(model_->position()->run().scene.catalog().input, before->scene.catalog().input);
    EXPECT_EQ(model_->scene().edits.count(file), 1U);
    edits_->revert();
    rest();
    EXPECT_EQ(faults(), 0U);
    EXPECT_FALSE(edits_->changed());
    EXPECT_EQ(model_->position()->shared_run(), before) << "it has run already";
}

TEST_F(CodeEditsTest, AComplaintKeepsTheTextFromRunning) {
    open("scan_hillis_steele");
    const auto scenes = model_->scenes();
    replace("Output sum = before;", "Output sum = befor;");
    rest();
    EXPECT_EQ(model_->scenes(), scenes);
    ASSERT_EQ(document().checks().complaints().size(), 1U);
    EXPECT_THAT(document().checks().complaints()[0].sentence, testing::HasSubstr("befor"));
    EXPECT_EQ(document().checks().complaints()[0].range.begin.line, 37U);
    replace("befor;", "before;");
    rest();
    EXPECT_FALSE(edits_->stale());
    EXPECT_TRUE(edits_->clean());
}

TEST_F(CodeEditsTest, LinesOfTheRunFollowTheirText) {
    open("scan_hillis_steele");
    document().text().replace({{3, 0}, {3, 0}}, "// one\n// two\n");
    edits_->advance(0);
    EXPECT_EQ(document().line_now(33), 35U);
    EXPECT_TRUE(document().same_line(33, 35));
    EXPECT_EQ(document().line_now(1), 1U);
    document().text().undo();
    edits_->advance(0);
    EXPECT_EQ(document().line_now(33), 33U);
    EXPECT_FALSE(document().stale());
}

TEST_F(CodeEditsTest, TheOtherSideIsThereAtOnce) {
    open("scan_hillis_steele");
    replace("            __syncthreads();\n", "");
    rest();
    const auto mine = model_->position()->shared_run();
    edits_->show(CodeEdits::Side::original);
    EXPECT_EQ(faults(), 0U) << "without a run";
    rest();
    EXPECT_TRUE(edits_->changed());
    edits_->show(CodeEdits::Side::mine);
    EXPECT_EQ(model_->position()->shared_run(), mine);
    rest();
    EXPECT_FALSE(edits_->stale());
}

TEST_F(CodeEditsTest, ADraftOutlivesTheProgram) {
    open("scan_hillis_steele");
    replace("Output before = IDENTITY;", "Output before = 0;  // mine");
    // As after a kill, nothing is done at the end: two seconds later the draft is there.
    for (int i = 0; i < 20; ++i) edits_->advance(0.1);
    ASSERT_EQ(editor::DraftFolder(folder_).all().size(), 1U);
    rest();
    begin();
    told_.clear();
    open("scan_hillis_steele");
    EXPECT_THAT(document().now(), testing::HasSubstr("// mine"));
    ASSERT_EQ(told_.size(), 1U);
    EXPECT_THAT(told_[0], testing::HasSubstr("scan_hillis_steele.cu"));
    EXPECT_FALSE(edits_->stale()) << "it ran as soon as it was back";
    edits_->revert();
    rest();
    EXPECT_TRUE(editor::DraftFolder(folder_).all().empty());
}

/// A user's program: what is typed is not lost, and nothing on the disk is.
class ProgramEditsTest : public CodeEditsTest {
  protected:
    static constexpr const char* text =
        "__global__ void twice(int* x) { x[threadIdx.x] *= 2; }\n"
        "int main() { int* x; cudaMalloc(&x, 32); cudaMemset(x, 0, 32); twice<<<1, 8>>>(x); }\n";

    void SetUp() override {
        CodeEditsTest::SetUp();
        fs::create_directories(folder_);
        write(text);
    }
    fs::path path() const { return folder_ / "twice.cu"; }
    void write(const std::string& what) const { std::ofstream(path()) << what; }
    std::string on_disk() const {
        std::ifstream in(path());
        return {std::istreambuf_iterator<char>(in), {}};
    }
    void open_file() {
        model_->open_new(scenes::scene_of_file(path().string()));
        rest();
    }
    CodeDocument& main() { return *edits_->document(edits_->main_file()); }
    void put(const std::string& what) {
        main().text().replace({}, what);
        edits_->advance(0);
    }
};

TEST_F(ProgramEditsTest, UnsavedTextIsBackAfterAKill) {
    open_file();
    put("// mine\n");
    for (int i = 0; i < 20; ++i) edits_->advance(0.1);
    rest();
    begin();
    open_file();
    EXPECT_THAT(main().now(), testing::StartsWith("// mine\n"));
    EXPECT_EQ(on_disk(), text);
    edits_->save(edits_->main_file());
    rest();
    EXPECT_EQ(on_disk(), std::string("// mine\n") + text);
    EXPECT_FALSE(edits_->changed());
}

TEST_F(ProgramEditsTest, AFileChangedElsewhereIsNotWrittenOverAtOnce) {
    open_file();
    put("// mine\n");
    const std::string theirs = std::string("// theirs\n") + text;
    write(theirs);
    EXPECT_THROW(edits_->save(edits_->main_file()), Error);
    EXPECT_EQ(on_disk(), theirs);
    edits_->save(edits_->main_file());
    EXPECT_THAT(on_disk(), testing::StartsWith("// mine\n")) << "asked for twice";
}

TEST_F(ProgramEditsTest, ACopyIsNotWrittenOverAnotherFileAtOnce) {
    open("scan_hillis_steele");
    EXPECT_THROW(edits_->save(file, path().string()), Error);
    EXPECT_EQ(on_disk(), text);
    edits_->save(file, path().string());
    EXPECT_EQ(on_disk(), kernel_text(file));
}

/// The editor still contains the text before.
TEST_F(ProgramEditsTest, NothingIsSavedWhileSomethingElseIsBeingOpened) {
    open_file();
    put("// mine\n");
    model_->open(scenes::initial_scene("scan_blelloch"), false);
    EXPECT_THROW(edits_->save(edits_->main_file()), Error);
    EXPECT_EQ(on_disk(), text);
    rest();
}

TEST_F(ProgramEditsTest, WhatWasTypedBeforeTheTextHadAFileCanBeUndone) {
    model_->open_new(scenes::scene_of_text(text));
    rest();
    put("// first\n");
    rest();
    const fs::path saved = folder_ / "mine.cu";
    edits_->save(edits_->main_file(), saved.string());
    rest();
    ASSERT_EQ(edits_->main_file(), "mine.cu");
    EXPECT_FALSE(edits_->changed()) << "it is on the disk as it stands";
    EXPECT_EQ(main().now(), std::string("// first\n") + text);
    main().text().undo();
    edits_->advance(0);
    EXPECT_EQ(main().now(), text) << "the text before the typing";
    EXPECT_TRUE(edits_->changed());
    main().text().redo();
    edits_->advance(0);
    EXPECT_FALSE(edits_->changed());
}

TEST_F(ProgramEditsTest, AnotherNewTextStandsInTheEditorToo) {
    model_->open_new(scenes::scene_of_text(text));
    rest();
    put("// first\n");
    rest();
    const std::string second = std::string("// second\n") + text;
    model_->open_new(scenes::scene_of_text(second));
    rest();
    EXPECT_EQ(main().now(), second);
    const auto drafts = editor::DraftFolder(folder_).all();
    EXPECT_TRUE(std::any_of(drafts.begin(), drafts.end(), [](const editor::Draft& draft) {
        return draft.text.starts_with("// first\n");
    })) << "the first one is kept";
}

/// A definition that cannot be read is the run's to tell.
TEST_F(ProgramEditsTest, ABadDefinitionLeavesTheTextAlive) {
    scenes::Scene scene = scenes::scene_of_file(path().string());
    scene.program()->definitions = {"3x"};
    model_->open_new(scene);
    rest();
    EXPECT_FALSE(model_->error().empty());
    put("// mine\n");
    rest();
    EXPECT_THAT(main().now(), testing::StartsWith("// mine\n"));
}

TEST_F(CodeEditsTest, NoEntryOfTheCatalogHasComplaints) {
    for (const Algorithm* algorithm : catalog()) {
        SCOPED_TRACE(algorithm->slug);
        open(std::string(algorithm->slug));
        ASSERT_NE(model_->position(), nullptr);
        for (const auto& source : model_->position()->trace().sources) {
            CodeDocument* document = edits_->document(source.name);
            if (document == nullptr) continue;
            editor::type(document->text(), " ");
        }
        edits_->advance(0);
        for (int i = 0; i < 2'000 && !jobs_.idle(); ++i) {
            jobs_.deliver();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        jobs_.deliver();
        for (const auto& source : model_->position()->trace().sources)
            if (CodeDocument* document = edits_->document(source.name))
                for (const auto& complaint : document->checks().complaints())
                    ADD_FAILURE() << source.name << ": " << complaint.sentence;
        edits_->revert();
        rest();
    }
}

}  // namespace
}  // namespace upsweep::app
