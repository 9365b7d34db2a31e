// What a command says on stderr.
#pragma once

#include <string>

namespace upsweep::commands {

/// "upsweep: sentence", on one line, whatever the sentence quotes. No failure of stderr ends a command.
void tell(const std::string& sentence);

/// On a terminal, takes the place of the line that the last call showed; silent elsewhere. Empty: wipes it.
void show_progress(const std::string& line);

/// True if someone at a terminal sees what show_progress shows.
bool shows_progress();

}  // namespace upsweep::commands
