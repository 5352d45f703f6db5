import EventCodec
import Journal
package import NavigationEvents

extension BusServer {
    /// The events in which a cue and those before it became due, in order; the last one is that of the cue. Empty if the cue
    /// is not due, and was not due shortly before the newest one.
    package func events(announcing cue: CueReference, session: Session) -> [NavigationInfo] {
        // The bus can read its own events.
        (try? sessions[session]?.events(announcing: cue)) ?? []
    }
}

extension SessionLog {
    /// Maximum number of cues before the newest one among which a cue is searched.
    private static let maxCues = 8
    /// Number of cues before the wanted one that may have announced a part of it: its lanes, or the same tunnel.
    private static let earlierCues = 3
    /// Maximum number of events without a cue that are passed over.
    private static let maxGap = 64

    /// See ``BusServer/events(announcing:session:)``. An event carries a cue until the next one: so the first event of each is
    /// found by a search that halves the range, with few reads.
    fileprivate func events(announcing wanted: CueReference) throws(WireError) -> [NavigationInfo] {
        var number = journal.newest(.onNavigation)
        var firsts: [UInt64] = []
        var found: Int?
        var gap = 0
        while number >= max(journal.oldest(.onNavigation), 1), gap < Self.maxGap {
            guard let moment = try moment(number), moment.state != .stopped else { break }
            guard let cue = moment.cue else {
                (number, gap) = (number - 1, gap + 1)
                continue
            }
            let first = try first(of: cue, before: number)
            firsts.append(first)
            if cue == wanted { found = firsts.count - 1 }
            if firsts.count > (found.map { $0 + Self.earlierCues } ?? Self.maxCues) { break }
            number = first - 1
        }
        guard let found else { return [] }
        var events: [NavigationInfo] = []
        for number in firsts[found...].reversed() {
            if case .navigation(let info)? = try event(.onNavigation, number)?.event { events.append(info) }
        }
        return events
    }

    /// The number of the first event with a cue that the event `number` has.
    private func first(of cue: CueReference, before number: UInt64) throws(WireError) -> UInt64 {
        // `low` is the number of an event without the cue, or 0.
        let oldest = max(journal.oldest(.onNavigation), 1)
        var (low, high, step) = (oldest - 1, number, UInt64(1))
        while high - low > step {
            if try moment(high - step)?.cue != cue {
                low = high - step
                break
            }
            (high, step) = (high - step, step * 2)
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if try moment(middle)?.cue == cue { high = middle } else { low = middle }
        }
        return high
    }

    /// The state and the cue of an event, without decoding the rest; `nil` if it is not kept.
    private func moment(_ number: UInt64) throws(WireError) -> (state: NavigationState, cue: CueReference?)? {
        try journal.withEvent(.onNavigation, number) { bytes throws(WireError) in
            let info = try EnvelopeView(wireBytes: bytes).navigation
            return (info?.state ?? .unrecognized, try info?.cue?.reference)
        }
    }
}
