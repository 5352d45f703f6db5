import Guidance
import NavigationEvents

extension DriveLog {
    /// Seconds of the past that are kept unthinned: filter and movement do not depend on older fixes.
    static let wholeSeconds = 600.0
    /// Minimum number of fixes that are kept, however old they are.
    private static let minFixes = 8
    /// Maximum number of inputs that are kept unthinned: ten fixes per second.
    private static let maxWholeInputs = 6000
    /// The levels of thinning, tried in order until the log is small enough: seconds between two fixes, and the number
    /// of kept route replacements besides the last.
    private static let steps = [(1.0, 4), (2, 4), (5, 2), (10, 0)]

    /// Rewrites the log after a start or a stop: only the movement of the last minutes is kept. Earlier routes leave
    /// nothing, however many they were.
    func trim(_ state: DriveState, sequence: UInt64) {
        let movement = inputs().filter { $0.fixTime != nil }
        var kept = Array(movement[Self.recentStart(movement, wholeSeconds: bounds.wholeSeconds)...])
        if state.isActive, let route = state.route { kept.append(.started(route)) }
        replace(with: Self.records(kept, mode: state.numbers.travelMode, state, sequence))
    }

    /// Rewrites the log within a drive: inputs older than some minutes are thinned out.
    ///
    /// A recovered drive follows the same route from the same stop on; it may have forgotten which distant maneuvers
    /// were announced long ago.
    ///
    /// - Parameters:
    ///   - maxBytes: Target size of the log, if possible.
    ///   - wholeSeconds: Seconds of the past that are kept unthinned.
    func thin(
        _ state: DriveState, sequence: UInt64, to maxBytes: Int = DriveLog.maxBytes / 2,
        keeping wholeSeconds: Double = DriveLog.wholeSeconds
    ) {
        replace(with: thinned(state, sequence: sequence, to: maxBytes, keeping: wholeSeconds))
    }

    /// The records of ``thin(_:sequence:to:keeping:)``.
    func thinned(
        _ state: DriveState, sequence: UInt64, to maxBytes: Int, keeping wholeSeconds: Double
    ) -> [UInt8] {
        let entries = entries()
        let inputs = entries.map(\.input)
        var indices: [Int] = []
        for (spacingSeconds, replacements) in Self.steps {
            indices = Self.thinned(
                inputs, spacingSeconds: spacingSeconds, wholeSeconds: wholeSeconds, replacements: replacements)
            if indices.reduce(0, { $0 + entries[$1].byteCount }) <= maxBytes { break }
        }
        var kept = indices.map { inputs[$0] }
        if !kept.contains(where: \.isStart), state.isActive, let route = state.route {
            kept.insert(.started(route), at: 0)
        }
        // Kept routes contain their mode of travel.
        return Self.records(
            kept, mode: kept.contains(where: \.isStart) ? .car : state.numbers.travelMode, state, sequence)
    }

    private static func records(
        _ kept: [DriveInput], mode: TravelMode, _ state: DriveState, _ sequence: UInt64
    ) -> [UInt8] {
        let prelude: [DriveInput] = state.simulatedRoute.map { [.started($0), .begun, .stopped] } ?? []
        var bytes = Self.bytes(of: prelude)
        var before = DriveNumbers()
        before.travelMode = mode
        DriveRecord(content: .numbers(before), sequence: 0).append(to: &bytes)
        bytes += Self.bytes(of: kept)
        DriveRecord(content: .numbers(state.numbers), sequence: sequence).append(to: &bytes)
        return bytes
    }

    private static func bytes(of inputs: [DriveInput]) -> [UInt8] {
        var bytes: [UInt8] = []
        for input in inputs { DriveRecord(content: .warmUp(input), sequence: 0).append(to: &bytes) }
        return bytes
    }

    /// Index of the first recent input.
    private static func recentStart(_ inputs: [DriveInput], wholeSeconds: Double) -> Int {
        let first = max(0, inputs.count - maxWholeInputs)
        var start = inputs.count
        var fixes = 0
        var latest: Timestamp?
        for index in (first..<inputs.count).reversed() {
            guard let time = inputs[index].fixTime else { continue }
            let age = (latest ?? time).seconds(since: time)
            if fixes >= minFixes, !(0...wholeSeconds).contains(age) { return start }
            if latest == nil { latest = time }
            fixes += 1
            start = index
        }
        return first
    }

    /// Indices of the inputs that are kept.
    private static func thinned(
        _ inputs: [DriveInput], spacingSeconds: Double, wholeSeconds: Double, replacements: Int
    ) -> [Int] {
        let recent = recentStart(inputs, wholeSeconds: wholeSeconds)
        let starts = inputs.indices.filter { inputs[$0].isStart }
        let first = starts.last { inputs[$0].isFreshStart }
        let followed = Set(starts.suffix(replacements + 1))
        var lastTime: Timestamp?
        return inputs.indices.filter { index in
            let input = inputs[index]
            if input.isStart { return index == first || followed.contains(index) }
            // The durations of the followed route hold until it is left.
            if case .speech = input { return index > starts.last ?? 0 }
            if index >= recent || input == .stopped || input == .skipped { return input.changesState }
            guard let time = input.fixTime else { return false }
            if let last = lastTime, (0..<spacingSeconds).contains(time.seconds(since: last)) { return false }
            lastTime = time
            return true
        }
    }
}

extension DriveInput {
    /// Whether the input changes filter or guidance.
    fileprivate var changesState: Bool {
        switch self {
        case .started, .stopped, .fix, .position, .elapsed, .answered, .rerouted, .skipped, .motion, .speech: true
        case .begun, .problem, .ended, .silenced, .reported: false
        }
    }

    fileprivate var fixTime: Timestamp? {
        switch self {
        case .fix(let fix), .position(let fix): fix.time
        default: nil
        }
    }

    fileprivate var isStart: Bool {
        switch self {
        case .started, .rerouted: true
        default: false
        }
    }
}
