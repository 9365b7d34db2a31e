// Edited texts: follow the run that is shown, check, run, keep.
#include "app/step/model/code_edits.h"

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "pipelines/algorithm.h"

namespace upsweep::app {

using scenes::RunScene;
using scenes::Scene;

namespace {

constexpr double pause_s = 0.6;   // of typing, after which a clean text is run
constexpr double unkept_s = 1.0;  // a draft is at most so old

bool is_kernel_file(const std::string& name) { return name.ends_with(".cu"); }

emulator::SourceProvider sources_with(CodeEdits::Texts edits) {
    return [edits = std::move(edits)](const std::string& name) {
        const auto edited = edits.find(name);
        return edited == edits.end() ? kernel_text(name) : edited->second;
    };
}

/// What the kernels of a file are compiled with.
Definitions definitions_of(const emulator::Trace& trace, const std::string& file) {
    Definitions all;
    for (const emulator::LaunchInfo& launch : trace.launches)
        if (launch.kernel.file == file)
            for (const auto& one : launch.kernel.definitions)
                if (std::none_of(all.begin(), all.end(),
                                 [&](const auto& known) { return known.first == one.first; }))
                    all.push_back(one);
    return all;
}

Scene without_edits(Scene scene) {
    scene.edits.clear();
    scene.step = 0;
    scene.launch.clear();
    return scene;
}

}  // namespace

CodeEdits::CodeEdits(Jobs& jobs, StepModel& model, std::optional<std::filesystem::path> drafts,
                     std::function<void(const std::string&)> tell)
    : jobs_(jobs), model_(model), tell_(std::move(tell)) {
    if (drafts) drafts_.emplace(std::move(*drafts));
}

CodeEdits::~CodeEdits() { keep_drafts(); }

CodeDocument* CodeEdits::document(const std::string& name) {
    if (!editable()) return nullptr;
    auto& document = documents_[name];
    if (document) return document.get();
    try {
        document = std::make_unique<CodeDocument>(name, kernel_text(name));
    } catch (const Error&) {
        documents_.erase(name);
        return nullptr;
    }
    const RunScene& run = model_.position()->run();
    if (const auto edited = run.scene.edits.find(name); edited != run.scene.edits.end()) {
        document->put(edited->second);
        document->refresh();
    }
    for (const emulator::SourceText& source : run.trace->sources)
        if (source.name == name) document->set_ran(source.text);
    return document.get();
}

void CodeEdits::enter(const std::string& key) {
    keep_drafts();
    documents_.clear();
    original_.reset();
    mine_.reset();
    side_ = Side::mine;
    tried_.reset();
    key_ = key;
    if (editable()) restore_drafts();
}

void CodeEdits::restore_drafts() {
    if (!drafts_) return;
    const RunScene& run = model_.position()->run();
    if (!run.scene.edits.empty()) return;
    for (const emulator::SourceText& source : run.trace->sources) {
        const std::optional<editor::Draft> draft = drafts_->find(draft_path(source.name));
        if (!draft || draft->text == source.text) continue;
        if (draft->base != editor::text_hash(source.text)) {
            tell_("There is a draft of " + source.name +
                  " that began with another text of that file; it is left where it is.");
            continue;
        }
        CodeDocument* document = this->document(source.name);
        if (document == nullptr) continue;
        document->put(draft->text);
        document->refresh();
        rested_ = 0;
        tell_("Your changes to " + source.name + " are back as you left them. Revert gives the original.");
    }
}

void CodeEdits::follow() {
    if (seen_ == model_.scenes() || model_.position() == nullptr) return;
    seen_ = model_.scenes();
    const std::shared_ptr<const RunScene>& run = model_.position()->shared_run();
    if (run->scene.algorithm != key_) enter(run->scene.algorithm);
    if (!editable()) return;
    (run->scene.edits.empty() ? original_ : mine_) = run;
    if (!run->scene.edits.empty()) side_ = Side::mine;
    for (const auto& [name, text] : run->scene.edits) document(name);
    for (const auto& [name, document] : documents_)
        for (const emulator::SourceText& source : run->trace->sources)
            if (source.name == name) document->set_ran(source.text);
}

void CodeEdits::touch() {
    rested_ = 0;
    if (unkept_ < 0) unkept_ = 0;
    // A text that is typed is one's own.
    side_ = Side::mine;
}

void CodeEdits::check() {
    if (model_.position() == nullptr) return;
    for (const auto& [name, document] : documents_) {
        if (!is_kernel_file(name) || !document->changed()) continue;
        const std::optional<std::uint64_t> revision = document->checks().begin(document->text());
        if (!revision) continue;
        Texts edits = texts();
        const Definitions definitions = definitions_of(model_.position()->trace(), name);
        const auto mine = [this, name = name, alive = std::weak_ptr<bool>(alive_),
                           owner = document.get()]() -> CodeDocument* {
            if (alive.expired()) return nullptr;
            const auto found = documents_.find(name);
            return found != documents_.end() && found->second.get() == owner ? owner : nullptr;
        };
        jobs_.start(
            "Checking",
            [name = name, text = document->now(), definitions, edits = std::move(edits)](Job&) {
                return editor::check_text(name, text, definitions, sources_with(edits));
            },
            [mine, revision](std::vector<editor::Complaint> complaints) {
                if (CodeDocument* one = mine())
                    one->checks().deliver(one->text(), *revision, std::move(complaints));
            },
            [mine](const std::string&) {
                if (CodeDocument* one = mine()) one->checks().give_up();
            });
    }
}

void CodeEdits::advance(double seconds) {
    follow();
    bool typed = false;
    for (const auto& [name, document] : documents_) typed = document->refresh() || typed;
    if (typed) touch();
    check();
    rested_ += seconds;
    if (unkept_ >= 0 && (unkept_ += seconds) > unkept_s) keep_drafts();
    const bool rests = rested_ >= pause_s && side_ == Side::mine && stale() && clean();
    if (rests && tried_ != texts()) run();
}

bool CodeEdits::waits() const {
    if (unkept_ >= 0) return true;
    return side_ == Side::mine && stale() && rested_ < pause_s;
}

CodeEdits::Texts CodeEdits::texts() const {
    Texts all;
    for (const auto& [name, document] : documents_)
        if (document->changed()) all.emplace(name, document->now());
    return all;
}

std::size_t CodeEdits::changed_lines() const {
    std::size_t lines = 0;
    for (const auto& [name, document] : documents_)
        if (document->changed()) lines += std::max<std::size_t>(1, document->changed_lines());
    return lines;
}

bool CodeEdits::stale() const {
    return std::any_of(documents_.begin(), documents_.end(),
                       [](const auto& one) { return one.second->stale(); });
}

bool CodeEdits::clean() const {
    return std::all_of(documents_.begin(), documents_.end(), [](const auto& one) {
        CodeDocument& document = *one.second;
        if (!is_kernel_file(one.first) || !document.changed()) return true;
        return document.checks().current(document.text()) && document.checks().complaints().empty();
    });
}

bool CodeEdits::shows_same(const std::shared_ptr<const RunScene>& run, const Texts& edits) const {
    return run && run->scene.edits == edits && without_edits(run->scene) == without_edits(model_.scene());
}

void CodeEdits::open(const Texts& edits) {
    const auto& known = edits.empty() ? original_ : mine_;
    if (shows_same(known, edits)) return model_.show(known);
    Scene scene = model_.scene();
    scene.edits = edits;
    model_.open(std::move(scene), true);
}

void CodeEdits::run() {
    if (!editable() || model_.scene().algorithm != key_) return;
    for (const auto& [name, document] : documents_) document->begin_run();
    side_ = Side::mine;
    tried_ = texts();
    open(*tried_);
}

void CodeEdits::revert() {
    for (const auto& [name, document] : documents_) document->put(document->original());
    for (const auto& [name, document] : documents_) document->refresh();
    touch();
    run();
}

void CodeEdits::show(Side side) {
    if (side == side_ || !editable()) return;
    if (side == Side::original) {
        open({});
        side_ = side;
        return;
    }
    side_ = side;
    run();
}

void CodeEdits::keep_drafts() {
    if (unkept_ < 0) return;
    unkept_ = -1;
    if (!drafts_ || !editable()) return;
    try {
        for (const auto& [name, document] : documents_) {
            if (document->changed())
                drafts_->keep({draft_path(name), editor::text_hash(document->original()), document->now()});
            else
                drafts_->drop(draft_path(name));
        }
    } catch (const Error& error) {
        tell_(error.what());
    }
}

}  // namespace upsweep::app
