// The program's entry in a browser: the window, at the place that the page's address names.
#include <exception>

#include "app/platform/page.h"
#include "app/shell/window.h"

int main(int argc, char** argv) {
    try {
        upsweep::app::run_window({.open = argc > 1 ? argv[1] : ""});
    } catch (const std::exception& error) {
        upsweep::app::refuse_page(error.what());
    }
}
