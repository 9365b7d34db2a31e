// The launch that a kernel is opened with by hand: what is known of it, and guesses for the rest.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "programs/fill.h"
#include "programs/signature.h"

namespace upsweep::programs {

/// One thing that a launch is given, as text that Request takes.
struct Given {
    std::string text;
    std::string guessed = {};  ///< why it is not what the file says, as a phrase; empty where it is
};

/// A launch as main makes it; with line 0 nothing is known of it.
struct KnownLaunch {
    std::string kernel;  ///< with the template arguments: "reduce<float, 256>"
    int32_t line = 0;
    int32_t number = 0, launches = 0;  ///< which of main's launches it is, from 1, and how many there are
    Given grid, block, shared;
    std::vector<Given> arguments;                 ///< one each of given_parameters(signature)
    std::vector<std::string> settings;            ///< NAME=NUMBERS: what variables of the device hold then
    std::shared_ptr<const NamedArrays> contents;  ///< what is too long for a text, which names it with `@`
};

/// `known` with a guess for everything that it leaves open.
KnownLaunch opening_launch(const Signature& signature, KnownLaunch known);

}  // namespace upsweep::programs
