// Edited texts: follow the run that is shown, check, run, keep; try the cures.
#include "app/step/model/code_edits.h"

#include "core/words.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "programs/arguments.h"
#include "programs/user_program.h"
#include "scenes/run_program.h"
#include "scenes/run_scene.h"

namespace upsweep::app {

using replay::CureEdit;
using scenes::RunScene;
using scenes::Scene;

namespace {

constexpr double pause_s = 0.6;   // of typing, after which a clean text is run
constexpr double unkept_s = 1.0;  // a draft is at most so old

bool is_kernel_file(const std::string& name) { return name.ends_with(".cu"); }

/// What the kernels of a file are compiled with.
Definitions definitions_of(const emulator::Trace& trace, const std::string& file) {
    Definitions all;
    for (const emulator::LaunchInfo& launch : trace.launches)
        if (launch.kernel.file == file)
            for (const auto& one : launch.kernel.definitions)
                if (none_of(all, [&](const auto& known) { return known.first == one.first; }))
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

CodeEdits::CodeEdits(Jobs& jobs, StepModel& model, std::optional<std::filesystem::path> drafts, Told tell)
    : model_(model), tell_(std::move(tell)), checking_(jobs) {
    if (drafts) drafts_.emplace(std::move(*drafts));
}

CodeEdits::~CodeEdits() { keep_drafts(); }

const Scene& CodeEdits::shown() const {
    return model_.position() != nullptr ? model_.position()->run().scene : model_.scene();
}

std::vector<std::string> CodeEdits::names() const {
    std::vector<std::string> all;
    if (model_.position() != nullptr)
        for (const emulator::SourceText& source : model_.position()->trace().sources)
            all.push_back(source.name);
    else if (own())
        all.push_back(programs::name_of(*shown().program()));
    return all;
}

std::string CodeEdits::main_file() const {
    if (own()) return programs::name_of(*shown().program());
    if (model_.position() == nullptr || model_.position()->trace().launches.empty()) return "";
    return model_.position()->trace().launches.front().kernel.file;
}

std::string CodeEdits::original_text(const std::string& name) const {
    if (!own()) return kernel_text(name);
    const programs::UserProgram& program = *shown().program();
    if (program.file == programs::untitled && name == programs::untitled) return scenes::text_of(shown());
    return programs::sources_of(program)(name);
}

emulator::SourceProvider CodeEdits::sources(const Texts& edits) const {
    if (own()) return programs::sources_of(*shown().program(), edits);
    return scenes::edited_sources(edits);
}

bool CodeEdits::is_checked(const CodeDocument& document) const {
    return is_kernel_file(document.name()) && (own() || document.changed());
}

/// A program without a file is a draft from its first letter on.
bool CodeEdits::is_draft(const CodeDocument& document) const {
    return document.changed() || document.name() == programs::untitled;
}

std::string CodeEdits::draft_path(const std::string& name) const {
    return name == main_ ? key_ : key_ + "/" + name;
}

CodeDocument* CodeEdits::document(const std::string& name) {
    if (!editable()) return nullptr;
    auto& document = documents_[name];
    if (document) return document.get();
    try {
        document = std::make_unique<CodeDocument>(name, original_text(name));
    } catch (const Error&) {
        documents_.erase(name);
        return nullptr;
    }
    const Texts& edits = shown().edits;
    if (const auto edited = edits.find(name); edited != edits.end()) {
        document->put(edited->second);
        document->refresh();
    }
    if (model_.position() != nullptr)
        for (const emulator::SourceText& source : model_.position()->trace().sources)
            if (source.name == name) document->set_ran(source.text);
    return document.get();
}

void CodeEdits::enter(const std::string& key, bool afresh) {
    keep_drafts();
    std::unique_ptr<CodeDocument> saved;
    if (const auto found = documents_.find(main_); key == saved_as_ && found != documents_.end())
        saved = std::move(found->second);
    saved_as_.clear();
    if (saved && drafts_) drafts_->drop(draft_path(main_));
    checking_.cancel();
    documents_.clear();
    original_.reset();
    mine_.reset();
    side_ = Side::mine;
    tried_.reset();
    refused_.clear();
    key_ = key;
    main_ = own() ? main_file() : std::string();
    if (saved && editable()) return carry(std::move(saved));
    if (editable()) restore_drafts(afresh);
}

/// A text that has just got its file: what led to it can still be undone, and what was typed meanwhile runs.
void CodeEdits::carry(std::unique_ptr<CodeDocument> document) {
    document->set_name(main_);
    const bool typed = document->changed();
    documents_[main_] = std::move(document);
    if (typed) touch();
}

/// A draft that would be written over by the next one.
void CodeEdits::set_draft_aside(editor::Draft draft, const std::string& sentence) {
    try {
        draft.path += " (earlier)";
        drafts_->keep(draft);
        tell_(sentence);
    } catch (const Error& error) {
        tell_(error.what());
    }
}

void CodeEdits::restore_drafts(bool afresh) {
    const bool untitled = own() && key_ == programs::untitled;
    if (!drafts_ || (!shown().edits.empty() && !untitled)) return;
    for (const std::string& name : names()) {
        std::optional<editor::Draft> draft = drafts_->find(draft_path(name));
        CodeDocument* document = draft ? this->document(name) : nullptr;
        if (document == nullptr || draft->text == document->now()) continue;
        if (untitled && afresh) {
            set_draft_aside(std::move(*draft), "The previous text had no file, so it is kept as a draft.");
            continue;
        }
        if (!untitled && draft->base != text_hash(document->original())) {
            set_draft_aside(
                std::move(*draft),
                "There is a draft of " + name +
                    " made from another version of that file; the draft is kept, and the file is shown.");
            continue;
        }
        document->put(draft->text);
        document->refresh();
        rested_ = 0;
        wants_run_ = true;
        tell_("Your changes to " + name + " are back as you left them. Revert brings back the original.");
    }
}

void CodeEdits::follow() {
    if (seen_ == model_.scenes()) return;
    const Scene& scene = shown();
    const std::string key = scene.program() ? scene.program()->file : scene.slug();
    if (model_.position() == nullptr && !scene.program()) return;
    seen_ = model_.scenes();
    const bool afresh = std::exchange(openings_, model_.openings()) != model_.openings();
    if (key != key_ || afresh) enter(key, afresh);
    if (!editable()) return;
    if (!wants_run_) tried_ = scene.edits;
    if (scene.edits != original_texts()) side_ = Side::mine;
    for (const auto& [name, text] : scene.edits) document(name);
    if (model_.position() == nullptr) {
        document(main_file());
        return;
    }
    (scene.edits == original_texts() ? original_ : mine_) = model_.position()->shared_run();
    for (const auto& [name, document] : documents_)
        for (const emulator::SourceText& source : model_.position()->trace().sources)
            if (source.name == name) document->set_ran(source.text);
}

void CodeEdits::touch() {
    rested_ = 0;
    wants_run_ = true;
    if (unkept_ < 0) unkept_ = 0;
    // A text that is typed is one's own.
    side_ = Side::mine;
}

void CodeEdits::check() {
    for (const auto& [name, document] : documents_) {
        if (!is_checked(*document)) continue;
        const std::optional<uint64_t> revision = document->checks().begin(document->text());
        if (!revision) continue;
        Definitions definitions;
        const std::vector<std::string> own_definitions =
            own() ? shown().program()->definitions : std::vector<std::string>{};
        if (!own() && model_.position() != nullptr)
            definitions = definitions_of(model_.position()->trace(), name);
        CodeDocument* one = document.get();
        checking_.add(
            "Checking",
            [name = name, text = document->now(), definitions = std::move(definitions), own_definitions,
             sources = sources(texts())](Job&) mutable {
                try {
                    if (!own_definitions.empty()) definitions = programs::parse_definitions(own_definitions);
                } catch (const UsageError&) {
                    // The run says what is wrong with them; the text is not.
                    return std::vector<editor::Complaint>();
                }
                return editor::check_text(name, text, definitions, sources);
            },
            [one, revision](std::vector<editor::Complaint> complaints) {
                one->checks().deliver(one->text(), *revision, std::move(complaints));
            },
            [one](const std::string&) { one->checks().give_up(); });
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
    if (!wants_run_ || rested_ < pause_s || !clean()) return;
    wants_run_ = false;
    if (side_ == Side::mine && tried_ != texts()) run();
}

bool CodeEdits::waits() const {
    if (unkept_ >= 0) return true;
    return wants_run_ && rested_ < pause_s;
}

CodeEdits::Texts CodeEdits::texts() const {
    Texts all;
    for (const auto& [name, document] : documents_)
        if (is_draft(*document)) all.emplace(name, document->now());
    return all;
}

CodeEdits::Texts CodeEdits::original_texts() const {
    Texts all;
    for (const auto& [name, document] : documents_)
        if (name == programs::untitled) all.emplace(name, document->original());
    return all;
}

size_t CodeEdits::changed_lines() const {
    size_t lines = 0;
    for (const auto& [name, document] : documents_)
        if (document->changed()) lines += std::max<size_t>(1, document->changed_lines());
    return lines;
}

bool CodeEdits::stale() const {
    return any_of(documents_, [](const auto& one) { return one.second->stale(); });
}

bool CodeEdits::clean() const {
    return all_of(documents_, [this](const auto& one) {
        CodeDocument& document = *one.second;
        if (!is_checked(document)) return true;
        return document.checks().current(document.text()) && document.checks().complaints().empty();
    });
}

bool CodeEdits::shows_same(const std::shared_ptr<const RunScene>& run, const Texts& edits) const {
    return run && run->scene.edits == edits && without_edits(run->scene) == without_edits(model_.scene());
}

void CodeEdits::open(const Texts& edits) {
    const auto& known = edits == original_texts() ? original_ : mine_;
    if (shows_same(known, edits)) return model_.show(known);
    Scene scene = model_.scene();
    scene.edits = edits;
    model_.open(std::move(scene), true);
}

void CodeEdits::run(bool anew) {
    // Something else may be on its way.
    const Scene& asked = model_.scene();
    if (!editable() || (asked.program() ? asked.program()->file : asked.slug()) != key_) return;
    for (const auto& [name, document] : documents_) document->begin_run();
    side_ = Side::mine;
    wants_run_ = false;
    tried_ = texts();
    if (anew && own()) original_.reset(), mine_.reset();
    open(*tried_);
}

void CodeEdits::revert() {
    for (const auto& [name, document] : documents_) {
        document->put(document->original());
        document->refresh();
    }
    touch();
    run();
}

bool CodeEdits::needs_path() const { return !own() || shown().program()->file == programs::untitled; }

void CodeEdits::show(Side side) {
    if (side == side_ || !editable()) return;
    if (side == Side::original) {
        open(original_texts());
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
            if (is_draft(*document))
                drafts_->keep({draft_path(name), text_hash(document->original()), document->now()});
            else
                drafts_->drop(draft_path(name));
        }
    } catch (const Error& error) {
        tell_(error.what());
    }
}

// ---- Edited texts on their way to the disk: nothing is written over that was not read, unless the user asks

void CodeEdits::refuse_once(const std::filesystem::path& path, const std::string& sentence) {
    if (refused_ == path) return;
    refused_ = path;
    throw Error(sentence);
}

void CodeEdits::save_in_place() {
    const std::filesystem::path main(key_);
    for (const auto& [name, document] : documents_) {
        const std::filesystem::path path = name == main_ ? main : main.parent_path() / name;
        std::error_code failed;
        const bool there = std::filesystem::exists(path, failed);
        // Headers of the program's own are only read.
        if (name != main_ && (!there || !document->changed())) continue;
        if (there && original_text(name) != document->original())
            refuse_once(
                path, in_quotes(name) +
                          " was changed by another program since it was opened; save again to overwrite it.");
        write_file(path, document->now());
        if (drafts_) drafts_->drop(draft_path(name));
        document->set_original(document->now());
    }
    refused_.clear();
    original_.reset();
    run();
}

void CodeEdits::save(const std::string& name, const std::string& path) {
    const scenes::Scene& asked = model_.scene();
    if ((asked.program() ? asked.program()->file : asked.slug()) != key_)
        throw Error("Another file is opening; save when it is open.");
    CodeDocument* document = this->document(own() ? main_ : name);
    if (document == nullptr) return;
    for (const auto& [each, one] : documents_) one->refresh();
    if (!needs_path()) return save_in_place();
    std::error_code failed;
    if (std::filesystem::exists(path, failed))
        refuse_once(path, "The file " + in_quotes(path) + " already exists; save again to overwrite it.");
    write_file(path, document->now());
    refused_.clear();
    if (!own()) return;
    if (drafts_) drafts_->drop(draft_path(main_));
    document->set_original(document->now());
    scenes::Scene scene = model_.scene();
    scene.program()->file = saved_as_ = scenes::scene_of_file(path).program()->file;
    scene.edits.erase(main_);
    unkept_ = -1;
    model_.open(std::move(scene), true);
}

void CureTrials::begin(const StepModel& model, int finding) {
    // The other one is tried again when it is wanted.
    if (job_.busy()) cures_.erase(trying_);
    job_.cancel();
    trying_ = finding;
    cures_[finding] = std::nullopt;
    const std::shared_ptr<const RunScene>& run = model.position()->shared_run();
    const emulator::Finding told = nth(run->trace->findings, finding);
    if (replay::cure_edits(*run->trace, told).empty()) return;
    job_.start(
        "Trying a cure", [run, told](Job& job) { return replay::tried_cure(*run, told, job.cancel_flag()); },
        [this, finding](std::optional<replay::TriedCure> cure) {
            if (!cure) return;
            if (!cure->right && cure->edit.label.starts_with("write if"))
                cure->edit.label += ", which may hide the cause";
            cures_[finding] = std::move(cure->edit);
        },
        [](const std::string&) {});
}

const CureEdit* CureTrials::cure(const StepModel& model, int finding) {
    if (model.position() == nullptr || finding < 0) return nullptr;
    if (scene_ != model.scenes()) {
        scene_ = model.scenes();
        job_.cancel();
        cures_.clear();
    }
    if (!cures_.contains(finding)) begin(model, finding);
    const std::optional<CureEdit>& cure = cures_[finding];
    return cure ? &*cure : nullptr;
}

}  // namespace upsweep::app
