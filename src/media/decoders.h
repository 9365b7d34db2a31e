// The readers of pictures, and what each asks and says before it decodes: whether a JPEG ends too early
// (decoders would fill up the rest with grey) and whether its code tables fit; and how a camera was held: the
// orientation in EXIF (CIPA DC-008, tag 0x0112), of a JPEG's segment or a PNG's chunk.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "media/image.h"

namespace upsweep::media {

/// Interleaved 8-bit samples, top row first, as a decoder hands them on.
struct Interleaved {
    int width = 0, height = 0;
    int channels = 0;  ///< 1: grey, 2: grey and alpha, 3: red, green and blue, 4: these and alpha
    std::vector<uint8_t> samples = {};
};

/// Throws Error if width x height is zero, over limits.pixels, or decoding needs more memory than there is.
void check_size(Extent extent, int64_t bytes_a_pixel, const std::string& name, const ImageLimits& limits);

/// "… is damaged (reason); copy or download it again."
[[noreturn]] void damaged(const std::string& name, std::string_view reason);
[[noreturn]] void cut_short(const std::string& name, size_t bytes);

/// `count` bytes from `at` on as a number; bytes behind the end are 0.
uint32_t big_endian(std::span<const std::byte> bytes, size_t at, int count);
uint32_t little_endian(std::span<const std::byte> bytes, size_t at, int count);

// ---- The readers

/// Reads a BMP, of the whole family (1 to 32 bits a pixel, palettes, colour masks with or without alpha, RLE4
/// and RLE8), into 3 channels, or 4 where a mask gives alpha. Source: Microsoft, "Bitmap Storage" and "Bitmap
/// Compression". Pixels that an RLE file skips get the palette's first colour. An alpha of 0 everywhere
/// counts as not filled in, and the fourth byte of 32 bits without masks has no meaning. Throws Error with
/// one sentence starting with `name`.
Interleaved decode_bmp(std::span<const std::byte> bytes, const std::string& name, const ImageLimits& limits);

/// True if the bytes begin like one of P2, P3, P5 and P6.
bool is_pnm(std::span<const std::byte> bytes);

/// PGM and PPM, text and binary, with every length checked. Throws Error with one sentence starting with
/// `name`.
Image decode_pnm(std::span<const std::byte> bytes, const std::string& name, const ImageLimits& limits,
                 Samples samples, Luma weights);

/// What we use of libjpeg, without its headers.
namespace jpeg {
/// As most programs read it, OpenCV's among them: the accurate integer transform and smooth chroma; four inks
/// become three colours as OpenCV mixes them. A reason of a few words if it fails, else empty.
std::string decode(std::span<const std::byte> bytes, Interleaved& picture);
}  // namespace jpeg

// ---- What a file says before it is decoded

/// True if a JPEG's markers run past its end, or no end-of-image marker comes after the last scan.
bool jpeg_is_cut_short(std::span<const std::byte> bytes);

/// False if a Huffman table of a JPEG declares more than 256 codes, which stb_image would write past its
/// array.
bool jpeg_code_tables_fit(std::span<const std::byte> bytes);

/// 1 to 8 as EXIF counts them; 1, upright, if the file does not say or says anything else.
int orientation_of(std::span<const std::byte> jpeg);

/// The same of the TIFF structure inside, which is all that a PNG's eXIf chunk holds.
int tiff_orientation(std::span<const std::byte> tiff);

/// Turns and mirrors a picture, of one channel, so that it is upright; 5 to 8 swap its width and height.
Array upright(const Array& stored, int orientation);

}  // namespace upsweep::media
