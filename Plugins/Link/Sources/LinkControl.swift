import EventBus
import Glibc
import NATS
import NavigationControl
import NavigationEvents
import Platform
import Synchronization

/// Connects the bus to a fleet: each part works on threads of its own, and starts again when the bus or the cluster fails.
///
/// `@unchecked Sendable`: everything is constant or behind a lock; a worker is used on its own thread, and only its calls
/// for any thread on others.
final class LinkControl: DeviceControl, @unchecked Sendable {
    private static let retryMilliseconds: Int32 = 1000
    /// Seconds for handing over all partitions, and for the last inputs.
    private static let leaveSeconds = 8

    private struct Parts {
        var lease: LeaseKeeper?
        var gateway: FleetGateway?
        var isStopping = false
    }

    private let settings: LinkSettings
    private let endpoint: String
    private let name: String
    private let reporter: Reporter
    private let parts = Mutex(Parts())
    private let wakeUp: WakeUp

    init(_ context: ControlContext) throws {
        settings = try LinkSettings(context.settings)
        endpoint = context.endpoint
        name = settings.name.isEmpty ? Self.hostName : settings.name
        reporter = context.reporter
        wakeUp = try WakeUp()
    }

    private static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "worker" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func start() throws {
        if settings.role != .worker { try SystemThread.detach("link-gateway") { [self] in keepGateway() } }
        if settings.role != .gateway { try SystemThread.detach("link-worker") { [self] in keepWorker() } }
    }

    func stop() {
        let (lease, gateway) = parts.withLock { parts in
            parts.isStopping = true
            return (parts.lease, parts.gateway)
        }
        wakeUp.wake()
        gateway?.close(timeoutSeconds: Double(Self.leaveSeconds) / 2)
        lease?.leave()
        let end = MonotonicInstant.now.seconds + Double(Self.leaveSeconds)
        while MonotonicInstant.now.seconds < end, parts.withLock({ $0.lease != nil }) { usleep(20_000) }
        lease?.close()
    }

    // The events of all sessions come over connections of its own.
    func onGPS(_ fix: Fix) {}
    func onNavigation(_ info: NavigationInfo, fix: Fix) {}
    func onNavigationStarted(_ route: Route) {}
    func onNavigationStopped() {}

    private var isStopping: Bool { parts.withLock { $0.isStopping } }

    /// Repeats a task until the control stops; its error is reported, each text once in a row.
    private func keep(_ what: String, _ task: () throws -> Void) {
        var complaint = ""
        while !isStopping {
            do {
                try task()
            } catch {
                if complaint != "\(error)" { reporter(.warning, text: "failed to \(error); the \(what) starts again") }
                complaint = "\(error)"
            }
            if !isStopping { wakeUp.wait(milliseconds: Self.retryMilliseconds) }
        }
    }

    private func keepWorker() {
        keep("worker") {
            let worker = try FleetWorker(
                name: name, busEndpoint: endpoint, connection: try NATSConnection(settings.connection),
                replicas: settings.replicas,
                keptFor: .seconds(settings.keptHours * 3600), say: { [reporter] in reporter(.warning, text: $0) })
            let lease = worker.keeper
            parts.withLock { $0.lease = lease }
            defer {
                lease.close()
                parts.withLock { $0.lease = nil }
            }
            reporter(.note, text: "the worker \(name) has joined the fleet")
            try worker.serve()
        }
    }

    /// The token that trackers need; made, if its file does not exist yet.
    private var trackerToken: String? {
        guard !settings.trackerTokenFile.isEmpty else { return nil }
        return TokenFile(path: settings.trackerTokenFile).token { [reporter] reason in
            reporter(.warning, text: "failed to \(reason)")
        }
    }

    private func keepGateway() {
        keep("gateway") {
            let connection = try NATSConnection(settings.connection)
            let gateway = try FleetGateway(
                connection: connection, log: settings.log,
                complain: { [reporter] in reporter(.warning, text: $0) })
            try gateway.start()
            let trackers = try FleetTrackers(
                gateway, connection, listen: settings.trackers, token: trackerToken)
            parts.withLock { $0.gateway = gateway }
            defer {
                trackers.close()
                parts.withLock { $0.gateway = nil }
            }
            reporter(.note, text: "the gateway takes requests")
            while !isStopping { wakeUp.wait(milliseconds: Self.retryMilliseconds) }
        }
    }
}

extension LinkSettings {
    /// The connection to the servers.
    var connection: NATSConnection.Settings {
        var connection = NATSConnection.Settings(servers: servers, name: "navbus-link")
        if !credentials.isEmpty { connection.credentialsFile = credentials }
        if !(authority + certificate + key).isEmpty {
            connection.tls = .init(
                authorityFile: authority.isEmpty ? nil : authority,
                certificateFile: certificate.isEmpty ? nil : certificate, keyFile: key.isEmpty ? nil : key)
        }
        return connection
    }

    /// The stream of the inputs.
    var log: StreamSettings {
        var log = StreamSettings(name: FleetNames.inputStream, subjects: [FleetNames.inputs])
        log.replicas = replicas
        log.maxAge = .seconds(keptHours * 3600)
        log.maxBytes = logMegabytes * 1024 * 1024
        return log
    }
}
