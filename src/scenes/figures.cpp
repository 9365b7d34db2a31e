#include "scenes/figures.h"

#include <variant>
#include <vector>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "scenes/destination.h"

namespace upsweep::scenes {
namespace {

constexpr Figure all[] = {
    {"bilgic-1", "Bilgic 2010, Figure 1: a tree of sums", "scan_blelloch?n=4&input=usual&step=21",
     StepSize::barrier,
     "The reduce phase on four elements: pairs first, then the sum of all four in the last cell."},
    {"bilgic-2", "Bilgic 2010, Figure 2: the way down", "scan_blelloch?n=4&input=usual&step=44",
     StepSize::barrier,
     "The down-sweep on four elements: a zero replaces the sum of all, and each level makes one copy for "
     "each "
     "addition."},
    {"bilgic-3", "Bilgic 2010, Figure 3: rows of any length",
     "scan_blelloch?n=16&input=usual&options={segment=4}&step=250", StepSize::launch,
     "Segments are scanned, their totals are scanned, and each total is added to the segment that follows."},
    {"poostchi-1", "Poostchi 2012, Figure 1: a histogram of any rectangle",
     "region_histogram?n=8&input=usual&step=2026", StepSize::phase,
     "Rows, then columns of each bin are scanned; a rectangle's histogram then takes four entries a bin."},
    {"poostchi-2", "Poostchi 2012, Figure 2: up-sweep and down-sweep",
     "scan_blelloch?n=8&input=usual&step=56", StepSize::barrier,
     "An exclusive scan of eight elements: up-sweep above, down-sweep below."},
    {"poostchi-3", "Poostchi 2012, Figure 3: a tile in and out",
     "transpose_tiled?n=8&input=usual&lanes=8&step=89", StepSize::phase,
     "A tile is read row by row into shared memory and written row by row, turned."},
    {"poostchi-4", "Poostchi 2012, Figure 4: three dimensions in one",
     "integral_histogram_single_sts?n=8&input=usual&step=66", StepSize::launch,
     "The histogram of every pixel, bin after bin: a matrix for each bin, one below the other in one array."},
    {"oro-2", "Oro 2011, Figure 2: kernels one by one, or at the same time",
     "haar_cascade?width=16&height=12&input=usual&options={streams=1}&lanes=8&multiprocessors=16&step=33298",
     StepSize::launch,
     "The levels of the pyramid, each in a stream of its own: their kernels run at the same time."},
    {"oro-3", "Oro 2011, Figure 3: warps, blocks, grid", "scan_warps?n=16&input=usual&lanes=2&step=495",
     StepSize::launch,
     "Each warp scans its elements, the blocks add up their warps, and the grid adds up its blocks."},
    {"oro-4", "Oro 2011, Figure 4: the scan of one warp",
     "scan_warps?n=32&input=usual&lanes=32&banks=32&step=64", StepSize::barrier,
     "32 lanes scan 32 elements in five rounds, with 129 additions."},
    {"oro-5", "Oro 2011, Figure 5: the pixels of a block",
     "haar_cascade?width=16&height=12&input=usual&lanes=8&step=8379", StepSize::phase,
     "The windows of a block reach beyond its own pixels, so it loads a tile that is larger by one window."},
    {"bugetti-1", "Bugetti 2025, Figure 1: an integral image of 3 × 3",
     "integral_image_bugetti_loop?n=3&input=[0,1,2,3,4,5,6,7,8]&step=19", StepSize::barrier,
     "Every entry is its pixel, the entry above and the entry to the left, less the one above and to the "
     "left."},
    {"bugetti-2", "Bugetti 2025, Figure 2: scan, transpose, twice",
     "integral_image_bugetti?n=3&input=[0,1,2,3,4,5,6,7,8]&step=142", StepSize::launch,
     "The rows are scanned and transposed, twice: then every column is summed, and the image is upright "
     "again."},
    {"bugetti-3", "Bugetti 2025, Figure 3: Kogge and Stone's scan",
     "scan_kogge_stone?n=8&input=usual&step=77", StepSize::barrier,
     "Each pass adds the cell 1, 2, then 4 places to the left."},
    {"bugetti-4", "Bugetti 2025, Figure 4: a scan of any length",
     "scan_segmented?n=16&input=usual&options={section=4}&step=146", StepSize::launch,
     "Sections are scanned, their last values are scanned, and each is added to the section that follows."},
    {"bugetti-5", "Bugetti 2025, Figure 5: blocks take numbers",
     "scan_single_pass?width=4&height=2&input=usual&options={section=2,inclusive=1}&resident_blocks=2&step="
     "89",
     StepSize::phase,
     "Blocks number themselves when they start, the first section of each row first: so no block waits for "
     "one "
     "that has not started."},
};

/// One each, in the same order.
const std::vector<Scene>& scenes_of_all() {
    static const std::vector<Scene> made = [] {
        std::vector<Scene> scenes;
        for (const Figure& figure : all) scenes.push_back(scene_of(figure));
        return scenes;
    }();
    return made;
}

}  // namespace

std::span<const Figure> figures() { return all; }

const Figure& find_figure(std::string_view name) {
    std::string known;
    for (const Figure& figure : all) {
        if (figure.name == name) return figure;
        known += (known.empty() ? "" : ", ") + std::string(figure.name);
    }
    throw UsageError("No figure is called {}; there are: {}.", in_quotes(name), known);
}

Scene scene_of(const Figure& figure) {
    Scene scene = std::get<Scene>(parse_destination("step:" + std::string(figure.place)));
    scene.figure = figure.name;
    return scene;
}

const Figure* figure_of(const Scene& scene) {
    const Figure* figure = find_by(all, &Figure::name, std::string_view(scene.figure));
    if (figure == nullptr) return nullptr;
    const Scene& known = scenes_of_all()[size_t(figure - all)];
    Scene at = scene;
    at.step = known.step;
    at.launch = known.launch;
    return at == known ? figure : nullptr;
}

}  // namespace upsweep::scenes
