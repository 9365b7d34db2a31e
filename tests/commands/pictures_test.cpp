// `integral` and `blur` on the papers' matrices, on pictures, and on everything that is wrong with a file.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "commands/helpers/run_program.h"
#include "device/device.h"
#include "media/helpers/picture_bytes.h"
#include "media/image.h"
#include "media/npy.h"
#include "media/samples.h"
#include "vision/box_filter.h"
#include "vision/integral_image.h"

namespace upsweep::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A folder of files for one test, removed with it.
class Pictures : public testing::Test {
  protected:
    Pictures() {
        std::string name = (std::filesystem::temp_directory_path() / "upsweep-pictures-XXXXXX").string();
        folder_ = mkdtemp(name.data());
        bilgic_ = write("bilgic.pgm", "P2\n4 3\n255\n2 1 3 1\n3 2 1 1\n4 1 3 1\n");
        bugetti_ = write("bugetti.pgm", "P2 3 3 8 0 1 2 3 4 5 6 7 8\n");
    }
    ~Pictures() override {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    std::string write(const std::string& name, const std::string& bytes) const {
        std::ofstream(path(name), std::ios::binary) << bytes;
        return path(name);
    }
    /// `integral` with these options; its array.
    Array integral(const std::string& picture, const std::string& options) const {
        Outcome outcome = run_program("integral " + picture + " -o " + path("out.npy") + " " + options);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_EQ(outcome.err, "");
        Array array = outcome.status == 0 ? media::load_samples(path("out.npy")) : Array();
        std::filesystem::remove(path("out.npy"));
        return array;
    }
    /// Runs `arguments`, which must fail with one line on stderr and leave no output file; gives the line.
    std::string refused(const std::string& arguments, int status = 1) const {
        Outcome outcome = run_program(arguments);
        EXPECT_EQ(outcome.status, status) << arguments << ": " << outcome.err;
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
        EXPECT_EQ(outcome.out, "") << arguments;
        EXPECT_FALSE(std::filesystem::exists(path("out.npy")) || std::filesystem::exists(path("out.png")));
        return outcome.err;
    }
    /// Both commands on a bad picture.
    void expect_refused(const std::string& picture, const std::string& words) const {
        EXPECT_THAT(refused("integral " + picture + " -o " + path("out.npy")), HasSubstr(words));
        EXPECT_THAT(refused("blur " + picture + " --radius 2 -o " + path("out.png")), HasSubstr(words));
    }

    std::filesystem::path folder_;
    std::string bilgic_, bugetti_;
};

TEST_F(Pictures, BilgicsMatrixInEveryConvention) {
    for (const char* algorithm : {"", "--algorithm integral_image_bilgic_loop"}) {
        std::string options = algorithm;
        EXPECT_THAT(integral(bilgic_, options + " --convention exclusive").view<uint32_t>(),
                    ElementsAre(0, 0, 0, 0, 0, 2, 3, 6, 0, 5, 8, 12));
        EXPECT_THAT(integral(bilgic_, options).view<uint32_t>(),
                    ElementsAre(2, 3, 6, 7, 5, 8, 12, 14, 9, 13, 20, 23));
        Array padded = integral(bilgic_, options + " --convention padded");
        EXPECT_EQ(padded.extent(), (Extent{5, 4}));
        EXPECT_THAT(padded.view<uint32_t>(),
                    ElementsAre(0, 0, 0, 0, 0, 0, 2, 3, 6, 7, 0, 5, 8, 12, 14, 0, 9, 13, 20, 23));
    }
}

TEST_F(Pictures, BugettisMatrixInEveryConvention) {
    for (const char* algorithm : {"", "--algorithm integral_image_bugetti_loop"}) {
        std::string options = algorithm;
        EXPECT_THAT(integral(bugetti_, options + " --convention inclusive").view<uint32_t>(),
                    ElementsAre(0, 1, 3, 3, 8, 15, 9, 21, 36));
        EXPECT_THAT(integral(bugetti_, options + " --convention exclusive").view<uint32_t>(),
                    ElementsAre(0, 0, 0, 0, 0, 1, 0, 3, 8));
        EXPECT_THAT(integral(bugetti_, options + " --convention padded").view<uint32_t>(),
                    ElementsAre(0, 0, 0, 0, 0, 0, 1, 3, 0, 3, 8, 15, 0, 9, 21, 36));
    }
}

TEST_F(Pictures, TheEmulatorGivesTheSameSums) {
    for (const char* algorithm : {"", " --algorithm integral_image_bugetti_loop"}) {
        EXPECT_THAT(integral(bilgic_, std::string("--on emulator") + algorithm).view<uint32_t>(),
                    ElementsAre(2, 3, 6, 7, 5, 8, 12, 14, 9, 13, 20, 23));
        EXPECT_THAT(integral(bilgic_, std::string("--on emulator --convention exclusive") + algorithm)
                        .view<uint32_t>(),
                    ElementsAre(0, 0, 0, 0, 0, 2, 3, 6, 0, 5, 8, 12));
    }
    media::save_image(path("large.pgm"), Array(ScalarType::u8, {1200, 1000}));
    EXPECT_THAT(refused("integral " + path("large.pgm") + " --on emulator -o " + path("out.npy"), 2),
                HasSubstr("too large for the emulator"));
}

TEST_F(Pictures, ArraysOfFloatsKeepTheirType) {
    Array input(ScalarType::f32, {3, 2});
    for (int64_t i = 0; i < 6; ++i) input.set_number(i, 0.5 * double(i));
    media::save_npy(path("in.npy"), input);
    EXPECT_THAT(integral(path("in.npy"), "").view<float>(), ElementsAre(0, 0.5F, 1.5F, 1.5F, 4, 7.5F));
}

TEST_F(Pictures, BlurIsTheBoxFilter) {
    Array picture = media::find_sample("spheres").draw({120, 90});
    media::save_image(path("in.png"), picture);
    Outcome outcome = run_program("blur " + path("in.png") + " --radius 4 -o " + path("out.png"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("window 9 × 9"));
    EXPECT_EQ(media::load_image(path("out.png")).grey, vision::box_filter_direct(picture, 4));
}

TEST_F(Pictures, BlurFiltersOnTheEmulatorWithEveryBorder) {
    const Array picture = media::find_sample("spheres").draw({40, 30});
    media::save_image(path("in.png"), picture);
    for (const auto& [name, border] :
         {std::pair("cut", vision::Border::cut), std::pair("replicate", vision::Border::replicate),
          std::pair("reflect", vision::Border::reflect)}) {
        const std::string options = " --radius 6 --border " + std::string(name) + " -o " + path("out.png");
        for (const char* on : {"cpu", "emulator"}) {
            const Outcome outcome = run_program("blur " + path("in.png") + options + " --on " + on);
            ASSERT_EQ(outcome.status, 0) << outcome.err;
            EXPECT_THAT(outcome.out,
                        HasSubstr(on == std::string("cpu") ? "on the CPU" : "filter on the emulator"));
            EXPECT_EQ(media::load_image(path("out.png")).grey, reference::box_filter(picture, 6, border))
                << name << " " << on;
        }
    }
    std::filesystem::remove(path("out.png"));
    EXPECT_THAT(refused("blur " + path("in.png") + " --radius 6 --border mirror -o " + path("out.png"), 2),
                HasSubstr("replicate or reflect"));
}

TEST_F(Pictures, BlurOfFloatsStaysInFloats) {
    Array input(ScalarType::f32, {3, 1});
    for (int64_t i = 0; i < 3; ++i) input.set_number(i, 0.75 * double(i));
    media::save_npy(path("in.npy"), input);
    const std::string blur = "blur " + path("in.npy") + " --radius 1 -o ";
    for (const char* on : {" --on cpu", " --on emulator"}) {
        const Outcome outcome = run_program(blur + path("out.npy") + on);
        ASSERT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_THAT(media::load_samples(path("out.npy")).view<float>(), ElementsAre(0.375F, 0.75F, 1.125F));
    }
    std::filesystem::remove(path("out.npy"));
    EXPECT_THAT(refused(blur + path("out.png"), 2), HasSubstr("f32 needs a .npy file"));
}

TEST_F(Pictures, BlurOnAGpuThatIsNotThereIsOneSentence) {
    if (device::probe().reason.empty()) GTEST_SKIP() << "here is a GPU";
    EXPECT_THAT(refused("blur " + bilgic_ + " --radius 1 --on gpu -o " + path("out.png")),
                HasSubstr(device::probe().reason));
}

TEST_F(Pictures, BadPicturesAreOneSentence) {
    expect_refused(write("words.png", "just some words\n"), "not a picture");
    expect_refused(write("empty.png", ""), "is empty");
    expect_refused(path("none.png"), "there is no such file");
    EXPECT_THAT(refused("integral " + folder_.string() + " -o " + path("out.npy")),
                HasSubstr("it is a folder"));
    // A folder's pictures are the frames of a film.
    EXPECT_THAT(refused("blur " + folder_.string() + " --radius 2 -o " + path("out.png"), 2),
                HasSubstr("Cannot write a film as"));
    expect_refused(write("zero.pgm", "P5\n0 0\n255\n"), "0 × 0");
    expect_refused(write("cut.pgm", "P5\n9 9\n255\nabc"), "cut short");
    expect_refused(write("huge.pgm", "P5\n46000 46000\n255\n"), "46000 × 46000");
    std::string header("\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\xea\x60\0\0\xea\x60\x08\0\0\0\0\0\0\0\0", 33);
    expect_refused(write("huge.png", header), "60000 × 60000");
    // A whole JPEG, which is read, and the same file cut in its first table and in the midst of its pixels.
    const media::Bytes whole = media::colour_jpeg(64, 48, media::some_rgb(64 * 48));
    const std::string jpeg(reinterpret_cast<const char*>(whole.data()), whole.size());
    ASSERT_GT(jpeg.size(), 1000U);
    EXPECT_EQ(integral(write("whole.jpg", jpeg), "").extent(), (Extent{64, 48}));
    for (size_t size : {size_t{40}, jpeg.size() / 2, jpeg.size() - 100})
        expect_refused(write("cut.jpg", jpeg.substr(0, size)), "cut.jpg");
}

TEST_F(Pictures, WrongRequestsAreOneSentence) {
    std::string out = " -o " + path("out.npy");
    EXPECT_THAT(refused("integral " + bilgic_ + out + " --convention sideways", 2), HasSubstr("sideways"));
    EXPECT_THAT(refused("integral " + bilgic_ + out + " --algorithm no_such_thing", 2),
                HasSubstr("no_such_thing"));
    EXPECT_THAT(refused("integral " + bilgic_ + out + " --algorithm scan_blelloch", 2),
                HasSubstr("does not make integral images"));
    EXPECT_THAT(refused("integral " + bilgic_ + out + " --on moon", 2), HasSubstr("moon"));
    EXPECT_THAT(refused("integral " + bilgic_ + " -o " + path("out.txt"), 2), HasSubstr(".npy"));
    EXPECT_THAT(refused("integral " + bilgic_ + " -o " + path("no/such/out.npy")), HasSubstr("Cannot write"));
    EXPECT_THAT(refused("blur " + bilgic_ + " --radius -3 -o " + path("out.png"), 2), HasSubstr("-3"));
    EXPECT_THAT(refused("blur " + bilgic_ + " --radius 3 -o " + path("out.gif"), 2), HasSubstr(".png"));
    EXPECT_THAT(refused("blur " + bilgic_ + " --radius 3 -o " + path("no/out.png")),
                HasSubstr("Cannot write"));
    refused("blur " + bilgic_ + " -o " + path("out.png"), 2);
}

TEST_F(Pictures, WithoutAGpuThatIsSaid) {
    Outcome outcome = run_program("integral " + bilgic_ + " -o " + path("out.npy") + " --on gpu");
    if (outcome.status == 0) {
        EXPECT_THAT(media::load_samples(path("out.npy")).view<uint32_t>(),
                    ElementsAre(2, 3, 6, 7, 5, 8, 12, 14, 9, 13, 20, 23));
    } else {
        EXPECT_EQ(outcome.status, 1);
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    }
}

/// Where f32 rounds, and where NaN spreads, `integral` and `blur` say so.
TEST_F(Pictures, SayWhatATableOfFloatsLoses) {
    Array bright(ScalarType::f32, {200, 200}), odd(ScalarType::f32, {20, 20});
    for (int64_t i = 0; i < bright.count(); ++i) bright.set_number(i, 1000);
    for (int64_t i = 0; i < odd.count(); ++i) odd.set_number(i, 9);
    odd.set_number(8 * 20 + 10, std::numeric_limits<double>::quiet_NaN());
    media::save_npy(path("bright.npy"), bright);
    media::save_npy(path("odd.npy"), odd);
    const auto said = [&](const std::string& command) {
        const Outcome outcome = run_program(command + " -o " + path("out.npy"));
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return outcome.out;
    };
    const std::string rounds =
        "largest sum is 40000000, over 2^24, where f32 holds whole numbers only in steps of 4";
    EXPECT_THAT(said("integral " + path("bright.npy")), HasSubstr(rounds));
    EXPECT_THAT(said("blur --radius 1 --on emulator " + path("bright.npy")),
                testing::AllOf(HasSubstr(rounds), HasSubstr("run it on the CPU")));
    EXPECT_THAT(said("blur --radius 1 " + path("bright.npy")), testing::Not(HasSubstr("largest sum")));
    EXPECT_THAT(said("integral " + path("odd.npy")), HasSubstr("and so are 120 of the sums"));
    for (const char* on : {"cpu", "emulator"}) {
        said("blur --radius 1 " + path("odd.npy") + " --on " + on);
        const Array blurred = media::load_samples(path("out.npy"));
        int64_t lost = 0;
        for (int64_t i = 0; i < blurred.count(); ++i)
            if (std::isnan(blurred.number(i)))
                ++lost;
            else
                EXPECT_NEAR(blurred.number(i), 9, 1e-5) << i;
        EXPECT_EQ(lost, 9) << on;
    }
}

/// A PNG of 16 bits gives the sums that a PGM of the same numbers gives.
TEST_F(Pictures, SixteenBitsOfAPngAreAddedUp) {
    std::string samples;
    for (int i = 0; i < 12; ++i) samples += {static_cast<char>(i * 21), char(255 - i)};
    const std::string pgm = write("wide.pgm", "P5 4 3 65535\n" + samples);
    media::write_bytes(path("wide.png"), media::png_of(4, 3, 16, 0, media::bytes_of(samples)));
    EXPECT_EQ(integral(path("wide.png"), ""), integral(pgm, ""));
}

}  // namespace
}  // namespace upsweep::test
