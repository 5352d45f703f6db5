import Glibc
import Platform

/// A TCP connection as a client; it is closed with its last reference. The ``StopSignal`` ends all waits.
final class TCPConnection {
    struct Failure: Error { var reason: String }

    /// The result of a read.
    enum Input {
        case bytes(ArraySlice<UInt8>)
        case nothing
        case stopped
    }

    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 1 << 14)

    private init(descriptor: Int32) { self.descriptor = descriptor }

    /// Connects to the first address of the host that answers.
    static func open(
        host: String, port: UInt16, stop: StopSignal, timeoutSeconds: Double
    ) throws(Failure) -> TCPConnection {
        let found = try NameLookup.addresses(of: host, port: port, stop: stop, timeoutSeconds: timeoutSeconds)
        var failure = Failure(reason: "the host has no address")
        var next = found.first
        while let address = next?.pointee {
            switch connect(address, stop: stop, timeoutSeconds: timeoutSeconds) {
            case .success(let descriptor): return TCPConnection(descriptor: descriptor)
            case .failure(let error): failure = error
            }
            next = address.ai_next
        }
        throw failure
    }

    deinit { close(descriptor) }

    /// Sends all bytes of a short text.
    func send(_ text: String) throws(Failure) {
        let bytes = Array(text.utf8)
        let count = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        guard count == bytes.count else { throw Failure(reason: SystemError.text(errno)) }
    }

    /// Waits for bytes.
    func receive(stop: StopSignal, seconds: Double) throws(Failure) -> Input {
        switch Wait.forInput(on: descriptor, stop: stop, seconds: seconds) {
        case .stopped: return .stopped
        case .timedOut: return .nothing
        case .ready:
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count > 0 { return .bytes(buffer[..<count]) }
            if count < 0, errno == EINTR || errno == EAGAIN { return .nothing }
            throw Failure(reason: count == 0 ? "it closed the connection" : SystemError.text(errno))
        }
    }

    private static func connect(
        _ address: addrinfo, stop: StopSignal, timeoutSeconds: Double
    ) -> Result<Int32, Failure> {
        let kind = address.ai_socktype | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.ai_family, kind, address.ai_protocol)
        guard descriptor >= 0 else { return .failure(Failure(reason: SystemError.text(errno))) }
        var error: Int32 = 0
        if Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) != 0 {
            error = errno
            if error == EINPROGRESS {
                error = outcome(of: descriptor, stop: stop, timeoutSeconds: timeoutSeconds)
            }
        }
        guard error == 0 else {
            close(descriptor)
            return .failure(Failure(reason: SystemError.text(error)))
        }
        keepAlive(descriptor)
        return .success(descriptor)
    }

    /// Lets the system end the connection to a machine that has gone without a word, after about 25 s.
    private static func keepAlive(_ descriptor: Int32) {
        let options = [
            (SOL_SOCKET, SO_KEEPALIVE, 1), (Int32(IPPROTO_TCP), TCP_KEEPIDLE, 10),
            (Int32(IPPROTO_TCP), TCP_KEEPINTVL, 5),
            (Int32(IPPROTO_TCP), TCP_KEEPCNT, 3),
        ]
        for (level, name, value) in options {
            var value = Int32(value)
            setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    private static func outcome(of descriptor: Int32, stop: StopSignal, timeoutSeconds: Double) -> Int32 {
        switch Wait.forInput(on: descriptor, events: POLLOUT, stop: stop, seconds: timeoutSeconds) {
        case .stopped: return ECANCELED
        case .timedOut: return ETIMEDOUT
        case .ready:
            var error: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size)
            return error
        }
    }
}
