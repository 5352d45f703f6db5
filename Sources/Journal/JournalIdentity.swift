import NavigationEvents
import Platform

/// The bus to which a journal belongs. Files of another identity are not continued.
struct JournalIdentity: Sendable, Hashable {
    /// The two halves of the kernel's boot id: monotonic times begin again at a restart of the machine.
    var boot: (high: UInt64, low: UInt64)
    /// The run of the bus.
    var run: UInt64
    /// A digest of ``JournalSettings/resumeKey`` and the bus's own sessions; for an opened session, of these sessions
    /// only.
    var key: UInt64

    /// Makes the identity of a bus of this boot; `nil` if the kernel does not report its boot id.
    ///
    /// - Parameters:
    ///   - run: The run of the journal.
    ///   - key: The resume key; `nil` for an opened session: those continue with any key.
    ///   - sessions: The bus's own sessions.
    init?(run: UInt64, key: String?, sessions: [Session]) {
        guard let boot = Self.presentBoot else { return nil }
        self.boot = boot
        self.run = run
        let names = sessions.map(\.name).sorted()
        // No name is empty, so the two digests differ.
        self.key = Self.digest(key.map { [$0] + names } ?? names + [""])
    }

    static func == (left: JournalIdentity, right: JournalIdentity) -> Bool {
        left.boot == right.boot && left.run == right.run && left.key == right.key
    }

    func hash(into hasher: inout Hasher) { hasher.combine(run) }

    /// A number for a list of texts. Each text is followed by a byte that no text contains.
    private static func digest(_ texts: [String]) -> UInt64 {
        var bytes: [UInt8] = []
        for text in texts { bytes += Array(text.utf8) + [0xFF] }
        while bytes.count % 8 != 0 { bytes.append(0) }
        return bytes.withUnsafeBytes { journalChecksum($0) }
    }

    /// Read once: there may be thousands of files.
    private static let presentBoot = readBoot()

    private static func readBoot() -> (high: UInt64, low: UInt64)? {
        let bytes = WholeFile.start("/proc/sys/kernel/random/boot_id", maxBytes: 64) ?? []
        let digits = bytes.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "\n") }
        guard digits.count == 32, let high = UInt64(String(decoding: digits.prefix(16), as: UTF8.self), radix: 16),
            let low = UInt64(String(decoding: digits.suffix(16), as: UTF8.self), radix: 16)
        else { return nil }
        return (high, low)
    }
}

/// A fast checksum that changes with practically any change of the bytes: against damaged files, not against attackers.
///
/// It has four lanes, since a multiplication waits for the one before it, and each lane takes two words. The count and
/// the address are multiples of eight.
@inline(__always)
func journalChecksum(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    let (factor, other): (UInt64, UInt64) = (0x9E37_79B9_7F4A_7C15, 0xD1B5_4A32_D192_ED03)
    var (first, second) = (seed ^ UInt64(bytes.count), seed &+ factor)
    var (third, fourth) = (~seed, seed &- factor)
    var offset = 0
    @inline(__always)
    func word(_ byteOffset: Int) -> UInt64 { bytes.load(fromByteOffset: offset &+ byteOffset, as: UInt64.self) }
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
