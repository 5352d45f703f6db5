import NavigationEvents

/// Compares two recordings series by series, without keeping a file in memory.
struct RecordingComparison {
    let left: any EventSource
    let right: any EventSource
    let topics: Set<Topic>
    let likeness: EventLikeness

    /// All series of both recordings.
    func lanes() throws -> [EventLane] {
        var lanes: Set<EventLane> = []
        for source in [left, right] {
            try source.forEach(of: topics) { if likeness.counts($0) { lanes.insert(EventLane(of: $0)) } }
        }
        return lanes.sorted()
    }

    /// Compares one series.
    ///
    /// - Parameters:
    ///   - lane: The series.
    ///   - most: How many differences are kept.
    func compare(_ lane: EventLane, most: Int) throws -> LaneComparison {
        var (mine, others) = (try left.events(of: [lane.topic]), try right.events(of: [lane.topic]))
        return try LaneComparison(
            likeness, most: most, left: { try next(&mine, lane) }, right: { try next(&others, lane) })
    }

    private func next(_ cursor: inout any EventCursor, _ lane: EventLane) throws -> TapedEvent? {
        while let event = try cursor.next() {
            if likeness.counts(event.envelope), EventLane(of: event.envelope) == lane { return event }
        }
        return nil
    }
}
