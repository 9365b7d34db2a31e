// Unsaved text survives what ends the program, and an incomplete draft does not count.
#include "editor/draft.h"
#include "core/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>

#include "core/error.h"

namespace upsweep::editor {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Drafts : public testing::Test {
  protected:
    void SetUp() override {
        std::string pattern = (std::filesystem::temp_directory_path() / "upsweep-XXXXXX").string();
        folder_ = mkdtemp(pattern.data());
    }
    void TearDown() override { fs::remove_all(folder_); }

    fs::path path(const char* name) const { return folder_ / name; }
    DraftFolder drafts() const { return DraftFolder(path("drafts")); }
    fs::path only_file() const { return fs::directory_iterator(path("drafts"))->path(); }
    static void write(const fs::path& file, std::string_view text) {
        std::ofstream(file, std::ios::binary) << text;
    }

  private:
    fs::path folder_;
};

TEST_F(Drafts, AreKeptFoundAndDropped) {
    const Draft one{"/a/reduce.cu", 0x123, std::string("a\r\n\0\xff\n", 6)}, other{"New kernel\n2", 0, ""};
    EXPECT_TRUE(drafts().all().empty()) << "no folder yet";
    drafts().keep({one.path, 1, "older"});
    drafts().keep(one);
    drafts().keep(other);
    EXPECT_EQ(drafts().find(one.path), one);
    EXPECT_EQ(drafts().find(other.path), other);
    EXPECT_EQ(drafts().find("/a"), std::nullopt);
    EXPECT_EQ(drafts().all(), (std::vector<Draft>{one, other}));
    drafts().drop(one.path);
    drafts().drop("/a");
    EXPECT_EQ(drafts().all(), std::vector<Draft>{other});
}

TEST_F(Drafts, SurviveAKill) {
    const std::string text(1'000'000, 'x');
    const pid_t child = fork();
    if (child == 0) {
        drafts().keep({"a.cu", 7, text});
        raise(SIGKILL);
    }
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(drafts().find("a.cu"), (Draft{"a.cu", 7, text}));
}

TEST_F(Drafts, KnowWhatBecameOfTheirFile) {
    const std::string file = path("a.cu").string();
    write(file, "int a;\n");
    const Draft draft{file, text_hash("int a;\n"), "int b;\n"};
    EXPECT_EQ(file_since(draft), FileSince::as_it_was);
    write(file, "int c;\n");
    EXPECT_EQ(file_since(draft), FileSince::changed);
    fs::remove(file);
    EXPECT_EQ(file_since(draft), FileSince::gone);
    EXPECT_EQ(file_since({"", 0, "x"}), FileSince::gone);
}

TEST_F(Drafts, ThatAreCutShortOrChangedAreNone) {
    const Draft draft{"a.cu", 5, "some text\n"};
    drafts().keep(draft);
    std::ifstream stream(only_file(), std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(stream), {}};
    for (size_t bytes = 0; bytes < whole.size(); ++bytes) {
        write(only_file(), whole.substr(0, bytes));
        ASSERT_EQ(drafts().find("a.cu"), std::nullopt) << bytes;
        std::string changed = whole;
        changed[bytes] = char(changed[bytes] ^ 1);
        write(only_file(), changed);
        // Only what it was based on can be another number and still be one.
        const auto found = drafts().find("a.cu");
        ASSERT_EQ(found.value_or(draft).text, draft.text) << bytes;
    }
    write(only_file(), whole + "x");
    EXPECT_TRUE(drafts().all().empty());
    write(only_file(), whole);
    EXPECT_EQ(drafts().all(), std::vector<Draft>{draft});
}

template <typename F>
std::string draft_complaint(F&& f) {
    try {
        f();
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing was wrong";
}

TEST_F(Drafts, SayWhyTheyCannotBeKept) {
    write(path("drafts"), "a file stands where the folder should");
    EXPECT_THAT(draft_complaint([&] {
                    drafts().keep({"a.cu", 0, "text"});
                }),
                HasSubstr("Cannot make the folder"));
    EXPECT_TRUE(drafts().all().empty());
    fs::remove(path("drafts"));
    drafts().keep({"a.cu", 0, "text"});
    const fs::path file = only_file();
    fs::remove(file);
    fs::create_directory(file);
    EXPECT_THAT(draft_complaint([&] { drafts().keep({"a.cu", 0, "text"}); }), HasSubstr("Cannot write"));
    EXPECT_EQ(drafts().find("a.cu"), std::nullopt);
    if (geteuid() == 0) return;  // may write everywhere
    fs::remove(file);
    fs::permissions(path("drafts"), fs::perms::owner_read | fs::perms::owner_exec);
    EXPECT_THAT(draft_complaint([&] { drafts().keep({"a.cu", 0, "text"}); }), HasSubstr("Cannot write"));
    fs::permissions(path("drafts"), fs::perms::owner_all);
}

}  // namespace
}  // namespace upsweep::editor
