#include "emulator/helpers/sentences.h"

#include <array>
#include <regex>

namespace upsweep::emulator {
namespace {

struct Slip {
    const char* name;
    std::regex pattern;
};

const std::string nouns = "(lane|element|word|bank|byte|warp|block|step|time|turn|sector|group)";
const std::string plural_verbs = "(go|work|wait|run|read|write|store|add|share|keep|continue)";
const std::string singular_verbs = "(goes|works|waits|runs|reads|writes|stores|adds|shares|keeps|continues)";
const std::string numbers = "(\\d+|, | and | to | … |\\(\\d+ in all\\)|-)+";
const std::string place = "( of warps? " + numbers + ")?( in block \\d+)?,?( which)? ";

const std::array<Slip, 12> slips = {{
    {"two spaces", std::regex("  ")},
    {"a space at an end", std::regex("^ | $")},
    {"a space before a mark", std::regex(" [,.:;)]")},
    {"no capital letter", std::regex("^[^A-Z]")},
    {"no full stop", std::regex("[^.]$")},
    {"two marks", std::regex("[,.:;][,.:;]")},
    {"one of several", std::regex("\\b1 " + nouns + "s\\b")},
    {"several of one", std::regex("\\b([2-9]|\\d\\d+) " + nouns + "\\b(?! and)")},
    {"a plural noun for one",
     std::regex("\\b" + nouns + "s -?\\d+(?!\\d|,| to | and | …)", std::regex::icase)},
    {"a singular noun for several",
     std::regex("\\b" + nouns + " -?\\d+( to | and \\d|, \\d| …)", std::regex::icase)},
    {"a plural verb for one", std::regex("\\b([Ll]ane|by warp) \\d+" + place + plural_verbs + "\\b")},
    {"a singular verb for several",
     std::regex("\\b([Ll]anes|[Ww]arps) " + numbers + place + singular_verbs + "\\b")},
}};

}  // namespace

std::string slip_of_sentence(const std::string& sentence) {
    for (const Slip& slip : slips)
        if (std::regex_search(sentence, slip.pattern)) return slip.name;
    return sentence.size() > 420 ? "too long" : "";
}

}  // namespace upsweep::emulator
