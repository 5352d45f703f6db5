import Foundation
import Glibc
public import NATS
public import TestSupport

/// One NATS server with JetStream, or a cluster of three, on this machine only. The servers end with the object.
public final class NATSCluster: @unchecked Sendable {
    /// A server that does not start, or a cluster that does not become ready.
    public struct NotReady: Error, CustomStringConvertible {
        /// The reason, and the last lines of the servers' logs.
        public let description: String
    }

    /// The folder of the configurations and the stored streams.
    public let folder: TemporaryFolder
    /// The number of servers.
    public let count: Int
    private let clientPorts: [Int]
    // Tests stop and start servers from several threads.
    private let lock = NSLock()
    private var running: [RunningProgram?]
    private var watchers: [Int: RunningProgram] = [:]
    private var paused: Set<Int> = []

    /// Starts the servers, and waits until they can store a stream.
    ///
    /// - Parameters:
    ///   - count: 1 or 3.
    ///   - configuration: Further configuration of each server, such as `mqtt { listen: "127.0.0.1:…" }` or accounts. Any `#INDEX`
    ///     in it is replaced by the index of the server.
    ///   - settings: The settings of the connection that waits for readiness, for servers with accounts.
    public init(
        _ count: Int = 1, configuration: String = "",
        settings: (NATSConnection.Settings) -> NATSConnection.Settings = { $0 }
    ) throws {
        self.count = count
        folder = try TemporaryFolder()
        let ports = try (0..<2 * count).map { _ in Int(try FreePort.next()) }
        clientPorts = Array(ports.prefix(count))
        running = Array(repeating: nil, count: count)
        let routes = ports.suffix(count).map { "\"nats://127.0.0.1:\($0)\"" }.joined(separator: ", ")
        for index in 0..<count {
            let cluster = """
                cluster {
                    name: test, listen: "127.0.0.1:\(ports[count + index])", no_advertise: true, routes: [\(routes)]
                }
                """
            try folder.write(
                """
                server_name: \(Self.name(index))
                listen: "127.0.0.1:\(clientPorts[index])"
                jetstream { store_dir: "\(folder.path)/store-\(index)", max_memory_store: 256MB, max_file_store: 4GB }
                \(count > 1 ? cluster : "")
                \(configuration.replacingOccurrences(of: "#INDEX", with: "\(index)"))
                """, to: "\(Self.name(index)).conf")
        }
        for index in 0..<count { try start(index) }
        try waitUntilReady(settings)
    }

    deinit { for program in running { program?.signal(SIGKILL) } }

    /// The name of a server, as in ``StreamState/leader``.
    public static func name(_ index: Int) -> String { "server-\(index)" }

    /// The index of a server with a name.
    public func index(of name: String) -> Int? { (0..<count).first { Self.name($0) == name } }

    /// The address of a server.
    public func url(_ index: Int) -> String { "nats://127.0.0.1:\(clientPorts[index])" }

    /// The addresses of all servers.
    public var urls: [String] { (0..<count).map(url) }

    /// Settings for a connection to all servers, that reconnects fast.
    public func settings(name: String = "test") -> NATSConnection.Settings {
        NATSConnection.Settings(servers: urls, name: name)
    }

    /// Connects to the servers.
    public func connect(onStatus: (@Sendable (NATSStatus) -> Void)? = nil) throws -> NATSConnection {
        try NATSConnection(settings(), onStatus: onStatus)
    }

    /// Starts a server that was ended, with the streams that it has stored.
    public func start(_ index: Int) throws {
        try lock.withLock {
            guard running[index] == nil else { return }
            let program = try BuiltProgram(url: URL(filePath: "/usr/sbin/nats-server")).start(
                ["-c", "\(folder.path)/\(Self.name(index)).conf"])
            running[index] = program
            // A cluster in a static property is never released, so a shell ends its servers after this process.
            watchers[index] = try BuiltProgram(url: URL(filePath: "/bin/sh")).start([
                "-c",
                """
                while kill -0 \(getpid()); do kill -0 \(program.processID) || exit; sleep 0.2; done
                kill -9 \(program.processID)
                """,
            ])
        }
    }

    /// Ends a server at once, as a power cut would (SIGKILL).
    public func kill(_ index: Int) { end(index, SIGKILL) }

    /// Ends a server in order (SIGTERM): it hands its streams over.
    public func stop(_ index: Int) { end(index, SIGTERM) }

    private func end(_ index: Int, _ signal: Int32) {
        lock.withLock {
            running[index]?.signal(signal)
            if paused.remove(index) != nil { running[index]?.signal(SIGCONT) }
            _ = running[index]?.wait(seconds: 20)
            running[index] = nil
        }
    }

    /// Stops the process of a server without ending it (SIGSTOP).
    public func pause(_ index: Int) {
        lock.withLock {
            paused.insert(index)
            running[index]?.signal(SIGSTOP)
        }
    }

    /// Continues a paused server.
    public func resume(_ index: Int) {
        lock.withLock {
            paused.remove(index)
            running[index]?.signal(SIGCONT)
        }
    }

    /// The output of a server since it started.
    public func log(_ index: Int) -> String { lock.withLock { running[index]?.errors ?? "" } }

    /// Waits until a stream with a replica on every server can be made.
    private func waitUntilReady(_ settings: (NATSConnection.Settings) -> NATSConnection.Settings) throws {
        var last: any Error = NotReady(description: "no try")
        let isReady = eventually {
            do {
                let jetStream = try JetStream(NATSConnection(settings(self.settings())))
                var probe = StreamSettings(name: "ready", subjects: ["ready"])
                (probe.replicas, probe.storage) = (count, .memory)
                try jetStream.ensureStream(probe, timeout: .seconds(2))
                try jetStream.deleteStream("ready")
                return true
            } catch {
                last = error
                return false
            }
        }
        guard !isReady else { return }
        throw NotReady(
            description: "\(last)\n" + (0..<count).map { String(log($0).suffix(2000)) }.joined(separator: "\n"))
    }
}
