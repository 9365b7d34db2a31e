// Bytes of picture files for tests, good and bad.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace upsweep::media {

using Bytes = std::vector<std::byte>;

Bytes bytes_of(const std::string& text);
/// Interleaved RGB pixels as PNG, JPEG (quality 95) or 24-bit BMP.
Bytes colour_png(int width, int height, const std::vector<uint8_t>& rgb);
Bytes colour_jpeg(int width, int height, const std::vector<uint8_t>& rgb);
Bytes colour_bmp(int width, int height, const std::vector<uint8_t>& rgb);
/// Signature and header chunk of a grey PNG, and nothing else.
Bytes png_header(uint32_t width, uint32_t height);
/// A chunk of a PNG with its checksum.
Bytes png_chunk(const std::string& type, const Bytes& data);
/// A PNG of these sample bytes, row by row without the filters' bytes: colour type 0 grey, 2 RGB, 3 palette,
/// 4 grey and alpha, 6 RGBA. `before` and `after` are chunks around the data.
Bytes png_of(int width, int height, int depth, int type, const Bytes& samples, const Bytes& before = {},
             const Bytes& after = {});
/// A TIFF header and a directory with the orientation, as SHORT (3) or LONG (4): what EXIF holds.
std::string exif_tiff(int orientation, bool little, int type = 3);
/// `count` pixels of all kinds.
std::vector<uint8_t> some_rgb(int count);

/// A folder that is removed with everything in it.
class TemporaryFolder {
  public:
    TemporaryFolder();
    ~TemporaryFolder();
    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

void write_bytes(const std::filesystem::path& path, const Bytes& bytes);

}  // namespace upsweep::media
