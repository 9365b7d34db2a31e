// Any bytes as a cascade: read, or refused with an Error that names the file; what is read packs or says why
// not, and comes back from it.
#include "cascade/cascade.h"

#include <string_view>

#include "core/error.h"
#include "fuzz/fuzz.h"

namespace {

constexpr std::string_view stump =
    "<_><internalNodes> 0 -1 0 1.25e-1</internalNodes><leafValues>-5e-1 7.5e-1</leafValues></_>";
constexpr std::string_view parts = "<rects><_>0 1 6 4 -1.</_><_>0 1 3 4 2.</_></rects>";

}  // namespace

std::vector<std::string> fuzz_seeds() {
    return {
        "<?xml version=\"1.0\"?><!-- A License Agreement\n Copyright (C) -->\n<opencv_storage><cascade "
        "type_id=\"a\"><stageType>BOOST</stageType><featureType>HAAR</featureType><height>6</height><width>6"
        "</width><featureParams><maxCatCount>0</maxCatCount></featureParams><stages><_><stageThreshold>-1."
        "</stageThreshold><weakClassifiers>" +
            std::string(stump) + "</weakClassifiers></_></stages><features><_>" + std::string(parts) +
            "<tilted>0</tilted></_></features></cascade></opencv_storage>",
        "<opencv_storage><x><size>6 6</size><stages><_><trees><_><_><feature>" + std::string(parts) +
            "<tilted>0</tilted></feature><threshold>1e-1</threshold><left_val>1</left_val><right_val>-1"
            "</right_val></_></_></trees><stage_threshold>0.5</stage_threshold></_></stages></x>"
            "</opencv_storage>"};
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace upsweep;
    cascade::Cascade read;
    try {
        read = cascade::parse_cascade({reinterpret_cast<const char*>(data), size}, "x.xml");
    } catch (const Error& error) {
        if (std::string_view(error.what()).substr(0, 12) != "x.xml, line ") __builtin_trap();
        return 0;
    }
    for (const cascade::Stump& stump : read.stumps)
        if (stump.feature < 0 || size_t(stump.feature) >= read.features.size()) __builtin_trap();
    try {
        const cascade::Cascade back = cascade::unpack(cascade::pack(read), read.window);
        if (back.stages != read.stages || back.stumps.size() != read.stumps.size()) __builtin_trap();
    } catch (const Error&) {
    }
    return 0;
}
