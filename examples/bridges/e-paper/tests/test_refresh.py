"""Which parts of the panel are refreshed, and when."""

from __future__ import annotations

import random
import threading
import time
import unittest
from typing import List

from tests.support import RecordingPanel, black, guidance

import navbus
from e_paper import EPaper
from navbus.v1 import events_pb2
from panel_thread import CLOSE_TIMEOUT, REFRESH_TIMEOUT, PanelThread
from PIL import Image, ImageDraw
from refresh import RefreshPlanner, changed_region


def picture(*dots: "tuple[int, int]") -> Image.Image:
    """A white picture with black dots; its width is no multiple of eight."""
    image = Image.new("1", (122, 250), 1)
    for dot in dots:
        image.putpixel(dot, 0)
    return image


class RegionTests(unittest.TestCase):
    def test_the_region_covers_the_change_on_the_boundaries_of_bytes(self) -> None:
        self.assertIsNone(changed_region(picture(), picture()))
        self.assertEqual(changed_region(picture(), picture((9, 5), (17, 7))), (8, 5, 16, 3))
        self.assertEqual(changed_region(picture((0, 0)), picture()), (0, 0, 8, 1))
        self.assertEqual(changed_region(picture(), picture((121, 249))), (120, 249, 2, 1))

    def test_regions_of_random_changes_reproduce_the_pictures(self) -> None:
        choice = random.Random(1)
        panel, planner = RecordingPanel((122, 250)), RefreshPlanner(7)
        image = picture()
        for _ in range(200):
            image = image.copy()
            x, y = choice.randrange(122), choice.randrange(250)
            size = choice.randrange(40)
            ImageDraw.Draw(image).rectangle((x, y, x + size, y + choice.randrange(9)), fill=choice.randrange(2))
            refresh = planner.next(image)
            if refresh is not None:
                panel.refresh(refresh)
            self.assertEqual(panel.memory.tobytes(), image.tobytes())
        self.assertEqual({refresh.is_full for refresh in panel.refreshes}, {True, False})


class PlannerTests(unittest.TestCase):
    def kinds(self, count: int, is_near: bool = False) -> str:
        planner = RefreshPlanner(3)
        refreshes = [planner.next(picture((index, 0)), is_near) for index in range(count)]
        return "".join("." if refresh is None else "F" if refresh.is_full else "p" for refresh in refreshes)

    def test_after_so_many_partial_refreshes_a_full_one_follows(self) -> None:
        self.assertEqual(self.kinds(10), "FpppFpppFp")

    def test_before_a_maneuver_a_full_refresh_is_delayed_but_not_for_ever(self) -> None:
        self.assertEqual(self.kinds(10, is_near=True), "FppppppFpp")

    def test_without_a_change_only_a_full_refresh_after_partial_ones_is_made(self) -> None:
        planner = RefreshPlanner(3)
        planner.next(picture())
        self.assertIsNone(planner.next(picture()))
        self.assertIsNone(planner.next(picture(), is_full=True), "the panel is clean")
        planner.next(picture((1, 1)))
        refresh = planner.next(picture((1, 1)), is_full=True)
        self.assertTrue(refresh is not None and refresh.is_full and refresh.region == (0, 0, 122, 250))


class ThreadTests(unittest.TestCase):
    def thread(self, panel: RecordingPanel, pause: float = 0.0) -> PanelThread:
        thread = PanelThread(panel, RefreshPlanner(100), pause)
        thread.start()
        self.addCleanup(thread.close, picture())
        return thread

    def test_a_busy_panel_gets_only_the_newest_picture(self) -> None:
        panel = RecordingPanel((122, 250))
        panel.is_free.clear()
        thread = self.thread(panel)
        drawn: List[int] = []

        def draw(index: int) -> Image.Image:
            drawn.append(index)
            return picture((index, 0))

        thread.show(lambda: draw(0))
        self.assertTrue(panel.wait_for(1))
        for index in range(1, 50):
            thread.show(lambda index=index: draw(index))  # type: ignore[misc]
        panel.is_free.set()
        self.assertTrue(panel.wait_for(2))
        self.assertEqual((drawn, len(panel.refreshes)), ([0, 49], 2))
        self.assertEqual(panel.memory.tobytes(), picture((49, 0)).tobytes())

    def test_refreshes_keep_their_distance(self) -> None:
        panel = RecordingPanel((122, 250))
        thread = self.thread(panel, pause=0.15)
        begin = time.monotonic()
        count = 0
        while time.monotonic() - begin < 0.7:
            count += 1
            thread.show(lambda: picture((count % 122, 0)))
            time.sleep(0.005)
        thread.close(picture())
        self.assertGreater(count, 20)
        self.assertTrue(2 <= len(panel.refreshes) <= 7, len(panel.refreshes))

    def test_the_end_clears_the_panel_without_a_pause(self) -> None:
        panel = RecordingPanel((122, 250))
        thread = self.thread(panel, pause=60)
        thread.show(lambda: picture((1, 1)))
        self.assertTrue(panel.wait_for(1))
        thread.show(lambda: picture((2, 2)))
        begin = time.monotonic()
        thread.close(picture())
        self.assertLess(time.monotonic() - begin, CLOSE_TIMEOUT)
        self.assertTrue(panel.is_closed)
        self.assertEqual([refresh.is_full for refresh in panel.refreshes], [True, True])
        self.assertEqual(panel.memory.tobytes(), picture().tobytes())

    def test_a_panel_that_fails_or_hangs_is_reported(self) -> None:
        class FailingPanel(RecordingPanel):
            def refresh(self, refresh: object) -> None:
                reached.set()
                raise RuntimeError("no power")

        reached = threading.Event()
        thread = self.thread(FailingPanel((122, 250)))
        thread.show(picture)
        self.assertTrue(reached.wait(20))
        thread._thread.join(20)
        self.assertEqual(thread.stall(), "refresh the panel: RuntimeError: no power")

        panel = RecordingPanel((122, 250))
        panel.is_free.clear()
        now = [0.0]
        thread = PanelThread(panel, RefreshPlanner(3), 0, clock=lambda: now[0])
        thread.start()
        self.addCleanup(thread.close, picture())
        thread.show(picture)
        self.assertTrue(panel.wait_for(1))
        self.assertIsNone(thread.stall())
        now[0] = REFRESH_TIMEOUT + 1
        self.assertIn("busy for more than 15 s", thread.stall() or "")


class ControlTests(unittest.TestCase):
    def control(self, panel: RecordingPanel, **settings: float) -> EPaper:
        control = EPaper(navbus.Context(navbus.Settings({"refreshSeconds": 0.0, **settings})), panel)
        control.start()
        self.addCleanup(control.stop)
        self.assertTrue(panel.wait_for(1))
        return control

    def blank(self, panel: RecordingPanel) -> bool:
        return black(panel.memory, (0, 0, *panel.size)) == 0

    def test_the_panel_is_clear_at_the_start_at_the_end_of_navigation_and_at_the_end(self) -> None:
        panel = RecordingPanel()
        control = self.control(panel)
        driver = navbus.Driver(control)
        self.assertTrue(self.blank(panel), "the picture of an earlier drive is removed")
        driver.deliver(navbus.Envelope(navigation=guidance("TURN_LEFT", 300, "Ring")))
        self.assertTrue(panel.wait_for(2))
        self.assertFalse(self.blank(panel))
        driver.deliver(navbus.Envelope(navigation_stopped=events_pb2.NavigationStopped()))
        self.assertTrue(panel.wait_for(3))
        self.assertTrue(self.blank(panel) and panel.refreshes[-1].is_full)
        driver.deliver(navbus.Envelope(navigation=guidance("TURN_LEFT", 200, "Ring")))
        self.assertTrue(panel.wait_for(4))
        control.stop()
        self.assertTrue(self.blank(panel) and panel.is_closed)
        control.stop()

    def test_silence_replaces_the_instruction(self) -> None:
        panel = RecordingPanel()
        control = self.control(panel, rotation=270)
        driver = navbus.Driver(control)
        driver.deliver(navbus.Envelope(navigation=guidance("TURN_LEFT", 300, "Ring")))
        self.assertTrue(panel.wait_for(2))
        driver.fall_silent()
        self.assertTrue(panel.wait_for(3))
        assert control.screen is not None
        self.assertEqual(panel.memory.tobytes(), control.screen.no_signal().rotate(270, expand=True).tobytes())

    def test_wrong_settings_are_refused(self) -> None:
        for settings in ({"rotation": 45}, {"panel": "lcd"}, {"model": "epd1in54"}, {"maxPartialRefreshes": 0}):
            with self.assertRaises(navbus.SettingsError):
                EPaper(navbus.Context(navbus.Settings(settings)))
