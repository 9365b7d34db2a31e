// The renderer: one shader, one vertex buffer, scissored draw commands.
#include "app/platform/gl_renderer.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>

#include "app/platform/gl.h"
#include "core/error.h"
#include "core/write_file.h"
#include "media/image.h"

namespace upsweep::app {
namespace {

#ifdef __EMSCRIPTEN__
#define SHADER_HEAD "#version 300 es\nprecision highp float;\nprecision highp int;\n"
#else
#define SHADER_HEAD "#version 330 core\n"
#endif

constexpr const char* vertex_source = SHADER_HEAD R"(layout(location = 0) in vec2 position;
layout(location = 1) in vec2 coordinate;
layout(location = 2) in vec4 tint;
uniform vec4 area;
out vec2 at;
out vec4 colour;
void main() {
    at = coordinate;
    colour = tint;
    vec2 unit = (position - area.xy) / area.zw;
    gl_Position = vec4(2.0 * unit.x - 1.0, 1.0 - 2.0 * unit.y, 0.0, 1.0);
})";

// Grey pictures and the font atlas are one channel, spread here, so that one shader serves all.
constexpr const char* fragment_source = SHADER_HEAD R"(in vec2 at;
in vec4 colour;
uniform sampler2D picture;
uniform int channels;
out vec4 result;
void main() {
    vec4 texel = texture(picture, at);
    if (channels == 1) texel = vec4(texel.rrr, 1.0);
    if (channels == 2) texel = vec4(1.0, 1.0, 1.0, texel.r);
    result = colour * texel;
})";

// What ImGui hands back with a command: a texture's name, and below it how its channels are spread.
enum Spread : uintptr_t { spread_none, spread_grey, spread_alpha };
ImTextureID texture_id(unsigned name, Spread spread) {
    return reinterpret_cast<ImTextureID>(uintptr_t{name} << 2 | spread);
}

unsigned compile(unsigned kind, const char* source) {
    const unsigned shader = glCreateShader(kind);
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    int good = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (good != 0) return shader;
    char log[512] = {};
    glGetShaderInfoLog(shader, sizeof log, nullptr, log);
    throw Error(std::string("OpenGL refused the window's shader: ") + log);
}

unsigned link_program() {
    const unsigned program = glCreateProgram();
    const unsigned vertex = compile(GL_VERTEX_SHADER, vertex_source);
    const unsigned fragment = compile(GL_FRAGMENT_SHADER, fragment_source);
    glAttachShader(program, vertex);
    glAttachShader(program, fragment);
    glLinkProgram(program);
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    int good = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (good == 0) throw Error("OpenGL could not link the window's shader; update the graphics driver.");
    return program;
}

void fill_texture(unsigned name, int width, int height, int channels, const void* pixels) {
    glBindTexture(GL_TEXTURE_2D, name);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, channels == 4 ? GL_RGBA8 : GL_R8, width, height, 0,
                 channels == 4 ? GL_RGBA : GL_RED, GL_UNSIGNED_BYTE, pixels);
}

void set_filter(bool smooth) {
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, smooth ? GL_LINEAR : GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

const void* bytes_at(size_t offset) { return reinterpret_cast<const void*>(offset); }

}  // namespace

#ifndef __EMSCRIPTEN__
void load_gl(void* (*get_address)(const char*)) {
    const auto loader = reinterpret_cast<GLADloadfunc>(get_address);
    if (gladLoadGL(loader) < GLAD_MAKE_VERSION(3, 3))
        throw Error("OpenGL 3.3 is not available here; install Mesa's software renderer (libgl1-mesa-dri).");
}
#endif

Texture::Texture(int width, int height, int channels, std::span<const uint8_t> pixels, bool smooth)
    : Texture(width, height, channels, smooth) {
    update(pixels);
}

Texture::Texture(int width, int height, int channels, bool smooth)
    : width_(width), height_(height), channels_(channels) {
    glGenTextures(1, &name_);
    fill_texture(name_, width_, height_, channels_, nullptr);
    set_smooth(smooth);
}

Texture::~Texture() { glDeleteTextures(1, &name_); }

ImTextureID Texture::id() const { return texture_id(name_, channels_ == 4 ? spread_none : spread_grey); }

void Texture::update(std::span<const uint8_t> pixels) {
    fill_texture(name_, width_, height_, channels_, pixels.data());
}

void Texture::update_from_unpack_buffer() {
    glBindTexture(GL_TEXTURE_2D, name_);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width_, height_, channels_ == 4 ? GL_RGBA : GL_RED,
                    GL_UNSIGNED_BYTE, nullptr);
}

void Texture::set_smooth(bool smooth) {
    glBindTexture(GL_TEXTURE_2D, name_);
    set_filter(smooth);
}

struct GlRenderer::State {
    unsigned program = 0, vertex_array = 0, vertices = 0, indices = 0, fonts = 0;
    int area = -1, channels = -1;

    void bind_buffers() const {
        glBindVertexArray(vertex_array);
        glBindBuffer(GL_ARRAY_BUFFER, vertices);
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices);
        for (unsigned i : {0U, 1U, 2U}) glEnableVertexAttribArray(i);
    }

    /// An index counts from vertex `first`; WebGL has no drawing call that adds it.
    static void describe_vertices(size_t first) {
        const size_t start = first * sizeof(ImDrawVert);
        glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(ImDrawVert),
                              bytes_at(start + offsetof(ImDrawVert, pos)));
        glVertexAttribPointer(1, 2, GL_FLOAT, GL_FALSE, sizeof(ImDrawVert),
                              bytes_at(start + offsetof(ImDrawVert, uv)));
        glVertexAttribPointer(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(ImDrawVert),
                              bytes_at(start + offsetof(ImDrawVert, col)));
    }

    void prepare(const ImDrawData& data) const {
        glEnable(GL_BLEND);
        glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
        glDisable(GL_CULL_FACE);
        glDisable(GL_DEPTH_TEST);
        glEnable(GL_SCISSOR_TEST);
        glViewport(0, 0, int(data.DisplaySize.x), int(data.DisplaySize.y));
        glUseProgram(program);
        glActiveTexture(GL_TEXTURE0);
        glUniform4f(area, data.DisplayPos.x, data.DisplayPos.y, data.DisplaySize.x, data.DisplaySize.y);
        bind_buffers();
    }

    void draw_command(const ImDrawCmd& command, const ImDrawData& data) const {
        const float height = data.DisplaySize.y;
        const int x0 = std::max(0, int(command.ClipRect.x - data.DisplayPos.x));
        const int x1 = int(command.ClipRect.z - data.DisplayPos.x);
        const int y0 = std::max(0, int(command.ClipRect.y - data.DisplayPos.y));
        const int y1 = int(command.ClipRect.w - data.DisplayPos.y);
        if (x1 <= x0 || y1 <= y0) return;
        glScissor(x0, int(height) - y1, x1 - x0, y1 - y0);
        const auto id = reinterpret_cast<uintptr_t>(command.GetTexID());
        glBindTexture(GL_TEXTURE_2D, unsigned(id >> 2));
        glUniform1i(channels, int(id & 3));
        describe_vertices(command.VtxOffset);
        glDrawElements(GL_TRIANGLES, int(command.ElemCount),
                       sizeof(ImDrawIdx) == 2 ? GL_UNSIGNED_SHORT : GL_UNSIGNED_INT,
                       bytes_at(command.IdxOffset * sizeof(ImDrawIdx)));
    }
};

GlRenderer::GlRenderer() : state_(std::make_unique<State>()) {
    state_->program = link_program();
    state_->area = glGetUniformLocation(state_->program, "area");
    state_->channels = glGetUniformLocation(state_->program, "channels");
    glGenVertexArrays(1, &state_->vertex_array);
    glGenBuffers(1, &state_->vertices);
    glGenBuffers(1, &state_->indices);
    glGenTextures(1, &state_->fonts);
    ImGuiIO& io = ImGui::GetIO();
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    io.BackendRendererName = "upsweep";
}

GlRenderer::~GlRenderer() {
    glDeleteTextures(1, &state_->fonts);
    glDeleteBuffers(1, &state_->vertices);
    glDeleteBuffers(1, &state_->indices);
    glDeleteVertexArrays(1, &state_->vertex_array);
    glDeleteProgram(state_->program);
}

void GlRenderer::upload_fonts() {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    atlas.GetTexDataAsAlpha8(&pixels, &width, &height);
    fill_texture(state_->fonts, width, height, 1, pixels);
    set_filter(true);
    atlas.SetTexID(texture_id(state_->fonts, spread_alpha));
    atlas.ClearTexData();
}

void GlRenderer::draw(const ImDrawData& data, ImU32 background) {
    const ImVec4 clear = ImGui::ColorConvertU32ToFloat4(background);
    glDisable(GL_SCISSOR_TEST);
    glClearColor(clear.x, clear.y, clear.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    state_->prepare(data);
    for (int i = 0; i < data.CmdListsCount; ++i) {
        const ImDrawList& list = *data.CmdLists[i];
        glBufferData(GL_ARRAY_BUFFER, list.VtxBuffer.size_in_bytes(), list.VtxBuffer.Data, GL_STREAM_DRAW);
        glBufferData(GL_ELEMENT_ARRAY_BUFFER, list.IdxBuffer.size_in_bytes(), list.IdxBuffer.Data,
                     GL_STREAM_DRAW);
        for (const ImDrawCmd& command : list.CmdBuffer) {
            if (command.UserCallback == nullptr) state_->draw_command(command, data);
        }
    }
    glDisable(GL_SCISSOR_TEST);
}

Pixels read_pixels(int width, int height) {
    Pixels pixels{width, height, {}};
    const size_t row = size_t(width) * 4;
    std::vector<uint8_t> upside_down(row * size_t(height));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, upside_down.data());
    pixels.rgba.resize(upside_down.size());
    for (size_t y = 0; y < size_t(height); ++y)
        std::memcpy(&pixels.rgba[y * row], &upside_down[(size_t(height) - 1 - y) * row], row);
    for (size_t i = 3; i < pixels.rgba.size(); i += 4) pixels.rgba[i] = 255;
    return pixels;
}

void write_png(const Pixels& pixels, const std::filesystem::path& path) {
    write_file(path, media::encode_png({pixels.width, pixels.height}, 4, pixels.rgba.data()));
}

}  // namespace upsweep::app
