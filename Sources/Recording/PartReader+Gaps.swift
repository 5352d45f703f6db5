import NavigationEvents

extension PartReader {
    /// The gaps after the whole part was read: counted by session if the summary has counts, otherwise a gap without a
    /// count.
    ///
    /// - Parameters:
    ///   - unknown: Position of uncounted loss, as text.
    ///   - run: The run of the bus for the gaps.
    ///   - times: Times of the events that were read.
    func gaps(unknown: String?, run: UInt64, times: ClosedRange<UInt64>?) -> [RecordingGap] {
        guard hasDamage else { return [] }
        let span = damagedTimes ?? statistics?.times ?? times ?? 0...0
        func gap(_ session: Session, _ count: UInt64, _ reason: String) -> RecordingGap {
            RecordingGap(
                session: session, run: run, firstSequence: 0, lastSequence: 0, count: count,
                began: Timestamp(logTime: span.lowerBound), ended: Timestamp(logTime: span.upperBound), reason: reason)
        }
        let counted = (unread ?? [:]).filter { $0.value > 0 }.sorted { $0.key.name < $1.key.name }
        let gaps = counted.map { gap($0.key, $0.value, "\(RecordingGap.damaged): not readable in \(file.path)") }
        return gaps + (unknown.map { [gap(.main, 0, $0)] } ?? [])
    }

    /// A channel for gaps and its schema, with ids that are not used.
    func gapChannel(besides used: Set<UInt16>) -> (channel: Channel, schema: Schema)? {
        guard let own = Schema.all.first(where: { $0.name == RecordingGap.schemaName }) else { return nil }
        var schema = schemas.values.filter { $0.name == own.name }.min { $0.id < $1.id } ?? own
        if let other = schemas[schema.id], other.name != own.name { schema.id = Self.free(Set(schemas.keys)) }
        let id = Self.free(used.union(channels.keys))
        return (Channel(id: id, schema: schema.id, topic: RecordingGap.channelName), schema)
    }

    private static func free(_ used: Set<UInt16>) -> UInt16 {
        (1...UInt16.max).first { !used.contains($0) } ?? .max
    }
}
