// Links to what is in front, and what opens one.
#include "app/host/openable.h"
#include "app/shell/app.h"
#include "app/shell/shell.h"
#include "core/quotes.h"
#include "scenes/link.h"

namespace upsweep::app {

using scenes::Destination;

void App::State::follow_link(std::string_view text) {
    notices.clear("link");
    try {
        open(scenes::parse_place(text));
    } catch (const Error& error) {
        notices.add(error.what(), "link");
    }
}

std::string App::State::link_base() const {
    return options.link_base.value_or(settings.text("link.base", std::string(scenes::usual_link_base)));
}

void App::State::copy_link() {
    notices.clear("link");
    try {
        const std::optional<Destination> here = view().here();
        if (!here) return notices.add("Nothing is open here yet that a link could lead to.", "link");
        const std::string link = scenes::link_of(*here, link_base());
        ImGui::SetClipboardText(link.c_str());
        notices.add_done("Copied the link: " + one_line(link, 90), "link");
    } catch (const Error& error) {
        notices.add(error.what(), "link");
    }
}

void App::open_shortcut(const std::string& path) {
    State& s = *state_;
    try {
        s.follow_link(address_of_shortcut(path));
    } catch (const Error& error) {
        s.notices.add(error.what(), "link");
    }
}

std::optional<Destination> App::here() const {
    try {
        return state_->view().here();
    } catch (const Error&) {
        return std::nullopt;
    }
}

void App::copy_link() { state_->copy_link(); }
void App::open_link(std::string_view text) { state_->follow_link(text); }

}  // namespace upsweep::app
