// A live key map.
#include "app/ui/key_map.h"

#include <algorithm>
#include <sstream>

#include "core/ranges.h"

namespace upsweep::app {

void KeyMap::bind(std::string_view keys, std::string title, std::function<void()> action) {
    Binding binding{{}, std::move(title), std::move(action)};
    std::istringstream words{std::string(keys)};
    for (std::string word; words >> word;) binding.chords.push_back(parse_chord(word));
    bindings_.push_back(std::move(binding));
}

bool KeyMap::press(Chord chord) const {
    for (const Binding& binding : bindings_)
        if (contains(binding.chords, chord)) {
            binding.action();
            return true;
        }
    return false;
}

}  // namespace upsweep::app
