// Where no signal asks a program to end.
#include "system/quit_signals.h"

namespace upsweep::system {

struct QuitSignals::State {};

QuitSignals::QuitSignals(std::function<void()>) {}
QuitSignals::~QuitSignals() = default;

}  // namespace upsweep::system
