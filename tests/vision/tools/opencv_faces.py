"""Writes what OpenCV finds in the pictures of face_pictures.h, as the JSON that faces_opencv_test.cpp reads.

Needs Python with OpenCV 4.6 (cv2) and NumPy, which neither the build nor the tests use. To make the file anew:

    UPSWEEP_FACE_PICTURES=FOLDER build/release/tests/vision/vision_tests --gtest_filter='FacesAsOpenCv.*Written'
    python3 tests/vision/tools/opencv_faces.py FOLDER CASCADES >tests/vision/data/opencv_faces.json

and for the photographs that python3-skimage ships, where UPSWEEP_PHOTOGRAPHS may name a folder with its .png files,

    UPSWEEP_FACE_PHOTOGRAPHS=FOLDER build/release/tests/vision/vision_tests --gtest_filter='FacesAsOpenCv.*Written'
    python3 tests/vision/tools/opencv_faces.py FOLDER CASCADES >tests/vision/data/opencv_photographs.json

FOLDER receives each picture as .npy and a list of them; CASCADES is the folder with
haarcascade_frontalface_default.xml (Debian: /usr/share/opencv4/haarcascades). A picture's line in the list: name, factor,
neighbours, cascade (frontal or toy), checksum. The rectangles are those of detectMultiScale on the CPU, without OpenCL:
raw with minNeighbors 0, faces with the picture's own number and the windows in each group; both sorted.
"""
import json
import os
import sys

import cv2
import numpy


def rectangles(of):
    return [[int(v) for v in one] for one in numpy.array(of).reshape(-1, 4)]


def main():
    folder, cascades = sys.argv[1:3]
    assert cv2.__version__.startswith("4.6."), cv2.__version__
    cv2.ocl.setUseOpenCL(False)
    here = os.path.dirname(os.path.abspath(__file__))
    classifiers = {
        "frontal": cv2.CascadeClassifier(os.path.join(cascades, "haarcascade_frontalface_default.xml")),
        "toy": cv2.CascadeClassifier(os.path.join(here, "..", "data", "toy_cascade.xml")),
    }
    assert not any(c.empty() for c in classifiers.values())
    pictures = []
    with open(os.path.join(folder, "pictures.json"), encoding="utf-8") as listed:
        for number, one in enumerate(json.load(listed)):
            grey = numpy.load(os.path.join(folder, f"{number}.npy"))
            classifier = classifiers[one["cascade"]]
            raw = rectangles(classifier.detectMultiScale(grey, one["factor"], 0))
            found, groups = classifier.detectMultiScale2(grey, one["factor"], one["neighbours"])
            faces = [r + [int(n)] for r, n in zip(rectangles(found), numpy.array(groups).reshape(-1))]
            pictures.append({**one, "raw": sorted(raw), "faces": sorted(faces)})
    lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in pictures)
    print(f'{{"opencv":"{cv2.__version__}","pictures":[\n{lines}\n]}}')


if __name__ == "__main__":
    main()
