// Links from destinations and back.
#include "scenes/link.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "emulator/compiler.h"
#include "media/packed_text.h"
#include "programs/arguments.h"
#include "programs/user_program.h"
#include "scenes/run_program.h"

namespace upsweep::scenes {
namespace {

constexpr int64_t most_text = int64_t{1} << 20;   // bytes of a destination
constexpr size_t longest_link = size_t{1} << 18;  // characters; browsers take 2 MB at most
constexpr size_t longest_plain = 160;             // longer ones are packed
constexpr char packed_mark = '~';
constexpr std::string_view forms =
    "A link is #scene=…, #lesson=SLUG/PAGE, #exercise=SLUG, #figure=NAME, #race=… or #playground=…";

/// What a link calls the kind, and how the destination's text begins.
struct LinkKind {
    std::string_view name, begins, alone;  ///< `alone`: where nothing follows
};
constexpr std::array<LinkKind, 6> kinds = {{{"scene", "step:", "step:"},
                                            {"lesson", "lesson:", "lessons"},
                                            {"exercise", "exercise:", ""},
                                            {"figure", "figure:", ""},
                                            {"race", "race:", "race"},
                                            {"playground", "playground:", "playground"}}};

/// What an address may hold as it is, and what programs that pass it on leave alone.
bool is_plain(std::string_view text) {
    return all_of(text, [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
               std::string_view("-._:/?&=,%").find(c) != std::string_view::npos;
    });
}

/// The program with every text that it needs, so that it runs where its files are not.
Scene with_texts(Scene scene) {
    programs::UserProgram& program = *scene.program();
    if (program.file == programs::untitled) return scene;
    const std::string name = programs::name_of(program);
    InputFiles read;
    programs::Edits texts = scene.edits;
    emulator::Compiler compiler(
        [&, from = programs::sources_of(program, scene.edits, &read)](const std::string& wanted) {
            const size_t before = read.size();
            std::string text = from(wanted);
            if (wanted == name || read.size() > before) texts[wanted] = text;
            return text;
        });
    try {
        compiler.text(name, programs::parse_definitions(program.definitions)).ask_for("");
    } catch (const Error&) {
        // A program that does not compile is worth a link, too; a missing file is not.
        if (!texts.contains(name)) throw;
    }
    // There is no file of this name where the link is opened.
    const auto main = texts.extract(name);
    texts[programs::untitled] = main.mapped();
    program.file = programs::untitled;
    scene.edits = std::move(texts);
    return scene;
}

Scene portable(Scene scene) {
    if (scene.trace_file() != nullptr)
        throw Error("A link cannot hold a recorded trace; send the file {} itself.",
                    in_quotes(scene.trace_file()->path));
    if (scene.program() != nullptr) return with_texts(std::move(scene));
    return scene;
}

Destination portable_place(Destination place) {
    if (auto* scene = std::get_if<Scene>(&place)) *scene = portable(std::move(*scene));
    if (auto* race = std::get_if<RacePlace>(&place))
        if (race->edited) race->edited = portable(std::move(*race->edited));
    if (const auto* page = std::get_if<LessonPage>(&place); page != nullptr && page->lesson.ends_with(".md"))
        throw Error("The lesson {} is a file of this computer; send the file itself.",
                    in_quotes(page->lesson));
    return place;
}

/// A program in a link has its text with it: a link from elsewhere opens no file here.
void check_texts(const Scene& scene) {
    if (scene.trace_file() != nullptr)
        throw Error("The link names the file {}, and a link opens no file; open it by its name.",
                    in_quotes(scene.trace_file()->path));
    if (scene.program() == nullptr) return;
    const std::string& file = scene.program()->file;
    if (file == programs::untitled && scene.edits.contains(file)) return;
    throw Error("The link names the program {} without its text; ask for a link that Upsweep copied.",
                in_quotes(file));
}

void check_place(const Destination& place) {
    if (const auto* scene = std::get_if<Scene>(&place)) check_texts(*scene);
    if (const auto* race = std::get_if<RacePlace>(&place))
        if (race->edited) check_texts(*race->edited);
    if (const auto* page = std::get_if<LessonPage>(&place); page != nullptr && page->lesson.ends_with(".md"))
        throw Error("The link names the lesson {}, which is a file of another computer.",
                    in_quotes(page->lesson));
}

/// The kind that the text begins with, and the rest after "="; null where it begins with none.
const LinkKind* split_kind(std::string_view text, std::string_view& rest) {
    for (const LinkKind& kind : kinds) {
        if (!text.starts_with(kind.name)) continue;
        const std::string_view behind = text.substr(kind.name.size());
        for (const std::string_view equals : {"=", "%3D", "%3d"})
            if (behind.starts_with(equals)) {
                rest = behind.substr(equals.size());
                return &kind;
            }
    }
    return nullptr;
}

/// Behind "#", if there is one: what names a kind.
std::string_view fragment_of(std::string_view text) {
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0)
        text.remove_prefix(1);
    std::string_view ignored;
    if (split_kind(text, ignored) != nullptr) return text;
    const size_t mark = text.find('#');
    return mark == std::string_view::npos ? std::string_view() : text.substr(mark + 1);
}

/// Without what a mail puts in: ends of lines, and of a packed text blanks too.
std::string unbroken(std::string_view text, bool blanks) {
    std::string made;
    for (const char c : text)
        if (std::string_view("\r\n\t").find(c) == std::string_view::npos && (blanks || c != ' ')) made += c;
    return made;
}

/// Blanks as an address has them.
std::string for_address(std::string_view text) {
    std::string made;
    for (const char c : text) made += c == ' ' ? std::string("%20") : std::string(1, c);
    return made;
}

/// "look-back/2" is page 2 of the lesson.
std::string with_page(std::string rest) {
    const size_t slash = rest.rfind('/');
    if (slash != std::string::npos) rest[slash] = '#';
    return rest;
}

}  // namespace

std::string link_of(const Destination& destination) {
    const std::string text = to_text(portable_place(destination));
    const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const LinkKind& one) {
        return text.starts_with(one.begins) || (!one.alone.empty() && text.starts_with(one.alone));
    });
    std::string rest = text.substr(
        std::min(text.size(), text.starts_with(kind->begins) ? kind->begins.size() : kind->alone.size()));
    if (kind->name == "lesson") std::replace(rest.begin(), rest.end(), '#', '/');
    std::string link = std::string(kind->name) + "=";
    if (int64_t(rest.size()) > most_text)
        throw Error("This is too much for a link: {} bytes, and {} is the most; save a scene's file instead.",
                    rest.size(), most_text);
    const std::string plain = for_address(rest);
    link += is_plain(plain) && plain.size() <= longest_plain ? plain : packed_mark + media::pack_text(rest);
    if (link.size() > longest_link)
        throw Error(
            "The link would have {} characters, and {} is the most; save a scene's file instead (Ctrl+T).",
            link.size(), longest_link);
    return link;
}

std::string link_of(const Destination& destination, std::string_view base) {
    return std::string(base) + "#" + link_of(destination);
}

bool is_link(std::string_view text) {
    std::string_view ignored;
    return split_kind(fragment_of(text), ignored) != nullptr;
}

Destination parse_link(std::string_view text) {
    if (text.size() > 2 * longest_link)
        throw Error("A link of {} characters is too long; {} is the most.", text.size(), longest_link);
    const std::string fragment = unbroken(fragment_of(text), true);
    std::string_view rest;
    const LinkKind* kind = split_kind(fragment, rest);
    if (kind == nullptr) throw Error("{}, not {}.", forms, in_quotes(text));
    while (rest.ends_with(' ')) rest.remove_suffix(1);
    std::string behind(rest);
    if (rest.starts_with(packed_mark) || rest.starts_with("%7E") || rest.starts_with("%7e"))
        behind = media::unpack_text(unbroken(rest.substr(rest.starts_with(packed_mark) ? 1 : 3), false),
                                    most_text);
    if (kind->name == "lesson") behind = with_page(std::move(behind));
    // The race and the playground may be meant as they were left, with or without a setting.
    const bool alone = behind.empty() || behind.front() == '?';
    if (alone && kind->alone.empty()) throw Error("{}; behind {}= something is missing.", forms, kind->name);
    Destination place = parse_destination(std::string(alone ? kind->alone : kind->begins) + behind);
    check_place(place);
    return place;
}

bool is_place(std::string_view text) { return is_link(text) || is_destination(text); }

Destination parse_place(std::string_view text) {
    return is_link(text) ? parse_link(text) : parse_destination(text);
}

std::string address_in_shortcut(std::string_view text) {
    constexpr std::string_view key = "URL=";
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())) != 0)
            line.remove_suffix(1);
        if (line.starts_with(key)) return std::string(line.substr(key.size()));
    }
    return {};
}

}  // namespace upsweep::scenes
