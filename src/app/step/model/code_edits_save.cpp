// Edited texts on their way to the disk: nothing is written over that was not read, unless the user asks
// twice.
#include "app/step/model/code_edits.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/write_file.h"
#include "programs/user_program.h"
#include "scenes/run_program.h"

namespace upsweep::app {

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

}  // namespace upsweep::app
