// Which keys a JSON object has, in its order; and which every finding has, whatever command writes it.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace upsweep::test {

inline std::vector<std::string> keys(const nlohmann::ordered_json& object) {
    std::vector<std::string> names;
    for (const auto& item : object.items()) names.push_back(item.key());
    return names;
}

inline std::vector<std::string> finding_keys() {
    return {"kind",   "severity", "message",    "cause",  "cure",  "file", "line",
            "column", "end_line", "end_column", "launch", "block", "warp", "lanes",
            "array",  "elements", "bytes",      "degree", "times", "steps"};
}

}  // namespace upsweep::test
