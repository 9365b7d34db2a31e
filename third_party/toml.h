// toml++ without its assertions: include this, not <toml++/toml.h>.
//
// toml++ 3.3 asserts that a table's name begins as names do before it looks whether that is so and complains
// with a sentence. These texts are written by people, so only the sentence is wanted. Under NDEBUG the same
// assertions would be promises to the optimiser, which may then leave the complaint out; so NDEBUG is hidden
// from it.
#pragma once

#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(condition) static_assert(true)
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")
