// Four integral images at once, as elements of four floats: scan, transpose, scan, and to have them upright,
// transpose again.
#include <fmt/format.h>

#include "core/ranges.h"
#include "pipelines/parts/kinds.h"
#include "pipelines/parts/tables.h"
#include "reference/reference.h"

namespace upsweep::entries::integral_image_float4 {
namespace {

/// Two elements a thread, as Bilgic's scan has them.
int64_t segment_for(int64_t width, const Parameters& parameters) {
    return segment_of(parameters.option("segment"), width);
}

/// Scans rows of extent.width into rows of `to_width`.
void append_rows(Plan& plan, BufferId from, BufferId to, Extent extent, int64_t to_width,
                 const Parameters& parameters, const std::string& name) {
    const int64_t segment = segment_for(to_width, parameters);
    append_pass(plan, from, to,
                {.kernel = {"scan_float4.cu", "scan_rows", type_definitions(parameters.types)},
                 .grid = {checked_blocks(extent.height, "A scan with a block for each row")},
                 .block = {segment / 2},
                 .dynamic_shared_bytes = segment * 16,
                 .arguments = arguments(extent.width, to_width, segment,
                                        convention_of(parameters) == Convention::inclusive),
                 .name = name});
}

Plan make_plan(const Parameters& parameters) {
    // The scans hand out the totals of rows and columns that a padded table holds as well.
    const Extent extent = parameters.extent, table = table_extent(parameters);
    const Extent scanned{table.width, extent.height}, turned = scanned.transposed();
    const ElementTypes types = parameters.types;
    const TileSettings tile{parameters.option("tile"), true, 0, types.components};
    Plan plan =
        start_plan("integral_image_float4", parameters, is_upright(parameters) ? table : table.transposed());
    const auto buffer = [&](const char* name, Extent size) {
        return plan.add_buffer({name, types.output, stored_extent(size, types)});
    };
    const BufferId row_sums = buffer("row_sums", scanned), columns = buffer("columns", turned);
    const BufferId sums = is_upright(parameters) ? buffer("sums", table.transposed()) : plan.output;
    append_rows(plan, plan.input, row_sums, extent, table.width, parameters, "scan rows");
    append_transpose(plan, row_sums, columns, tile, parameters.machine, "transpose");
    append_rows(plan, columns, sums, turned, table.height, parameters, "scan columns");
    if (is_upright(parameters))
        append_transpose(plan, sums, plan.output, tile, parameters.machine, "transpose back");
    return plan;
}

/// One image of the four, or the same put back.
Array component(const Array& all, Extent extent, int64_t which) {
    Array one(f32, extent);
    for (int64_t i = 0; i < one.count(); ++i)
        nth(one.view<float>(), i) = nth(all.view<float>(), i * 4 + which);
    return one;
}

Array reference_of(const Parameters& parameters, const Array& input) {
    const Extent extent = parameters.extent, table = table_extent(parameters);
    const Extent to = is_upright(parameters) ? table : table.transposed();
    Array result(f32, stored_extent(to, parameters.types));
    for (int64_t which = 0; which < 4; ++which) {
        Array one = reference_table(component(input, extent, which), f32, convention_of(parameters));
        if (!is_upright(parameters)) one = reference::transpose(one, f32);
        for (int64_t i = 0; i < one.count(); ++i)
            nth(result.view<float>(), i * 4 + which) = nth(one.view<float>(), i);
    }
    return result;
}

/// Rows of extent.width sums each. An inclusive one adds its element to each.
Cost rows_cost(Extent extent, const Parameters& parameters) {
    const int64_t n = segment_for(extent.width, parameters), passes = pieces(extent.width, n);
    const bool inclusive = convention_of(parameters) == Convention::inclusive;
    Cost cost;
    cost.additions = Term::of(extent.height * passes, 8 * (n - 1), fmt::format("4·2({} − 1)", n));
    cost.additions += Term::of(extent.height * (passes - 1), 4, "4");
    cost.copies = Term::of(extent.height * passes, 4 * (n - 1), fmt::format("4({} − 1)", n));
    // The second segment's root takes the first one's sum as it is.
    if (passes > 1) cost.copies += Term::of(extent.height, 4, "4");
    cost.barriers = Term::of(extent.height * passes, 2 * log2_of(n) + 2, fmt::format("(2 log₂ {} + 2)", n));
    cost.rounds = Term::of(passes, 2 * log2_of(n), fmt::format("2 log₂ {}", n));
    if (inclusive) {
        cost.additions +=
            Term::of(1, 4 * extent.count(), fmt::format("4·{}·{}", extent.width, extent.height));
        cost.rounds += Term::of(passes, 1, "1");
    }
    return cost;
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    const Extent table = table_extent(parameters), turned = table.transposed();
    const Extent scanned{table.width, parameters.extent.height};
    const TileSettings tile{parameters.option("tile"), true};
    Cost cost = rows_cost(scanned, parameters);
    cost += transpose_cost(scanned, f32, tile, parameters.machine);
    cost += rows_cost(turned, parameters);
    if (is_upright(parameters)) cost += transpose_cost(turned, f32, tile, parameters.machine);
    return work_expectations(cost);
}

/// Twice the depth of a tree for every segment, along the row and down the column.
double roundings(const Parameters& parameters) {
    const auto depth = [&](int64_t width) {
        const int64_t n = segment_for(width, parameters);
        return 2 * log2_of(n) + pieces(width, n) + 1;
    };
    const Extent table = table_extent(parameters);
    return double(depth(table.width) + depth(table.height));
}

}  // namespace

extern const Algorithm algorithm = table_entry({
    .slug = "integral_image_float4",
    .title = "Four images at once",
    .source = "Bilgic et al. 2010, figure 5",
    .teaches =
        "Elements of four floats: a thread moves 16 bytes at a time, and four images cost less than four "
        "times one",
    .options = {convention_option(Convention::exclusive), turned_back_option(), thread_segment_option(),
                tile_option()},
    .types = {{f32, f32, 4}},
    .opening = {.extent = {4, 3}},
    .make_plan = make_plan,
    .reference = reference_of,
    .expectations = expectations,
    .roundings = roundings,
});

}  // namespace upsweep::entries::integral_image_float4
