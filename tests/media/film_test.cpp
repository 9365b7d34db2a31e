// Films by the ffmpeg program: a script takes its place that delays, dies and sends half frames; and the
// real one, where it is installed, on films that its own generators make.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "core/clock.h"
#include "core/error.h"
#include "media/film_run.h"
#include "media/film_writer.h"
#include "media/frame_source.h"
#include "media/picture_stream.h"
#include "system/process.h"

namespace upsweep::media {
namespace {

using testing::AllOf;
using testing::HasSubstr;

namespace fs = std::filesystem;

class Folder : public testing::Test {
  protected:
    Folder() {
        std::string name = (fs::temp_directory_path() / "upsweep-film-XXXXXX").string();
        folder_ = mkdtemp(name.data());
    }
    ~Folder() override {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name) << text;
        return path(name);
    }

  private:
    fs::path folder_;
};

std::string sentence_of(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

// ---- A script in ffmpeg's place

class FakeFfmpeg : public Folder {
  protected:
    /// Frames of 2 × 2 greys, each its number; `after` is what the script does then.
    FrameOptions fake(int frames, const std::string& after, double patience = 20) const {
        const std::string script =
            write("ffmpeg",
                  "#!/bin/sh\nif [ \"$1\" = -version ]; then echo ffmpeg version 6.0; exit 0; fi\n"
                  "info='[Parsed_showinfo_0 @ 0x1] [info]'\n"
                  "echo '[info]   Duration: 00:00:10.00, start: 0.000000, bitrate: 1 kb/s' >&2\n"
                  "echo \"$info config in time_base: 1/10, frame_rate: 10/1\" >&2\n"
                  "case \"$*\" in *'-hwaccel auto'*) echo '[error] Device creation failed: -1.' >&2\n"
                  "  echo '[h264 @ 0x1] [info] " +
                      hardware_ +
                      "' >&2;; esac\n"
                      "n=0; while [ $n -lt " +
                      std::to_string(frames) +
                      " ]; do\n echo \"$info n: $n pts: $n pts_time:0\" >&2\n"
                      " printf 'P5\\n2 2\\n255\\n'; printf \"\\\\$(printf %03o $n)%.0s\" 1 2 3 4\n"
                      " n=$((n + 1))\ndone\n" +
                      after + "\n");
        chmod(script.c_str(), 0755);
        return {.ffmpeg = script, .patience = patience};
    }
    std::string film() const { return write("film.mp4", "x"); }
    std::string hardware_ = "Auto hwaccel disabled: no device found.";
};

TEST_F(FakeFfmpeg, GivesFramesWithTheirTimesAndThenTheEnd) {
    const auto source = open_frames(film(), fake(5, ""));
    EXPECT_EQ(source->extent(), (Extent{2, 2}));
    EXPECT_EQ(source->rate(), 10);
    EXPECT_EQ(source->likely_count(), 100);
    for (int n = 0; n < 5; ++n) {
        const auto frame = source->frame(n);
        ASSERT_TRUE(frame);
        EXPECT_EQ(frame->number, n);
        EXPECT_DOUBLE_EQ(frame->seconds, n / 10.0);
        EXPECT_EQ(frame->grey.number(3), n);
    }
    EXPECT_EQ(source->count(), std::nullopt);
    EXPECT_FALSE(source->frame(5));
    EXPECT_EQ(source->count(), 5);
    EXPECT_EQ(source->frame(4)->grey.number(0), 4);
}

TEST_F(FakeFfmpeg, SaysWhichDecoderItWas) {
    const auto note = [&](bool hardware) {
        FrameOptions options = fake(3, "");
        options.hardware = hardware;
        const auto source = open_frames(film(), options);
        EXPECT_TRUE(source->frame(2));
        return source->note();
    };
    EXPECT_EQ(note(false), "");
    EXPECT_EQ(note(true), "The CPU decodes: ffmpeg finds no hardware decoder here.");
    hardware_ = "Using auto hwaccel type vaapi with new default device.";
    EXPECT_EQ(note(true), "Decoded by hardware, through vaapi.") << "what was tried before is no error";
}

TEST_F(FakeFfmpeg, ThatDiesIsASentenceAndTheFramesBeforeItStay) {
    const auto source = open_frames(film(), fake(3, "kill -SEGV $$"));
    EXPECT_TRUE(source->frame(2));
    EXPECT_THAT(sentence_of([&] { source->frame(3); }),
                AllOf(HasSubstr("was ended by signal SIGSEGV before frame 3"), HasSubstr("film.mp4")));
    EXPECT_EQ(source->frame(2)->number, 2);
}

TEST_F(FakeFfmpeg, ThatSendsHalfAFrameIsASentence) {
    const auto source = open_frames(film(), fake(2, "printf 'P5\\n2 2\\n255\\nab'"));
    EXPECT_THAT(sentence_of([&] { source->frame(2); }), HasSubstr("ended in the middle of frame 2"));
}

TEST_F(FakeFfmpeg, ThatFailsSaysWhy) {
    EXPECT_THAT(sentence_of([&] {
                    open_frames(film(), fake(0, "echo '[error] film.mp4: Invalid data found' >&2; exit 1"));
                }),
                AllOf(HasSubstr("ffmpeg cannot read"), HasSubstr("Invalid data found")));
    EXPECT_THAT(sentence_of([&] {
                    open_frames(film(), fake(0, "echo '[fatal] Stream map matches no streams.' >&2; exit 1"));
                }),
                HasSubstr("has sound but no moving picture"));
}

TEST_F(FakeFfmpeg, ThatSendsSomethingElseIsASentence) {
    EXPECT_THAT(sentence_of([&] { open_frames(film(), fake(0, "echo P7 and much more; sleep 100")); }),
                HasSubstr("something that is not a picture for frame 0"));
    EXPECT_THAT(
        sentence_of([&] { open_frames(film(), fake(0, "printf 'P6\\n900000 900000\\n255\\n'; sleep 100")); }),
        HasSubstr("too large"));
}

TEST_F(FakeFfmpeg, ThatHangsIsASentenceAfterAWhile) {
    const auto source = open_frames(film(), fake(1, "sleep 1000", 0.4));
    const double begin = steady_seconds();
    EXPECT_THAT(sentence_of([&] { source->frame(1); }), HasSubstr("has sent nothing"));
    EXPECT_LT(steady_seconds() - begin, 20);
}

TEST_F(FakeFfmpeg, ThatDelaysIsWaitedFor) {
    const auto source = open_frames(film(), fake(1, "sleep 0.5; printf 'P5\\n2 2\\n255\\nabcd'"));
    EXPECT_EQ(source->frame(1)->grey.number(0), 'a');
}

TEST_F(FakeFfmpeg, IsCancelledAtOnce) {
    const auto source = open_frames(film(), fake(1, "sleep 1000"));
    std::atomic<bool> cancel = false;
    std::thread later([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        cancel = true;
    });
    EXPECT_THROW(source->frame(1, &cancel), Cancelled);
    later.join();
}

TEST_F(FakeFfmpeg, IsACameraThatLeavesOutWhatNobodyTook) {
    const auto camera = open_frames("camera:/dev/null", fake(200, "sleep 1000"));
    EXPECT_TRUE(camera->live());
    EXPECT_EQ(camera->count(), std::nullopt);
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    const auto frame = camera->frame(1);
    EXPECT_GT(frame->number, 1);
    EXPECT_EQ(frame->grey.number(0), frame->number % 256);
    EXPECT_THAT(sentence_of([&] { open_frames("camera:/dev/no-such-camera", fake(1, "")); }),
                HasSubstr("There is no camera at"));
}

TEST_F(FakeFfmpeg, WhereItIsMissingASentenceSaysWhatToInstall) {
    const std::string before = getenv("PATH");
    setenv("PATH", "/nothing/here", 1);
    const std::string said = sentence_of([&] { open_frames(film()); });
    setenv("PATH", before.c_str(), 1);
    EXPECT_THAT(said, HasSubstr("apt install ffmpeg"));
}

// ---- The stream by itself

TEST(PictureStream, TakesPicturesFromPiecesOfAnySize) {
    std::string all;
    for (int n = 0; n < 3; ++n) all += "P6\n3 2\n255\n" + std::string("abcdefghijklmnopq") + char('0' + n);
    for (size_t piece = 1; piece < all.size(); ++piece) {
        PictureStream stream({});
        std::vector<Frame> frames;
        for (size_t at = 0; at < all.size(); at += piece)
            for (std::string_view rest = std::string_view(all).substr(at, piece); !rest.empty();)
                if (auto frame = stream.take(rest)) frames.push_back(std::move(*frame));
        ASSERT_EQ(frames.size(), 3U) << piece;
        EXPECT_FALSE(stream.within());
        EXPECT_EQ(frames[1].colour[2].number(5), '1');
        EXPECT_EQ(frames[1].colour[0].number(1), 'd');
        EXPECT_EQ(frames[2].grey.number(1), luma('d', 'e', 'f'));
    }
}

// ---- The real one

class RealFfmpeg : public Folder {
  protected:
    void SetUp() override {
        if (system::find_program("ffmpeg").empty()) GTEST_SKIP() << "ffmpeg is not installed";
    }
    /// A film of `arguments`, by lavfi's generators.
    std::string make(const std::string& name, const std::string& arguments) const {
        const std::string file = path(name);
        const std::string command =
            "ffmpeg -nostdin -v error -y " + arguments + " '" + file + "' > '" + path("log") + "' 2>&1";
        EXPECT_EQ(std::system(command.c_str()), 0) << command;
        return file;
    }
    static std::vector<std::vector<std::byte>> all_frames(FrameSource& source) {
        std::vector<std::vector<std::byte>> all;
        for (int64_t n = 0; const auto frame = source.frame(n); ++n)
            all.emplace_back(frame->grey.bytes().begin(), frame->grey.bytes().end());
        return all;
    }
};

TEST_F(RealFfmpeg, FrameNIsTheSameInAnyOrderInFiveCodecs) {
    const std::string input = "-f lavfi -i testsrc=s=64x48:r=25:d=3 ";
    for (const auto& [name, codec] : std::vector<std::pair<std::string, std::string>>{
             {"a.mp4", "-c:v libx264 -pix_fmt yuv420p -g 30 -bf 2"},
             {"b.avi", "-c:v mpeg4 -g 20"},
             {"c.mkv", "-c:v mjpeg -pix_fmt yuvj420p"},
             {"d.webm", "-c:v libvpx -g 25 -deadline realtime"},
             {"e.mpg", "-c:v mpeg2video -g 12 -bf 2"}}) {
        SCOPED_TRACE(name);
        const auto source = open_frames(make(name, input + codec), {.scrubbing = true});
        const auto all = all_frames(*source);
        ASSERT_NEAR(double(all.size()), 75, 2);
        EXPECT_NEAR(source->rate(), 25, 0.5);
        for (const size_t n :
             {size_t{50}, size_t{3}, all.size() - 1, size_t{49}, size_t{48}, size_t{31}, size_t{0}}) {
            const auto frame = source->frame(int64_t(n));
            ASSERT_TRUE(frame) << n;
            EXPECT_EQ(frame->number, int64_t(n));
            EXPECT_NEAR(frame->seconds, double(n) / 25, 0.02);
            EXPECT_EQ(std::vector<std::byte>(frame->grey.bytes().begin(), frame->grey.bytes().end()), all[n])
                << n;
        }
        EXPECT_EQ(source->count(), int64_t(all.size()));
    }
}

TEST_F(RealFfmpeg, OddSizesTurnsDeepColoursAndUnevenTimes) {
    const std::string input = "-f lavfi -i testsrc=s=63x47:r=10:d=1 ";
    const auto odd = open_frames(make("odd.mkv", input + "-c:v ffv1"), {.colour = true});
    EXPECT_EQ(odd->extent(), (Extent{63, 47}));
    EXPECT_EQ(odd->frame(9)->colour.size(), 3U);
    const auto deep = open_frames(make("deep.mkv", input + "-c:v ffv1 -pix_fmt yuv444p10le"));
    EXPECT_EQ(all_frames(*deep).size(), 10U);
    make("flat.mp4", "-f lavfi -i testsrc=s=64x32:r=10:d=1 -c:v mpeg4");
    // Version 5 turns what it writes, later ones what they read.
    const std::string flat = " -nostdin -v error -y ", from = " -i '" + path("flat.mp4") + "' -c copy ",
                      to = "'" + path("turned.mp4") + "' 2> '" + path("log") + "'";
    ASSERT_EQ(std::system(("ffmpeg" + flat + "-display_rotation 90" + from + to + " || ffmpeg" + flat + from +
                           "-metadata:s:v:0 rotate=90 " + to)
                              .c_str()),
              0);
    const auto turned = open_frames(path("turned.mp4"));
    EXPECT_EQ(turned->extent(), (Extent{32, 64}));
    const auto uneven = open_frames(make("uneven.mkv",
                                         "-f lavfi -i testsrc=s=64x48:r=20:d=2 -vf "
                                         "\"select='lt(n,10)+not(mod(n,4))'\" -vsync vfr -c:v mpeg4"),
                                    {.scrubbing = true});
    const auto frames = all_frames(*uneven);
    EXPECT_EQ(frames.size(), 17U);
    EXPECT_NEAR(uneven->frame(16)->seconds, 1.8, 0.01);
    EXPECT_NEAR(uneven->frame(12)->seconds, 1.0, 0.01);
}

TEST_F(RealFfmpeg, DamagedTruncatedAndSoundOnlyAreSentences) {
    const std::string whole = make("whole.mp4", "-f lavfi -i testsrc=s=64x48:r=25:d=2 -c:v mpeg4");
    EXPECT_THAT(sentence_of([&] { open_frames(write("words.mp4", "This is no film.")); }),
                AllOf(HasSubstr("ffmpeg cannot read"), HasSubstr("words.mp4")));
    EXPECT_THAT(sentence_of([&] { open_frames(write("empty.mp4", "")); }), HasSubstr("empty.mp4"));
    const std::string sound = make("sound.mp4", "-f lavfi -i sine=d=1 -c:a aac");
    EXPECT_THAT(sentence_of([&] { open_frames(sound); }), HasSubstr("has sound but no moving picture"));
    EXPECT_THAT(sentence_of([&] { open_frames(path("missing.mp4")); }), HasSubstr("there is no such file"));
    const std::string stream = make("cut.avi", "-f lavfi -i testsrc=s=64x48:r=25:d=2 -c:v mpeg4");
    fs::resize_file(stream, fs::file_size(stream) * 2 / 3);
    const auto cut = open_frames(stream);
    int64_t seen = 0;
    const std::string said = sentence_of([&] {
        while (cut->frame(seen)) ++seen;
    });
    EXPECT_GT(seen, 10);
    EXPECT_LT(seen, 50);
    EXPECT_TRUE(said.empty() || said.find("cut.avi") != std::string::npos) << said;
}

TEST_F(RealFfmpeg, WritesWhatItReads) {
    const Extent extent{33, 21};
    {
        FilmWriter writer(path("out.mp4"), extent, 10);
        for (int n = 0; n < 12; ++n) {
            Array grey(ScalarType::u8, extent);
            for (uint8_t& value : grey.view<uint8_t>()) value = uint8_t(20 * n);
            writer.add({&grey, 1});
        }
        writer.finish();
    }
    const auto source = open_frames(path("out.mp4"));
    EXPECT_EQ(source->extent(), (Extent{34, 22}));
    for (int n = 0; n < 12; ++n) EXPECT_NEAR(source->frame(n)->grey.number(0), 20 * n, 6) << n;
    EXPECT_FALSE(source->frame(12));
    EXPECT_THROW(FilmWriter(path("out.doc"), extent, 10), UsageError);
    {
        FilmWriter unfinished(path("never.mp4"), extent, 10);
        const Array grey(ScalarType::u8, extent);
        unfinished.add({&grey, 1});
    }
    EXPECT_FALSE(fs::exists(path("never.mp4")));
    for (const auto& entry : fs::directory_iterator(fs::path(path("x")).parent_path()))
        EXPECT_EQ(entry.path().filename(), "out.mp4");
}

TEST_F(RealFfmpeg, ASmallPictureOfAnyFrame) {
    const std::string film = make("film.mp4", "-f lavfi -i testsrc=s=640x480:r=25:d=2 -c:v mpeg4");
    const std::vector<Array> small = thumbnail(film, 30, 25);
    ASSERT_EQ(small.size(), 3U);
    EXPECT_EQ(small[0].extent(), (Extent{160, 120}));
}

}  // namespace
}  // namespace upsweep::media
