import Geodesy
import NavigationEvents

/// Landmarks on the road itself, which are counted: traffic lights, stop signs, crossings.
extension LandmarkMatcher {
    /// A landmark on a road near the approach.
    private struct Mark {
        var meters: Double
        var landmark: MapLandmark
        /// Whether it is on the road of the route, in its direction.
        var isOwn: Bool
    }

    /// Several marks that a driver sees as one: the lights of a junction.
    private struct Group {
        var marks: [Mark]
        /// Metres from the first one and from the last one to the maneuver.
        var first: Double { marks.map(\.meters).max() ?? 0 }
        var last: Double { marks.map(\.meters).min() ?? 0 }
        var lengthMeters: Double { first - last }

        /// Whether a mark of another road belongs to the same junction.
        func isNear(_ meters: Double) -> Bool { meters >= last - groupMeters && meters <= first + groupMeters }
    }

    /// A landmark of the road belongs to the junction of the maneuver within this distance.
    private static let atMeters = 25.0
    /// Marks within this distance belong to one junction.
    private static let groupMeters = 30.0
    private static let maxGroupMeters = 35.0
    /// A group that is counted is short, so that it is clear when it is passed.
    private static let maxCountedGroupMeters = 15.0
    private static let maxEarlier = 2
    /// Lights of roads within this distance of the approach may be taken for one's own.
    private static let besideMeters = 35.0

    /// The traffic lights at the maneuver, counted from those on the way.
    func lights() -> Landmark? {
        let all = landmarks.filter { $0.kind == "traffic_signals" || $0.kind == "crossing" && $0.hasSignals }
        let isCrossing = turn.isOnFoot && all.contains { isAtManeuver($0) && $0.kind == "crossing" }
        return counted(all, as: isCrossing ? .signalCrossing : .trafficLight, maxEarlier: Self.maxEarlier)
    }

    /// The stop sign at the maneuver. The signs of other roads do not face the driver.
    func stopSign() -> Landmark? {
        guard !turn.isOnFoot else { return nil }
        let own = landmarks.filter { $0.kind == "stop_sign" && mark($0)?.isOwn == true }
        return counted(own, as: .stopSign, maxEarlier: 0)
    }

    /// The crossing without lights at the maneuver, for walkers.
    func crossing() -> Landmark? {
        guard turn.isOnFoot else { return nil }
        let all = landmarks.filter {
            $0.kind == "crossing" && !$0.hasSignals && ["zebra", "marked", "uncontrolled"].contains($0.detail)
        }
        return counted(all, as: .crossing, maxEarlier: 0)
    }

    private func isAtManeuver(_ landmark: MapLandmark) -> Bool {
        mark(landmark).map { $0.isOwn && $0.meters <= Self.atMeters } ?? false
    }

    private func counted(_ landmarks: [MapLandmark], as kind: LandmarkKind, maxEarlier: Int) -> Landmark? {
        let marks = landmarks.compactMap(mark)
        let groups = Self.groups(marks.filter(\.isOwn))
        guard let group = groups.first, group.last <= Self.atMeters, group.lengthMeters <= Self.maxGroupMeters,
            !turn.hasSameSideStreet(within: group.first + Self.turnMeters),
            !hasSecondAhead(marks)
        else { return nil }
        // Lights of other roads at a junction without own ones: the own ones may be missing in the map.
        let unclear = marks.filter { mark in
            !mark.isOwn && mark.meters > Self.atMeters && !groups.contains { $0.isNear(mark.meters) }
        }
        var others = unclear.map(\.meters)
        var earlier: [Double] = []
        var previous = group
        for next in groups.dropFirst() {
            let isClear =
                next.last - previous.first >= Self.separationMeters && next.lengthMeters <= Self.maxCountedGroupMeters
                && next.first <= turn.line.lengthMeters - Self.atMeters && !others.contains { $0 < next.first }
            guard isClear, earlier.count < maxEarlier else {
                others.append(next.last)
                break
            }
            earlier.insert((next.first + next.last) / 2, at: 0)
            previous = next
        }
        guard let certain = certainMeters(from: group.first, others: others) else { return nil }
        return Landmark(
            kind: kind, relation: .at, distanceToManeuverMeters: max(group.last, 0), earlierMeters: earlier,
            certainMeters: certain)
    }

    /// Whether there are further lights on the road beyond the junction, before which the turn lies as well.
    private func hasSecondAhead(_ marks: [Mark]) -> Bool {
        marks.contains { !$0.isOwn && $0.meters < -Self.groupMeters && $0.meters > -Self.aheadMeters }
    }

    private static let aheadMeters = 80.0
    private static let aheadOffsetMeters = 8.0

    /// The mark of a landmark; `nil` if it is not near the approach.
    private func mark(_ landmark: MapLandmark) -> Mark? {
        let place = turn.line.projection(of: landmark.position)
        let offset = abs(place.offsetMeters)
        guard offset <= (place.meters < 0 ? Self.aheadOffsetMeters : Self.besideMeters) else { return nil }
        let isOn = offset <= Self.onRoadMeters && place.meters >= -Self.onRoadMeters
        return Mark(meters: place.meters, landmark: landmark, isOwn: isOn && faces(landmark, place.bearingDegrees))
    }

    /// Whether a landmark on the line is on the road of the route, and for its direction.
    private func faces(_ landmark: MapLandmark, _ bearingDegrees: Double) -> Bool {
        landmark.roads.contains { road in
            let turn = abs(Angle.turn(from: bearingDegrees, to: road.bearingDegrees))
            guard min(turn, 180 - turn) <= Self.parallelDegrees else { return false }
            if self.turn.isOnFoot { return true }
            // The other carriageway is another road.
            if road.oneway != 0, (road.oneway > 0) != (turn < 90) { return false }
            switch landmark.direction {
            case "forward": return turn < 90
            case "backward": return turn > 90
            default: return true
            }
        }
    }

    private static let parallelDegrees = 40.0

    /// The groups of marks, the nearest to the maneuver first.
    private static func groups(_ marks: [Mark]) -> [Group] {
        var groups: [Group] = []
        for mark in marks.sorted(by: { $0.meters < $1.meters }) {
            if let last = groups.last, mark.meters - last.first <= groupMeters {
                groups[groups.count - 1].marks.append(mark)
            } else {
                groups.append(Group(marks: [mark]))
            }
        }
        return groups
    }
}
