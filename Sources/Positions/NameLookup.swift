import Glibc
import Platform
import Synchronization

/// A lookup of the addresses of a host. The system call cannot be interrupted, so it runs on its own thread, which is
/// abandoned after a timeout.
final class NameLookup: Sendable {
    /// The found addresses; freed with the list.
    struct Addresses: ~Copyable {
        let first: UnsafeMutablePointer<addrinfo>?

        deinit {
            if let first { freeaddrinfo(first) }
        }
    }

    private struct Answer: @unchecked Sendable {
        var status: Int32 = 0
        /// Ownership is transferred once; no other reference exists.
        var list: UnsafeMutablePointer<addrinfo>?
    }

    /// Maximum number of concurrent lookups.
    private static let maxPending = 4
    private static let pending = Atomic(0)

    private let answer = Mutex(Answer())
    private let isAnswered = StopSignal()

    deinit {
        answer.withLock {
            if let list = $0.list { freeaddrinfo(list) }
        }
    }

    /// The addresses of a host.
    ///
    /// - Throws: The reason of a failure, a timeout, or the stop signal.
    static func addresses(
        of host: String, port: UInt16, stop: StopSignal, timeoutSeconds: Double
    ) throws(TCPConnection.Failure) -> Addresses {
        let numeric = ask(host, port, flags: AI_NUMERICHOST)
        if numeric.status == 0 { return Addresses(first: numeric.list) }
        guard pending.add(1, ordering: .relaxed).newValue <= maxPending else {
            pending.subtract(1, ordering: .relaxed)
            throw TCPConnection.Failure(reason: "the name service does not answer")
        }
        let lookup = NameLookup()
        let isStarted = startThread("positions") {
            lookup.answer.withLock { $0 = ask(host, port, flags: 0) }
            pending.subtract(1, ordering: .relaxed)
            lookup.isAnswered.raise()
        }
        guard isStarted else {
            pending.subtract(1, ordering: .relaxed)
            throw TCPConnection.Failure(reason: "the system has no free threads to look up its name")
        }
        switch Wait.forInput(on: lookup.isAnswered.descriptor, stop: stop, seconds: timeoutSeconds) {
        case .stopped: throw TCPConnection.Failure(reason: SystemError.text(ECANCELED))
        case .timedOut: throw TCPConnection.Failure(reason: "the name service does not answer")
        case .ready: return try lookup.take()
        }
    }

    private func take() throws(TCPConnection.Failure) -> Addresses {
        let found = answer.withLock { answer in
            defer { answer.list = nil }
            return answer
        }
        guard found.status == 0 else {
            throw TCPConnection.Failure(reason: String(cString: gai_strerror(found.status)))
        }
        return Addresses(first: found.list)
    }

    private static func ask(_ host: String, _ port: UInt16, flags: Int32) -> Answer {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = flags
        var answer = Answer()
        answer.status = getaddrinfo(host, String(port), &hints, &answer.list)
        return answer
    }
}
