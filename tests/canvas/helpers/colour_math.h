// Measures of colours: WCAG contrast, CIEDE2000, and what people with one kind of cone missing see.
#pragma once

#include <array>
#include <cstdint>

namespace upsweep::canvas::colour {

enum class Sight { normal, deutan, protan, tritan };

/// WCAG 2 contrast ratio of two 0xRRGGBB colours, 1 … 21.
double contrast(uint32_t a, uint32_t b);

/// CIEDE2000 difference as seen with `sight` (Machado et al. 2009, severity 1).
double difference(uint32_t a, uint32_t b, Sight sight = Sight::normal);

/// CIEDE2000 of two CIELAB colours (Sharma et al. 2005).
double ciede2000(std::array<double, 3> a, std::array<double, 3> b);

}  // namespace upsweep::canvas::colour
