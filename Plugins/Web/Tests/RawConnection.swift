import Glibc

/// A raw connection to the server that sends given bytes and waits at most half a minute for a response.
final class RawConnection {
    /// An HTTP response.
    struct Answer {
        var status: Int
        /// The headers by name, in lower case.
        var headers: [String: String]
        var body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    private let descriptor: Int32
    /// An object that must live as long as the connection.
    private let owner: AnyObject?
    private(set) var received: [UInt8] = []
    /// Whether the server has closed the connection.
    private(set) var isEnded = false

    /// Connects.
    ///
    /// - Parameters:
    ///   - port: The port of the server.
    ///   - isIPv6: Whether to connect by IPv6.
    ///   - address: The source address, a local one.
    ///   - receiveBytes: The size of the receive buffer; `nil` for the default.
    ///   - owner: An object that must live as long as the connection.
    init(
        port: UInt16, isIPv6: Bool = false, address: UInt32 = 0x7F00_0001, receiveBytes: Int32? = nil,
        owner: AnyObject? = nil
    ) throws {
        self.owner = owner
        descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        if var bytes = receiveBytes {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
        }
        var own = sockaddr_in()
        own.sin_family = sa_family_t(AF_INET)
        own.sin_addr = in_addr(s_addr: address.bigEndian)
        if !isIPv6, Self.name(descriptor, &own) != 0 { throw Failure.connecting(errno) }
        let code: Int32
        if isIPv6 {
            var name = sockaddr_in6()
            name.sin6_family = sa_family_t(AF_INET6)
            name.sin6_port = port.bigEndian
            name.sin6_addr = in6addr_loopback
            code = Self.connect(descriptor, &name)
        } else {
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_port = port.bigEndian
            name.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
            code = Self.connect(descriptor, &name)
        }
        guard code == 0 else { throw Failure.connecting(errno) }
    }

    enum Failure: Error {
        case connecting(Int32)
        case tooLate(String)
        case ended(String)
    }

    deinit { close(descriptor) }

    /// Resets the connection, like a phone that is switched off.
    func breakOff() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        // The descriptor stays open, so that it is not closed twice.
        let nowhere = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        dup2(nowhere, descriptor)
        close(nowhere)
        isEnded = true
    }

    private static func name(_ descriptor: Int32, _ name: inout sockaddr_in) -> Int32 {
        withUnsafeBytes(of: &name) { bytes in
            bytes.baseAddress.map {
                bind(descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
            } ?? -1
        }
    }

    private static func connect<Name>(_ descriptor: Int32, _ name: inout Name) -> Int32 {
        withUnsafeBytes(of: &name) { bytes in
            bytes.baseAddress.map {
                Glibc.connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
            } ?? -1
        }
    }

    /// Sends bytes; a closed connection is not an error.
    @discardableResult
    func send(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// Sends a request for a path.
    func get(_ path: String, method: String = "GET", host: String = "127.0.0.1", headers: [String] = []) {
        send((["\(method) \(path) HTTP/1.1", "Host: \(host)"] + headers).joined(separator: "\r\n") + "\r\n\r\n")
    }

    /// Reads the next response, with its body unless that is endless.
    func answer(isHead: Bool = false) throws -> Answer {
        try wait { $0.headEnd != nil }
        guard let end = headEnd else { throw Failure.ended(text) }
        let lines = String(decoding: received[..<end], as: UTF8.self).split(separator: "\r\n").map(String.init)
        received.removeFirst(end + 4)
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = String(parts.last ?? "").trimmed
        }
        let status = lines.first.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
        var answer = Answer(status: status, headers: headers, body: [])
        if !isHead, let length = headers["content-length"].flatMap({ Int($0) }) {
            try wait { $0.received.count >= length }
            answer.body = Array(received.prefix(length))
            received.removeFirst(min(length, received.count))
        }
        return answer
    }

    /// Reads until the server closes the connection.
    func rest() throws -> [UInt8] {
        try wait { $0.isEnded }
        return received
    }

    /// Waits until the received bytes meet a condition.
    func wait(until condition: (RawConnection) -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(30)
        while !condition(self) {
            if isEnded { throw Failure.ended(text) }
            guard ContinuousClock.now < deadline else { throw Failure.tooLate(text) }
            receive()
        }
    }

    /// Drops received bytes.
    func drop(_ count: Int) { received.removeFirst(count) }

    private func receive() {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, 100) > 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 { received += buffer[..<count] } else { isEnded = true }
    }

    private var text: String { String(decoding: received.prefix(400), as: UTF8.self) }

    private var headEnd: Int? {
        received.indices.dropLast(3).first { received[$0] == 13 && received[$0...].starts(with: [13, 10, 13, 10]) }
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " || $0 == "\r" }.reversed())
    }
}
