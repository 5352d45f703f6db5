/// The latest events of one topic, as bytes, within a bound on their number and size.
///
/// The newest event is always kept, so that "none kept after n" means "none happened after n".
struct EventRing {
    private let mostEvents: Int
    private let mostBytes: Int
    private var slots: [[UInt8]] = []
    private var start = 0
    private var byteCount = 0
    /// Number of events kept.
    private(set) var count = 0
    /// Topic sequence of the newest event; 0 if there has been none.
    private(set) var newest: UInt64 = 0

    init(mostEvents: Int, mostBytes: Int) {
        self.mostEvents = mostEvents
        self.mostBytes = mostBytes
    }

    /// Keeps the event that follows the newest one.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        newest += 1
        while count > 0, count == mostEvents || byteCount + bytes.count > mostBytes { dropOldest() }
        let place = (start + count) % mostEvents
        if place == slots.count {
            slots.append(Array(bytes))
        } else {
            // The memory of the event that was here before serves again.
            slots[place].removeAll(keepingCapacity: true)
            slots[place].append(contentsOf: bytes)
        }
        count += 1
        byteCount += bytes.count
    }

    /// Topic sequence of the oldest event kept; one more than the newest if none is.
    var oldest: UInt64 { newest - UInt64(count) + 1 }

    /// The kept event with this topic sequence.
    func event(_ number: UInt64) -> [UInt8]? {
        guard count > 0, (oldest...newest).contains(number) else { return nil }
        return slots[(start + Int(number - oldest)) % mostEvents]
    }

    private mutating func dropOldest() {
        byteCount -= slots[start].count
        if slots[start].capacity > Self.largestReusedBytes { slots[start] = [] }
        start = (start + 1) % mostEvents
        count -= 1
        // With nothing kept, the next event goes to the first slot again.
        if count == 0 { start = 0 }
    }

    /// Memory of larger events is given back, or a few routes would be paid for ever.
    private static let largestReusedBytes = 16 * 1024
}
