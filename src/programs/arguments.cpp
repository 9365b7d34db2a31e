#include "programs/arguments.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "core/quotes.h"
#include "core/words.h"
#include "programs/number.h"

namespace upsweep::programs {
Dim3 parse_dim3(std::string_view text, std::string_view what) {
    int64_t sides[3] = {1, 1, 1};
    std::string_view rest = text;
    const bool gap = text.empty() || text.front() == ',' || text.back() == ',' ||
                     text.find(",,") != std::string_view::npos;
    if (gap)
        throw UsageError("{} is {}, which lacks a number; write it as 4 or 4,2 or 4,2,1.", what,
                         in_quotes(text));
    for (int64_t& side : sides) {
        const size_t comma = rest.find(',');
        side = parse_whole(rest.substr(0, comma), 1, 2'147'483'647, what);
        if (comma == std::string_view::npos) return {sides[0], sides[1], sides[2]};
        rest.remove_prefix(comma + 1);
    }
    throw UsageError("{} is {}; it takes at most three numbers.", what, in_quotes(text));
}

Definitions parse_definitions(const std::vector<std::string>& texts) {
    Definitions definitions;
    for (const std::string& text : texts) {
        const size_t equals = text.find('=');
        std::string name = text.substr(0, equals);
        if (!is_name(name))
            throw UsageError("{} does not define a name; write -DNAME=VALUE.", in_quotes(text));
        definitions.emplace_back(std::move(name),
                                 equals == std::string::npos ? "1" : text.substr(equals + 1));
    }
    return definitions;
}

std::string with_template_arguments(const std::string& kernel, const std::vector<std::string>& arguments) {
    if (arguments.empty()) return kernel;
    const size_t types = std::min(kernel.find('('), kernel.size());
    return fmt::format("{}<{}>{}", kernel.substr(0, types), fmt::join(arguments, ", "), kernel.substr(types));
}

}  // namespace upsweep::programs
