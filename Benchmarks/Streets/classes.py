"""The classes of scenarios. Each function fills one variant; its name is `class-variant`.

Keys of `meta` that the scorer reads:

- arrives: when the destination was truly reached; no arrival before; arrive_by: when it must be announced at the latest;
- ask: [from, to]: the router must be asked within this time; no_questions: it must not be asked at all;
- stops: the number of stopovers and destinations that count at the end.
"""

import math

import numpy as np

from paths import OFF, ON, UNJUDGED, Line, Motion, Way
from receivers import NO_VALUE, Receiver

VARIANTS = {}


def variant(name, **options):
    """Registers a function as a variant of a class; options are passed to it."""

    def register(function):
        VARIANTS[name] = lambda scenario: function(scenario, **options)
        return function

    return register


def standing_receiver(kind, standing, **more):
    """The receivers of the standing classes, by letter."""
    options = {
        "vector": dict(doppler="vector", sigma=0.25),
        "zero": dict(doppler="zero"),
        "frozen": dict(doppler="frozen"),
        "none": dict(doppler="none"),
        "courseless": dict(doppler="courseless"),
        "real": dict(doppler="vector", sigma=0.1, standing=standing, noise="city", bursts=True),
    }[kind]
    return Receiver(**{**options, **more})


# Streets.


def city(rng, blocks=10, shortest=110, longest=360):
    way = Way(rng.uniform(0, 360))
    for block in range(blocks):
        way.ahead(rng.uniform(shortest, longest))
        if block < blocks - 1:
            way.corner(float(rng.choice([-90, 90, -75, 80, 60, -60])))
    return way


def motorway(rng, kilometres=12):
    way = Way(rng.uniform(0, 360))
    while len(way.points) < 3 or way.line().length < kilometres * 1000:
        way.ahead(rng.uniform(400, 1200), 120).bend(rng.uniform(600, 1500), rng.uniform(-40, 40), 30)
        if rng.random() < 0.3:
            way.maneuver()
    return way.ahead(300)


def at_turns(line, turns, speed=4.0):
    return [(line.distances[turn], speed) for turn in turns]


def drive_all(scenario, speed=12.0, slow=4.0, **options):
    """Drives the whole route and arrives."""
    line = scenario.line
    corners = at_turns(line, scenario.turns[:-1], slow)
    scenario.motion.drive(line, 0, line.length, speed, slow=[*corners, (line.length, 1.0)], **options)
    scenario.arrive()


# 1. Red lights.


def red_lights(scenario, kind, before, noise="suburban", bursts=False):
    rng, motion = scenario.rng, scenario.motion
    line = scenario.follow(city(rng, 8))
    position = 0.0
    for turn in scenario.turns[:-1]:
        stop = line.distances[turn] - before
        motion.drive(line, position, stop, 12.0, slow=[(stop, 0.4), *at_turns(line, scenario.turns)])
        motion.stand(rng.uniform(45, 90))
        position = stop
    motion.drive(line, position, line.length, 12.0, slow=[(line.length, 1.0), *at_turns(line, scenario.turns)])
    scenario.arrive()
    scenario.meta["no_questions"] = True
    more = {} if kind == "real" else dict(noise=noise, bursts=bursts)
    scenario.record(standing_receiver(kind, scenario.standing, **more))


for _kind in ("vector", "zero", "frozen", "real"):
    for _before in (8, 12):
        variant(f"red_lights-{_kind}_{_before}m", kind=_kind, before=_before)(red_lights)
variant("red_lights-vector_8m_city", kind="vector", before=8, noise="city", bursts=True)(red_lights)
variant("red_lights-courseless_8m", kind="courseless", before=8)(red_lights)
variant("red_lights-none_12m", kind="none", before=12)(red_lights)


# 2. Jams.


def jam(scenario, kind, pattern):
    rng, motion = scenario.rng, scenario.motion
    way = Way(rng.uniform(0, 360)).ahead(300).corner(70).ahead(350).corner(-80).ahead(400)
    line = scenario.follow(way)
    start = rng.uniform(80, 140)
    motion.drive(line, 0, start, 12.0)
    if pattern == "creep":
        phase = rng.uniform(0, 6)
        end = start + 320
        motion.drive(line, start, end, lambda s: 0.45 + 0.15 * math.sin(s / 9 + phase))
    else:
        position = start
        for _ in range(14):
            end = position + rng.uniform(8, 40)
            motion.drive(line, position, end, rng.uniform(1.0, 3.0), slow=[(end, 0.3)])
            motion.stand(rng.uniform(4, 35))
            position = end
    motion.drive(line, end, line.length, 12.0, slow=[(line.length, 1.0), *at_turns(line, scenario.turns)])
    scenario.arrive()
    scenario.meta["no_questions"] = True
    scenario.record(standing_receiver(kind, scenario.standing))


for _kind in ("vector", "zero", "frozen", "courseless", "none", "real"):
    for _pattern in ("creep", "stop_and_go"):
        variant(f"jam-{_pattern}_{_kind}", kind=_kind, pattern=_pattern)(jam)


# 3. Parked with drift.


def parked(scenario, kind, beside=0.0, seconds=1200, drift=30.0):
    rng, motion = scenario.rng, scenario.motion
    line = scenario.follow(city(rng, 6, 200, 400))
    stop = line.distances[scenario.turns[1]] + rng.uniform(40, 120)
    motion.drive(line, 0, stop, 12.0, slow=[(stop, 0.5), *at_turns(line, scenario.turns)],
                 beside=lambda s: beside * np.clip((s - stop + 60) / 50, 0, 1))
    motion.stand(seconds)
    motion.drive(line, stop, line.length, 12.0, slow=[(line.length, 1.0), *at_turns(line, scenario.turns)],
                 beside=lambda s: beside * np.clip(1 - (s - stop) / 50, 0, 1))
    scenario.arrive()
    scenario.meta["no_questions"] = True
    wander = 0.0 if kind == "real" else drift
    scenario.record(standing_receiver(kind, scenario.standing, drift=wander))


for _kind in ("vector", "zero", "frozen", "none", "real"):
    variant(f"parked-20min_{_kind}", kind=_kind)(parked)
variant("parked-beside_jammed", kind="vector", beside=10.0, seconds=400, drift=22.0)(parked)
variant("parked-beside_courseless", kind="courseless", beside=8.0, seconds=600, drift=22.0)(parked)


# 4. Walkers.


def walk_streets(rng, blocks=5, staircase=False):
    """Short blocks; as a staircase, no two parts of the line are near each other."""
    way = Way(rng.uniform(0, 360))
    for block in range(blocks):
        way.ahead(rng.uniform(80, 160), 20)
        if block < blocks - 1:
            way.corner(90.0 - 180 * (block % 2) if staircase else float(rng.choice([-90, 90])))
    return way


def walker(kind="vector", **more):
    return Receiver(**{**dict(noise="foot", doppler=kind, sigma=0.2), **more})


def turns_round(scenario, speed, slow_fixes=False, kind="vector"):
    rng, motion = scenario.rng, scenario.motion
    scenario.mode = "ped"
    line = scenario.follow(walk_streets(rng, staircase=True))
    turn = line.distances[scenario.turns[1]] + rng.uniform(45, 60)
    motion.drive(line, 0, turn, speed)
    back = Line(line.points[::-1])
    motion.stand(rng.uniform(0.5, 3), UNJUDGED)
    motion.drive(back, line.length - turn, line.length, speed, state=OFF)
    recording = scenario.record(walker(kind))
    if slow_fixes:
        chosen = rng.random(len(recording.fixes)) < 0.12
        recording.fixes[chosen, 5] = rng.uniform(0.0, 0.4, chosen.sum())


for _speed in (0.9, 1.2, 1.5):
    variant(f"walkers-turn_{_speed}", speed=_speed)(turns_round)
    variant(f"walkers-turn_{_speed}_slow_fixes", speed=_speed, slow_fixes=True)(turns_round)
variant("walkers-turn_1.2_zero", speed=1.2, kind="zero")(turns_round)
variant("walkers-turn_1.2_courseless", speed=1.2, kind="courseless")(turns_round)


@variant("walkers-beside", side=12.0, kind="vector")
@variant("walkers-beside_none", side=12.0, kind="none")
@variant("walkers-crossing", side=0.0, kind="vector")
def walks_beside(scenario, side, kind):
    """Walks beside the line, stands at corners, and crosses the street from time to time."""
    rng, motion = scenario.rng, scenario.motion
    scenario.mode = "ped"
    line = scenario.follow(walk_streets(rng, 6))
    crossings = np.sort(rng.uniform(0, line.length, 4))

    def beside(distances):
        sides = np.interp(distances, *_crossing_profile(crossings, side or 8.0, not side))
        return sides

    position = 0.0
    for turn in scenario.turns[:-1]:
        stop = line.distances[turn] - rng.uniform(3, 9)
        motion.drive(line, position, stop, rng.uniform(1.1, 1.5), beside=beside)
        motion.stand(rng.uniform(8, 50))
        position = stop
    motion.drive(line, position, line.length, 1.3, beside=beside)
    scenario.arrive()
    scenario.meta["no_questions"] = True
    scenario.record(walker(kind))


def _crossing_profile(crossings, side, crosses):
    places, sides, current = [0.0], [side], side
    for crossing in crossings:
        places += [crossing, crossing + 8]
        following = -current if crosses else current
        sides += [current, following]
        current = following
    return places, sides


# 5. No speed and no course.


@variant("no_speed-city_1s", street="city", interval=1.0)
@variant("no_speed-city_5s", street="city", interval=5.0)
@variant("no_speed-city_15s", street="city", interval=15.0)
@variant("no_speed-city_1s_canyon", street="city", interval=1.0, noise="city", bursts=True)
@variant("no_speed-motorway_1s", street="motorway", interval=1.0, noise="open")
@variant("no_speed-motorway_5s", street="motorway", interval=5.0, noise="open")
@variant("no_speed-motorway_15s", street="motorway", interval=15.0, noise="open")
@variant("no_speed-bike_5s", street="bike", interval=5.0)
def no_speed(scenario, street, interval, **noise):
    rng = scenario.rng
    scenario.mode = "bike" if street == "bike" else "car"
    scenario.follow(motorway(rng) if street == "motorway" else city(rng, 12))
    phase = rng.uniform(0, 6)
    speed = {"city": 12.0, "bike": 5.5, "motorway": lambda s: 30 + 5 * math.sin(s / 900 + phase)}[street]
    line, motion, position = scenario.line, scenario.motion, 0.0
    if street == "city":
        for turn in scenario.turns[1:-1:3]:
            stop = line.distances[turn] - 12
            motion.drive(line, position, stop, speed, slow=[(stop, 0.4), *at_turns(line, scenario.turns)])
            motion.stand(rng.uniform(15, 50))
            position = stop
    slow = 25.0 if street == "motorway" else 4.0
    motion.drive(line, position, line.length, speed, slow=[(line.length, 1.0), *at_turns(line, scenario.turns[:-1], slow)])
    scenario.arrive(45)
    scenario.meta["no_questions"] = True
    scenario.record(Receiver(doppler="none", interval=interval, **noise))


# 6. Weak reception to the end, garages, parking near the destination.


@variant("weak_end-weak_all", kind="vector")
@variant("weak_end-weak_all_courseless", kind="courseless")
def weak_all(scenario, kind):
    scenario.follow(city(scenario.rng, 8, 200, 450))
    drive_all(scenario)
    scenario.motion.stand(200)
    recording = scenario.record(Receiver(noise="weak", doppler=kind, sigma=0.3))
    recording.fixes[:, 3] = scenario.rng.uniform(45, 70, len(recording.fixes))
    scenario.meta |= {"arrive_by": scenario.meta["arrives"] + 180, "no_questions": True}


@variant("weak_end-garage_silent", after=False)
@variant("weak_end-garage_weak", after=True)
def garage(scenario, after):
    """The fixes end 60-200 m before the destination, in a garage; at best a few weak ones follow."""
    rng = scenario.rng
    line = scenario.follow(city(rng, 6, 220, 450))
    entry = line.length - rng.uniform(60, 200)
    motion = scenario.motion
    motion.drive(line, 0, entry, 11.0, slow=[(entry, 4.0), *at_turns(line, scenario.turns)])
    gone = motion.time
    motion.drive(line, entry, line.length, 3.5, slow=[(line.length, 0.5)])
    scenario.arrive(400)
    recording = scenario.record(Receiver(gaps=[(gone, motion.time - (1.5 if not after else 0))]))
    if after:
        rows = recording.hidden[5::37]
        weak = np.column_stack([rows[:, 0], rows[:, 1:3] + rng.normal(0, 25, (len(rows), 2)),
                                rng.uniform(50, 120, len(rows)), np.full((len(rows), 2), NO_VALUE)])
        recording.fixes = np.concatenate([recording.fixes, weak])
        recording.truth = np.concatenate([recording.truth, rows])
    else:
        # Only so that time passes until here.
        recording.fixes[-1, 3] = 150
    scenario.meta |= {"arrive_by": scenario.meta["arrives"] + 240, "no_questions": True}


@variant("weak_end-parks_before", kind="vector")
@variant("weak_end-parks_before_zero", kind="zero")
@variant("weak_end-parks_before_real", kind="real")
@variant("weak_end-stands_beside", kind="vector", close=True)
@variant("weak_end-stands_beside_zero", kind="zero", close=True)
@variant("weak_end-stands_beside_real", kind="real", close=True)
@variant("weak_end-stands_beside_none", kind="none", close=True)
def parks_near(scenario, kind, close=False):
    """Parks 22-45 m before the destination, or stands close before it and 5-10 m beside."""
    rng = scenario.rng
    line = scenario.follow(city(rng, 6, 200, 400))
    end = line.length - (rng.uniform(0, 12) if close else rng.uniform(22, 45))
    side = rng.uniform(5, 10) if close else rng.uniform(2, 6)
    scenario.motion.drive(line, 0, end, 11.0, slow=[(end, 0.4), *at_turns(line, scenario.turns)],
                          beside=lambda s: side * np.clip((s - end + 25) / 22, 0, 1))
    scenario.arrive(300)
    scenario.record(standing_receiver(kind, scenario.standing))
    scenario.meta |= {"arrive_by": scenario.meta["arrives"] + (60 if close else 180), "no_questions": True}


# 7. Tunnels.


def tunnel_route(scenario, lengths=(1800,), open_between=500):
    rng = scenario.rng
    way = Way(rng.uniform(0, 360)).ahead(900, 90)
    spans = []
    for length in lengths:
        entry = len(way.points) - 1
        way.ahead(length * 0.4, 70).bend(600, rng.uniform(-50, 50), 25).ahead(length * 0.35, 70)
        spans.append((entry, len(way.points) - 1))
        way.ahead(open_between, 50)
        if rng.random() < 0.5:
            way.maneuver()
    way.corner(70).ahead(600)
    line = scenario.follow(way)
    scenario.tunnels = spans
    return line, [(line.distances[a], line.distances[b]) for a, b in spans]


def through(scenario, line, inside, speed, slower, halt=0.0):
    """Drives the route; returns the time spans in the tunnels."""
    motion, position, spans = scenario.motion, 0.0, []
    corners = at_turns(line, scenario.turns[:-1], 6.0)
    for entry, exit_ in inside:
        motion.drive(line, position, entry, speed, slow=corners)
        begin = motion.time
        if halt:
            middle = entry + (exit_ - entry) * scenario.rng.uniform(0.3, 0.7)
            motion.drive(line, entry, middle, slower, slow=[(middle, 0.4)])
            motion.stand(halt)
            entry = middle
        motion.drive(line, entry, exit_, slower)
        spans.append((begin, motion.time))
        position = exit_
    motion.drive(line, position, line.length, speed, slow=[*corners, (line.length, 1.0)])
    scenario.arrive()
    return spans


def lie(recording, begin, end, kind, rng):
    """Repeats the last position before the tunnel for all fixes inside."""
    rows = recording.when(begin, end)
    portal = recording.fixes[rows[0] - 1].copy()
    accuracy = rng.uniform(5, 65)
    drift = rng.normal(0, 0.35, 2) if kind == "drifting" else np.zeros(2)
    for number, row in enumerate(rows):
        fix = recording.fixes[row]
        fix[1:3] = portal[1:3] + drift * number
        fix[3] = max(accuracy, 5) if kind != "rising" else min(5 + number * 1.5, 65)
        fix[4:6] = portal[4:6]
        if kind in ("stopped", "rising"):
            fix[4:6] = NO_VALUE, 0.0
        elif kind == "drifting":
            fix[4:6] = math.degrees(math.atan2(*drift)) % 360, math.hypot(*drift)
        elif kind == "silent_motion":
            fix[4:6] = NO_VALUE


@variant("tunnels-lie_last_speed", kind="moving")
@variant("tunnels-lie_speed_0", kind="stopped")
@variant("tunnels-lie_no_speed", kind="silent_motion")
@variant("tunnels-lie_drifting", kind="drifting")
@variant("tunnels-lie_rising_accuracy", kind="rising")
@variant("tunnels-lie_slow_traffic", kind="moving", slower=15.0)
@variant("tunnels-lie_row", kind="moving", lengths=(900, 600, 1400), between=250)
@variant("tunnels-lie_row_speed_0", kind="stopped", lengths=(900, 600, 1400), between=250)
@variant("tunnels-stop_lie", kind="stopped", halt=60.0)
@variant("tunnels-wheels_row_lie", kind="stopped", slower=9.0, lengths=(900, 600, 1400), between=250, wheels=True)
def lying_tunnel(scenario, kind, slower=21.0, lengths=None, between=500, halt=0.0, wheels=False):
    rng = scenario.rng
    line, inside = tunnel_route(scenario, lengths or (rng.uniform(1200, 3000),), between)
    spans = through(scenario, line, inside, 22.0, slower, halt)
    recording = scenario.record(Receiver(noise="open", doppler="vector", sigma=0.15))
    for begin, end in spans:
        lie(recording, begin + 1, end, kind, rng)
    if wheels:
        scenario.turn_wheels()
    scenario.meta["no_questions"] = True


@variant("tunnels-silent")
@variant("tunnels-silent_stop", halt=60.0)
@variant("tunnels-silent_row", lengths=(900, 600, 1400), between=250)
@variant("tunnels-silent_bad_exit", bad_exit=True)
@variant("tunnels-repeaters", fixes=True, halt=40.0)
@variant("tunnels-wheels_slow_traffic", slower=7.0, wheels=True)
@variant("tunnels-wheels_stop", halt=60.0, wheels=True)
def silent_tunnel(scenario, halt=0.0, slower=20.0, lengths=None, between=500, bad_exit=False, fixes=False, wheels=False):
    """No fixes inside, true ones of repeaters, or the speed of the wheels."""
    rng = scenario.rng
    line, inside = tunnel_route(scenario, lengths or (rng.uniform(1200, 3000),), between)
    spans = through(scenario, line, inside, 22.0, slower, halt)
    gaps = [] if fixes else [(begin + 1, end) for begin, end in spans]
    recording = scenario.record(Receiver(noise="open", doppler="vector", sigma=0.15, gaps=gaps))
    if bad_exit:
        rows = recording.when(spans[-1][1], spans[-1][1] + 5)
        recording.fixes[rows, 1:3] += rng.normal(0, 30, (len(rows), 2))
        recording.fixes[rows, 3] = 60
    if wheels:
        scenario.turn_wheels()
    scenario.meta["no_questions"] = True


# 8. Ferries.


@variant("ferries-short", kilometres=(2, 4))
@variant("ferries-middle", kilometres=(5, 10))
@variant("ferries-long", kilometres=(12, 20))
@variant("ferries-frozen", kilometres=(3, 8), kind="frozen")
@variant("ferries-weak_inside", kilometres=(3, 8), kind="courseless", weak=True)
@variant("ferries-silent_inside", kilometres=(3, 8), silent=True)
def ferry(scenario, kilometres, kind="vector", weak=False, silent=False):
    """Waits at the pier, crosses beside a coarse line, drives on."""
    rng, motion = scenario.rng, scenario.motion
    way = Way(rng.uniform(0, 360)).ahead(500).corner(60).ahead(400)
    pier = len(way.points) - 1
    way.maneuver()
    length = rng.uniform(*kilometres) * 1000
    count = int(rng.integers(1, 5))
    for _ in range(count):
        way.corner(rng.uniform(-25, 25), False)
        way.ahead(length / count, length)
    landing = len(way.points) - 1
    way.maneuver().ahead(500).corner(-70).ahead(600)
    line = scenario.follow(way)
    scenario.ferries = [(pier, landing)]
    start, end = line.distances[pier], line.distances[landing]
    wait = start - rng.uniform(10, 60)
    motion.drive(line, 0, wait, 11.0, slow=[(wait, 0.4), *at_turns(line, scenario.turns)])
    motion.stand(rng.uniform(300, 1200))
    motion.drive(line, wait, start, 3.0)
    motion.stand(rng.uniform(120, 400))
    far = rng.uniform(100, 400) * rng.choice([-1, 1])
    begin = motion.time
    motion.drive(line, start, end, rng.uniform(5, 10), slow=[(end, 0.6)], acceleration=0.05,
                 beside=lambda s: far * np.sin(np.pi * np.clip((s - start) / (end - start), 0, 1)))
    landed = motion.time
    motion.stand(rng.uniform(60, 240))
    boarded = motion.time
    motion.drive(line, end, line.length, 11.0, slow=[(line.length, 1.0), *at_turns(line, scenario.turns)])
    scenario.arrive()
    gaps = [(begin + 20, boarded)] if silent else []
    recording = scenario.record(Receiver(noise="open", doppler=kind, sigma=0.15, gaps=gaps))
    if weak:
        rows = recording.when(begin, boarded)
        recording.fixes[rows, 1:3] += rng.normal(0, 15, (len(rows), 2))
        recording.fixes[rows, 3] = rng.uniform(30, 60, len(rows))
    scenario.meta["no_questions"] = True
    scenario.along_by_projection()
    scenario.sailing = (end - start) / (landed - begin) * rng.uniform(0.9, 1.1)


# 9. Car parks.


def start_beside(scenario, points, speed, state, wait=20):
    """Begins beside the route: stands, then drives along these points."""
    line = Line(points)
    scenario.motion.wait_at(line, 0, wait, UNJUDGED)
    begin = scenario.motion.time
    scenario.motion.drive(line, 0, line.length, speed, state=state)
    return begin


@variant("car_parks-drives_away", how="away")
@variant("car_parks-drives_away_courseless", how="away", kind="courseless")
@variant("car_parks-drives_away_none", how="away", kind="none")
@variant("car_parks-beside", how="beside")
@variant("car_parks-behind", how="behind")
@variant("car_parks-walker_away", how="away", mode="ped")
def never_meets(scenario, how, kind="vector", mode="car"):
    """The vehicle starts 60-300 m beside the route and never meets it."""
    rng = scenario.rng
    scenario.mode = mode
    foot = mode == "ped"
    way = Way(90).ahead(900 if foot else 2500).corner(90).ahead(400)
    scenario.follow(way)
    far = rng.uniform(60, 150) if foot else rng.uniform(60, 300)
    speed = 1.3 if foot else rng.uniform(7, 12)
    length = 500 if foot else 2400
    points = {
        "away": [(40, far), (60, far + 15), (60, far + length)],
        "beside": [(40, far), (60, far), (60 + length * 0.8, far)],
        "behind": [(40, far), (-30, far + 10), (-length, far + 10)],
    }[how]
    begin = start_beside(scenario, points, speed, OFF)
    late = 70 if foot else (45 if how == "beside" else 30)
    scenario.meta["ask"] = [begin, begin + late]
    scenario.record(walker(kind) if foot else Receiver(doppler=kind, sigma=0.2))


@variant("car_parks-joins", kind="vector")
@variant("car_parks-joins_courseless", kind="courseless")
@variant("car_parks-joins_none", kind="none")
@variant("car_parks-joins_round", kind="vector", detour=True)
def joins(scenario, kind, detour=False):
    """Starts in a car park and meets the route within a minute."""
    rng = scenario.rng
    line = scenario.follow(Way(90).ahead(1200).corner(-80).ahead(700).corner(60).ahead(500))
    far = rng.uniform(60, 200)
    meets = 150.0
    points = [(60, -far), (110, -far * 0.5), (130, -20), (meets, 0)]
    if detour:
        points = [(60, -far), (20, -far), (20, -far * 0.6), (110, -far * 0.5), (130, -20), (meets, 0)]
    start_beside(scenario, points, rng.uniform(5, 8), UNJUDGED, rng.uniform(5, 60))
    scenario.motion.drive(line, meets, line.length, 11.0, slow=[(line.length, 1.0), *at_turns(line, scenario.turns)])
    scenario.arrive()
    scenario.meta["no_questions"] = True
    scenario.record(Receiver(doppler=kind, sigma=0.2))


# 10. Stops.


@variant("stops-street_skipped", far=(60, 120))
@variant("stops-street_skipped_near", far=(30, 55))
def stop_passed(scenario, far):
    """A stopover in a side street round a block; the vehicle takes the main street and follows the route after it."""
    rng, motion = scenario.rng, scenario.motion
    side = rng.uniform(*far)
    way = Way(90).ahead(700).corner(-90).ahead(side, 30).corner(90).ahead(200).mark("stop").ahead(200)
    way.corner(90).ahead(side, 30).corner(-90).ahead(900).corner(70).ahead(500)
    line = scenario.follow(way, [way.marks["stop"]])
    motion.drive(line, 0, 690, 12.0)
    motion.drive(Line([(690, 0), (1110, 0)]), 0, 420, 12.0, state=UNJUDGED)
    back, _ = line.project(np.array([1110.0, 0.0]), 1000)
    motion.drive(line, back, line.length, 12.0, slow=[(line.length, 1.0), *at_turns(line, scenario.turns)])
    scenario.arrive()
    scenario.record(Receiver(sigma=0.2))


@variant("stops-out_and_back_skipped")
def stop_out_and_back(scenario):
    """A stopover at the end of a dead end; the vehicle drives past the mouth."""
    rng, motion = scenario.rng, scenario.motion
    way = Way(90).ahead(800).corner(90)
    deep = rng.uniform(80, 300)
    way.ahead(deep, 30).maneuver().mark("stop")
    way.heading = 0.0
    way.ahead(deep, 30).corner(90).ahead(1100).corner(-70).ahead(500)
    line = scenario.follow(way, [way.marks["stop"]])
    motion.drive(line, 0, 800, 12.0)
    # Only after a while is it clear that the dead end was left out.
    motion.drive(line, 800 + 2 * deep, 950 + 2 * deep, 12.0, state=UNJUDGED)
    motion.drive(line, 950 + 2 * deep, line.length, 12.0, slow=[(line.length, 1.0), *at_turns(line, scenario.turns)])
    scenario.arrive()
    scenario.record(Receiver(sigma=0.2))


@variant("stops-stands_near", kind="vector")
@variant("stops-stands_near_zero", kind="zero")
def stop_near(scenario, kind):
    """Stands 8-25 m before a stopover, a minute, and drives on over it."""
    rng, motion = scenario.rng, scenario.motion
    way = city(rng, 4, 200, 350).mark("stop").ahead(400).corner(90).ahead(400)
    line = scenario.follow(way, [way.marks["stop"]])
    place = line.distances[way.marks["stop"]] - rng.uniform(8, 25)
    motion.drive(line, 0, place, 12.0, slow=[(place, 0.4), *at_turns(line, scenario.turns)])
    motion.stand(rng.uniform(60, 240))
    motion.drive(line, place, line.length, 12.0, slow=[(line.length, 1.0), *at_turns(line, scenario.turns)])
    scenario.arrive()
    scenario.meta |= {"no_questions": True, "stops": 2}
    scenario.record(standing_receiver(kind, scenario.standing))


@variant("stops-passed_early")
def stop_early(scenario):
    """The stopover lies beside the first street but comes later: it must not count when passed there."""
    way = Way(90).ahead(700).corner(90).ahead(60, 30).corner(90).ahead(400).mark("stop").ahead(250)
    way.corner(-90).ahead(500)
    scenario.follow(way, [way.marks["stop"]])
    drive_all(scenario, slow=3.0)
    scenario.meta |= {"no_questions": True, "stops": 2}
    scenario.record(Receiver(sigma=0.2))


# 11. Time.


@variant("timing-lag_2s", lag=2.0)
@variant("timing-lag_3s", lag=3.0)
@variant("timing-lag_3s_fast", lag=3.0, speed=16.0)
def lag(scenario, lag, speed=12.0):
    """Positions are late by seconds; speed and course are of now. The truth is that of the time of the fix."""
    scenario.follow(city(scenario.rng, 12))
    drive_all(scenario, speed, slow=6.0)
    recording = scenario.record(Receiver(sigma=0.15))
    table = scenario.motion.table()
    error = recording.fixes[:, 1:3] - recording.truth[:, 1:3]
    for axis in (0, 1):
        late = np.interp(recording.fixes[:, 0] - lag, table[:, 0], table[:, 1 + axis])
        recording.fixes[:, 1 + axis] = late + error[:, axis]
    scenario.meta["no_questions"] = True


@variant("timing-clock_back", seconds=20.0)
@variant("timing-clock_back_far", seconds=3600.0)
@variant("timing-clock_ahead", seconds=-45.0)
def clock_back(scenario, seconds):
    """The clock of the receiver is set back, or ahead, for the rest of the drive."""
    rng = scenario.rng
    scenario.follow(city(rng, 10))
    drive_all(scenario)
    recording = scenario.record(Receiver(sigma=0.15))
    start = int(len(recording.fixes) * rng.uniform(0.3, 0.6))
    recording.fixes[start:, 0] -= seconds
    recording.truth[start:, 0] -= seconds
    scenario.meta["arrives"] -= seconds
    scenario.meta |= {"no_questions": True, "clock_set": [start, seconds]}


@variant("timing-gaps_15s", speed=30.0, interval=15.0)
@variant("timing-gaps_15s_irregular", speed=30.0, interval=1.0, random_gaps=True)
def gaps(scenario, speed, interval, random_gaps=False):
    """Gaps of 15 seconds at 30 m/s, with a few hundred metres of slower traffic."""
    rng = scenario.rng
    line = scenario.follow(motorway(rng, 14))
    slow_at = np.sort(rng.uniform(1500, line.length - 1500, 3))
    scenario.motion.drive(line, 0, line.length, lambda s: 12.0 if np.any(np.abs(s - slow_at) < 250) else speed,
                          slow=[(line.length, 1.0)])
    scenario.arrive(40)
    silent = []
    if random_gaps:
        start = 60.0
        while start < scenario.motion.time - 80:
            silent.append((start, start + 15))
            start += 15 + rng.uniform(5, 40)
    scenario.record(Receiver(noise="open", sigma=0.15, interval=interval, gaps=silent))
    scenario.meta["no_questions"] = True


@variant("timing-late_batches")
def batches(scenario):
    """From time to time five fixes come in the wrong order."""
    rng = scenario.rng
    scenario.follow(city(rng, 10))
    drive_all(scenario)
    recording = scenario.record(Receiver(sigma=0.15))
    order = np.arange(len(recording.fixes))
    for start in range(20, len(order) - 10, 25):
        order[start:start + 5] = rng.permutation(order[start:start + 5])
    recording.fixes, recording.truth = recording.fixes[order], recording.truth[order]
    scenario.meta["no_questions"] = True


# 12. Lines that are not quite the way.


def wavy(line, amplitude, period, spacing=15.0):
    """The way really driven: the line with swings to both sides, so that its length differs."""
    fine = line.resampled(spacing)
    points, headings = fine.at(fine.distances)
    swing = amplitude * np.sin(2 * np.pi * fine.distances / period)
    swing *= np.clip(np.minimum(fine.distances, fine.length - fine.distances) / 40, 0, 1)
    angle = np.radians(headings + 90)
    return Line(points + np.stack([np.sin(angle), np.cos(angle)], axis=1) * swing[:, None])


def other_way(scenario, route, driven, turns, receiver, speed=12.0, foot=False):
    """Drives one line with another as route."""
    scenario.route(route, turns)
    corners = [] if foot else [(driven.project(route.points[turn])[0], 4.0) for turn in scenario.turns[:-1]]
    scenario.motion.drive(driven, 0, driven.length, speed, slow=[*sorted(corners), (driven.length, 1.0)])
    scenario.arrive()
    scenario.meta |= {"no_questions": True, "scale": route.length / driven.length}
    scenario.record(receiver)
    scenario.along_by_projection()


@variant("lines-way_longer", amplitude=7.0)
@variant("lines-way_shorter", amplitude=7.0, swap=True)
def lengths(scenario, amplitude, swap=False):
    """The way is 1-3 % longer than the line, or shorter."""
    rng = scenario.rng
    way = city(rng, 9, 250, 450)
    line = way.line()
    other = wavy(line, amplitude, 2 * np.pi * amplitude / (2 * rng.uniform(0.1, 0.17)))
    if not swap:
        other_way(scenario, line, other, way.turns, Receiver(sigma=0.2))
    else:
        turns = [int(np.argmin(np.hypot(*(other.points - line.points[turn]).T))) for turn in way.turns]
        other_way(scenario, other, line, turns, Receiver(sigma=0.2))


@variant("lines-coarse_corners")
def coarse(scenario):
    """The line cuts bends by up to 15 m."""
    rng = scenario.rng
    way = Way(rng.uniform(0, 360))
    for _ in range(8):
        way.ahead(rng.uniform(150, 300), 400).bend(55, float(rng.choice([-90, 90])), 6)
    way.ahead(200, 400)
    driven = way.line()
    keep = [0]
    for index in range(1, len(driven.points) - 1):
        chord = Line([driven.points[keep[-1]], driven.points[index + 1]])
        inner = driven.points[keep[-1] + 1:index + 1]
        if max((chord.project(point)[1] for point in inner), default=0) > 15:
            keep.append(index)
    keep.append(len(driven.points) - 1)
    other_way(scenario, Line(driven.points[keep]), driven, [2, 4, 6], Receiver(sigma=0.2), speed=9.0)


@variant("lines-dual_carriageway", side=12.0)
@variant("lines-dual_carriageway_none", side=12.0, kind="none")
def dual(scenario, side, kind="vector"):
    """The road is drawn 12 m beside the lane driven."""
    way = motorway(scenario.rng, 6)
    line = way.line()
    other_way(scenario, line, line.shifted(side), way.turns, Receiver(sigma=0.15, doppler=kind), speed=20.0)


@variant("lines-gpx_driven", sigma=4.0)
@variant("lines-gpx_driven_none", sigma=4.0, kind="none")
@variant("lines-gpx_driven_zero", sigma=4.0, kind="zero")
@variant("lines-gpx_walked", sigma=4.0, foot=True)
@variant("lines-gpx_walked_none", sigma=4.0, foot=True, kind="none")
def recorded(scenario, sigma, kind="vector", foot=False):
    """The route is the recording of another receiver, with a point every few metres."""
    rng = scenario.rng
    scenario.mode = "ped" if foot else "car"
    way = walk_streets(rng, 8) if foot else city(rng, 8)
    driven = way.line()
    line = driven.resampled(float(rng.uniform(5, 10)))
    # Errors of a receiver at neighbouring points are alike; a part of them is independent.
    keep = math.exp(-1 / 6)
    drift, points = np.zeros(2), []
    for point in line.points:
        drift = drift * keep + rng.normal(0, sigma * math.sqrt(1 - keep**2) * 0.8, 2)
        points.append(point + drift + rng.normal(0, sigma * 0.45, 2))
    noisy = Line(points)
    turns = [int(np.argmin(np.abs(line.distances - driven.distances[turn]))) for turn in way.turns]
    receiver = walker(kind) if foot else Receiver(doppler=kind, sigma=0.2)
    other_way(scenario, noisy, driven, turns, receiver, 1.3 if foot else 11.0, foot)


# 13. Nonsense.


@variant("nonsense-spoofed")
@variant("nonsense-spoofed_moving", moving=True)
def spoofed(scenario, moving=False):
    """For 90 seconds the position is three kilometres away, with a good accuracy."""
    rng = scenario.rng
    scenario.follow(city(rng, 12, 200, 400))
    drive_all(scenario)
    recording = scenario.record(Receiver(sigma=0.15))
    start = scenario.motion.time * rng.uniform(0.3, 0.5)
    rows = recording.when(start, start + 90)
    angle = rng.uniform(0, 2 * math.pi)
    away = 3000 * np.array([math.sin(angle), math.cos(angle)])
    if moving:
        recording.fixes[rows, 1:3] += away
    else:
        recording.fixes[rows, 1:3] = recording.fixes[rows[0], 1:3] + away + rng.normal(0, 1, (len(rows), 2))
        recording.fixes[rows, 4:6] = NO_VALUE, 0.0
    recording.fixes[rows, 3] = 4
    scenario.meta |= {"no_questions": True, "spoofed": [start, start + 90]}


@variant("nonsense-km_per_hour", street="city")
@variant("nonsense-km_per_hour_motorway", street="motorway")
def too_fast(scenario, street):
    """The speed is given in km/h."""
    scenario.follow(city(scenario.rng, 10) if street == "city" else motorway(scenario.rng, 8))
    drive_all(scenario, 12.0 if street == "city" else 30.0, slow=4.0 if street == "city" else 25.0)
    recording = scenario.record(Receiver(sigma=0.1))
    recording.fixes[:, 5] *= 3.6
    scenario.meta["no_questions"] = True


@variant("nonsense-frozen_receiver")
def stuck(scenario):
    """The receiver repeats one position for 40 seconds with fresh times, with the speed of the drive."""
    rng = scenario.rng
    scenario.follow(city(rng, 10, 200, 400))
    drive_all(scenario)
    recording = scenario.record(Receiver(sigma=0.15))
    start = scenario.motion.time * rng.uniform(0.3, 0.6)
    rows = recording.when(start, start + 40)
    recording.fixes[rows, 1:3] = recording.fixes[rows[0], 1:3]
    scenario.meta["no_questions"] = True


# 14. Long drives.


@variant("long-car", mode="car")
@variant("long-car_courseless", mode="car", kind="courseless")
@variant("long-car_none", mode="car", kind="none")
@variant("long-bike", mode="bike")
@variant("long-walk", mode="ped")
@variant("long-walk_none", mode="ped", kind="none")
def long_drive(scenario, mode, kind="vector"):
    """An hour of everything mild: lights, creeping, a short loss of reception, a bend cut."""
    rng, motion = scenario.rng, scenario.motion
    scenario.mode = mode
    speed = {"car": 13.0, "bike": 5.0, "ped": 1.35}[mode]
    block = {"car": (150, 900), "bike": (120, 500), "ped": (60, 250)}[mode]
    way = Way(rng.uniform(0, 360))
    while len(way.points) < 3 or way.line().length < speed * 2900:
        way.ahead(rng.uniform(*block), 70)
        if rng.random() < 0.4:
            way.bend(rng.uniform(40, 300), rng.uniform(-50, 50), 10)
        else:
            way.corner(float(rng.choice([-90, 90, -60, 60, 40, -40])))
    line = scenario.follow(way.ahead(150))
    position = 0.0
    for turn in scenario.turns[:-1]:
        place = line.distances[turn] - rng.uniform(5, 20)
        if place <= position + 20 or rng.random() < 0.65:
            continue
        motion.drive(line, position, place, speed * rng.uniform(0.8, 1.15),
                     slow=[(place, 0.4), *at_turns(line, scenario.turns, min(speed, 4.0))], beside=2.5)
        motion.stand(rng.uniform(5, 60))
        position = place
    motion.drive(line, position, line.length, speed, beside=2.5,
                 slow=[(line.length, 1.0), *at_turns(line, scenario.turns, min(speed, 4.0))])
    scenario.arrive()
    silent = [(start, start + rng.uniform(4, 12)) for start in np.arange(300, motion.time - 200, 400)]
    noise = "foot" if mode == "ped" else "suburban"
    scenario.record(Receiver(noise=noise, doppler=kind, sigma=0.2, bursts=mode == "car", gaps=silent))
    scenario.meta["no_questions"] = True


# 15. Leavings that must be noticed, with the same receivers: no rule against false alarms may cost them.


def leave(scenario, before, points, speed=12.0, receiver=None, slow=4.0):
    """Follows the route to a distance, then other streets, for good."""
    motion, line = scenario.motion, scenario.line
    passed = [turn for turn in scenario.turns if line.distances[turn] < before]
    motion.drive(line, 0, before, speed, slow=at_turns(line, passed, slow))
    away = Line(points)
    motion.drive(away, 0, away.length, speed, state=OFF)
    scenario.record(receiver)


@variant("leavings-missed_turn_vector", kind="vector")
@variant("leavings-missed_turn_zero", kind="zero")
@variant("leavings-missed_turn_courseless", kind="courseless")
@variant("leavings-missed_turn_none", kind="none")
@variant("leavings-missed_turn_none_5s", kind="none", interval=5.0)
@variant("leavings-missed_turn_none_15s", kind="none", interval=15.0)
@variant("leavings-missed_turn_city", kind="vector", noise="city", bursts=True)
@variant("leavings-missed_turn_after_light", kind="real", light=True)
@variant("leavings-missed_turn_slowly", kind="vector", speed=2.5)
@variant("leavings-missed_turn_bike", kind="vector", speed=5.0, mode="bike")
def missed_turn(scenario, kind, light=False, speed=12.0, mode="car", **more):
    rng = scenario.rng
    scenario.mode = mode
    first = rng.uniform(500, 800)
    line = scenario.follow(Way(90).ahead(first).corner(float(rng.choice([-90, 90, 60]))).ahead(900).corner(-60).ahead(400))
    if light:
        scenario.motion.drive(line, 0, first - 10, speed, slow=[(first - 10, 0.4)])
        scenario.motion.stand(rng.uniform(45, 90))
        scenario.motion.drive(line, first - 10, first, speed)
    else:
        scenario.motion.drive(line, 0, first, speed)
    scenario.motion.drive(Line([(first, 0), (first + 900, 0)]), 0, 900 if speed > 3 else 300, speed, state=OFF)
    scenario.record(standing_receiver(kind, scenario.standing, **more))


@variant("leavings-walker_vector", kind="vector")
@variant("leavings-walker_zero", kind="zero")
@variant("leavings-walker_courseless", kind="courseless")
@variant("leavings-walker_none", kind="none")
def walker_leaves(scenario, kind):
    """A walker stands at a corner, and then goes straight on instead of turning."""
    rng, motion = scenario.rng, scenario.motion
    scenario.mode = "ped"
    first = rng.uniform(100, 200)
    line = scenario.follow(Way(90).ahead(first, 20).corner(float(rng.choice([-90, 90]))).ahead(200, 20))
    motion.drive(line, 0, first - 5, 1.3)
    motion.stand(rng.uniform(0, 40))
    motion.drive(line, first - 5, first, 1.3)
    motion.drive(Line([(first, 0), (first + 200, 0)]), 0, 200, 1.3, state=OFF)
    scenario.record(walker(kind))


@variant("leavings-after_parking_vector", kind="vector")
@variant("leavings-after_parking_zero", kind="zero")
@variant("leavings-after_parking_none", kind="none")
def leaves_after_parking(scenario, kind):
    """Parks for ten minutes with a receiver that drifts, and misses the next turn."""
    rng, motion = scenario.rng, scenario.motion
    first = rng.uniform(500, 800)
    line = scenario.follow(Way(90).ahead(first).corner(float(rng.choice([-90, 90]))).ahead(900))
    place = first - rng.uniform(50, 200)
    motion.drive(line, 0, place, 12.0, slow=[(place, 0.4)])
    motion.stand(600)
    motion.drive(line, place, first, 12.0)
    motion.drive(Line([(first, 0), (first + 900, 0)]), 0, 900, 12.0, state=OFF)
    scenario.record(standing_receiver(kind, scenario.standing, drift=30.0))


@variant("leavings-exit_missed", kind="vector")
@variant("leavings-exit_missed_none", kind="none")
def missed_exit(scenario, kind):
    """A motorway exit that leaves by six degrees."""
    way = Way(90).ahead(1500, 100).corner(6).ahead(300).bend(200, 60).ahead(600)
    scenario.follow(way)
    leave(scenario, 1500, [(1500, 0), (4200, 0)], 28.0, Receiver("open", kind, sigma=0.15), slow=28.0)


@variant("leavings-parallel_road", kind="vector")
@variant("leavings-parallel_road_zero", kind="zero")
def parallel(scenario, kind):
    """A service road 28-40 m beside."""
    side = scenario.rng.uniform(28, 40)
    scenario.follow(Way(90).ahead(3000, 80))
    leave(scenario, 800, [(800, 0), (870, side), (2800, side)], 14.0, standing_receiver(kind, scenario.standing))


@variant("leavings-turns_back", kind="vector")
@variant("leavings-turns_back_zero", kind="zero")
@variant("leavings-turns_back_none", kind="none")
def turns_back(scenario, kind):
    """A U-turn of a car, back on the same road."""
    where = scenario.rng.uniform(700, 1000)
    scenario.follow(Way(90).ahead(1500).corner(90).ahead(700))
    scenario.motion.drive(scenario.line, 0, where, 12.0, slow=[(where, 1.0)])
    scenario.motion.drive(Line([(where, 0), (where + 2, 5), (where, 6), (0, 6)]), 0, where - 50, 11.0, state=OFF)
    scenario.record(standing_receiver(kind, scenario.standing))


@variant("leavings-over_tunnel")
def over_tunnel(scenario):
    """Takes the street over the mountain instead of the tunnel, with good fixes throughout."""
    rng = scenario.rng
    way = Way(90).ahead(900, 90)
    entry = len(way.points) - 1
    way.ahead(rng.uniform(1200, 2500), 70)
    scenario.tunnels = [(entry, len(way.points) - 1)]
    scenario.follow(way.ahead(600))
    side = rng.choice([-1, 1]) * rng.uniform(150, 400)
    leave(scenario, 880, [(880, 0), (980, side * 0.5), (1200, side), (2200, side * 1.1)], 13.0, Receiver(sigma=0.15))


@variant("leavings-not_boarding")
def not_boarding(scenario):
    """Waits at the pier, then drives away from it."""
    rng = scenario.rng
    way = Way(90).ahead(700)
    pier = len(way.points) - 1
    way.maneuver().ahead(4000, 2000).maneuver()
    scenario.ferries = [(pier, len(way.points) - 1)]
    line = scenario.follow(way.ahead(800))
    scenario.motion.drive(line, 0, 670, 11.0, slow=[(670, 0.4)])
    scenario.motion.stand(rng.uniform(200, 600))
    scenario.motion.drive(Line([(670, 0), (690, -30), (690, -1500)]), 0, 1400, 11.0, state=OFF)
    scenario.record(Receiver(sigma=0.15))


@variant("leavings-short_cut")
def short_cut(scenario):
    """Leaves, and comes back to the route later: noticed, and found again."""
    way = Way(90).ahead(600).corner(90).ahead(400).corner(-90).ahead(700).corner(-90).ahead(400).corner(90).ahead(900)
    line = scenario.follow(way)
    scenario.motion.drive(line, 0, 600, 12.0)
    scenario.motion.drive(Line([(600, 0), (1300, 0)]), 0, 700, 12.0, state=OFF)
    scenario.motion.drive(line, line.length - 900, line.length, 12.0, slow=[(line.length, 1.0)])
    scenario.arrive()
    scenario.record(Receiver(sigma=0.2))
