// JPEG by libjpeg, whose samples other programs have too.
#include "media/decoders.h"

#include <csetjmp>
#include <cstdio>

#include <jpeglib.h>

namespace upsweep::media::jpeg {
namespace {

/// libjpeg reports errors by a call that must not come back.
struct Failure {
    jpeg_error_mgr manager = {};  // first, so that libjpeg's pointer to it is one to this
    std::jmp_buf back = {};
    char text[JMSG_LENGTH_MAX] = {};
};

void give_up(j_common_ptr info) {
    auto* failure = reinterpret_cast<Failure*>(info->err);
    info->err->format_message(info, failure->text);
    std::longjmp(failure->back, 1);
}

void keep_silent(j_common_ptr) {}

/// A progressive file may repeat its scans without end, each as long as the picture.
void count_scans(j_common_ptr info) {
    constexpr int most_scans = 500;
    auto* in = reinterpret_cast<j_decompress_ptr>(info);
    if (in->input_scan_number <= most_scans) return;
    auto* failure = reinterpret_cast<Failure*>(info->err);
    std::snprintf(failure->text, sizeof failure->text, "more than %d scans", most_scans);
    std::longjmp(failure->back, 1);
}

void read_rows(jpeg_decompress_struct& in, Interleaved& picture) {
    jpeg_read_header(&in, TRUE);
    in.out_color_space = in.num_components == 4 ? JCS_CMYK : in.num_components == 1 ? JCS_GRAYSCALE : JCS_RGB;
    in.dct_method = JDCT_ISLOW;
    jpeg_start_decompress(&in);
    picture.width = int(in.output_width);
    picture.height = int(in.output_height);
    picture.channels = in.output_components;
    const size_t row = size_t{in.output_width} * size_t(in.output_components);
    picture.samples.resize(row * in.output_height);
    while (in.output_scanline < in.output_height) {
        JSAMPROW to = picture.samples.data() + row * in.output_scanline;
        jpeg_read_scanlines(&in, &to, 1);
    }
    jpeg_finish_decompress(&in);
}

/// What is between here and libjpeg's call has nothing to destroy.
bool read_file(jpeg_decompress_struct& in, Failure& failure, jpeg_progress_mgr& progress,
               std::span<const std::byte> bytes, Interleaved& picture) {
    if (setjmp(failure.back) != 0) return false;
    jpeg_create_decompress(&in);
    in.progress = &progress;
    jpeg_mem_src(&in, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    read_rows(in, picture);
    return true;
}

/// Cyan, magenta, yellow and black as Adobe stores them, turned round: 255 means without ink.
void mix_inks(Interleaved& picture) {
    uint8_t* to = picture.samples.data();
    for (size_t at = 0; at < picture.samples.size(); at += 4) {
        const int black = picture.samples[at + 3];
        for (size_t ink = 0; ink < 3; ++ink) {
            const int without = 255 - picture.samples[at + ink];
            *to++ = uint8_t(black - (without * black >> 8));
        }
    }
    picture.channels = 3;
    picture.samples.resize(picture.samples.size() / 4 * 3);
}

}  // namespace

std::string decode(std::span<const std::byte> bytes, Interleaved& picture) {
    Failure failure;
    jpeg_decompress_struct in = {};
    jpeg_progress_mgr progress = {};
    in.err = jpeg_std_error(&failure.manager);
    failure.manager.error_exit = give_up;
    failure.manager.output_message = keep_silent;
    progress.progress_monitor = count_scans;
    const bool good = read_file(in, failure, progress, bytes, picture);
    jpeg_destroy_decompress(&in);
    if (!good) return failure.text[0] != 0 ? failure.text : "nothing more is said";
    if (picture.channels == 4) mix_inks(picture);
    return {};
}

}  // namespace upsweep::media::jpeg
