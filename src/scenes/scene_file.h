// Scenes as TOML: files of their own, and blocks in lessons.
//
//     version = 1
//     algorithm = "scan_blelloch"
//     n = 8                            # or width and height
//     type = "u8->u32"
//     options = { padding = 1 }        # or names: "on"
//     input = [3, 1, 7, 0, 4, 1, 6, 3] # or "random", "usual", "ones"
//     seed = 1                         # of a random input
//     lanes = 4                        # the toy GPU: banks, multiprocessors, resident_blocks, shared_bytes,
//                                      # blocks and warps (or schedule: both), weak_memory,
//                                      # lanes_proceed
//     step = 25                        # steps done
//     stops = ["line 16"]              # breakpoints, as stop.h has them
//     by = "barrier"                   # how it is looked at: a size of step, and a distance
//     distance = "block"
//     [edits]                          # texts in the place of the kernel's files, by their names
//
// All but `version` and `algorithm` may be left out; SceneWords says what is usual then.
//
// Instead of an algorithm and what belongs to it, the user's program:
//
//     program = "/home/ada/reduce.cu"
//     kernel = "reduce"                # what is left out is as the file's host code has it:
//     template_arguments = ["256"]     # definitions, grid, block, shared, arguments
//     arguments = ["iota:65", "", "65"]
//     set = ["weights=values:1,2,1"]
//     expect = ["output=values:120,376"]
//     [edits]                          # texts in the place of files, by their names
//     "reduce.cu" = "..."
#pragma once

#include <string>
#include <string_view>

#include "scenes/scene.h"
#include "scenes/toml_reader.h"

namespace upsweep::scenes {

/// The form that this program writes, and the highest that it reads.
inline constexpr int64_t scene_version = 1;

/// Reads the keys of a scene from a table that may have others; `base`: the scene that it changes. Throws
/// Error with file and line.
Scene read_scene(TomlReader& reader, const Scene& base = {});

/// A whole file's text; `name` is what messages call it. Throws Error: what, where.
Scene parse_scene(const std::string& name, std::string_view text);

/// By its ending: a file that read_scene_file tries to read.
bool is_scene_name(const std::string& path);
/// Throws Error.
Scene read_scene_file(const std::string& path);

/// The file's text: first the same as a command, as a comment, then what is not usual. Reads back to an equal
/// scene.
std::string to_toml(const Scene& scene);

}  // namespace upsweep::scenes
