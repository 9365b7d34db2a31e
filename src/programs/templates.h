// Programs to begin with: whole, small and right, as courses hand them out.
#pragma once

#include <span>
#include <string_view>

namespace upsweep::programs {

struct Template {
    std::string_view name;  ///< "reduce"
    std::string_view says;  ///< "Each block adds 16 elements to one sum."
    std::string_view text;
};

/// In the order of a course.
std::span<const Template> templates();

}  // namespace upsweep::programs
