// Files are read whole, or refused with one sentence.
#include "media/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "media/helpers/picture_bytes.h"

namespace upsweep::media {
namespace {

using ::testing::HasSubstr;

template <typename F>
std::string file_complaint(F&& f) {
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
    auto reading = [&](const std::string& name) {
        return file_complaint([&] { read_file(folder / name, 4); });
    };
    EXPECT_THAT(reading("none.png"), HasSubstr("there is no such file"));
    EXPECT_THAT(reading(""), HasSubstr("it is a folder"));
    EXPECT_THAT(reading("empty.png"), HasSubstr("is empty"));
    EXPECT_THAT(reading("big.png"), HasSubstr("at most 4 bytes"));
    EXPECT_THAT(file_complaint([] { read_file("/dev/zero", 4); }), HasSubstr("device or a pipe"));
}

TEST(File, SizesAsPeopleSayThem) {
    EXPECT_EQ(bytes_text(20), "20 bytes");
    EXPECT_EQ(bytes_text(36 * 1024 * 1024), "36.0 MiB");
    EXPECT_EQ(bytes_text(int64_t{21} << 30), "21.0 GiB");
}

}  // namespace
}  // namespace upsweep::media
