// check_pictures FILE...: exits with 1 and one line for each picture that is missing, small or (nearly)
// blank.
#include <stb/stb_image.h>

#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <string>

namespace {

constexpr int least_width = 640, least_height = 400;
constexpr size_t least_colours = 32;  // text alone has more, through its smooth edges
constexpr double most_of_one_colour = 0.98;

/// Why the picture shows nothing; empty if it does.
std::string fault(const char* file) {
    int width = 0, height = 0, channels = 0;
    std::unique_ptr<stbi_uc, void (*)(void*)> pixels(stbi_load(file, &width, &height, &channels, 3),
                                                     stbi_image_free);
    if (!pixels) return "cannot be read";
    if (width < least_width || height < least_height) return "is too small";
    std::map<uint32_t, int64_t> colours;
    const int64_t count = int64_t{width} * height;
    for (int64_t i = 0; i < count; ++i) {
        const stbi_uc* p = pixels.get() + 3 * i;
        ++colours[uint32_t(p[0] << 16 | p[1] << 8 | p[2])];
    }
    int64_t most = 0;
    for (const auto& [colour, times] : colours) most = times > most ? times : most;
    if (colours.size() < least_colours || double(most) > most_of_one_colour * double(count))
        return "is blank";
    return {};
}

}  // namespace

int main(int argc, char** argv) {
    int faults = 0;
    for (int i = 1; i < argc; ++i) {
        const std::string why = fault(argv[i]);
        if (why.empty()) continue;
        std::fprintf(stderr, "The picture %s %s.\n", argv[i], why.c_str());
        ++faults;
    }
    return faults > 0 || argc < 2 ? 1 : 0;
}
