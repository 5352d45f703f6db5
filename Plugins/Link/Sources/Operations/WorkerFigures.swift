import NATS
import NavigationEvents
import Platform

/// The figures of a worker for its ``FleetStatus``, besides those of its partitions. Used on the thread of the worker.
struct WorkerFigures {
    private static let intervalSeconds = 1.0

    /// Receives the numbers of the owned partitions and the figures, once a second.
    var report: @Sendable ([Int], [FleetFigure: Double]) -> Void = { _, _ in }
    /// The partitions that were taken over.
    var partitionsGained = 0
    private var partitionsLost = 0
    /// The counters of the partitions that are not owned any more.
    private var retired = PartitionRun.Counters()
    private var reportedAt = -Double.infinity

    /// Keeps the counters of a partition that is handed over or lost.
    mutating func retire(_ run: PartitionRun) {
        partitionsLost += 1
        retired.add(run.counters)
    }

    /// Whether a second has passed since the last report; it counts as reported then.
    fileprivate mutating func isDue(now: Double) -> Bool {
        guard now - reportedAt >= Self.intervalSeconds else { return false }
        reportedAt = now
        return true
    }

    /// The figures that are counted, with those of the owned partitions.
    fileprivate func counted(_ runs: some Sequence<PartitionRun>) -> [FleetFigure: Double] {
        var inputs = retired
        for run in runs { inputs.add(run.counters) }
        return [
            .partitionsGained: Double(partitionsGained), .partitionsLost: Double(partitionsLost),
            .inputsCarriedOut: Double(inputs.carriedOut), .inputsRepeated: Double(inputs.repeated),
            .inputsNotOpen: Double(inputs.notOpen), .inputsRefused: Double(inputs.refused),
            .inputsMalformed: Double(inputs.malformed),
        ]
    }
}

extension PartitionRun.Counters {
    /// Adds the counters of another partition.
    mutating func add(_ other: Self) {
        carriedOut += other.carriedOut
        repeated += other.repeated
        notOpen += other.notOpen
        refused += other.refused
        malformed += other.malformed
    }
}

extension FleetWorker {
    /// Reports the figures of this worker, once a second.
    func reportFigures() {
        let now = MonotonicInstant.now.seconds
        guard figures.isDue(now: now) else { return }
        var values = figures.counted(owned.values.lazy.map(\.run))
        values[.partitionsOwned] = Double(owned.count)
        values[.partitionsReplaying] = Double(owned.values.count { $0.run.phase != .live })
        values[.sessions] = Double(owned.values.reduce(0) { $0 + $1.run.sessionsOnBus.count })
        values[.eventsPublished] = Double(output.count)
        values[.leaseAgeSeconds] = now - lease.renewedAt
        values[.lagMessages] = Double(owned.values.reduce(0) { $0 + $1.waitingCount })
        let oldest = owned.values.lazy.filter { $0.waitingCount > 0 && $0.takenNanoseconds > 0 }.map(\.takenNanoseconds)
            .min()
        values[.lagSeconds] = oldest.map { max(0, Double(WallClock.nanosecondsSinceEpoch - $0) / 1e9) } ?? 0
        figures.report(owned.keys.map(\.number).sorted(), values)
    }
}

extension FleetWorker.Owned {
    /// The messages of the log that are not taken yet.
    var waitingCount: UInt64 { reader.pending + (held == nil ? 0 : 1) }
}
