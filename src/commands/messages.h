// What a command says on stderr, and JSON on stdout.
#pragma once

#include <string>

#include "core/json_fwd.h"

namespace upsweep::commands {

/// The document and a line end on stdout.
void print(const Json& document);

/// "upsweep: sentence", on one line, whatever the sentence quotes. No failure of stderr ends a command.
void tell(const std::string& sentence);

/// On a terminal, takes the place of the line that the last call showed; silent elsewhere. Empty: wipes it.
void show_progress(const std::string& line);

/// True if someone at a terminal sees what show_progress shows.
bool shows_progress();

}  // namespace upsweep::commands
