"""Pictures of which the last part is missing."""

import cv2
import pytest

from tests.vision.boards import PUBLISHED, Look, draw
from vision import load_image
from vision.errors import BadImage

PHOTO = cv2.imencode(".jpg", draw(PUBLISHED, Look()), [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()


@pytest.mark.parametrize("part", [0.4, 0.6, 0.8, 0.95])
def test_a_jpeg_without_its_last_part_is_damaged(part):
    with pytest.raises(BadImage, match="damaged JPEG"):
        load_image(PHOTO[: round(part * len(PHOTO))] + b"\xff\xd9")
