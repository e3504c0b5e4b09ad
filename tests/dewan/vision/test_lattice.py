"""Geometry laws of the lattice, the pose over it and the hexagon finder."""

import numpy as np
import pytest

from companion.dewan.vision.lattice import Lattice, LatticeView, axial_of, disc, edges_of, inside, plane_of, rounded
from companion.dewan.vision.locate import hexagon_in
from companion.dewan.vision.pose import pose_of
from companion.dewan.vision.settings import DEFAULTS
from companion.rules.hexes import SIDES, Hex


def tilted(bend: float = 0.03) -> Lattice:
    to_flat = np.array([[0.08, -0.01, 0.05], [0.012, 0.06, -0.04], [0.004, 0.03, 1.0]])
    return Lattice(to_flat, bend, 1600, 1200)


def test_sides_run_counter_clockwise_in_the_picture() -> None:
    steps = plane_of(SIDES)
    angles = np.unwrap(np.arctan2(-steps[:, 1], steps[:, 0]))
    assert np.allclose(np.diff(angles), np.pi / 3)


def test_neighbours_lie_one_unit_apart() -> None:
    assert np.allclose(np.linalg.norm(plane_of(SIDES), axis=1), 1.0)


def test_axial_and_plane_are_inverse() -> None:
    spaces = disc(Hex(2, -1), 3)
    assert rounded(axial_of(plane_of(spaces))) == spaces


def test_a_space_owns_the_points_around_its_centre() -> None:
    rng = np.random.default_rng(5)
    for space in disc(Hex(0, 0), 2):
        near = plane_of([space]) + rng.uniform(-0.3, 0.3, (20, 2))
        assert set(rounded(axial_of(near))) == {space}


def test_every_edge_is_listed_once() -> None:
    names, ends, normals = edges_of([Hex(0, 0), *Hex(0, 0).neighbours()])
    assert len(names) == 30
    assert len({tuple(np.round(e.mean(axis=0), 6)) for e in ends}) == 30
    assert np.allclose(np.linalg.norm(ends[:, 0] - ends[:, 1], axis=1), 1 / np.sqrt(3))
    assert np.allclose(((ends[:, 1] - ends[:, 0]) * normals).sum(axis=1), 0)


def test_unproject_undoes_project() -> None:
    lattice = tilted()
    points = plane_of(disc(Hex(0, 0), 4))
    assert np.allclose(lattice.unproject(lattice.project(points)), points, atol=2e-3)


def test_a_lattice_in_the_picture_is_not_mirrored() -> None:
    assert (tilted().area_ratio(plane_of(disc(Hex(0, 0), 4))) > 0).all()


def test_four_points_make_a_lattice_and_points_in_a_line_do_not() -> None:
    lattice = tilted(bend=0.0)
    plane = plane_of([Hex(0, 0), Hex(3, 0), Hex(0, 3), Hex(-2, 1)])
    again = Lattice.from_points(plane, lattice.project(plane), 1600, 1200)
    assert again is not None
    assert np.allclose(again.project(plane + 0.3), lattice.project(plane + 0.3), atol=0.01)


def test_heights_of_zero_stay_on_the_plane_and_grow_away_from_it() -> None:
    """A real camera: 35 degrees of tilt, focal length of the long side."""
    tilt, focal = np.radians(35), 1600.0
    down = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    distance = 14.0
    h = np.column_stack([down @ [1, 0, 0], down @ [0, -1, 0], [0, 0, distance]])
    h[:, 1] = -h[:, 1]
    half = np.hypot(1600, 1200) / 2
    lattice = Lattice(np.diag([focal / half, focal / half, 1.0]) @ h, 0.0, 1600, 1200)
    pose = pose_of(lattice, DEFAULTS)
    at = np.array([[1.0, 2.0, 0.0], [1.0, 2.0, 0.4]])
    px = pose.project(at)
    assert np.allclose(px[0], lattice.project(at[:1, :2])[0])
    rotated = down @ np.array([1.0, 2.0, 0.0])
    normal = np.cross(h[:, 0], h[:, 1])
    lifted = rotated + np.array([0, 0, distance]) - 0.4 * normal / np.linalg.norm(normal)
    wanted = focal * lifted[:2] / lifted[2] + np.array([800, 600])
    assert np.allclose(px[1], wanted, atol=1.0)


@pytest.mark.parametrize("turn_deg", [0, 10, 25, 40, 55])
def test_a_hexagon_is_found_with_its_turn(turn_deg: float) -> None:
    angles = np.radians(turn_deg + 30 + 60 * np.arange(6))
    squeeze = np.array([[1.0, 0.15], [0.0, 0.6]])
    corners = (np.stack([np.cos(angles), np.sin(angles)], axis=1) * 80) @ squeeze.T + 200
    seed = hexagon_in(np.round(corners).astype(np.int32).reshape(-1, 1, 2))
    assert seed is not None
    assert seed.misfit < 0.01
    ideal = np.radians(30 + 60 * np.arange(6))
    found = seed.centre_px + (np.stack([np.cos(ideal), np.sin(ideal)], axis=1) / np.sqrt(3)) @ seed.basis_px.T
    gaps = np.linalg.norm(found[:, None] - corners[None], axis=2).min(axis=1)
    assert gaps.max() < 4


def test_a_circle_and_a_square_fit_worse_than_a_hexagon() -> None:
    t = np.linspace(0, 2 * np.pi, 200, endpoint=False)
    circle = np.round(np.stack([np.cos(t), np.sin(t)], axis=1) * 90 + 200).astype(np.int32).reshape(-1, 1, 2)
    square = np.array([[100, 100], [300, 100], [300, 300], [100, 300]], np.int32).reshape(-1, 1, 2)
    for shape in (circle, square):
        seed = hexagon_in(shape)
        assert seed is not None
        assert seed.misfit > 0.015


def test_sampling_reads_the_colour_at_a_photo_pixel() -> None:
    lab = np.zeros((50, 100, 3), np.float32)
    lab[:, 50:] = (80, 10, -20)
    view = LatticeView(lab, 0.5)
    got = view.sample(np.array([[[20.0, 20.0], [150.0, 60.0]]]))
    assert got.shape == (1, 2, 3)
    assert np.allclose(got[0, 0], 0)
    assert np.allclose(got[0, 1], (80, 10, -20))


def test_inside_keeps_a_margin() -> None:
    assert inside(np.array([[5.0, 5.0], [2.0, 5.0]]), 10, 10, 3.0).tolist() == [True, False]
