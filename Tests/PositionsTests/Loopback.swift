import Glibc
import Platform
import Synchronization

@testable import Positions

/// A TCP server on the loopback interface that sends the same to every client, until it is released.
final class Loopback: Sendable {
    let port: UInt16
    private let listener: Int32
    private let stop = StopSignal()

    /// Listens and sends all lines to every client, with a pause between them, repeatedly if requested.
    init(port: UInt16 = 0, lines: [String], pauseSeconds: Double = 0, repeats: Bool = false) throws {
        let (listener, bound) = try Self.listen(port)
        (self.listener, self.port) = (listener, bound)
        let stop = stop
        _ = startThread("positions") {
            while case .ready = Wait.forInput(on: listener, stop: stop, seconds: 3600) {
                let peer = accept(listener, nil, nil)
                guard peer >= 0 else { continue }
                _ = startThread("positions") {
                    Self.say(lines, to: peer, pauseSeconds, repeats, stop)
                    close(peer)
                }
            }
            close(listener)
        }
    }

    deinit { stop.raise() }

    /// Ends the server and all its connections.
    func disconnect() { stop.raise() }

    private static func say(
        _ lines: [String], to peer: Int32, _ pauseSeconds: Double, _ repeats: Bool, _ stop: StopSignal
    ) {
        repeat {
            for line in lines {
                let bytes = Array(line.utf8)
                guard send(peer, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return }
                if stop.wait(seconds: pauseSeconds) { return }
            }
        } while repeats
        _ = stop.wait(seconds: 3600)
    }

    private static func listen(_ port: UInt16) throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var reuse: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, size) == 0 && Glibc.listen(descriptor, 8) == 0
                    && getsockname(descriptor, generic, &size) == 0
            }
        }
        guard status else { throw TCPConnection.Failure(reason: SystemError.text(errno)) }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }
}

/// A program of this machine; it ends with its last reference.
final class Program: Sendable {
    private let processID: pid_t
    private let hasEnded = Mutex(false)

    init(_ words: [String]) throws {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var started = pid_t()
        let status = posix_spawnp(&started, words[0], nil, nil, &arguments, environ)
        guard status == 0 else { throw TCPConnection.Failure(reason: "\(words[0]): \(SystemError.text(status))") }
        processID = started
    }

    deinit { end() }

    /// Kills it if it is running, and waits for its end.
    func end() {
        hasEnded.withLock { hasEnded in
            // After waiting, the process id may belong to another process.
            guard !hasEnded else { return }
            kill(processID, SIGKILL)
            waitpid(processID, nil, 0)
            hasEnded = true
        }
    }
}
