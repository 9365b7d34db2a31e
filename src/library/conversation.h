// What a program outside asks of the emulator, question by question: the C interface (include/upsweep.h) and
// what stands on it. A question is a word and JSON, its answer is JSON; arrays go in and out by name.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "core/array.h"
#include "core/json_fwd.h"

namespace upsweep::report {
class Report;
}

namespace upsweep::library {

class Conversation {
  public:
    Conversation();
    ~Conversation();
    Conversation(const Conversation&) = delete;
    Conversation& operator=(const Conversation&) = delete;

    /// In the place of an array of that name, also of one that a question left.
    void give(const std::string& name, Array array);
    /// What a question left behind, or what was given; null: no array has that name.
    const Array* find(std::string_view name) const;

    /// Throws UsageError for a question that does not exist or details that it does not take, and what the
    /// work throws: Error with one sentence, Cancelled once `stop` is called.
    Json ask(std::string_view question, const Json& details);
    /// May be called from any thread, before or during a question.
    void stop() { stopped_ = true; }

  private:
    Json run(const Json& all);
    Json moment(const Json& all);
    Json picture(const Json& all);
    Json page(const Json& all);
    Json mark(const Json& all);
    Json integral(const Json& all);
    Json blur(const Json& all);
    Json faces(const Json& all);
    Json histogram(const Json& all);
    Json track(const Json& all);
    Json why(const Json& all);
    Json bench(const Json& all);
    Json plot(const Json& all);
    report::Report& latest_run();
    const Array& given(const std::string& name) const;
    void keep_buffers();

    std::atomic<bool> stopped_{false};
    std::map<std::string, Array, std::less<>> given_, left_;
    std::unique_ptr<report::Report> report_;
};

}  // namespace upsweep::library
