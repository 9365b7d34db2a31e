// Errors that carry a sentence for the user.
#pragma once

#include <stdexcept>

#include <fmt/core.h>

namespace upsweep {

/// The work failed. what() is one sentence: what, where, what to do. The command line prints it and exits
/// with 1.
class Error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
    /// With values in the places of "{}".
    template <typename First, typename... More>
    Error(fmt::format_string<First, More...> text, First&& first, More&&... more)
        : std::runtime_error(fmt::vformat(text, fmt::make_format_args(first, more...))) {}
};

/// The request itself makes no sense (an unknown name, a number out of range). The command line exits with 2.
class UsageError : public Error {
  public:
    using Error::Error;
};

/// A backend is missing: no GPU, no driver, no toolkit. Tests skip and buttons grey out with this reason.
class BackendMissing : public Error {
  public:
    using Error::Error;
};

/// The user cancelled. Never shown as a failure.
class Cancelled : public Error {
  public:
    Cancelled() : Error("Cancelled.") {}
};

}  // namespace upsweep
