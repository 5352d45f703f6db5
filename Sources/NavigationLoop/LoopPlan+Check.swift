import EventBus
import NavigationEvents

extension LoopPlan {
    /// Checks the numbers and paths; the codec and the bus check the rest.
    ///
    /// - Throws: ``LoopError`` with the first invalid field.
    func check() throws(LoopError) {
        try Self.require(cueTimingFactor, in: 0.1...10, "cue_timing_factor")
        try Self.require(maxSessions, in: 0...BusLimits.maxOpenedSessions, "max_sessions")
        if let folder = journal.folder { try Self.requireAbsolute(folder, "journal.folder") }
        try Self.require(journal.maxBytes, in: 1...(1 << 40), "journal.max_bytes")
        try Self.require(journal.seconds, in: 0...1e9, "journal.kept_seconds")
        try Self.require(access.maxPeers, in: 1...1_000_000, "access.max_peers")
        try Self.require(access.requestsPerSecond, in: 1...1_000_000, "access.requests_per_second")
        if let source { try Self.check(source) }
    }

    private static func check(_ source: SourcePlan) throws(LoopError) {
        if source.kind == .nmea || source.kind == .gpx { try requireAbsolute(source.path ?? "", "source.path") }
        try require(Int(source.port), in: 1...65_535, "source.port")
        try require(source.baud, in: 1...10_000_000, "source.baud")
        if case .factor(let factor) = source.pace {
            try require(factor, in: .leastNonzeroMagnitude ... .greatestFiniteMagnitude, "source.pace_factor")
        }
        try require(source.speedFactor, in: 0...1000, "source.speed_factor")
        try require(source.noiseMeters, in: 0...1e6, "source.noise_meters")
        try require(source.rateHertz, in: 0...1000, "source.rate_hertz")
    }

    private static func require<Value>(
        _ value: Value, in range: ClosedRange<Value>, _ field: String
    ) throws(LoopError) {
        guard range.contains(value) else {
            throw invalid(field, "is \(value), not \(range.lowerBound) to \(range.upperBound)")
        }
    }

    private static func requireAbsolute(_ path: String, _ field: String) throws(LoopError) {
        guard path.hasPrefix("/") else { throw invalid(field, "is not an absolute path: \"\(path)\"") }
    }

    private static func invalid(_ field: String, _ text: String) -> LoopError {
        LoopError("use the plan for the bus: its field \"\(field)\" \(text)")
    }
}
