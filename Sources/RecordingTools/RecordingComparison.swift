package import NavigationEvents

/// Compares two recordings series by series, without keeping a file in memory.
package struct RecordingComparison {
    let left: any EventSource
    let right: any EventSource
    let topics: Set<Topic>
    let equivalence: EventEquivalence

    /// Makes a comparison.
    ///
    /// - Parameters:
    ///   - left: The first recording.
    ///   - right: The second recording.
    ///   - topics: The topics that are compared.
    ///   - equivalence: Decides when events are equal.
    package init(
        left: any EventSource, right: any EventSource, topics: Set<Topic>, equivalence: EventEquivalence
    ) {
        self.left = left
        self.right = right
        self.topics = topics
        self.equivalence = equivalence
    }

    /// All series of both recordings.
    package func allSeries() throws -> [EventSeries] {
        var seriesList: Set<EventSeries> = []
        for source in [left, right] {
            try source.forEach(of: topics) { if equivalence.compares($0) { seriesList.insert(EventSeries(of: $0)) } }
        }
        return seriesList.sorted()
    }

    /// Compares one series.
    ///
    /// - Parameters:
    ///   - series: The series.
    ///   - limit: How many differences are kept.
    package func compare(_ series: EventSeries, limit: Int) throws -> SeriesComparison {
        var (mine, others) = (try left.events(of: [series.topic]), try right.events(of: [series.topic]))
        return try SeriesComparison(
            equivalence, limit: limit, left: { try next(&mine, series) }, right: { try next(&others, series) })
    }

    private func next(_ cursor: inout any EventCursor, _ series: EventSeries) throws -> StoredEvent? {
        while let event = try cursor.next() {
            if equivalence.compares(event.envelope), EventSeries(of: event.envelope) == series { return event }
        }
        return nil
    }
}
