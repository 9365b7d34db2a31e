// Under OpenCV's rule the raw and the grouped rectangles are OpenCV 4.6's, on every picture that is stored
// (tests/vision/tools/opencv_faces.py made the file).
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include <nlohmann/json.hpp>

#include "core/write_file.h"
#include "media/npy.h"
#include "vision/faces.h"
#include "vision/helpers/face_pictures.h"

namespace upsweep::vision {
namespace {

using Json = nlohmann::json;

Json stored() {
    std::ifstream file(UPSWEEP_FACES_DATA "/opencv_faces.json");
    return Json::parse(file);
}

Json as_json(const std::vector<FaceRectangle>& rectangles, bool with_neighbours) {
    Json list = Json::array();
    for (const FaceRectangle& r : rectangles) {
        list.push_back({r.x, r.y, r.width, r.height});
        if (with_neighbours) list.back().push_back(r.neighbours);
    }
    return list;
}

void expect_the_same(bool toy) {
    const cascade::Cascade cascade = toy ? cascade::toy_cascade() : cascade::frontal_face_cascade();
    const Json pictures = stored().at("pictures");
    const std::vector<FacePicture> ours = face_pictures();
    ASSERT_EQ(pictures.size(), ours.size());
    std::size_t windows = 0, pictures_seen = 0;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        const FacePicture& picture = ours[i];
        if (picture.toy != toy) continue;
        const Array grey = picture.draw();
        ASSERT_EQ(pictures[i].at("checksum"), checksum_of(grey)) << picture.name << ": not the same picture";
        FaceRequest request;
        request.rule = FaceRule::opencv;
        request.factor = picture.factor;
        request.neighbours = picture.neighbours;
        const FaceRun run = detect_faces(grey, cascade, request, backends::cpu());
        EXPECT_EQ(as_json(run.raw, false), pictures[i].at("raw")) << picture.name;
        EXPECT_EQ(as_json(run.faces, true), pictures[i].at("faces")) << picture.name;
        windows += run.raw.size();
        ++pictures_seen;
    }
    EXPECT_GT(windows, toy ? 100U : 3000U);
    EXPECT_GE(pictures_seen, toy ? 3U : 35U);
}

TEST(FacesAsOpenCv, TheToyFindsTheSame) { expect_the_same(true); }

TEST(FacesAsOpenCv, FrontalFacesAreTheSame) {
    if (cascade::frontal_face_file().empty()) GTEST_SKIP() << "opencv-data is not installed.";
    expect_the_same(false);
}

/// OpenCV reads the toy from a file; that file says what the program has.
TEST(FacesAsOpenCv, TheToysFileIsTheToy) {
    const cascade::Cascade& toy = cascade::toy_cascade();
    const cascade::Cascade read = cascade::load_cascade(UPSWEEP_FACES_DATA "/toy_cascade.xml");
    EXPECT_EQ(read.window, toy.window);
    EXPECT_EQ(read.stages, toy.stages);
    EXPECT_EQ(read.stumps, toy.stumps);
    EXPECT_EQ(read.features, toy.features);
}

/// Not a test of the program: writes the pictures for the script where the variable names a folder.
TEST(FacesAsOpenCv, PicturesAreWritten) {
    const char* folder = std::getenv("UPSWEEP_FACE_PICTURES");
    if (!folder) GTEST_SKIP() << "UPSWEEP_FACE_PICTURES names no folder.";
    Json list = Json::array();
    for (const FacePicture& picture : face_pictures()) {
        const Array grey = picture.draw();
        media::save_npy(std::filesystem::path(folder) / (std::to_string(list.size()) + ".npy"), grey);
        list.push_back({{"name", picture.name},
                        {"factor", picture.factor},
                        {"neighbours", picture.neighbours},
                        {"cascade", picture.toy ? "toy" : "frontal"},
                        {"checksum", checksum_of(grey)}});
    }
    write_file(std::filesystem::path(folder) / "pictures.json", list.dump(1));
}

}  // namespace
}  // namespace upsweep::vision
