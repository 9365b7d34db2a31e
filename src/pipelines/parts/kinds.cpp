// What the entries of a kind have in common.
#include "pipelines/parts/kinds.h"

#include "core/ranges.h"
#include "pipelines/parts/histograms.h"
#include "pipelines/parts/tables.h"
#include "pipelines/parts/windows.h"
#include "reference/reference.h"

namespace upsweep {
namespace {

using Reference = Array (*)(const Parameters&, const Array&);

/// What an entry does not say is as its kind has it.
Algorithm completed(Algorithm entry, std::string_view chapter, ResultKind result,
                    std::vector<ElementTypes> types, Reference reference) {
    entry.chapter = chapter;
    entry.cpu_loop = entry.run_on_cpu != nullptr;
    if (entry.types.empty()) entry.types = std::move(types);
    if (entry.result == ResultKind::none) entry.result = result;
    if (entry.reference == nullptr) entry.reference = reference;
    const bool sums = entry.result == ResultKind::scan || entry.result == ResultKind::table ||
                      entry.result == ResultKind::tensor;
    if (sums && entry.convention == no_convention) entry.convention = convention_of;
    return entry;
}

/// Opens with `options`, as far as the entry has them.
void open_with(Algorithm& entry, const std::vector<OptionValue>& options) {
    for (const OptionValue& value : options)
        if (find_by(entry.options, &Option::name, value.name) != nullptr)
            entry.opening.options.push_back(value);
}

Array scanned_rows(const Parameters& parameters, const Array& input) {
    const bool inclusive = scans_inclusively(parameters);
    return operator_of(parameters) == reference::Operator::sum
               ? reference::scan_rows(input, parameters.types.output, inclusive)
               : reference::fold_rows(input, operator_of(parameters), inclusive);
}

Array transposed(const Parameters& parameters, const Array& input) {
    return reference::transpose(input, parameters.types.output);
}

Array table_of(const Parameters& parameters, const Array& input) {
    const Array table = reference_table(input, parameters.types.output, convention_of(parameters));
    return is_upright(parameters) ? table : transposed(parameters, table);
}

Array box_filtered(const Parameters& parameters, const Array& input) {
    return reference::box_filter(input, parameters.option("radius"), border_of(parameters));
}

}  // namespace

Algorithm scan_entry(Algorithm entry) {
    entry.shape = Shape::rows;
    return completed(std::move(entry), "Prefix sums", ResultKind::scan, usual_types(), scanned_rows);
}

Algorithm transpose_entry(Algorithm entry) {
    entry.layout = [](const Parameters&) { return Layout::transposed; };
    return completed(std::move(entry), "Transpose", ResultKind::transpose, usual_types(), transposed);
}

Algorithm table_entry(Algorithm entry) {
    return completed(std::move(entry), "Integral images", ResultKind::table, usual_types(), table_of);
}

Algorithm histogram_entry(Algorithm entry) {
    if (entry.result != ResultKind::likelihood) open_with(entry, {{"bins", 4}, {"levels", 4}});
    return completed(std::move(entry), "Integral histograms", ResultKind::tensor,
                     {{ScalarType::u8, ScalarType::u32}}, reference_tensor);
}

Algorithm filter_entry(Algorithm entry) {
    open_with(entry, {{"radius", 2}});
    return completed(std::move(entry), "Box filters", ResultKind::filter, {{ScalarType::u8, ScalarType::u8}},
                     box_filtered);
}

}  // namespace upsweep
