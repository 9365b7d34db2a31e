// Kernels without an entry, opened with nothing but their file: the stage shows what they are about.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "replay/structure/index.h"
#include "replay/trace.h"
#include "replay/words/sentence.h"
#include "scenes/run_program.h"
#include "scenes/run_scene.h"
#include "stage/grid.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr Box strangers_wide{{0, 0}, {1050, 850}};

/// The text as Step runs it, with warps of four lanes.
std::unique_ptr<StepPosition> strangers_opened(const std::string& text) {
    scenes::Scene scene = scenes::scene_of_text(text);
    scene.gpu = emulator::ToyGpu();
    scene.gpu.lanes = 4;
    return std::make_unique<StepPosition>(
        std::make_shared<const scenes::RunScene>(scenes::run_scene(std::move(scene))));
}

/// Where the last launch has ended; what main does behind it is shown as the plan.
int64_t behind_launches(const StepPosition& at) { return at.trace().launches.back().end_step; }

/// Names of the arrays whose cells are in the picture, each with the player's value.
std::set<std::string> arrays_in(const StepPosition& at, const Picture& picture) {
    std::set<std::string> names;
    for (const Hit& hit : picture.hits) {
        const auto cell = cell_of(at, hit.name);
        if (!cell) continue;
        names.insert(at.trace().arrays[cell->first].name);
        if (!at.player().defined(cell->first, cell->second)) continue;
        const std::string value =
            at.staged().text_of(at.trace(), cell->first, at.player().bits(cell->first, cell->second));
        EXPECT_THAT(picture.texts_in(hit.box), testing::Contains(value)) << hit.name;
    }
    return names;
}

std::set<std::string> arrays_at(StepPosition& at, int64_t step, Zoom zoom) {
    at.seek(step);
    StageState state;
    StageOptions options;
    options.zoom = zoom;
    return arrays_in(at, draw_stage(strangers_wide, 16, at, options, state));
}

TEST(Strangers, AMatrixMultiplicationShowsItsMatricesAndBothTiles) {
    const auto at = strangers_opened(R"(
__global__ void multiply(const int* A, const int* B, int* C, int n)
{
    __shared__ int a[4][4], b[4][4];
    int row = blockIdx.y * 4 + threadIdx.y, column = blockIdx.x * 4 + threadIdx.x, sum = 0;
    for (int tile = 0; tile < n / 4; ++tile) {
        a[threadIdx.y][threadIdx.x] = A[row * n + tile * 4 + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = B[(tile * 4 + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < 4; ++k) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}
int main()
{
    const int n = 8;
    int hA[n * n], hB[n * n], *A, *B, *C;
    for (int i = 0; i < n * n; ++i) { hA[i] = i % 5; hB[i] = i % 3; }
    cudaMalloc(&A, sizeof(hA)); cudaMalloc(&B, sizeof(hB)); cudaMalloc(&C, sizeof(hA));
    cudaMemcpy(A, hA, sizeof(hA), cudaMemcpyHostToDevice);
    cudaMemcpy(B, hB, sizeof(hB), cudaMemcpyHostToDevice);
    multiply<<<dim3(n / 4, n / 4), dim3(4, 4)>>>(A, B, C, n);
})");
    EXPECT_EQ(arrays_at(*at, behind_launches(*at) / 8, Zoom::blocks),
              (std::set<std::string>{"A", "B", "a", "b"}))
        << "C's blocks stand as cards until they are stored";
    EXPECT_EQ(arrays_at(*at, behind_launches(*at), Zoom::blocks),
              (std::set<std::string>{"A", "B", "C", "a", "b"}));
    EXPECT_TRUE(is_about_grids(at->staged()));
    // Where a sum came from, through a register and the tiles.
    at->seek(behind_launches(*at));
    std::set<std::pair<std::string, int64_t>> from;
    for (const Leaf& leaf : deep_sources(at->trace(), at->picture().flows.back().access).leaves)
        from.emplace(at->trace().arrays[leaf.array].name, leaf.element);
    std::set<std::pair<std::string, int64_t>> expected;
    const int64_t cell = at->picture().flows.back().cell;
    for (int64_t k = 0; k < 8; ++k) expected.insert({{"A", cell / 8 * 8 + k}, {"B", k * 8 + cell % 8}});
    EXPECT_EQ(from, expected);
    EXPECT_THAT(plain(at->sentence()), testing::HasSubstr(" from row 7 of A and column "));
}

TEST(Strangers, AStencilIsAGridOfNeighbours) {
    const auto at = strangers_opened(R"(
__global__ void heat(const int* now, int* next, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
    int at = y * width + x;
    next[at] = now[at - 1] + now[at + 1] + now[at - width] + now[at + width];
}
int main()
{
    const int width = 8, height = 8;
    int *now, *next, cells[height][width];
    for (int y = 0; y < height; ++y) for (int x = 0; x < width; ++x) cells[y][x] = x + y;
    cudaMalloc(&now, sizeof(cells)); cudaMalloc(&next, sizeof(cells));
    cudaMemcpy(now, cells, sizeof(cells), cudaMemcpyHostToDevice);
    cudaMemset(next, 0, sizeof(cells));
    heat<<<dim3(2, 2), dim3(4, 4)>>>(now, next, width, height);
})");
    EXPECT_TRUE(is_about_grids(at->staged()));
    EXPECT_EQ(arrays_at(*at, behind_launches(*at), Zoom::blocks), (std::set<std::string>{"now", "next"}));
}

TEST(Strangers, AHistogramShowsItsBinsAndPixels) {
    const auto at = strangers_opened(R"(
__global__ void count(const unsigned char* pixels, int* bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[pixels[i]], 1);
}
int main()
{
    const int n = 16;
    unsigned char host[n] = {3, 1, 0, 2, 3, 3, 1, 0, 2, 2, 1, 3, 0, 0, 1, 2}, *pixels;
    int* bins;
    cudaMalloc(&pixels, n);
    cudaMalloc(&bins, 4 * sizeof(int));
    cudaMemcpy(pixels, host, n, cudaMemcpyHostToDevice);
    cudaMemset(bins, 0, 4 * sizeof(int));
    count<<<2, 8>>>(pixels, bins, n);
})");
    const std::set<std::string> both = {"pixels", "bins"};
    EXPECT_EQ(arrays_at(*at, behind_launches(*at), Zoom::blocks), both);
    EXPECT_EQ(arrays_at(*at, behind_launches(*at), Zoom::lanes), both);
    // The bins are shared: they appear once, with how often the step adds to each.
    at->set_grain(Grain::barrier);
    StageState state;
    StageOptions options;
    options.zoom = Zoom::blocks;
    Picture picture;
    bool several = false;
    for (int64_t stop = 0; stop < behind_launches(*at);) {
        at->seek(stop = at->index().forward(stop, Grain::barrier));
        picture = draw_stage(strangers_wide, 16, *at, options, state);
        for (const std::string_view text : picture.texts_in(strangers_wide)) several |= text == "× 2";
    }
    EXPECT_TRUE(several);
    std::multiset<int64_t> bins;
    for (const Hit& hit : picture.hits)
        if (const auto cell = cell_of(*at, hit.name); cell && at->trace().arrays[cell->first].name == "bins")
            bins.insert(cell->second);
    EXPECT_EQ(bins, (std::multiset<int64_t>{0, 1, 2, 3}));
}

TEST(Strangers, ARowThatIsMadeOfAMatrixStandsBesideIt) {
    const auto at = strangers_opened(R"(
__global__ void sums(const int* table, int* row, int width)
{
    int y = threadIdx.x, sum = 0;
    for (int x = 0; x < width; ++x) sum += table[y * width + x];
    row[y] = sum;
}
int main()
{
    int *table, *row;
    size_t pitch;
    cudaMallocPitch(&table, &pitch, 4 * sizeof(int), 3);
    cudaMalloc(&row, 3 * sizeof(int));
    cudaMemset(table, 1, 3 * pitch);
    sums<<<1, 3>>>(table, row, 4);
})");
    at->set_grain(Grain::barrier);
    EXPECT_TRUE(arrays_at(*at, behind_launches(*at), Zoom::block).contains("row"));
}

TEST(Strangers, ASumOfVectorsHasBothSummandsAboveItAtEveryStep) {
    const auto add = [](const std::string& body) {
        return strangers_opened(
            "__global__ void add(const int* A, const int* B, int* C, int n)\n{\n"
            "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n" +
            body + R"(
}
int main()
{
    const int n = 16;
    int h[n], *A, *B, *C;
    for (int i = 0; i < n; ++i) h[i] = 100 + i;
    cudaMalloc(&A, sizeof(h)); cudaMalloc(&B, sizeof(h)); cudaMalloc(&C, sizeof(h));
    cudaMemcpy(A, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemcpy(B, h, sizeof(h), cudaMemcpyHostToDevice);
    add<<<2, 8>>>(A, B, C, n);
})");
    };
    const std::set<std::string> all = {"A", "B", "C"};
    for (const char* body :
         {"if (i < n) C[i] = A[i] + B[i];", "int b = B[i];\n int a = A[i];\n C[i] = a - b;"}) {
        const auto at = add(body);
        for (int64_t step = at->trace().launches.front().first_step + 1; step <= behind_launches(*at); ++step)
            EXPECT_EQ(arrays_at(*at, step, Zoom::block), all) << body << " step " << step;
    }
    // One of them alone is an arrow straight down, as ever.
    const auto scaled = add("C[i] = 2 * A[i];");
    EXPECT_EQ(arrays_at(*scaled, behind_launches(*scaled), Zoom::block), (std::set<std::string>{"A", "C"}));
}

}  // namespace
}  // namespace upsweep::stage
