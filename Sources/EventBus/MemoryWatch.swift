import Glibc

/// Whether the bus has grown beyond what its work explains.
///
/// libzmq bounds the size of a frame and the number of whole messages that wait, but not what a message consists of that
/// is never ended. So its memory is looked at, and when there is too much of it those are cut that may be the cause. A
/// value: it is told what there is, and says whom to cut.
struct MemoryWatch {
    /// Whose connections are to be ended, of those that have not said anything whole for ``patience``.
    enum Verdict: Hashable {
        case nobody
        /// Those that send requests, and those that have never said anything.
        case askers
        /// All. Who listens says nothing either, but comes again and misses nothing.
        case everybody
    }

    /// Nanoseconds in which a message that is begun is to be ended.
    static let patience: UInt64 = 1_500_000_000
    /// Looks between two times at which everybody may be cut.
    private static let pause = 5

    private let most: Int
    private var looksAbove = 0

    init(residentBytes: Int, journalBytes: Int, mostExtraBytes: Int) {
        most = Self.sum(max(residentBytes - journalBytes, 0), mostExtraBytes)
    }

    /// Whether there was too much when it was looked at last.
    var isShort: Bool { looksAbove > 0 }

    /// Bytes above which there is too much.
    func limit(journalBytes: Int) -> Int { Self.sum(most, journalBytes) }

    private static func sum(_ one: Int, _ other: Int) -> Int {
        let sum = one.addingReportingOverflow(other)
        return sum.overflow ? .max : sum.partialValue
    }

    /// Decides by the present memory; asked about once a second.
    mutating func look(residentBytes: Int, journalBytes: Int) -> Verdict {
        guard residentBytes > limit(journalBytes: journalBytes) else {
            looksAbove = 0
            return .nobody
        }
        looksAbove += 1
        return looksAbove % Self.pause == 2 ? .everybody : .askers
    }
}

/// Bytes of memory this process has at present; 0 if the system does not tell.
package func ownResidentBytes() -> Int {
    let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return 0 }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = read(descriptor, &bytes, bytes.count)
    let fields = bytes.prefix(max(count, 0)).split(separator: UInt8(ascii: " "))
    guard fields.count > 1 else { return 0 }
    return (Int(String(decoding: fields[1], as: UTF8.self)) ?? 0) * Int(getpagesize())
}
