import Geodesy
import NavigationEvents

/// The travel times and the travel mode of a track.
struct TrackTimes {
    /// Assumed speed for files without times, m/s.
    static func speed(of mode: TravelMode) -> Double {
        switch mode {
        case .bicycle: 16 / 3.6
        case .foot: 5 / 3.6
        case .car, .unknown: 50 / 3.6
        }
    }

    /// A longer time below `crawlMetersPerSecond` is a rest, which does not count as travel time.
    private static let restSeconds = 120.0
    private static let crawlMetersPerSecond = 0.3
    /// Times with a higher average speed are ignored.
    private static let maxMetersPerSecond = 100.0

    let mode: TravelMode
    /// Travel time of each point from the beginning, seconds.
    let seconds: [Double]

    /// - Parameters:
    ///   - line: the line of the track.
    ///   - kind: the activity that the file names.
    ///   - asked: the travel mode if the file names none.
    init(_ line: TrackLine, kind: String, asked: TravelMode?) {
        let recorded = line.isRecorded ? Self.recordedSeconds(line) : nil
        mode = Self.mode(kind) ?? asked ?? (recorded == nil ? .unknown : Self.fastestMode(line))
        let speed = Self.speed(of: mode)
        var sum = 0.0
        var seconds = [0.0]
        seconds.reserveCapacity(line.points.count)
        for index in line.points.indices.dropFirst() {
            let length = line.meters[index] - line.meters[index - 1]
            sum += recorded?[index] ?? length / speed
            seconds.append(sum)
        }
        self.seconds = seconds
    }

    /// Seconds of the stretch before each point, `nil` for rests and gaps; `nil` if the times are implausible.
    private static func recordedSeconds(_ line: TrackLine) -> [Double?]? {
        var stretches: [Double?] = [0]
        var sum = 0.0
        for index in line.points.indices.dropFirst() {
            guard let start = line.points[index - 1].time, let end = line.points[index].time, end >= start else {
                stretches.append(nil)
                continue
            }
            let duration = end.seconds(since: start)
            let length = line.meters[index] - line.meters[index - 1]
            let isRest = duration > restSeconds && length < duration * crawlMetersPerSecond
            stretches.append(isRest ? nil : duration)
            if !isRest { sum += duration }
        }
        return sum > 0 && line.lengthMeters / sum < maxMetersPerSecond ? stretches : nil
    }

    private static let kinds: [(words: [String], mode: TravelMode)] = [
        (["motor", "driv", "auto"], .car), (["cycl", "bik", "ride", "velo"], .bicycle),
        (["hik", "walk", "run", "foot", "trail"], .foot),
    ]

    private static func mode(_ kind: String) -> TravelMode? {
        let kind = kind.lowercased()
        if kind == "car" { return .car }
        return kinds.first { $0.words.contains(where: kind.contains) }?.mode
    }

    /// The travel mode by the maximum speed, measured in a straight line over half a minute, so that neither traffic
    /// lights nor noise of the receiver count.
    private static func fastestMode(_ line: TrackLine) -> TravelMode {
        var fastest = 0.0
        var start = 0
        for end in line.points.indices {
            guard let time = line.points[end].time else { continue }
            while start < end, (line.points[start + 1].time.map { time.seconds(since: $0) } ?? 30) >= 30 { start += 1 }
            guard let duration = line.points[start].time.map({ time.seconds(since: $0) }), (10...90).contains(duration)
            else { continue }
            let away = line.points[start].position.distanceMeters(to: line.points[end].position)
            fastest = max(fastest, away / duration)
        }
        switch fastest {
        case 0: return .unknown
        case ..<3.5: return .foot
        case ..<10: return .bicycle
        default: return .car
        }
    }
}
