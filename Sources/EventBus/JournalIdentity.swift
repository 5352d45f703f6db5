import Glibc
import NavigationEvents

/// Which bus a journal belongs to. Files of another identity are not continued.
struct JournalIdentity: Sendable, Hashable {
    /// The two halves of the kernel's boot identity: after a restart of the machine monotonic times begin anew.
    var boot: (high: UInt64, low: UInt64)
    /// The run of the bus.
    var run: UInt64
    /// Stands for ``JournalSettings/resumeKey`` and the bus's own sessions; of a session that was opened, for these alone.
    var key: UInt64

    /// The identity of a bus of this boot; `nil` if the kernel does not tell its boot.
    ///
    /// - Parameters:
    ///   - run: The run of the journal.
    ///   - key: What drive it is; `nil` for a session that was opened: those go on whatever the bus itself does.
    ///   - sessions: The bus's own.
    init?(run: UInt64, key: String?, sessions: [Session]) {
        guard let boot = Self.presentBoot else { return nil }
        self.boot = boot
        self.run = run
        let names = sessions.map(\.name).sorted()
        // No name is empty, so that the two are never the same.
        self.key = Self.digest(key.map { [$0] + names } ?? names + [""])
    }

    static func == (left: JournalIdentity, right: JournalIdentity) -> Bool {
        left.boot == right.boot && left.run == right.run && left.key == right.key
    }

    func hash(into hasher: inout Hasher) { hasher.combine(run) }

    /// The texts, each with an end that no text contains, as one number.
    private static func digest(_ texts: [String]) -> UInt64 {
        var bytes: [UInt8] = []
        for text in texts { bytes += Array(text.utf8) + [0xFF] }
        while bytes.count % 8 != 0 { bytes.append(0) }
        return bytes.withUnsafeBytes { journalChecksum($0) }
    }

    /// Read once: there are files by the thousand.
    private static let presentBoot = readBoot()

    private static func readBoot() -> (high: UInt64, low: UInt64)? {
        let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &bytes, bytes.count)
        let digits = bytes.prefix(max(count, 0)).filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "\n") }
        guard digits.count == 32, let high = UInt64(String(decoding: digits.prefix(16), as: UTF8.self), radix: 16),
            let low = UInt64(String(decoding: digits.suffix(16), as: UTF8.self), radix: 16)
        else { return nil }
        return (high, low)
    }
}

/// A number that changes with practically any change of the bytes, quickly: against files that were spoiled, not
/// against people.
///
/// Four lanes, since a multiplication waits for the one before it, and each takes two words. The count is a multiple
/// of eight, the address too.
@inline(__always)
func journalChecksum(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    let (factor, other): (UInt64, UInt64) = (0x9E37_79B9_7F4A_7C15, 0xD1B5_4A32_D192_ED03)
    var (first, second) = (seed ^ UInt64(bytes.count), seed &+ factor)
    var (third, fourth) = (~seed, seed &- factor)
    var offset = 0
    @inline(__always)
    func word(_ place: Int) -> UInt64 { bytes.load(fromByteOffset: offset &+ place, as: UInt64.self) }
    @inline(__always)
    func mix(_ lane: inout UInt64, _ word: UInt64, _ next: UInt64) {
        let product = (lane ^ word ^ other).multipliedFullWidth(by: next ^ factor)
        lane = (lane &+ product.low) ^ product.high
    }
    while bytes.count &- offset >= 64 {
        mix(&first, word(0), word(8))
        mix(&second, word(16), word(24))
        mix(&third, word(32), word(40))
        mix(&fourth, word(48), word(56))
        offset &+= 64
    }
    while bytes.count &- offset >= 8 {
        mix(&first, word(0), UInt64(offset))
        offset &+= 8
    }
    mix(&first, second, third)
    mix(&first, fourth, other)
    return first
}
