import Foundation

/// A simulated receiver that gpsd reads over TCP; it sends the sentences of a test.
final class TestReceiver {
    let port: UInt16
    private let listener: Int32
    private var peer: Int32 = -1

    init() throws { (listener, port) = try Self.listen() }

    deinit {
        if peer >= 0 { close(peer) }
        close(listener)
    }

    /// Accepts the connection of gpsd, within half a minute.
    func connect() throws {
        var wanted = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        guard poll(&wanted, 1, 30_000) == 1 else { throw Failure(text: "wait for gpsd to open the receiver") }
        peer = accept(listener, nil, nil)
        // A reader that stops reading must not block the test forever.
        var timeout = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(peer, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Sends some sentences.
    func transmit(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard send(peer, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Failure(text: "send to gpsd: \(String(cString: strerror(errno)))")
        }
    }

    /// The sentences of a log in epochs of one second, which begin with RMC.
    static func epochs(of log: String) throws -> [String] {
        var epochs: [String] = []
        for line in try String(contentsOfFile: log, encoding: .utf8).split(whereSeparator: \.isNewline) {
            if line.hasPrefix("$GPRMC") { epochs.append("") }
            guard !epochs.isEmpty else { continue }
            epochs[epochs.count - 1] += line + "\r\n"
        }
        return epochs
    }

    private static func listen() throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, size) == 0 && Glibc.listen(descriptor, 1) == 0
                    && getsockname(descriptor, generic, &size) == 0
            }
        }
        guard isListening else { throw Failure(text: "listen: \(String(cString: strerror(errno)))") }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    /// The error, for people.
    struct Failure: Error, CustomStringConvertible {
        var text: String
        var description: String { "failed to \(text)" }
    }
}
