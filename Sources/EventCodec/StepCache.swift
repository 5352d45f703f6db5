import Glibc
import NavigationEvents

/// The steps and texts of the last events, the steps with their bytes. Between two maneuvers each onNavigation repeats
/// them, and they are most of it: the same bytes are the same steps, and are not read again.
///
/// For one stream, on one thread.
public final class StepCache {
    let current = Cached<Step>()
    let next = Cached<Step>()
    let remaining = Cached<[Step]>()
    // Without checks of exclusive access: a cache is used on one thread, and calls no other code.
    @exclusivity(unchecked) var session = Session.main
    @exclusivity(unchecked) var routeID = ""
    @exclusivity(unchecked) var currentStreetName = ""

    /// Makes an empty memory.
    public init() {}
}

/// A value with the bytes from which it was read.
final class Cached<Value> {
    /// Longer values are not kept: no steps are that long.
    private static var maxBytes: Int { 4096 }

    @exclusivity(unchecked) private var bytes: [UInt8] = []
    @exclusivity(unchecked) private(set) var value: Value?

    /// Whether these bytes follow in a reader.
    func isNext(in reader: borrowing WireReader) -> Bool {
        guard !bytes.isEmpty, bytes.count <= reader.end &- reader.position, let start = reader.bytes.baseAddress else {
            return false
        }
        return memcmp(start + reader.position, bytes, bytes.count) == 0
    }

    /// The number of bytes.
    var count: Int { bytes.count }

    /// Keeps a value instead of the former one.
    func keep(_ value: Value, from read: UnsafeRawBufferPointer) {
        bytes.removeAll(keepingCapacity: true)
        guard read.count <= Self.maxBytes else {
            self.value = nil
            return
        }
        bytes.append(contentsOf: read)
        self.value = value
    }
}

extension WireReader {
    /// The bytes from an offset to the present position.
    func bytes(from start: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[start..<position]) }

    /// Reads a step in place, or reuses the remembered one.
    mutating func step(_ name: StaticString, into step: inout Step?, _ known: Cached<Step>?) throws(WireError) {
        if wireType == WireType.lengthDelimited.rawValue, let known, known.isNext(in: self) {
            step = known.value
            position &+= known.count
            return
        }
        let start = position
        let read: Step = try message(name)
        known?.keep(read, from: bytes(from: start))
        step = read
    }

    /// Appends this step and those that follow immediately, or reuses the remembered ones.
    mutating func steps(
        _ name: StaticString, appendingTo steps: inout [Step], next: Step?, _ known: Cached<[Step]>?
    ) throws(WireError) {
        guard wireType == WireType.lengthDelimited.rawValue, steps.isEmpty else {
            return try messages(name, appendingTo: &steps)
        }
        if let known, let remembered = known.value, known.isNext(in: self) {
            steps = remembered
            position &+= known.count
            return
        }
        let (start, tag) = (position, tagOfRun)
        // The next step is also the first of the remaining ones: the same bytes are not read twice.
        if let next, skipRemembered(7) {
            steps.append(next)
            if nextContinuesRun(of: tag) { try messages(name, appendingTo: &steps) }
        } else {
            try messages(name, appendingTo: &steps)
        }
        known?.keep(steps, from: bytes(from: start))
    }
}
