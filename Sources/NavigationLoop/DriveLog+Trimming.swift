import Guidance
import NavigationEvents

extension DriveLog {
    /// Seconds of the past that are kept whole: by then filter and movement have forgotten what was before.
    static let wholeSeconds = 600.0
    /// The latest fixes are kept however old they are.
    private static let leastFixes = 8
    /// Replacements of a route that are kept, besides the last.
    private static let mostReplacements = 4

    /// Begins the log anew behind a start or a stop: nothing before it counts, but the movement of the last minutes.
    func trim(_ state: DriveState, sequence: UInt64) {
        let inputs = inputs()
        let from = Self.recentStart(inputs)
        var kept = inputs[from...].filter(\.movesOn)
        if !kept.contains(where: \.isStart), state.isActive, let route = state.route { kept.append(.started(route)) }
        replace(kept, mode: Self.travelMode(before: from, inputs), state, sequence)
    }

    /// Begins the log anew within a drive: what is older than some minutes is thinned out.
    ///
    /// Guidance that is rebuilt from it follows the same route from the same stop on; what it said long ago of a maneuver
    /// far ahead it may have forgotten.
    ///
    /// - Parameters:
    ///   - mostBytes: What is to be left at most, if that is possible.
    ///   - wholeSeconds: Seconds of the past that are kept whole.
    func thin(
        _ state: DriveState, sequence: UInt64, to mostBytes: Int = DriveLog.mostBytes / 2,
        keeping wholeSeconds: Double = DriveLog.wholeSeconds
    ) {
        let inputs = inputs()
        var kept: [DriveInput] = []
        for spacingSeconds in [1.0, 2, 5, 10] {
            kept = Self.sifted(inputs, spacingSeconds: spacingSeconds, wholeSeconds: wholeSeconds)
            if Self.bytes(of: kept).count <= mostBytes { break }
        }
        if !kept.contains(where: \.isStart), state.isActive, let route = state.route {
            kept.insert(.started(route), at: 0)
        }
        replace(kept, mode: .car, state, sequence)
    }

    private func replace(_ kept: [DriveInput], mode: TravelMode, _ state: DriveState, _ sequence: UInt64) {
        let prelude: [DriveInput] = state.simulatedRoute.map { [.started($0), .begun, .stopped] } ?? []
        var bytes = Self.bytes(of: prelude)
        var before = DriveNumbers()
        before.travelMode = mode
        DriveRecord(content: .numbers(before), sequence: 0).append(to: &bytes)
        bytes += Self.bytes(of: kept)
        DriveRecord(content: .numbers(state.numbers), sequence: sequence).append(to: &bytes)
        replace(with: bytes)
    }

    private static func bytes(of inputs: [DriveInput]) -> [UInt8] {
        var bytes: [UInt8] = []
        for input in inputs { DriveRecord(content: .warmUp(input), sequence: 0).append(to: &bytes) }
        return bytes
    }

    /// Index of the first of the recent inputs.
    private static func recentStart(_ inputs: [DriveInput], wholeSeconds: Double = wholeSeconds) -> Int {
        var start = inputs.count
        var fixes = 0
        var latest: Timestamp?
        for (index, input) in inputs.enumerated().reversed() {
            guard let time = input.fixTime else { continue }
            let age = (latest ?? time).seconds(since: time)
            if fixes >= leastFixes, !(0...wholeSeconds).contains(age) { break }
            if latest == nil { latest = time }
            fixes += 1
            start = index
        }
        return start
    }

    private static func travelMode(before index: Int, _ inputs: [DriveInput]) -> TravelMode {
        for input in inputs[..<index].reversed() {
            if case .started(let route) = input { return route.travelMode }
        }
        return .car
    }

    private static func sifted(
        _ inputs: [DriveInput], spacingSeconds: Double, wholeSeconds: Double
    ) -> [DriveInput] {
        let recent = recentStart(inputs, wholeSeconds: wholeSeconds)
        let starts = inputs.indices.filter { inputs[$0].isStart }
        let first = starts.last { inputs[$0].isFreshStart }
        let replacements = Set(starts.suffix(mostReplacements + 1))
        var lastTime: Timestamp?
        return inputs.enumerated().compactMap { index, input in
            if input.isStart { return index == first || replacements.contains(index) ? input : nil }
            if index >= recent || input == .stopped { return input.movesOn ? input : nil }
            guard let time = input.fixTime else { return nil }
            if let last = lastTime, (0..<spacingSeconds).contains(time.seconds(since: last)) { return nil }
            lastTime = time
            return input
        }
    }
}

extension DriveInput {
    /// Whether filter and guidance are another after it.
    fileprivate var movesOn: Bool {
        switch self {
        case .started, .stopped, .fix, .position, .elapsed: true
        case .begun, .problem, .ended, .told: false
        }
    }

    fileprivate var fixTime: Timestamp? {
        switch self {
        case .fix(let fix), .position(let fix): fix.time
        default: nil
        }
    }

    fileprivate var isStart: Bool {
        if case .started = self { true } else { false }
    }
}
