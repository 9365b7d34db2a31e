// Files are read and written whole, or refused with one sentence and nothing lost.
#include "media/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "core/error.h"
#include "media/helpers/picture_bytes.h"

namespace upsweep::media {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

template <typename F>
std::string complaint(F&& f) {
    try {
        f();
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing was wrong";
}

TEST(File, SaysWhatIsWrong) {
    TemporaryFolder folder;
    write_bytes(folder / "empty.png", {});
    write_bytes(folder / "big.png", bytes_of("12345"));
    auto reading = [&](const std::string& name) { return complaint([&] { read_file(folder / name, 4); }); };
    EXPECT_THAT(reading("none.png"), HasSubstr("there is no such file"));
    EXPECT_THAT(reading(""), HasSubstr("it is a folder"));
    EXPECT_THAT(reading("empty.png"), HasSubstr("is empty"));
    EXPECT_THAT(reading("big.png"), HasSubstr("at most 4 bytes"));
    EXPECT_THAT(complaint([] { read_file("/dev/zero", 4); }), HasSubstr("device or a pipe"));
}

TEST(File, NamesStayOnOneLine) {
    EXPECT_EQ(quoted("a\nb\x1b.png"), "\"a?b?.png\"");
    EXPECT_EQ(quoted("größe.png"), "\"größe.png\"");
}

TEST(File, ReplacesWholeAndLeavesNothingBeside) {
    TemporaryFolder folder;
    write_file(folder / "a", bytes_of("first"));
    write_file(folder / "a", bytes_of("second"));
    EXPECT_EQ(read_file(folder / "a", 100), bytes_of("second"));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(File, WritesThroughALink) {
    TemporaryFolder folder;
    write_file(folder / "real", bytes_of("old"));
    std::filesystem::create_symlink(folder / "real", folder / "link");
    write_file(folder / "link", bytes_of("new"));
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
    EXPECT_EQ(read_file(folder / "real", 100), bytes_of("new"));
}

TEST(File, UnwritablePlacesAreOneSentence) {
    TemporaryFolder folder;
    auto writing = [](const std::filesystem::path& path) {
        return complaint([&] { write_file(path, bytes_of("x")); });
    };
    EXPECT_THAT(writing(folder / "no/such/a.png"), HasSubstr("Cannot write"));
    EXPECT_THAT(writing(folder.path()), HasSubstr("it is a folder"));
    EXPECT_THAT(writing("/proc/nothing.png"), HasSubstr("Cannot write"));
    if (access("/dev/full", W_OK) == 0) {
        EXPECT_THAT(writing("/dev/full"), HasSubstr("No space left"));
    }
}

TEST(File, SizesAsPeopleSayThem) {
    EXPECT_EQ(bytes_text(20), "20 bytes");
    EXPECT_EQ(bytes_text(36 * 1024 * 1024), "36.0 MiB");
    EXPECT_EQ(bytes_text(std::int64_t{21} << 30), "21.0 GiB");
}

}  // namespace
}  // namespace upsweep::media
