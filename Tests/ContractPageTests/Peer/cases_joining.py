"""The wire, and joining: frames, numbers, hello, snapshots, gaps, a bus that is killed."""

import os
import signal
import threading
import time

import zmq
from stage import (
    STATUS, STOP, Bus, TOPICS_OF, bus_pb2, done, events_pb2, fix, holds, kinds, missed, position, raw, refused,
    snapshot, start,
)

# The wire


@holds("W-4", "W-5", "W-7", "W-8", "W-9", "W-10", "W-14", "G-1", "G-2", "N-1", "N-2", "N-9", "S-1", "E-1", "R-10", "R-11", "R-12")
def a_short_drive_is_numbered_and_canonical():
    with Bus() as bus:
        peer = bus.peer()
        peer.ask(**STATUS)
        socket = raw(bus, "on")
        snapshot(socket, "~snap/main/a-name-nobody-has")
        done(peer.ask(start=start()))
        for number in range(1, 5):
            done(peer.ask(position=position(number)))
        done(peer.ask(**STOP))
        done(peer.ask(**STOP))
        done(peer.ask(position=position(5)))
        frames = []
        while not frames or events_pb2.Envelope.FromString(frames[-1][1]).tick != 5:
            assert socket.poll(20_000)
            frames.append(socket.recv_multipart())
        events = []
        for parts in frames:
            assert len(parts) == 2
            event = events_pb2.Envelope.FromString(parts[1])
            assert event.SerializeToString(deterministic=True) == parts[1]
            assert parts[0].decode() == f"{TOPICS_OF[event.WhichOneof('event')]}/main"
            events.append(event)
        assert len({event.run for event in events}) == 1
        assert [event.sequence for event in events] == list(range(1, len(events) + 1))
        for topic in set(kinds(events)):
            of_topic = [event.topic_sequence for event in events if event.WhichOneof("event") == topic]
            assert of_topic == list(range(1, len(of_topic) + 1))
        end = ["navigation", "navigation_stopped", "gps"]
        assert kinds(events) == ["navigation_started"] + ["gps", "navigation"] * 4 + end, kinds(events)
        assert [event.tick for event in events if event.HasField("gps")] == [1, 2, 3, 4, 5]
        for gps, info in zip(events[1:9:2], events[2:9:2]):
            assert (gps.tick, gps.gps) == (info.tick, info.navigation.fix) and info.navigation.route_id == "r1"
            assert info.navigation.state == 1 and info.navigation.HasField("current_step")
        last = events[9]
        assert (last.tick, last.navigation.fix) == (4, events[7].gps) and last.navigation.state == 3
        assert last.navigation.route_id == "r1" and not last.navigation.HasField("current_step")
        socket.close()


@holds("W-1", "W-3", "W-15", "V-2")
def a_request_socket_is_answered_and_what_is_newer_is_passed_over():
    with Bus() as bus:
        context = zmq.Context()
        socket = context.socket(zmq.REQ)
        socket.connect(bus.endpoint)
        # Fields 99 of a later version at every level, and the session after them.
        hello = b"\x9a\x06\x01x" + bus_pb2.Hello(session="main", contract_version=1).SerializeToString()
        request = b"\x98\x06\x01" + b"\x0a" + bytes([len(hello)]) + hello
        socket.send(b"\x98\x06\x07" + b"\x12" + bytes([len(request)]) + request + b"\x08\x4d")
        assert socket.poll(20_000)
        reply = bus_pb2.ReplyFrame.FromString(socket.recv())
        assert reply.id == 77 and reply.reply.HasField("welcome"), reply
        context.destroy(linger=0)


@holds("W-17", "W-24", "R-3", "R-5", "V-6")
def what_cannot_be_read_is_refused_with_its_number():
    with Bus() as bus:
        peer = bus.peer()
        peer.requests.send(b"\x08\x4d\x12\x05\x0a")
        refused(peer.answer(77), "MALFORMED")
        peer.requests.send(b"\xff\xff\xff")
        refused(peer.answer(0), "MALFORMED")
        # An unknown kind of request, and one without a required field.
        peer.requests.send(b"\x08\x4e\x12\x04\xfa\x06\x01x")
        refused(peer.answer(78), "MALFORMED")
        peer.requests.send(b"\x08\x4f\x12\x02\x2a\x00")
        refused(peer.answer(79), "MALFORMED")
        assert peer.ask(**STATUS).status.counters["malformed_requests"] == 4


@holds("R-1", "R-2", "R-4", "W-2")
def frames_are_answered_by_number_and_without_one_not_at_all():
    with Bus() as bus:
        peer = bus.joined()
        peer.send(position=position(1))
        peer.send(0, **STATUS)
        vitals = bus_pb2.ControlVitals(control="led-strip", process_id=os.getpid())
        peer.send(500, heartbeat=bus_pb2.HeartbeatRequest(session="main", vitals=vitals))
        peer.send(501, heartbeat=bus_pb2.HeartbeatRequest(session="main", vitals=bus_pb2.ControlVitals(control="\x01")))
        peer.send(2**64 - 1, **STATUS)
        assert peer.requests.poll(20_000)
        first = bus_pb2.ReplyFrame.FromString(peer.requests.recv())
        assert first.id == 2**64 - 1 and first.reply.HasField("status"), first
        assert first.reply.status.sessions[0].fixes_accepted == 1
        assert not peer.requests.poll(200)


# Joining


@holds("J-1", "J-2", "J-3", "J-4", "V-4", "V-5", "R-8")
def hello_is_answered_or_refused_with_the_reason():
    with Bus() as bus:
        peer = bus.peer()
        for _ in range(2):
            welcome = peer.ask(hello=peer.hello).welcome
            assert welcome.settings["brightness"].number == 0.5 and not welcome.HasField("topics")
            assert welcome.events_endpoint == bus.endpoint.replace("requests", "events") and not welcome.is_listener
        assert bus.peer(control="").ask(hello=bus.peer(control="").hello).welcome.is_listener
        for version in (0, 2):
            text = refused(peer.ask(hello=bus.peer(contract_version=version).hello), "CONTRACT_VERSION")
            assert str(version) in text and "version 1" in text
        refused(peer.ask(hello=bus.peer(control="a name").hello), "MALFORMED")
        assert "main" in refused(peer.ask(hello=bus.peer(session="rider-7").hello), "NO_SUCH_SESSION")
        later = bus.peer(topics=["onWeather", "onGPS"])
        assert later.ask(hello=later.hello).HasField("welcome")
        refused(peer.ask(hello=bus_pb2.Hello(control="x", contract_version=1, session="A B")), "MALFORMED")


@holds("J-8", "J-9", "J-11", "P-2")
def a_snapshot_has_the_present_state_for_each_name():
    with Bus() as bus:
        peer = bus.joined(takes_commands=True)
        peer.heartbeat()
        socket = raw(bus, "on")
        empty = snapshot(socket, "~snap/main/first")
        assert empty.sequence == 0 and not empty.latest and empty.session == "main" and empty.process_id == bus.process.pid
        done(peer.ask(start=start()))
        for number in (1, 2):
            done(peer.ask(position=position(number)))
        reading = bus_pb2.HeadingReading(heading_degrees=87.5, source="a compass")
        done(peer.ask(heading=bus_pb2.HeadingRequest(session="main", reading=reading)))
        done(peer.ask(mute=bus_pb2.MuteRequest(session="main", is_muted=True)))
        later = snapshot(socket, "~snap/main/second")
        assert kinds(later.latest) == ["navigation_started", "gps", "navigation", "heading", "command"], kinds(later.latest)
        assert [event.sequence for event in later.latest] == sorted(event.sequence for event in later.latest)
        command = later.latest[-1].command
        assert command.is_muted and command.WhichOneof("action") is None
        assert [entry.topic for entry in later.topic_sequences] == [
            "onGPS", "onNavigation", "onNavigationStarted", "onCommand", "onHeading"]
        done(peer.ask(**STOP))
        ended = snapshot(socket, "~snap/main/third")
        assert kinds(ended.latest) == ["gps", "heading", "command"], kinds(ended.latest)
        socket.close()


@holds("J-10", "J-12", "J-16")
def who_joins_in_a_flood_has_no_hole_and_nothing_twice():
    with Bus() as bus:
        source, most = bus.peer(), 1500

        def flood():
            for number in range(1, most + 1):
                source.send(position=position(number))
                if number % 50 == 0:
                    time.sleep(0.005)

        thread = threading.Thread(target=flood)
        thread.start()
        for count in range(10):
            peer = bus.joined(control=f"c{count}")
            events = peer.until(lambda event: event.tick >= min((count + 1) * 100, most))
            ticks = [event.tick for event in events if event.HasField("gps")]
            assert ticks == list(range(ticks[0], ticks[0] + len(ticks))), ticks
        thread.join()
        last = bus.joined().until(lambda event: event.tick == most)
        assert last[-1].tick == most


@holds("J-19", "J-20", "J-24")
def what_was_lost_is_fetched_in_its_order():
    with Bus() as bus:
        peer = bus.joined()
        done(peer.ask(start=start()))
        peer.until(lambda event: event.HasField("navigation_started"))
        peer.dropped = {3, 4, 5, 7}
        for number in range(1, 6):
            done(peer.ask(position=position(number)))
        events = peer.until(lambda event: event.HasField("navigation") and event.tick == 5)
        assert [event.sequence for event in events] == list(range(2, 12)), [event.sequence for event in events]
        assert peer.fetched == 4
        answer = peer.ask(**missed("onGPS", 2, 3)).events.events
        assert [event.topic_sequence for event in answer] == [2, 3] and answer[0].tick == 2
        assert len(peer.ask(**missed("onGPS", 6, 2**64 - 1)).events.events) == 0
        assert len(peer.ask(**missed("onNavigationStopped", 1, 9)).events.events) == 0
        refused(peer.ask(**missed("onGPS", 3, 2)), "MALFORMED")


@holds("J-21", "J-22")
def what_is_gone_is_refused_and_the_newest_stays():
    with Bus(journal={"max_bytes": 600_000}) as bus:
        peer = bus.peer()
        done(peer.ask(start=start()))
        for number in range(1, 4001):
            peer.send(position=position(number % 100 + 1 if number < 90 else number))
            if number % 200 == 0:
                peer.ask(**STATUS)
        newest = peer.ask(**STATUS).status.sessions[0].fixes_accepted
        oldest = peer.ask(**missed("onGPS", 1, 2**64 - 1)).events.events
        assert len(oldest) == 1 and oldest[0].topic_sequence > 1
        refused(peer.ask(**missed("onGPS", 1, oldest[0].topic_sequence - 1)), "UNAVAILABLE")
        assert len(peer.ask(**missed("onNavigationStarted", 1, 1)).events.events) == 1
        last = peer.ask(**missed("onGPS", newest, newest)).events.events
        assert len(last) == 1, newest


@holds("J-15", "J-17")
def a_beat_each_second_names_the_newest_numbers():
    with Bus() as bus:
        peer = bus.peer()
        peer.ask(**STATUS)
        socket = raw(bus, "~beat/main")
        done(peer.ask(position=position(1)))
        times = []
        while len(times) < 3:
            assert socket.poll(5000)
            topic, data = socket.recv_multipart()
            beat = bus_pb2.Snapshot.FromString(data)
            assert topic == b"~beat/main" and not beat.latest and beat.process_id == bus.process.pid
            times.append(beat.sequence)
        assert times[-1] == 1 and beat.topic_sequences[0].topic == "onGPS"
        socket.close()


@holds("J-13", "W-6")
def what_is_no_subscription_has_no_effect():
    with Bus() as bus:
        peer = bus.peer()
        peer.ask(**STATUS)
        socket = raw(bus, "weather/", "~snap/nobody/1", "~snap/main/", "~snap/")
        assert snapshot(socket, "~snap/main/mine").session == "main"
        assert peer.ask(**STATUS).status.counters["unknown_topics"] == 4
        assert not socket.poll(100)
        socket.close()


@holds("J-25", "J-26", "J-28", "P-5")
def a_bus_that_is_killed_goes_on_with_run_numbers_and_state():
    with Bus() as bus:
        peer = bus.joined(takes_commands=True)
        done(peer.ask(start=start()))
        for number in (1, 2):
            done(peer.ask(position=position(number)))
        peer.heartbeat()
        done(peer.ask(mute=bus_pb2.MuteRequest(session="main", is_muted=True)))
        seen = peer.until(lambda event: event.HasField("command"))
        before = bus.process.pid
        for number in (3, 4, 5):
            bus.end()
            bus.start()
            done(peer.ask(position=position(number)))
            seen += peer.until(lambda event: event.HasField("navigation") and event.tick == number)
        assert peer.runs == [seen[0].run] and peer.process == bus.process.pid != before
        assert [event.sequence for event in seen] == list(range(1, len(seen) + 1))
        assert kinds(seen).count("navigation_started") == 1
        late = bus.joined(control="late")
        state = late.until(lambda event: event.HasField("navigation"))
        assert [event for event in state + late.waiting if event.HasField("command")][0].command.is_muted


@holds("J-27")
def a_bus_that_was_ended_begins_another_run():
    with Bus() as bus:
        peer = bus.joined()
        done(peer.ask(start=start()))
        done(peer.ask(position=position(1)))
        peer.until(lambda event: event.HasField("navigation"))
        bus.end(signal.SIGTERM)
        bus.start()
        done(peer.ask(position=position(9)))
        events = peer.until(lambda event: event.HasField("gps") and event.run != peer.runs[0])
        assert len(peer.runs) == 2 and peer.runs[0] != peer.runs[1]
        assert kinds(events)[:2] == ["navigation", "navigation_stopped"], "what was published last still arrives"
        assert events[-1].sequence == 1
