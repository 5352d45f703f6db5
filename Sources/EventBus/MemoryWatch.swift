import Glibc

/// Whether the bus has grown beyond what its work explains.
///
/// libzmq bounds the size of a frame and the number of whole messages that wait, but not what a message consists of that
/// is never ended. So its memory is looked at often, and as soon as there is more than usual the connections are looked at
/// closely (``Intake``). Only if that finds no sender, the connections that may be the cause are closed. A value: it takes
/// the measurements as arguments, and returns what to do.
struct MemoryWatch {
    /// What is to be done.
    enum Verdict: Hashable {
        case nothing
        /// There is more than usual: look who sends without end.
        case lookClosely
        /// There is too much, and nobody was found: end the connections that send requests and have not said anything
        /// whole for ``Intake/patienceNanoseconds``, and those that have never said anything.
        case endAskers
        /// It does not become less: end all that have not said anything whole. Who listens says nothing either, but comes
        /// again and misses nothing.
        case endEverybody
    }

    /// Bytes beyond what is explained above which it is looked closely.
    static let alertBytes = 8 * 1024 * 1024
    /// Milliseconds between looks: usually, and while the memory grows.
    private static let calmMilliseconds = 25
    private static let busyMilliseconds = 5
    /// A growth between two looks that is none, in bytes.
    private static let smallGrowth = 256 * 1024
    /// How long there has been too much before those are cut who may be the cause, in nanoseconds.
    static let askersAfter: UInt64 = 2_000_000_000
    static let everybodyAfter: UInt64 = 10_000_000_000
    private static let pause: UInt64 = 1_000_000_000

    private let startBytes: Int
    private let maxExtraBytes: Int
    private var shortSince: UInt64?
    private var actedAt: UInt64 = 0
    private var lastBytes = 0
    private var isGrowing = false

    init(residentBytes: Int, journalBytes: Int, mostExtraBytes: Int) {
        startBytes = max(residentBytes - journalBytes, 0)
        maxExtraBytes = mostExtraBytes
    }

    /// Whether there was too much when it was looked at last.
    var isShort: Bool { shortSince != nil }

    /// Milliseconds until the next look.
    var milliseconds: Int { isGrowing ? Self.busyMilliseconds : Self.calmMilliseconds }

    /// Whether there is more than usual, so that the explained bytes have to be computed again.
    func isUnusual(residentBytes: Int, ownBytes: Int) -> Bool {
        residentBytes > sum(startBytes, sum(ownBytes, min(Self.alertBytes, maxExtraBytes)))
    }

    /// Decides by the present memory, and by what explains a part of it: journals, guidance, requests in parts.
    mutating func look(residentBytes: Int, ownBytes: Int, now: UInt64) -> Verdict {
        let growth = residentBytes - lastBytes
        lastBytes = residentBytes
        guard isUnusual(residentBytes: residentBytes, ownBytes: ownBytes) else {
            (shortSince, isGrowing) = (nil, false)
            return .nothing
        }
        isGrowing = growth > Self.smallGrowth
        guard residentBytes > sum(startBytes, sum(ownBytes, maxExtraBytes)) else {
            shortSince = nil
            return .lookClosely
        }
        let since = shortSince ?? now
        shortSince = since
        guard now >= since &+ Self.askersAfter, now >= actedAt &+ Self.pause else { return .lookClosely }
        actedAt = now
        return now >= since &+ Self.everybodyAfter ? .endEverybody : .endAskers
    }

    private func sum(_ one: Int, _ other: Int) -> Int {
        let sum = one.addingReportingOverflow(other)
        return sum.overflow ? .max : sum.partialValue
    }
}

/// Bytes of memory this process has at present; 0 if the system does not tell.
package func ownResidentBytes() -> Int { (memoryPages(1) ?? 0) * Int(getpagesize()) }

/// A number of `/proc/self/statm`, by its place; `nil` if the system does not tell.
func memoryPages(_ place: Int) -> Int? {
    let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = read(descriptor, &bytes, bytes.count)
    let fields = bytes.prefix(max(count, 0)).split(separator: UInt8(ascii: " "))
    return fields.count > place ? Int(String(decoding: fields[place], as: UTF8.self)) : nil
}
