// Any bytes as what ffmpeg sends and says: pictures and times, or an Error; never a crash, never much memory.
#include <cstdlib>

#include "core/error.h"
#include "fuzz/fuzz.h"
#include "media/picture_stream.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace upsweep;
    const std::string_view all(reinterpret_cast<const char*>(data), size);
    // The first byte is the size of the pieces that the rest comes in.
    const size_t piece = size == 0 ? 1 : size_t{data[0]} + 1;
    media::FilmTalk talk;
    media::PictureStream stream({.pixels = 100'000});
    bool broken = false;
    for (size_t at = 1; at < size; at += piece) {
        std::string_view rest = all.substr(at, piece);
        talk.hear(rest);
        try {
            while (!broken && !rest.empty()) stream.take(rest);
        } catch (const Error&) {
            broken = true;
        }
    }
    talk.end();
    if (!(talk.length >= 0) || !(talk.rate >= 0)) std::abort();
    return 0;
}

std::vector<std::string> fuzz_seeds() {
    return {"\x05P5\n2 2\n255\nabcdP5\n2 2\n255\nefgh", "\x40P6\n1 2\n255\nabcdef",
            "\x20[info]   Duration: 00:01:08.50, start: 0.040000, bitrate: 5004 kb/s\n"
            "[Parsed_showinfo_0 @ 0x1] [info] config in time_base: 1/12800, frame_rate: 30000/1001\n"
            "[Parsed_showinfo_0 @ 0x1] [info] n:   0 pts:    512 pts_time:0.04 pos: 48\n"
            "[h264 @ 0x1] [error] no frame\r[fatal] the end"};
}
