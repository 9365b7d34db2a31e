// Rejection maps in colours: grey by the stages that each window survived, one hue for those that survived
// all.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "app/playground/model/drawn_picture.h"
#include "vision/faces.h"

namespace upsweep::app {

using MapColour = std::array<uint8_t, 3>;

/// The same in every theme, as a picture's own are.
constexpr MapColour map_not_asked = {12, 14, 18};
constexpr MapColour map_all = {29, 221, 182};
/// Of a window that survived `stages` of `count`, not all: the brighter the more.
MapColour map_grey(int stages, int count);

/// The level's map (detect_faces with maps), no more than some 700 pixels a row: of windows that share a
/// pixel the one that came furthest. It lies over the picture where the windows' middles
/// are. Costs a pass over
/// the map.
std::shared_ptr<const DrawnPicture> rejection_map(const vision::FaceLevel& level, int stages);

/// The picture with each face framed: a white line between black ones, all inside the face.
std::shared_ptr<const DrawnPicture> framed_picture(const DrawnPicture& picture,
                                                   const std::vector<vision::FaceRectangle>& faces);

}  // namespace upsweep::app
