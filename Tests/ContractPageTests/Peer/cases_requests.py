"""Requests and reports."""

import os
import time

from peer import parts
from stage import NOON, STATUS, Bus, bus_pb2, done, events_pb2, holds, kinds, missed, position, refused, route, start

# Requests


@holds("S-2")
def a_route_takes_the_place_of_another_as_its_reason_says():
    with Bus() as bus:
        peer = bus.joined()
        done(peer.ask(start=start("r1")))
        done(peer.ask(start=start("r2", reason=3)))
        done(peer.ask(start=start("r3", reason=1)))
        broken = route("r4")
        del broken.legs[:], broken.latitudes_degrees[1:], broken.longitudes_degrees[1:]
        refused(peer.ask(start=bus_pb2.StartRequest(session="main", route=broken)), "BAD_ROUTE")
        events = peer.until(lambda event: event.navigation_started.id == "r3")
        assert kinds(events) == ["navigation_started"] * 2 + ["navigation_stopped", "navigation_started"], kinds(events)


@holds("G-6")
def numbers_that_cannot_be_are_not_published():
    with Bus() as bus:
        peer = bus.joined()
        impossible, mended, gone = position(1), position(2), position(3)
        for name in ("altitude_meters", "speed_meters_per_second", "course_degrees", "heading_degrees"):
            setattr(impossible.fix, name, 1e18)
        impossible.fix.speed_accuracy_meters_per_second = float("nan")
        impossible.fix.heading_accuracy_degrees = -1
        impossible.fix.satellites_used = -4
        mended.fix.course_degrees, mended.fix.heading_degrees = 360, -0.0
        mended.fix.heading_accuracy_degrees, mended.fix.speed_accuracy_meters_per_second = 1e300, 1e18
        gone.fix.time_nanoseconds = -1
        for sent in (impossible, mended, gone, position(4)):
            done(peer.ask(position=sent))
        first, second, last = [event.gps for event in peer.until(lambda event: event.gps.time_nanoseconds == NOON + 4 * 10**9)
                               if event.HasField("gps")]
        assert [field.name for field, _ in first.ListFields() if field.name != "quality"] == [
            "time_nanoseconds", "position", "smoothed_position", "horizontal_accuracy_meters"], first
        assert second.course_degrees == 0 and second.heading_degrees == 0, second
        assert second.heading_accuracy_degrees == 180 and second.speed_accuracy_meters_per_second == 1000, second
        assert last.course_degrees == 0 and last.speed_meters_per_second == 5.5, last


@holds("R-13", "P-1", "P-4", "L-10")
def commands_are_published_with_their_state_where_somebody_takes_them():
    with Bus() as bus:
        peer = bus.joined(takes_commands=True)
        mute = {"mute": bus_pb2.MuteRequest(session="main", is_muted=True)}
        refused(peer.ask(**mute), "UNAVAILABLE")
        peer.heartbeat()
        done(peer.ask(**mute))
        done(peer.ask(verbosity=bus_pb2.VerbosityRequest(session="main", verbosity=2)))
        words = events_pb2.SpokenText(text="Charge at the next stop.")
        done(peer.ask(say=bus_pb2.SayRequest(session="main", text=words)))
        refused(peer.ask(say=bus_pb2.SayRequest(session="main", text=events_pb2.SpokenText(text=" "))), "MALFORMED")
        refused(peer.ask(say=bus_pb2.SayRequest(session="main", text=events_pb2.SpokenText(text="x" * 8193))), "MALFORMED")
        refused(peer.ask(turn_page=bus_pb2.TurnPageRequest(session="main", turn=events_pb2.PageTurn(page=0))), "MALFORMED")
        refused(peer.ask(verbosity=bus_pb2.VerbosityRequest(session="main")), "MALFORMED")
        events = peer.until(lambda event: event.command.HasField("say"))
        commands = [event.command for event in events if event.HasField("command")]
        assert [command.WhichOneof("action") for command in commands] == ["mute", "set_verbosity", "say"]
        assert all(command.is_muted for command in commands) and commands[2].verbosity == 2


@holds("R-29", "P-7", "W-27")
def a_focus_needs_no_control_and_events_have_the_time_of_the_newest_fix():
    with Bus() as bus:
        peer = bus.joined()

        def focus(**part):
            return {"focus": bus_pb2.FocusRequest(session="main", focus=events_pb2.MapFocus(**part))}

        whole = focus(route=events_pb2.FocusOnRoute())
        refused(peer.ask(**focus(position=events_pb2.FocusOnPosition())), "UNAVAILABLE")
        refused(peer.ask(**whole), "UNAVAILABLE")
        refused(peer.ask(**focus(step_number=0)), "UNAVAILABLE")
        refused(peer.ask(**focus(point=events_pb2.Coordinate(latitude_degrees=91))), "MALFORMED")
        done(peer.ask(start=start("r1")))
        done(peer.ask(position=position(1)))
        refused(peer.ask(**focus(step_number=99)), "MALFORMED")
        done(peer.ask(**whole))
        done(peer.ask(stop=bus_pb2.StopRequest(session="main")))
        events = peer.until(lambda event: event.HasField("navigation_stopped"))
        for event in events:
            kind = event.WhichOneof("event")
            assert event.HasField("fix_time_nanoseconds") == (kind in ("command", "navigation_stopped", "control")), event
            assert event.fix_time_nanoseconds in (0, NOON + 10**9), event
        assert [event.command.focus.WhichOneof("part") for event in events if event.HasField("command")] == ["route"]


@holds("R-27", "R-28", "S-5")
def words_are_those_of_the_announcements_in_the_language_that_is_asked_for():
    with Bus() as bus:
        peer = bus.joined()

        def describe(**more):
            return {"describe": bus_pb2.DescribeRequest(session="main", **more)}

        refused(peer.ask(**describe()), "UNAVAILABLE")
        done(peer.ask(start=start("r1")))
        refused(peer.ask(**describe()), "UNAVAILABLE")
        started = peer.until(lambda event: event.HasField("navigation_started"))[-1].navigation_started
        assert [step.number for leg in started.legs for step in leg.steps] == [0, 1]
        arrival = peer.ask(**describe(step_number=1, language="de", style=2)).description
        assert arrival.language == "de" and arrival.step_number == 1 and "Ziel" in arrival.text, arrival
        assert peer.ask(**describe(step_number=1, language="de-AT")).description.language == "de"
        assert peer.ask(**describe(step_number=1)).description.language == "en-US"
        refusal = peer.ask(**describe(step_number=1, language="tlh")).refused
        assert refusal.code == bus_pb2.REQUEST_ERROR_CODE_MALFORMED and "de, en-GB, en-US" in refusal.text, refusal
        refused(peer.ask(**describe(step_number=2)), "MALFORMED")
        refused(peer.ask(**describe(cue=events_pb2.CueReference(identity=1, stage=4))), "UNAVAILABLE")
        done(peer.ask(position=position(1)))
        assert peer.ask(**describe()).description.text


@holds("R-14", "R-15", "R-16", "J-23")
def sessions_are_opened_listed_and_closed():
    with Bus() as bus:
        peer = bus.peer()
        runs = []
        for _ in range(2):
            for _ in range(2):
                done(peer.ask(open_session=bus_pb2.OpenSessionRequest(session="rider-7")))
            runs.append(peer.ask(hello=bus.peer(session="rider-7").hello).welcome.run)
            done(peer.ask(start=bus_pb2.StartRequest(session="rider-7", route=route())))
            done(peer.ask(position=position(1, "rider-7")))
            for _ in range(2):
                done(peer.ask(close_session=bus_pb2.CloseSessionRequest(session="rider-7")))
            last = bus_pb2.MissedEvents(session="rider-7", topic="onNavigationStopped", first=0, last=2**64 - 1)
            assert len(peer.ask(missed=last).events.events) == 1
            refused(peer.ask(position=position(2, "rider-7")), "NO_SUCH_SESSION")
        assert runs[0] != runs[1]
        refused(peer.ask(close_session=bus_pb2.CloseSessionRequest(session="main")), "FORBIDDEN")
        for name in ("b", "a", "c"):
            done(peer.ask(open_session=bus_pb2.OpenSessionRequest(session=name)))
        listed = peer.ask(sessions=bus_pb2.SessionQuery(first="b", most=2)).status
        assert [session.session for session in listed.sessions] == ["b", "c"]
        assert [session.session for session in peer.ask(**STATUS).status.sessions] == ["main"]


@holds("H-1", "H-2", "H-3")
def headings_are_from_true_north_and_no_more_than_fifty_a_second():
    with Bus() as bus:
        peer = bus.joined()

        def heading(degrees, **more):
            reading = bus_pb2.HeadingReading(heading_degrees=degrees, source="a compass", **more)
            return {"heading": bus_pb2.HeadingRequest(session="main", reading=reading)}

        refused(peer.ask(**heading(10, is_magnetic=True)), "UNAVAILABLE")
        done(peer.ask(position=position(1)))
        refused(peer.ask(**heading(360)), "MALFORMED")
        refused(peer.ask(**heading(10, time_nanoseconds=NOON + 60 * 10**9)), "MALFORMED")
        done(peer.ask(**heading(10, is_magnetic=True)))
        event = peer.until(lambda event: event.HasField("heading"))[-1].heading
        assert abs(event.heading_degrees - 10 - event.declination_degrees) < 1e-9 and 2 < event.declination_degrees < 7
        assert event.source == "a compass"
        began = time.monotonic()
        for number in range(300):
            peer.ask(**heading(number % 360))
        seconds = time.monotonic() - began
        kept = peer.ask(**missed("onHeading", 1, 2**64 - 1)).events.events
        assert len(kept) <= 50 * (seconds + 1) + 2, (len(kept), seconds)


# Reports


@holds("C-3", "C-4", "C-5", "C-6", "C-9")
def a_report_is_published_once_also_behind_a_death():
    with Bus() as bus:
        peer = bus.joined()
        done(peer.report(1))
        began = events_pb2.ControlReport(
            control="led-strip", kind=3, effect="light", text="left", process_id=os.getpid(), number=peer.number + 1)
        for _ in range(2):
            done(peer.ask(report=bus_pb2.ReportRequest(session="main", report=began)))
        events = peer.until(lambda event: event.control.kind == 3)
        bus.end()
        bus.start()
        done(peer.ask(report=bus_pb2.ReportRequest(session="main", report=began)))
        peer.number += 1
        done(peer.report(4, "light"))
        for _ in range(2):
            plain = events_pb2.ControlReport(control="led-strip", kind=11, text="again")
            done(peer.ask(report=bus_pb2.ReportRequest(session="main", report=plain)))
        events += peer.until(lambda event: event.control.text == "again") + peer.until(lambda _: True)
        done(peer.report(6, text="the strip is unplugged"))
        events += peer.until(lambda event: event.control.kind == 6)
        events = [event for event in events if event.HasField("control")]
        mine = [event for event in events if event.control.control == "led-strip"]
        assert [event.control.kind for event in mine] == [1, 3, 4, 11, 11, 6], [event.control.kind for event in mine]
        assert all(event.tick == 0 for event in mine)
        control = peer.ask(**STATUS).status.controls[0]
        assert (control.control, control.state, control.text) == ("led-strip", 4, "the strip is unplugged"), control


@holds("C-8")
def what_is_too_much_for_a_report_is_refused():
    with Bus() as bus:
        peer = bus.joined()
        done(peer.report(11, text="x" * (2048 - len("led-strip"))))
        refused(peer.report(11, text="x" * (2049 - len("led-strip"))), "FORBIDDEN")
        picture = {"media_type": "image/png", "width_points": 48, "height_points": 48, "data": b"x" * 16384}
        done(peer.report(3, "sign", picture=events_pb2.ReportedPicture(**picture)))
        for change in ({"data": b"x" * 16385}, {"media_type": "text/html"}, {"width_points": 0}, {"height_points": 10_001}):
            refused(peer.report(3, "sign", picture=events_pb2.ReportedPicture(**{**picture, **change})), "FORBIDDEN")


def long_route(vertices=20_000):
    way = route("long")
    del way.latitudes_degrees[:], way.longitudes_degrees[:]
    way.latitudes_degrees.extend(49.41 + 0.008 * index / (vertices - 1) for index in range(vertices))
    way.longitudes_degrees.extend([8.69] * vertices)
    way.legs[0].steps[1].geometry_index = way.stopovers[0].geometry_index = vertices - 1
    return bus_pb2.Request(start=bus_pb2.StartRequest(session="main", route=way))


@holds("R-18", "R-19", "R-20")
def a_request_that_is_too_large_for_a_frame_travels_in_parts():
    with Bus() as bus:
        peer = bus.joined()
        request = long_route()
        done(peer.ask(start=request.start))
        assert peer.until(lambda event: event.navigation_started.id == "long")
        first, second, *rest = parts(request)
        # Parts out of order, a total that is too large, a part without the first one, a part that is too small.
        peer.send(101, part=first)
        peer.send(101, part=rest[0])
        refused(peer.answer(101), "MALFORMED")
        peer.send(102, part=bus_pb2.RequestPart(total_bytes=2**24 + 1, data=first.data))
        refused(peer.answer(102), "FORBIDDEN")
        peer.send(103, part=second)
        refused(peer.answer(103), "UNAVAILABLE")
        peer.send(104, part=bus_pb2.RequestPart(total_bytes=first.total_bytes, data=first.data[:100]))
        refused(peer.answer(104), "MALFORMED")
        # One message in parts for each peer at a time; unfinished ones are discarded.
        peer.send(105, part=first)
        peer.ask(**STATUS)
        other = bus.peer()
        other.send(1, part=first)
        refused(other.answer(1), "UNAVAILABLE")
        refused(peer.answer(105), "UNAVAILABLE")
        done(other.ask(start=request.start))
        # The parts of an ended connection are discarded, so that the next one of the same process has space.
        other.send(2, part=first)
        other.ask(**STATUS)
        other.close()
        bus.peers.remove(other)
        end = time.monotonic() + 2
        while (reply := peer.ask(start=request.start)).HasField("refused"):
            assert time.monotonic() < end, reply
        done(reply)
