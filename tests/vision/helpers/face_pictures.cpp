#include "vision/helpers/face_pictures.h"

#include <algorithm>
#include <cstdlib>

#include "media/image.h"
#include "media/samples.h"

namespace upsweep::vision {
namespace {

template <typename F>
Array drawn(Extent extent, F&& grey) {
    Array picture(ScalarType::u8, extent);
    auto pixels = picture.view<uint8_t>();
    for (int64_t y = 0; y < extent.height; ++y)
        for (int64_t x = 0; x < extent.width; ++x)
            pixels[y * extent.width + x] = uint8_t(std::clamp<int64_t>(grey(x, y), 0, 255));
    return picture;
}

Array sample(const char* slug, Extent extent) { return media::find_sample(slug).draw(extent); }

template <typename F>
Array changed(Array picture, F&& change) {
    for (uint8_t& pixel : picture.view<uint8_t>()) pixel = uint8_t(std::clamp(change(int{pixel}), 0, 255));
    return picture;
}

/// A small generator that is the same everywhere.
struct Random {
    uint32_t state;
    int below(int limit) {
        state = state * 1664525U + 1013904223U;
        return int((state >> 8) % uint32_t(limit));
    }
};

Array with_noise(Array picture, int strength, uint32_t seed) {
    Random random{seed};
    return changed(std::move(picture),
                   [&](int grey) { return grey + random.below(2 * strength + 1) - strength; });
}

Array even_noise(Extent extent, uint32_t seed) {
    Random random{seed};
    return drawn(extent, [&](int64_t, int64_t) { return random.below(256); });
}

/// `small` again and again, each place a pixel further off.
Array tiled(const Array& small, Extent extent) {
    const auto from = small.view<uint8_t>();
    const int64_t w = small.extent().width, h = small.extent().height;
    return drawn(extent, [&](int64_t x, int64_t y) {
        const int64_t u = (x + y / h * 7) % w, v = (y + x / w * 5) % h;
        return from[v * w + u];
    });
}

/// `inner` on a plain ground of `grey`, from (x, y) on.
Array placed(const Array& inner, Extent extent, int grey, int64_t x, int64_t y) {
    Array picture = drawn(extent, [&](int64_t, int64_t) { return grey; });
    auto to = picture.view<uint8_t>();
    const auto from = inner.view<uint8_t>();
    for (int64_t row = 0; row < inner.extent().height; ++row)
        std::copy_n(from.begin() + row * inner.extent().width, inner.extent().width,
                    to.begin() + (y + row) * extent.width + x);
    return picture;
}

using Draw = std::function<Array()>;

Draw sample_of(const char* slug, Extent extent) {
    return [=] { return sample(slug, extent); };
}
Draw class_of(Extent extent) { return sample_of("class", extent); }
Array room() { return sample("class", {480, 320}); }
/// The room with every grey changed.
template <typename F>
Draw room_with(F change) {
    return [=] { return changed(room(), change); };
}
Draw noisy_room(int strength, uint32_t seed) {
    return [=] { return with_noise(room(), strength, seed); };
}
Draw cut_of_room(int64_t x, int64_t y, Extent extent) {
    return [=] { return cut(room(), x, y, extent); };
}
/// The fourth of the back row, closely.
Array face() { return cut(room(), 290, 110, {72, 72}); }
template <typename F>
Draw pattern(Extent extent, F grey) {
    return [=] { return drawn(extent, grey); };
}

}  // namespace

uint64_t checksum_of(const Array& grey) {
    uint64_t sum = 1469598103934665603ULL;
    for (const uint8_t value : grey.view<uint8_t>()) sum = (sum ^ value) * 1099511628211ULL;
    return sum;
}

Array cut(const Array& grey, int64_t x, int64_t y, Extent extent) {
    const auto from = grey.view<uint8_t>();
    return drawn(extent, [&](int64_t i, int64_t j) { return from[(y + j) * grey.extent().width + x + i]; });
}

std::vector<FacePicture> face_pictures() {
    std::vector<FacePicture> list;
    const auto add = [&](std::string name, double factor, int neighbours, Draw draw) {
        list.push_back({std::move(name), std::move(draw), factor, neighbours, false});
    };
    add("class 480 x 320", 1.1, 3, room);
    add("class 481 x 333", 1.05, 2, class_of({481, 333}));
    add("class 640 x 427", 1.2, 3, class_of({640, 427}));
    add("class 360 x 240", 1.3, 1, class_of({360, 240}));
    add("class 240 x 160", 1.1, 3, class_of({240, 160}));
    add("class 161 x 107", 1.05, 0, class_of({161, 107}));
    add("class 900 x 600", 1.2, 4, class_of({900, 600}));
    add("class 1080 x 720", 1.3, 2, class_of({1080, 720}));
    add("class 320 x 320", 1.01, 5, class_of({320, 320}));
    add("class 1001 x 203", 1.15, 2, class_of({1001, 203}));
    add("class 203 x 501", 1.17, 1, class_of({203, 501}));
    add("class, four levels", 2.0, 1, room);
    add("class inverted", 1.1, 3, room_with([](int grey) { return 255 - grey; }));
    add("class, dim", 1.1, 3, room_with([](int grey) { return 90 + grey * 15 / 100; }));
    add("class, all but flat", 1.1, 1, room_with([](int grey) { return 120 + grey / 16; }));
    add("class, bright", 1.1, 3, room_with([](int grey) { return grey * 9 / 5; }));
    add("class of eight greys", 1.2, 2, room_with([](int grey) { return grey / 32 * 32; }));
    add("class with noise", 1.1, 2, noisy_room(24, 7));
    add("class with much noise", 1.1, 1, noisy_room(90, 8));
    add("face 72 x 72", 1.05, 2, face);
    add("class 24 x 24", 1.1, 0, class_of({24, 24}));
    add("smaller than the window", 1.1, 0, cut_of_room(0, 0, {23, 60}));
    add("one column of windows", 1.1, 0, cut_of_room(305, 100, {24, 90}));
    add("one row of windows", 1.1, 0, cut_of_room(100, 130, {300, 24}));
    add("a row that OpenCV leaves out", 1.05, 0, cut_of_room(298, 118, {55, 56}));
    add("faces side by side", 1.1, 3, [] { return tiled(face(), {431, 290}); });
    add("classes side by side", 1.05, 2, [] { return tiled(sample("class", {150, 100}), {430, 310}); });
    add("squares over 32 bits", 1.5, 2, [] { return placed(room(), {1500, 900}, 255, 1010, 570); });
    add("sums over 32 bits", 2.0, 1, [] { return placed(room(), {4800, 3600}, 255, 4310, 3270); });
    add("spheres", 1.1, 1, sample_of("spheres", {400, 300}));
    add("text page", 1.1, 1, sample_of("text", {400, 300}));
    add("squares of noise", 1.1, 1, sample_of("noise", {400, 300}));
    add("squares of noise, odd", 1.05, 0, sample_of("noise", {397, 131}));
    add("noise", 1.1, 0, [] { return even_noise({300, 200}, 3); });
    add("plain", 1.1, 3, pattern({200, 150}, [](auto, auto) { return 128; }));
    add("gradient", 1.2, 0, pattern({256, 180}, [](auto x, auto y) { return (x + 2 * y) / 3; }));
    add("board", 1.1, 0, pattern({260, 170}, [](auto x, auto y) { return (x / 9 + y / 9) % 2 * 200 + 20; }));
    // By the toy, for machines without the frontal faces.
    const auto toy = [&](std::string name, double factor, int neighbours, Draw draw) {
        list.push_back({std::move(name), std::move(draw), factor, neighbours, true});
    };
    toy("toy on noise 16 x 12", 1.1, 0, [] { return even_noise({16, 12}, 11); });
    toy("toy on noise 61 x 43", 1.3, 3, [] { return even_noise({61, 43}, 12); });
    toy("toy on a face", 1.2, 4, cut_of_room(300, 120, {53, 50}));
    return list;
}

std::filesystem::path photograph_folder() {
    const char* chosen = std::getenv("UPSWEEP_PHOTOGRAPHS");
    return chosen ? chosen : "/usr/lib/python3/dist-packages/skimage/data";
}

std::vector<FacePicture> photographs() {
    const std::filesystem::path folder = photograph_folder();
    if (!std::filesystem::exists(folder / "astronaut.png")) return {};
    std::vector<FacePicture> list;
    const auto add = [&](const char* file, double factor, int neighbours) {
        const std::filesystem::path path = folder / file;
        list.push_back({file, [path] { return media::load_image(path, {}, media::Luma::opencv).grey; },
                        factor, neighbours, false});
    };
    add("astronaut.png", 1.1, 3);
    add("astronaut.png", 1.05, 0);
    add("astronaut.png", 1.3, 5);
    add("camera.png", 1.1, 3);
    add("camera.png", 1.05, 1);
    add("chelsea.png", 1.1, 1);
    add("coffee.png", 1.1, 1);
    add("coins.png", 1.05, 1);
    add("motorcycle_left.png", 1.2, 2);
    add("moon.png", 1.1, 0);
    add("brick.png", 1.2, 0);
    return list;
}

}  // namespace upsweep::vision
