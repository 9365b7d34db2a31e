#include "vision/difference.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/clock.h"
#include "core/parallel.h"

namespace upsweep::vision {
namespace {

/// The responses that it is made of.
std::vector<BoxResponse> parts_of(BoxResponse response) {
    if (response != BoxResponse::determinant) return {response};
    return {BoxResponse::xx, BoxResponse::yy, BoxResponse::xy};
}

/// A box of weight w by offsets of its corners in the table from the pixel's own entry.
struct CornerOffsets {
    int64_t a = 0, b = 0, c = 0, d = 0, weight = 1;
};

/// The table as padded rows: entry (x, y) is everything left of x and above y.
class Table {
  public:
    explicit Table(const Array& padded)
        : sums_(padded.view<uint32_t>().data()), stride_(padded.extent().width) {}

    std::vector<CornerOffsets> offsets_of(const std::vector<reference::WeightedBox>& boxes) const {
        std::vector<CornerOffsets> offsets;
        for (const reference::WeightedBox& box : boxes)
            offsets.push_back({box.y0 * stride_ + box.x0, box.y0 * stride_ + box.x1,
                               box.y1 * stride_ + box.x0, box.y1 * stride_ + box.x1, box.weight});
        return offsets;
    }
    const uint32_t* at(int64_t x, int64_t y) const { return sums_ + y * stride_ + x; }

  private:
    const uint32_t* sums_;
    int64_t stride_;
};

/// Rows of values, box by box, so that neighbouring places are worked out side by side.
class ResponseRows {
  public:
    ResponseRows(const Table& table, const DifferenceRequest& request, int64_t count)
        : table_(table), request_(request) {
        for (const BoxResponse of : parts_of(request.response))
            boxes_.push_back(table.offsets_of(reference::boxes_of(of, request.size)));
        for (auto& row : sums_) row.resize(size_t(count));
    }

    /// Those of row y from place x on, whose boxes are all in the picture.
    void fill(int64_t x, int64_t y, float* to) {
        const uint32_t* here = table_.at(x, y);
        if (request_.response == BoxResponse::centre_surround) {
            add_up({boxes_[0][0]}, here, sums_[0]);
            add_up({boxes_[0][1]}, here, sums_[1]);
            for (size_t i = 0; i < sums_[0].size(); ++i)
                to[i] = reference::centre_less_surround(sums_[0][i], sums_[1][i], request_.size);
            return;
        }
        for (size_t i = 0; i < boxes_.size(); ++i) add_up(boxes_[i], here, sums_[i]);
        const auto area = float(request_.size * request_.size);
        const auto over_area = [area](int32_t sum) { return float(sum) / area; };
        for (size_t i = 0; i < sums_[0].size(); ++i)
            to[i] = boxes_.size() == 1
                        ? over_area(sums_[0][i])
                        : reference::hessian_determinant(over_area(sums_[0][i]), over_area(sums_[1][i]),
                                                         over_area(sums_[2][i]));
    }

  private:
    /// Boxes of at most 195 x 195 bytes, three times at most: far below 2³¹, whatever the table has wrapped.
    static void add_up(const std::vector<CornerOffsets>& boxes, const uint32_t* here,
                       std::vector<int32_t>& sums) {
        std::fill(sums.begin(), sums.end(), 0);
        for (const CornerOffsets& box : boxes) {
            const uint32_t *a = here + box.a, *b = here + box.b, *c = here + box.c, *d = here + box.d;
            const auto weight = int32_t(box.weight);
            for (size_t i = 0, count = sums.size(); i < count; ++i)
                sums[i] += weight * int32_t(d[i] - b[i] - c[i] + a[i]);
        }
    }

    const Table& table_;
    DifferenceRequest request_;
    std::vector<std::vector<CornerOffsets>> boxes_;
    std::array<std::vector<int32_t>, 3> sums_;
};

Array values_of(const Array& padded, Extent picture, const DifferenceRequest& request,
                const std::atomic<bool>* cancel) {
    Array values(ScalarType::f32, picture);
    const int64_t half = request.size / 2;
    if (picture.width < request.size || picture.height < request.size) return values;
    const Table table(padded);
    float* to = values.view<float>().data();
    parallel_rows(picture.height - 2 * half, [&](int64_t first, int64_t last) {
        ResponseRows rows(table, request, picture.width - 2 * half);
        for (int64_t y = half + first; y < half + last; ++y) {
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
    std::transform(from.begin(), from.end(), picture.view<uint8_t>().begin(),
                   [scale, largest, rooted](float value) {
                       return uint8_t(128.5F + scale * shown_of(value, largest, rooted));
                   });
    return picture;
}

DifferenceRequest difference_request(const Values& values) {
    return {BoxResponse(values[0]), box_sizes[values[1]]};
}

/// "Dxx", "Dyy", "Dxy", "determinant", "centre and surround".
std::string_view response_words(const Values& values) {
    return difference_operation.parameters[0].words[values[0]];
}

std::string weight_text(int64_t weight) {
    return fmt::format("{}{}", weight < 0 ? "\u2212" : "+", weight < 0 ? -weight : weight);
}

std::string signed_text(float value) {
    return fmt::format("{}{:.4g}", value < 0 ? "\u2212" : "", value < 0 ? -value : value);
}

/// The section about the boxes.
void add_boxes(NumberSection& section, const DifferenceNumbers& numbers, const DifferenceRequest& request) {
    if (!numbers.inside)
        section.words = fmt::format(
            "Here the boxes reach beyond the picture: the value is `0`. Move `{}` pixels inwards.",
            request.size / 2);
    const bool around = request.response == BoxResponse::centre_surround;
    for (const DifferenceNumbers::Part& part : numbers.parts) {
        const std::string_view name = difference_operation.parameters[0].words[size_t(part.response)];
        BoxSum& sum = section.boxes.emplace_back();
        sum.label = around ? "difference" : fmt::format("{} = Σ / {}²", name, request.size);
        sum.value = signed_text(part.value);
        for (const BoxPart& box : part.boxes) {
            const bool first = sum.boxes.empty();
            sum.boxes.push_back({box.region, around ? (first ? "all" : "mid") : weight_text(box.weight),
                                 around ? !first : box.weight > 0, box.sum});
        }
    }
    if (numbers.inside && around)
        section.words = fmt::format("Mean of the middle `{:.2f}`, of its surroundings `{:.2f}`.",
                                    numbers.centre, numbers.surround);
    if (numbers.inside && request.response == BoxResponse::determinant)
        section.rows = {{"Dxx · Dyy − (0.9 Dxy)²", signed_text(numbers.value), true}};
}

PixelNumbers difference_numbers(const PixelInput& at, const Values& values) {
    const DifferenceRequest request = difference_request(values);
    const DifferenceNumbers numbers = look_at_boxes(*at.picture.integral, request, at.x, at.y);
    PixelNumbers all{.beside = {{"pixel", samples_text({&at.picture.grey, 1}, at.x, at.y), true},
                                {"value", signed_text(numbers.value), true}},
                     .sections = {{.title = "Boxes", .note = "4 reads each"}}};
    if (at.run) all.beside.push_back({"largest", signed_text(float(at.run->whole))});
    add_boxes(all.sections[0], numbers, request);
    return all;
}

PixelMarks difference_marks(const Values& values, Extent picture, int64_t x, int64_t y) {
    const auto [response, size, table] = difference_request(values);
    const int64_t half = size / 2;
    PixelMarks marks{{x - half, y - half, x + half + 1, y + half + 1}};
    // All eight of the determinant would hide the picture; the numbers have them.
    if (clipped(marks.window, picture) == marks.window && response != BoxResponse::determinant)
        for (const reference::WeightedBox& box : reference::boxes_of(response, size))
            marks.outlines.push_back({x + box.x0, y + box.y0, x + box.x1, y + box.y1});
    return marks;
}

SteppedEntry difference_step(const Values& values, Extent picture) {
    // Boxes of 9 pixels, or of 3 where the picture is too small for them.
    const bool small = values[1] == 0 || std::min(picture.width, picture.height) < 9;
    return {.slug = "difference_of_boxes",
            .options = {{"response", values[0]}, {"size", small ? 0 : 1}},
            .most = {12, 11}};
}

std::string difference_sentence(const Values& values) {
    switch (BoxResponse(values[0])) {
        case BoxResponse::determinant:
            return "**Eight boxes** approximate the second derivatives of a Gaussian; a large determinant "
                   "marks a **blob**.";
        case BoxResponse::centre_surround:
            return "The mean of the **middle** minus the mean of its **surroundings**: two boxes at every "
                   "size.";
        default:
            return fmt::format(
                "**{}** from weighted boxes: four corners each, at the same cost for **every size**.",
                response_words(values));
    }
}

}  // namespace

OperationRun difference_picture(const Array& grey, const DifferenceRequest& request,
                                const backends::Backend& on, const std::atomic<bool>* cancel) {
    check_bytes(grey, "The difference of boxes");
    const int64_t place = difference_operation.parameters[1].read(int64_t{request.size});
    OperationRun run;
    if (&on == &backends::cpu()) {
        const Algorithm& algorithm = request.table == nullptr ? usual_table_algorithm(on) : *request.table;
        const TableRun table = make_table(grey, algorithm, on, Convention::padded, cancel);
        const double start = steady_seconds();
        run.values = {values_of(table.table, grey.extent(), request, cancel)};
        run.tables_ms = table.milliseconds;
        run.filter_ms = milliseconds_since(start);
    } else {
        run = run_entry("difference_of_boxes", grey,
                        {{"response", int64_t(request.response)}, {"size", place}}, on, cancel);
        run.values = std::move(run.channels);
    }
    const Array& values = run.values.front();
    const float largest = largest_of(values);
    run.whole = double(largest);
    run.channels = {picture_of(values, largest, request.response == BoxResponse::determinant)};
    return run;
}

DifferenceNumbers look_at_boxes(const IntegralImage& integral, const DifferenceRequest& request, int64_t x,
                                int64_t y) {
    DifferenceNumbers numbers;
    const Extent picture = integral.picture();
    const int64_t half = request.size / 2, area = int64_t{request.size} * request.size;
    numbers.inside = x >= half && y >= half && x + half < picture.width && y + half < picture.height;
    if (!numbers.inside) return numbers;
    for (const BoxResponse response : parts_of(request.response)) {
        DifferenceNumbers::Part& part = numbers.parts.emplace_back(DifferenceNumbers::Part{response, {}, 0});
        int64_t sum = 0;
        for (const reference::WeightedBox& box : reference::boxes_of(response, request.size)) {
            const Region region{x + box.x0, y + box.y0, x + box.x1, y + box.y1};
            part.boxes.push_back({region, box.weight, corners(integral, region).sum()});
            sum += box.weight * part.boxes.back().sum;
        }
        part.value = float(sum) / float(area);
    }
    const auto& parts = numbers.parts;
    if (request.response == BoxResponse::centre_surround) {
        const auto& boxes = parts[0].boxes;
        const int64_t whole = boxes[0].sum, centre = boxes[1].sum, inner = boxes[1].region.count();
        numbers.centre = float(centre) / float(inner);
        numbers.surround = float(whole - centre) / float(area - inner);
        numbers.parts[0].value = reference::centre_less_surround(whole, centre, request.size);
    }
    numbers.value = parts.size() == 1
                        ? parts[0].value
                        : reference::hessian_determinant(parts[0].value, parts[1].value, parts[2].value);
    return numbers;
}

const Operation difference_operation = {
    .slug = "difference_of_boxes",
    .title = "Difference of boxes",
    .parameters = {{.name = "response",
                    .setting = "playground.response",
                    .most = reference::box_response_count - 1,
                    .initial = int64_t(BoxResponse::determinant),
                    .control = Parameter::Control::menu,
                    .label = "Response",
                    .words = {"Dxx", "Dyy", "Dxy", "determinant", "centre and surround"},
                    .keys = {{"P", "Dxx, Dyy, Dxy, determinant, centre and surround"}},
                    .option = {"--response",
                               "xx, yy, xy, determinant or centre_surround",
                               int64_t(BoxResponse::determinant),
                               {"xx", "yy", "xy", "determinant", "centre_surround"},
                               "Unknown response {}; boxes give xx, yy, xy, determinant or "
                               "centre_surround."}},
                   {.name = "size",
                    .setting = "playground.box_size",
                    .most = int64_t(box_sizes.size()) - 1,
                    .initial = 4,
                    .control = Parameter::Control::sizes,
                    .label = "Boxes",
                    .sizes = box_sizes,
                    .keys = {{"Left", "Smaller boxes", -1}, {"Right", "Larger boxes"}},
                    .option = {"--size",
                               "all boxes together: 3, 9, 15, 21, 27, … 195 pixels",
                               1,
                               {},
                               "Boxes cannot be {} pixels wide in all; take 3, 9, 15, 21, 27, 39, 51, 75, "
                               "99, 147, 195."}}},
    .working = "Computing differences of boxes",
    .run =
        [](const OperationInput& picture, const Values& values, const std::atomic<bool>* cancel) {
            DifferenceRequest request = difference_request(values);
            request.table = picture.table;
            return difference_picture(picture.grey, request, picture.on, cancel);
        },
    .numbers = difference_numbers,
    .marks = difference_marks,
    .step = difference_step,
    .label =
        [](const Values& values) {
            const int size = difference_request(values).size;
            return fmt::format("{}, {} × {}", response_words(values), size, size);
        },
    .file_tag =
        [](const Values& values) {
            static constexpr std::array tags = {"dxx", "dyy", "dxy", "hessian", "surround"};
            return fmt::format("{}-{}", tags[values[0]], difference_request(values).size);
        },
    .subject =
        [](const Values& values) { return "Difference of boxes, " + difference_operation.label(values); },
    .sentence = difference_sentence,
    .facts =
        [](const Values& values) {
            return std::vector<NumberRow>{
                {"a lobe", fmt::format("{} pixels", difference_request(values).size / 3), true}};
        },
    .tables = "Integral image",
    .filter = "boxes",
    .command = {"differences", "Differences of boxes around each pixel, as in SURF",
                "the .png or .pgm picture to write (128 is 0), or .npy: the values, f32",
                [](const Values& values, const OperationRun& run) {
                    const auto [response, size, table] = difference_request(values);
                    return fmt::format("{} of boxes {} pixels wide, largest {:.4g}", name_of(response), size,
                                       run.whole);
                },
                "integral image", "boxes"},
};

}  // namespace upsweep::vision
