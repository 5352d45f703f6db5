import EventCodec
import NavigationEvents
import Platform

/// A record of the drive log: an input, and the sequence number of the last event before it.
///
/// In the file: length of the rest and its checksum (four bytes each), kind (one), sequence (eight), and the data of
/// the kind; all numbers little-endian.
struct DriveRecord: Sendable, Hashable {
    /// The content of a record.
    enum Content: Sendable, Hashable {
        /// An input.
        case input(DriveInput)
        /// An old input, which only affects the movement.
        case warmUp(DriveInput)
        /// The counters at this point.
        case numbers(DriveNumbers)
        /// This number of events of the previous input was published before the process died; the others follow from
        /// here.
        case resumed(published: UInt32)
    }

    var content: Content
    /// ``NavigationEvents/Envelope/sequence`` of the last event before the input.
    var sequence: UInt64

    /// Size of the head in bytes: length, checksum, kind, sequence.
    static let overhead = 17
    /// Maximum size of a record, bytes: above that of the largest message of the bus.
    static let maxBytes = 20 << 20
    /// Maximum of a counter; a larger number indicates a corrupt record and could overflow.
    fileprivate static let maxCount: UInt64 = 1 << 60
}

extension DriveRecord {
    private enum Kind: UInt8 {
        case begun = 1
        case started, stopped, fix, elapsed, problem, ended, position, reported, numbers, resumed, answered, rerouted,
            skipped, motion, silenced, speech
    }

    /// The bit that marks an old input.
    private static let warmUpFlag: UInt8 = 0x80

    /// Appends the bytes of the record.
    func append(to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append(contentsOf: [UInt8](repeating: 0, count: 8))
        switch content {
        case .input(let input): Self.append(input, sequence, flag: 0, to: &bytes)
        case .warmUp(let input): Self.append(input, sequence, flag: Self.warmUpFlag, to: &bytes)
        case .numbers(let numbers):
            Self.appendHead(.numbers, sequence, to: &bytes)
            numbers.append(to: &bytes)
        case .resumed(let published):
            Self.appendHead(.resumed, sequence, to: &bytes)
            bytes.appendLittleEndian(published)
        }
        let length = UInt32(bytes.count - start - 8)
        let checksum = CyclicChecksum.of(bytes[(start + 8)...])
        for index in 0..<4 {
            bytes[start + index] = UInt8(truncatingIfNeeded: length >> (8 * UInt32(index)))
            bytes[start + 4 + index] = UInt8(truncatingIfNeeded: checksum >> (8 * UInt32(index)))
        }
    }

    private static func appendHead(_ kind: Kind, _ sequence: UInt64, flag: UInt8 = 0, to bytes: inout [UInt8]) {
        bytes.append(kind.rawValue | flag)
        bytes.appendLittleEndian(sequence)
    }

    private static func append(_ input: DriveInput, _ sequence: UInt64, flag: UInt8, to bytes: inout [UInt8]) {
        switch input {
        case .begun: appendHead(.begun, sequence, flag: flag, to: &bytes)
        case .started(let route):
            appendHead(.started, sequence, flag: flag, to: &bytes)
            bytes.append(contentsOf: route.wireBytes())
        case .stopped: appendHead(.stopped, sequence, flag: flag, to: &bytes)
        case .fix(let fix):
            appendHead(.fix, sequence, flag: flag, to: &bytes)
            bytes.append(contentsOf: fix.wireBytes())
        case .elapsed(let time):
            appendHead(.elapsed, sequence, flag: flag, to: &bytes)
            bytes.appendLittleEndian(UInt64(bitPattern: time.nanosecondsSinceEpoch))
        case .problem(let kind, let text):
            appendHead(.problem, sequence, flag: flag, to: &bytes)
            bytes.append(UInt8(truncatingIfNeeded: kind.rawValue))
            bytes.append(contentsOf: text.utf8)
        case .ended: appendHead(.ended, sequence, flag: flag, to: &bytes)
        case .position(let fix):
            appendHead(.position, sequence, flag: flag, to: &bytes)
            bytes.append(contentsOf: fix.wireBytes())
        case .answered(let answer):
            appendHead(.answered, sequence, flag: flag, to: &bytes)
            bytes.append(contentsOf: answer.wireBytes())
        case .rerouted(let route):
            appendHead(.rerouted, sequence, flag: flag, to: &bytes)
            bytes.append(contentsOf: route.wireBytes())
        case .skipped: appendHead(.skipped, sequence, flag: flag, to: &bytes)
        case .motion(let reading):
            appendHead(.motion, sequence, flag: flag, to: &bytes)
            bytes.append(contentsOf: reading.wireBytes())
        case .speech(let durations):
            appendHead(.speech, sequence, flag: flag, to: &bytes)
            bytes.append(contentsOf: durations.wireBytes())
        case .silenced(let seconds):
            appendHead(.silenced, sequence, flag: flag, to: &bytes)
            bytes.appendLittleEndian(seconds)
        case .reported(let kind, let text):
            appendHead(.reported, sequence, flag: flag, to: &bytes)
            bytes.append(UInt8(truncatingIfNeeded: kind.rawValue))
            bytes.append(contentsOf: text.utf8)
        }
    }
}

extension DriveRecord {
    /// Reads the record at the beginning of the bytes and its size; `nil` if there is no complete one.
    static func read(_ bytes: UnsafeRawBufferPointer) -> (record: DriveRecord, count: Int)? {
        guard bytes.count >= overhead else { return nil }
        let length = Int(UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
        let checksum = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        guard (overhead - 8...maxBytes).contains(length), 8 + length <= bytes.count else { return nil }
        let content = UnsafeRawBufferPointer(rebasing: bytes[8..<8 + length])
        guard CyclicChecksum.of(content) == checksum, let record = DriveRecord(content) else { return nil }
        return (record, 8 + length)
    }

    private init?(_ bytes: UnsafeRawBufferPointer) {
        guard let kind = Kind(rawValue: bytes[0] & ~Self.warmUpFlag) else { return nil }
        let isWarmUp = bytes[0] & Self.warmUpFlag != 0
        sequence = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 1, as: UInt64.self))
        guard sequence < Self.maxCount else { return nil }
        let rest = UnsafeRawBufferPointer(rebasing: bytes[9...])
        switch kind {
        case .numbers:
            guard let numbers = DriveNumbers(rest) else { return nil }
            content = .numbers(numbers)
        case .resumed:
            guard rest.count == 4 else { return nil }
            content = .resumed(published: UInt32(littleEndian: rest.loadUnaligned(as: UInt32.self)))
        default:
            guard let input = Self.input(kind, rest) else { return nil }
            content = isWarmUp ? .warmUp(input) : .input(input)
        }
    }

    private static func input(_ kind: Kind, _ bytes: UnsafeRawBufferPointer) -> DriveInput? {
        switch kind {
        case .begun: return .begun
        case .stopped: return .stopped
        case .ended: return .ended
        case .skipped: return .skipped
        case .motion: return message(bytes).map { .motion($0) }
        case .speech: return message(bytes).map { .speech($0) }
        case .started: return message(bytes).map { .started($0) }
        case .fix: return message(bytes).map { .fix($0) }
        case .position: return message(bytes).map { .position($0) }
        case .answered: return message(bytes).map { .answered($0) }
        case .rerouted: return message(bytes).map { .rerouted($0) }
        case .elapsed:
            guard bytes.count == 8 else { return nil }
            let time = Int64(littleEndian: bytes.loadUnaligned(as: Int64.self))
            return .elapsed(Timestamp(nanosecondsSinceEpoch: time))
        case .silenced:
            guard bytes.count == 4 else { return nil }
            return .silenced(seconds: UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
        case .problem: return report(bytes).map { .problem($0, $1) }
        case .reported: return report(bytes).map { .reported($0, $1) }
        case .numbers, .resumed: return nil
        }
    }

    private static func message<Message: WireMessage>(_ bytes: UnsafeRawBufferPointer) -> Message? {
        do throws(WireError) {
            return try Message(wireBytes: bytes)
        } catch {
            // The checksum is right, so another version wrote the record: the log ends here, as at an incomplete
            // record.
            return nil
        }
    }

    private static func report(_ bytes: UnsafeRawBufferPointer) -> (ReportKind, String)? {
        guard let kind = bytes.first else { return nil }
        return (ReportKind(wireValue: Int32(kind)), String(decoding: bytes.dropFirst(), as: UTF8.self))
    }
}

extension DriveNumbers {
    fileprivate func append(to bytes: inout [UInt8]) {
        for number in [tick, rejectedFixes, sourceProblems, sourceEvents] { bytes.appendLittleEndian(number) }
        bytes.append(
            (isSourceBegun ? 1 : 0) | (isSourceEnded ? 2 : 0) | (simulationStart == nil ? 0 : 4)
                | (isSourceSilent ? 8 : 0))
        bytes.appendLittleEndian(UInt64(bitPattern: simulationStart?.nanosecondsSinceEpoch ?? 0))
        bytes.appendLittleEndian(travelMode.rawValue)
    }

    fileprivate init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 45 else { return nil }
        func number(_ offset: Int) -> UInt64 {
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        (tick, rejectedFixes, sourceProblems, sourceEvents) = (number(0), number(8), number(16), number(24))
        guard [tick, rejectedFixes, sourceProblems, sourceEvents].allSatisfy({ $0 < DriveRecord.maxCount }) else {
            return nil
        }
        travelMode = TravelMode(wireValue: Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: 41, as: Int32.self)))
        let flags = bytes[32]
        (isSourceBegun, isSourceEnded, isSourceSilent) = (flags & 1 != 0, flags & 2 != 0, flags & 8 != 0)
        simulationStart =
            flags & 4 == 0 ? nil : Timestamp(nanosecondsSinceEpoch: Int64(bitPattern: number(33)))
    }
}

extension [UInt8] {
    /// Appends a number, lowest byte first.
    mutating func appendLittleEndian(_ number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
