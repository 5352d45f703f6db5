import Glibc

/// The host in the header `Host` of a request, such as `127.0.0.1:8960`, `[::1]:8960` or `handlebar.local`.
///
/// It protects against DNS rebinding: a foreign page can resolve its own host name to this machine, but it cannot
/// change the header `Host`.
package struct HostName: Hashable, Sendable {
    /// An address or a name, in lower case, without brackets and without a trailing dot.
    package let host: String
    /// The port; `nil` if the header has none.
    package let port: UInt16?

    /// Parses the header; `nil` if it is invalid.
    package init?(header: String) {
        let text = header.lowercased()
        var rest: Substring
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = String(text[text.index(after: text.startIndex)..<end])
            rest = text[text.index(after: end)...]
            guard host.contains(":"), IPAddress(host) != nil else { return nil }
        } else {
            let name = text.prefix { $0 != ":" }
            rest = text[name.endIndex...]
            host = String(name.hasSuffix(".") ? name.dropLast() : name)
            guard IPAddress(host) != nil || Self.isName(host) else { return nil }
        }
        guard !rest.isEmpty else {
            port = nil
            return
        }
        rest.removeFirst()
        guard (1...5).contains(rest.utf8.count), rest.utf8.allSatisfy(Self.isDigit), let port = UInt16(rest) else {
            return nil
        }
        self.port = port
    }

    /// Whether a text is a valid host name.
    package static func isName(_ text: String) -> Bool {
        (1...253).contains(text.utf8.count)
            && text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
                !label.isEmpty && label.allSatisfy { isDigit($0) || isLetter($0) || "-_".utf8.contains($0) }
            }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

/// An IPv4 or IPv6 address.
package struct IPAddress: Hashable, Sendable {
    /// The four or sixteen bytes of the address.
    package let bytes: [UInt8]

    /// Parses the textual form; `nil` if it is invalid.
    package init?(_ written: String) {
        // The system reads only up to the first zero byte.
        guard !written.utf8.contains(0) else { return nil }
        var buffer = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, written, &buffer) == 1 {
            bytes = Array(buffer[..<4])
        } else if inet_pton(AF_INET6, written, &buffer) == 1 {
            bytes = Self.unmapped(buffer)
        } else {
            return nil
        }
    }

    /// Reads the address of a socket (a `sockaddr`); `nil` for another address family.
    ///
    /// The bytes are read where the kernel has them: which C module declares their types depends on the order of the build.
    package init?(socketAddress address: UnsafeRawPointer) {
        let all = UnsafeRawBufferPointer(start: address, count: 24)
        switch Int32(address.loadUnaligned(as: UInt16.self)) {
        case AF_INET: bytes = Array(all[4..<8])
        case AF_INET6: bytes = Self.unmapped(Array(all[8..<24]))
        default: return nil
        }
    }

    /// Converts an IPv4-mapped address such as `::ffff:127.0.0.1` to IPv4.
    private static func unmapped(_ bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: Array(repeating: 0, count: 10) + [0xFF, 0xFF]) ? Array(bytes[12...]) : bytes
    }

    /// The textual form.
    package var text: String {
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        _ = inet_ntop(isIPv6 ? AF_INET6 : AF_INET, bytes, &buffer, socklen_t(buffer.count))
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The form in a URL.
    package var textInURL: String { isIPv6 ? "[\(text)]" : text }

    package var isIPv6: Bool { bytes.count == 16 }
    package var isLoopback: Bool { isIPv6 ? bytes == Array(repeating: 0, count: 15) + [1] : bytes[0] == 127 }
    /// The address for limits: all loopback addresses count as one, since a local user can use all of them.
    package var limitAddress: IPAddress { isLoopback ? Self.loopback : self }

    private static let loopback = IPAddress(loopback: [127, 0, 0, 1])

    private init(loopback bytes: [UInt8]) { self.bytes = bytes }

    /// An address of four or sixteen bytes; `nil` for another count.
    init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Whether it is the unspecified address, which stands for all addresses of the machine.
    package var isUnspecified: Bool { bytes.allSatisfy { $0 == 0 } }
}
