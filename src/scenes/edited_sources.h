// The kernels' texts, edited ones in the place of their files.
#pragma once

#include <map>
#include <string>

#include "emulator/source/source_text.h"

namespace upsweep::scenes {

/// Of files by name; `edits` is Scene::edits.
emulator::SourceProvider edited_sources(std::map<std::string, std::string> edits);

}  // namespace upsweep::scenes
