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
Bytes colour_png(int width, int height, const std::vector<std::uint8_t>& rgb);
Bytes colour_jpeg(int width, int height, const std::vector<std::uint8_t>& rgb);
Bytes colour_bmp(int width, int height, const std::vector<std::uint8_t>& rgb);
/// Signature and header chunk of a grey PNG, and nothing else.
Bytes png_header(std::uint32_t width, std::uint32_t height);
/// `count` pixels of all kinds.
std::vector<std::uint8_t> some_rgb(int count);

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
