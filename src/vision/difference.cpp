#include "vision/difference.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/parallel.h"
#include "core/quotes.h"
#include "vision/picture_plan.h"

namespace upsweep::vision {
namespace {

/// The place of a size in box_sizes.
std::int64_t place_of(int size) {
    const auto found = std::find(box_sizes.begin(), box_sizes.end(), size);
    if (found != box_sizes.end()) return found - box_sizes.begin();
    throw UsageError(
        fmt::format("Boxes cannot be {} pixels wide in all; take {}.", size, fmt::join(box_sizes, ", ")));
}

/// A box of weight w by offsets of its corners in the table from the pixel's own entry.
struct CornerOffsets {
    std::int64_t a = 0, b = 0, c = 0, d = 0, weight = 1;
};

/// The table as padded rows: entry (x, y) is everything left of x and above y.
class Table {
  public:
    explicit Table(const Array& padded)
        : sums_(padded.view<std::uint32_t>().data()), stride_(padded.extent().width) {}

    std::vector<CornerOffsets> offsets_of(const std::vector<reference::WeightedBox>& boxes) const {
        std::vector<CornerOffsets> offsets;
        for (const reference::WeightedBox& box : boxes)
            offsets.push_back({box.y0 * stride_ + box.x0, box.y0 * stride_ + box.x1,
                               box.y1 * stride_ + box.x0, box.y1 * stride_ + box.x1, box.weight});
        return offsets;
    }
    const std::uint32_t* at(std::int64_t x, std::int64_t y) const { return sums_ + y * stride_ + x; }

  private:
    const std::uint32_t* sums_;
    std::int64_t stride_;
};

/// Rows of values, box by box, so that neighbouring places are worked out side by side.
class ResponseRows {
  public:
    ResponseRows(const Table& table, const DifferenceRequest& request, std::int64_t count)
        : table_(table), request_(request) {
        std::vector<BoxResponse> wanted{request.response};
        if (request.response == BoxResponse::determinant)
            wanted = {BoxResponse::xx, BoxResponse::yy, BoxResponse::xy};
        for (const BoxResponse of : wanted)
            boxes_.push_back(table.offsets_of(reference::boxes_of(of, request.size)));
        for (auto& row : sums_) row.resize(static_cast<std::size_t>(count));
    }

    /// Those of row y from place x on, whose boxes are all in the picture.
    void fill(std::int64_t x, std::int64_t y, float* to) {
        const std::uint32_t* here = table_.at(x, y);
        if (request_.response == BoxResponse::centre_surround) {
            add_up({boxes_[0][0]}, here, sums_[0]);
            add_up({boxes_[0][1]}, here, sums_[1]);
            for (std::size_t i = 0; i < sums_[0].size(); ++i)
                to[i] = reference::centre_less_surround(sums_[0][i], sums_[1][i], request_.size);
            return;
        }
        for (std::size_t i = 0; i < boxes_.size(); ++i) add_up(boxes_[i], here, sums_[i]);
        const auto area = static_cast<float>(request_.size * request_.size);
        const auto over_area = [area](std::int32_t sum) { return static_cast<float>(sum) / area; };
        for (std::size_t i = 0; i < sums_[0].size(); ++i)
            to[i] = boxes_.size() == 1
                        ? over_area(sums_[0][i])
                        : reference::hessian_determinant(over_area(sums_[0][i]), over_area(sums_[1][i]),
                                                         over_area(sums_[2][i]));
    }

  private:
    /// Boxes of at most 195 x 195 bytes, three times at most: far below 2³¹, whatever the table has wrapped.
    static void add_up(const std::vector<CornerOffsets>& boxes, const std::uint32_t* here,
                       std::vector<std::int32_t>& sums) {
        std::fill(sums.begin(), sums.end(), 0);
        for (const CornerOffsets& box : boxes) {
            const std::uint32_t *a = here + box.a, *b = here + box.b, *c = here + box.c, *d = here + box.d;
            const auto weight = static_cast<std::int32_t>(box.weight);
            for (std::size_t i = 0, count = sums.size(); i < count; ++i)
                sums[i] += weight * static_cast<std::int32_t>(d[i] - b[i] - c[i] + a[i]);
        }
    }

    const Table& table_;
    DifferenceRequest request_;
    std::vector<std::vector<CornerOffsets>> boxes_;
    std::array<std::vector<std::int32_t>, 3> sums_;
};

Array values_of(const Array& padded, Extent picture, const DifferenceRequest& request,
                const std::atomic<bool>* cancel) {
    Array values(ScalarType::f32, picture);
    const std::int64_t half = request.size / 2;
    if (picture.width < request.size || picture.height < request.size) return values;
    const Table table(padded);
    float* to = values.view<float>().data();
    parallel_rows(picture.height - 2 * half, [&](std::int64_t first, std::int64_t last) {
        ResponseRows rows(table, request, picture.width - 2 * half);
        for (std::int64_t y = half + first; y < half + last; ++y) {
            stop_if(cancel);
            rows.fill(half, y, to + y * picture.width + half);
        }
    });
    return values;
}

float largest_of(const Array& values) {
    float largest = 0;
    for (const float value : values.view<float>()) largest = std::max(largest, std::fabs(value));
    return largest;
}

/// Determinants are products of two responses; their roots are as easily seen as responses are.
float shown_of(float value, float largest, bool rooted) {
    return rooted ? std::copysign(std::sqrt(std::fabs(value) * largest), value) : value;
}

Array picture_of(const Array& values, float largest, bool rooted) {
    Array picture(ScalarType::u8, values.extent());
    const auto from = values.view<float>();
    const float scale = largest > 0 ? 127 / largest : 0;
    std::transform(from.begin(), from.end(), picture.view<std::uint8_t>().begin(),
                   [scale, largest, rooted](float value) {
                       return static_cast<std::uint8_t>(128.5F + scale * shown_of(value, largest, rooted));
                   });
    return picture;
}

std::vector<BoxPart> parts_of(const IntegralImage& integral, BoxResponse response, int size, std::int64_t x,
                              std::int64_t y) {
    std::vector<BoxPart> parts;
    for (const reference::WeightedBox& box : reference::boxes_of(response, size)) {
        BoxPart part{{x + box.x0, y + box.y0, x + box.x1, y + box.y1}, box.weight, {}, 0};
        part.corners = corners(integral, part.region);
        part.sum = part.corners.sum();
        parts.push_back(part);
    }
    return parts;
}

float over_area(const std::vector<BoxPart>& parts, int size) {
    std::int64_t sum = 0;
    for (const BoxPart& part : parts) sum += part.weight * part.sum;
    return static_cast<float>(sum) / static_cast<float>(size * size);
}

}  // namespace

DifferenceRun difference_picture(const Array& grey, const DifferenceRequest& request,
                                 const backends::Backend& on, const std::atomic<bool>* cancel) {
    check_bytes(grey, "The difference of boxes");
    const std::int64_t place = place_of(request.size);
    DifferenceRun run;
    if (&on == &backends::cpu()) {
        const Algorithm& algorithm = request.table == nullptr ? usual_table_algorithm(on) : *request.table;
        const TableRun table = make_table(grey, algorithm, on, Convention::padded, cancel);
        const double start = steady_seconds();
        run.values = values_of(table.table, grey.extent(), request, cancel);
        run.table_ms = table.milliseconds;
        run.filter_ms = milliseconds_since(start);
    } else {
        PictureRun made = run_entry(
            "difference_of_boxes", grey,
            {{"response", static_cast<std::int64_t>(request.response)}, {"size", place}}, on, cancel);
        run.values = std::move(made.output);
        run.table_ms = made.before_ms;
        run.filter_ms = made.last_ms;
        run.transfer_ms = made.transfer_ms;
    }
    run.largest = largest_of(run.values);
    run.picture = picture_of(run.values, run.largest, request.response == BoxResponse::determinant);
    return run;
}

DifferenceNumbers look_at_boxes(const IntegralImage& integral, const DifferenceRequest& request,
                                std::int64_t x, std::int64_t y) {
    DifferenceNumbers numbers;
    const Extent picture = integral.picture();
    const std::int64_t half = request.size / 2;
    numbers.inside = x >= half && y >= half && x + half < picture.width && y + half < picture.height;
    if (!numbers.inside) return numbers;
    const auto parts = [&](BoxResponse of) { return parts_of(integral, of, request.size, x, y); };
    if (request.response == BoxResponse::centre_surround) {
        numbers.around = parts(BoxResponse::centre_surround);
        const std::int64_t whole = numbers.around[0].sum, centre = numbers.around[1].sum,
                           inner = numbers.around[1].region.count();
        numbers.centre = static_cast<float>(centre) / static_cast<float>(inner);
        numbers.surround =
            static_cast<float>(whole - centre) / static_cast<float>(numbers.around[0].region.count() - inner);
        numbers.value = reference::centre_less_surround(whole, centre, request.size);
        return numbers;
    }
    const auto wants = [&](BoxResponse of) {
        return request.response == of || request.response == BoxResponse::determinant;
    };
    if (wants(BoxResponse::xx)) numbers.xx = parts(BoxResponse::xx);
    if (wants(BoxResponse::yy)) numbers.yy = parts(BoxResponse::yy);
    if (wants(BoxResponse::xy)) numbers.xy = parts(BoxResponse::xy);
    numbers.dxx = over_area(numbers.xx, request.size);
    numbers.dyy = over_area(numbers.yy, request.size);
    numbers.dxy = over_area(numbers.xy, request.size);
    numbers.value = request.response == BoxResponse::determinant
                        ? reference::hessian_determinant(numbers.dxx, numbers.dyy, numbers.dxy)
                        : numbers.dxx + numbers.dyy + numbers.dxy;
    return numbers;
}

BoxResponse parse_response(std::string_view text) {
    for (int i = 0; i < reference::box_response_count; ++i)
        if (const auto response = static_cast<BoxResponse>(i); name_of(response) == text) return response;
    throw UsageError(fmt::format(
        "Unknown response {}; boxes give xx, yy, xy, determinant or centre_surround.", in_quotes(text)));
}

}  // namespace upsweep::vision
