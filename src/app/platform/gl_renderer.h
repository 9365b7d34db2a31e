// Draws ImGui's draw lists and our pictures with OpenGL 3.3 core or WebGL 2; the window, the off-screen
// context and the page share it.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace upsweep::app {

/// Loads OpenGL's functions through `get_address` for the current context; a page has them. Throws Error
/// if 3.3 is missing.
void load_gl(void* (*get_address)(const char*));

/// One picture on the GPU. Belongs to the thread and context that made it.
class Texture {
  public:
    /// RGBA (4 bytes a pixel, rows from the top) or grey (1 byte a pixel). `smooth` interpolates.
    Texture(int width, int height, int channels, std::span<const uint8_t> pixels, bool smooth = true);
    /// With pixels to come.
    Texture(int width, int height, int channels, bool smooth);
    ~Texture();
    Texture(const Texture&) = delete;
    Texture& operator=(const Texture&) = delete;

    /// Replaces the pixels; same size and channels.
    void update(std::span<const uint8_t> pixels);
    /// The same from the pixel buffer object that is bound to be unpacked.
    void update_from_unpack_buffer();
    /// How magnified pixels look: interpolated or as squares.
    void set_smooth(bool smooth);
    int width() const { return width_; }
    int height() const { return height_; }
    int64_t bytes() const { return int64_t{width_} * height_ * channels_; }
    unsigned name() const { return name_; }  ///< OpenGL's
    /// For ImDrawList::AddImage.
    ImTextureID id() const;

  private:
    unsigned name_ = 0;
    int width_, height_, channels_;
};

class GlRenderer {
  public:
    GlRenderer();
    ~GlRenderer();
    GlRenderer(const GlRenderer&) = delete;
    GlRenderer& operator=(const GlRenderer&) = delete;

    /// Uploads ImGui's font atlas again.
    void upload_fonts();
    /// Clears the bound framebuffer to `background` and draws.
    void draw(const ImDrawData& data, ImU32 background);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// A picture read back: RGBA, rows from the top.
struct Pixels {
    int width = 0, height = 0;
    std::vector<uint8_t> rgba;
};
/// Reads the bound framebuffer.
Pixels read_pixels(int width, int height);
/// Throws Error naming the file if it cannot be written.
void write_png(const Pixels& pixels, const std::filesystem::path& path);

}  // namespace upsweep::app
