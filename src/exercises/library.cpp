// The exercises that the build put into the binary.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/embedded.h"
#include "core/error.h"
#include "core/quotes.h"
#include "exercises/exercise.h"
#include "exercises/gaps.h"

namespace upsweep::embedded {
std::span<const EmbeddedFile> exercise_texts();
}

namespace upsweep::exercises {
namespace {

std::string text_of(const std::string& name) {
    for (const EmbeddedFile& file : embedded::exercise_texts())
        if (file.name == name) return std::string(file.contents);
    throw Error(fmt::format("lessons/exercises/{} is missing; add it and list it.", name));
}

Exercise read(const std::string& file, std::string_view text) {
    Exercise exercise = parse_exercise(file, text);
    const bool breaks = exercise.kind == Kind::break_it;
    const std::string folder = exercise.slug + "/", ending = breaks ? ".toml" : ".cu";
    exercise.starter = text_of(folder + "starter" + ending);
    exercise.solution = text_of(folder + "solution" + ending);
    if (breaks) exercise.kernel = text_of(folder + "kernel.cu");
    return exercise;
}

}  // namespace

const std::vector<Exercise>& all_exercises() {
    static const std::vector<Exercise> exercises = [] {
        std::vector<Exercise> made;
        for (const EmbeddedFile& file : embedded::exercise_texts())
            if (file.name.ends_with(".md")) made.push_back(read(std::string(file.name), file.contents));
        return made;
    }();
    return exercises;
}

const Exercise& find_exercise(std::string_view slug) {
    std::vector<std::string> slugs;
    for (const Exercise& exercise : all_exercises()) {
        if (exercise.slug == slug) return exercise;
        slugs.push_back(exercise.slug);
    }
    throw UsageError(
        fmt::format("There is no exercise {}; there are: {}.", in_quotes(slug), fmt::join(slugs, ", ")));
}

std::string answer_name(const Exercise& exercise) {
    return exercise.slug + (exercise.kind == Kind::break_it ? ".toml" : ".cu");
}

}  // namespace upsweep::exercises
