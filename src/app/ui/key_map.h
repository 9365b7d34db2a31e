// A live key map: what a key does and how the help sheet names it.
#pragma once

#include <initializer_list>
#include <vector>

#include "app/platform/input.h"

namespace upsweep::app {

struct Binding {
    std::vector<Chord> chords;
    std::string title;  ///< "One step on"
    std::function<void()> action;
};

class KeyMap {
  public:
    /// `keys`: alternatives separated by blanks, "Right PgDn". Throws UsageError for an unknown key.
    void bind(std::string_view keys, std::string title, std::function<void()> action);
    struct Row {
        std::string_view keys;
        std::string title;
        std::function<void()> action;
    };
    void bind(std::initializer_list<Row> rows) {
        for (const auto& [keys, title, action] : rows) bind(keys, title, action);
    }
    /// Runs what `chord` is bound to; false if it is bound to nothing.
    bool press(Chord chord) const;
    const std::vector<Binding>& bindings() const { return bindings_; }

  private:
    std::vector<Binding> bindings_;
};

}  // namespace upsweep::app
