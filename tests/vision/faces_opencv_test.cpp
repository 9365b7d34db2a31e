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

Json stored(const char* name) {
    std::ifstream file(std::string(UPSWEEP_FACES_DATA "/") + name);
    return Json::parse(file).at("pictures");
}

Json as_json(const std::vector<FaceRectangle>& rectangles, bool with_neighbours) {
    Json list = Json::array();
    for (const FaceRectangle& r : rectangles) {
        list.push_back({r.x, r.y, r.width, r.height});
        if (with_neighbours) list.back().push_back(r.neighbours);
    }
    return list;
}

/// How many windows OpenCV found in it.
size_t expect_the_same(const FacePicture& picture, const Json& stored, const cascade::Cascade& cascade) {
    EXPECT_EQ(stored.at("name"), picture.name);
    const Array grey = picture.draw();
    if (stored.at("checksum") != checksum_of(grey)) {
        ADD_FAILURE() << picture.name << ": not the same picture";
        return 0;
    }
    FaceRequest request;
    request.rule = FaceRule::opencv;
    request.factor = picture.factor;
    request.neighbours = picture.neighbours;
    const FaceRun run = detect_faces(grey, cascade, request, backends::cpu());
    EXPECT_EQ(as_json(run.raw, false), stored.at("raw")) << picture.name;
    EXPECT_EQ(as_json(run.faces, true), stored.at("faces")) << picture.name;
    return run.raw.size();
}

void expect_the_same(bool toy) {
    const cascade::Cascade cascade = toy ? cascade::toy_cascade() : cascade::frontal_face_cascade();
    const Json pictures = stored("opencv_faces.json");
    const std::vector<FacePicture> ours = face_pictures();
    ASSERT_EQ(pictures.size(), ours.size());
    size_t windows = 0, pictures_seen = 0;
    for (size_t i = 0; i < ours.size(); ++i) {
        if (ours[i].toy != toy) continue;
        windows += expect_the_same(ours[i], pictures[i], cascade);
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

TEST(FacesAsOpenCv, PhotographsAreTheSame) {
    if (cascade::frontal_face_file().empty()) GTEST_SKIP() << "opencv-data is not installed.";
    const std::vector<FacePicture> ours = photographs();
    if (ours.empty())
        GTEST_SKIP() << "There are no photographs in " << photograph_folder().string()
                     << "; they come with python3-skimage.";
    const cascade::Cascade cascade = cascade::frontal_face_cascade();
    const Json pictures = stored("opencv_photographs.json");
    ASSERT_EQ(pictures.size(), ours.size());
    size_t windows = 0;
    for (size_t i = 0; i < ours.size(); ++i) windows += expect_the_same(ours[i], pictures[i], cascade);
    EXPECT_GT(windows, 300U);
    EXPECT_FALSE(pictures[0].at("faces").empty()) << "a face from the front";
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

/// Writes pictures and their list for the script, where the variable names a folder.
void write_for_the_script(const std::vector<FacePicture>& pictures, const char* folder) {
    Json list = Json::array();
    for (const FacePicture& picture : pictures) {
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

/// Neither is a test of the program.
TEST(FacesAsOpenCv, PicturesAreWritten) {
    const char* folder = std::getenv("UPSWEEP_FACE_PICTURES");
    if (!folder) GTEST_SKIP() << "UPSWEEP_FACE_PICTURES names no folder.";
    write_for_the_script(face_pictures(), folder);
}

TEST(FacesAsOpenCv, PhotographsAreWritten) {
    const char* folder = std::getenv("UPSWEEP_FACE_PHOTOGRAPHS");
    if (!folder) GTEST_SKIP() << "UPSWEEP_FACE_PHOTOGRAPHS names no folder.";
    write_for_the_script(photographs(), folder);
}

}  // namespace
}  // namespace upsweep::vision
