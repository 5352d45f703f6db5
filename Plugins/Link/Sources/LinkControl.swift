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
        /// The number of tasks that have not ended.
        var tasks = 0
        var isDraining = false
        var isStopping = false
    }

    private let settings: LinkSettings
    private let endpoint: String
    private let session: Session
    private let name: String
    private let reporter: Reporter
    private let parts = Mutex(Parts())
    private let wakeUp: WakeUp
    private let operations = Mutex<OperationsListener?>(nil)

    init(_ context: ControlContext) throws {
        settings = try LinkSettings(context.settings)
        endpoint = context.endpoint
        session = context.session
        guard settings.role != .vehicle || session != .main else {
            throw SettingsError.invalid(
                key: "role", value: "\"vehicle\"",
                reason: "the session of the bus must have the name of the vehicle in the fleet: set bus.session")
        }
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
        try SystemThread.detach("link-status") { [self] in keepOperations() }
        let tasks = tasks
        parts.withLock { $0.tasks = tasks.count }
        for (name, task) in tasks { try SystemThread.detach("link-\(name)", task) }
    }

    private var tasks: [(name: String, work: @Sendable () -> Void)] {
        switch settings.role {
        case .worker: [("worker", keepWorker)]
        case .gateway: [("gateway", keepGateway)]
        case .both: [("worker", keepWorker), ("gateway", keepGateway)]
        case .vehicle: [("vehicle", keepVehicle)]
        }
    }

    func stop() {
        parts.withLock { $0.isStopping = true }
        leave()
        let end = MonotonicInstant.now.seconds + Double(Self.leaveSeconds)
        while MonotonicInstant.now.seconds < end, parts.withLock({ $0.lease != nil }) { usleep(20_000) }
        parts.withLock { $0.lease }?.close()
        operations.withLock { $0?.close() }
    }

    /// Stores what the gateway has accepted, and begins to hand over the partitions of the worker.
    private func leave() {
        let (lease, gateway) = parts.withLock { ($0.lease, $0.gateway) }
        wakeUp.wake()
        gateway?.close(timeoutSeconds: Double(Self.leaveSeconds) / 2)
        lease?.leave()
    }

    // The events of all sessions come over connections of its own.
    func onGPS(_ fix: Fix) {}
    func onNavigation(_ info: NavigationInfo, fix: Fix) {}
    func onNavigationStarted(_ route: Route) {}
    func onNavigationStopped() {}

    private var isStopping: Bool { parts.withLock { $0.isStopping } }
    private var isLeaving: Bool { parts.withLock { $0.isStopping || $0.isDraining } }

    /// Repeats a task until the control stops or leaves the fleet; its error is reported, each text once in a row.
    private func keep(_ what: String, _ task: () throws -> Void) {
        var complaint = ""
        while !isLeaving {
            do {
                try task()
            } catch {
                if complaint != "\(error)" { reporter(.warning, text: "failed to \(error); the \(what) starts again") }
                complaint = "\(error)"
            }
            if !isLeaving { wakeUp.wait(milliseconds: Self.retryMilliseconds) }
        }
        let isLast = parts.withLock { parts in
            parts.tasks -= 1
            return parts.tasks == 0
        }
        if isLast { operations.withLock { $0 }?.update { $0.phase = .drained } }
    }

    /// Answers operators, until the control stops.
    private func keepOperations() {
        let status = FleetStatus(
            role: settings.role.rawValue, name: name, version: Version.current, processID: Int(getpid()),
            host: Self.hostName)
        let listener = OperationsListener(status) { [weak self] in self?.drain() }
        operations.withLock { $0 = listener }
        while !isStopping {
            do {
                let connection = try NATSConnection(settings.connection())
                try listener.listen(connection)
                while !isStopping {
                    let (gateway, isDraining) = parts.withLock { ($0.gateway, $0.isDraining) }
                    if let gateway { report(gateway, to: listener) }
                    if isDraining { leave() }
                    wakeUp.wait(milliseconds: Self.retryMilliseconds)
                }
            } catch {
                // The tasks report that the servers do not answer.
                wakeUp.wait(milliseconds: Self.retryMilliseconds)
            }
        }
    }

    private func report(_ gateway: FleetGateway, to listener: OperationsListener) {
        let (figures, refusals) = (gateway.figures, gateway.refusals)
        listener.update { status in
            status.figures.merge(figures) { $1 }
            status.refusals = refusals
        }
    }

    /// Begins to leave the fleet: the tasks end, and are not repeated. The process continues to answer operators.
    private func drain() {
        let isNew = parts.withLock { parts in
            defer { parts.isDraining = true }
            return !parts.isDraining
        }
        guard isNew else { return }
        operations.withLock { $0 }?.update { $0.phase = .draining }
        reporter(.note, text: "\(name) leaves the fleet; start it again for it to return")
        wakeUp.wake()
    }

    private func keepWorker() {
        keep("worker") {
            let worker = try FleetWorker(
                name: name, busEndpoint: endpoint, connection: try NATSConnection(settings.connection()),
                replicas: settings.replicas,
                keptFor: .seconds(settings.keptHours * 3600),
                checkpointSeconds: settings.checkpointMinutes * 60, say: { [reporter] in reporter(.warning, text: $0) })
            worker.figures.report = { [weak self] partitions, figures in
                self?.operations.withLock { $0 }?.update { status in
                    status.partitions = partitions
                    status.figures.merge(figures) { $1 }
                }
            }
            let lease = worker.lease
            parts.withLock { $0.lease = lease }
            defer {
                lease.close()
                parts.withLock { $0.lease = nil }
                operations.withLock { $0 }?.update { $0.forgetPresent() }
            }
            reporter(.note, text: "the worker \(name) has joined the fleet")
            try worker.serve()
        }
    }

    private func keepVehicle() {
        keep("connection to the fleet") {
            let shown = try ShownSession(
                session, busEndpoint: endpoint, connection: NATSConnection(settings.connection()))
            reporter(.note, text: "the fleet sees the session \(session.name)")
            try shown.serve { !isLeaving }
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
            let connection = try NATSConnection(settings.connection())
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
            while !isLeaving { wakeUp.wait(milliseconds: Self.retryMilliseconds) }
            gateway.close(timeoutSeconds: Double(Self.leaveSeconds) / 2)
            if let listener = operations.withLock({ $0 }) { report(gateway, to: listener) }
        }
    }
}

extension LinkSettings {
    /// The connection to the servers.
    ///
    /// - Throws: ``SettingsError`` if the file of the NKey cannot be used.
    func connection() throws(SettingsError) -> NATSConnection.Settings {
        var connection = NATSConnection.Settings(servers: servers, name: "navbus-link")
        if !credentials.isEmpty { connection.credentialsFile = credentials }
        if !nkey.isEmpty { connection.nkey = .init(publicKey: try publicKey(), seedFile: nkey) }
        if !(authority + certificate + key).isEmpty {
            connection.tls = .init(
                authorityFile: authority.isEmpty ? nil : authority,
                certificateFile: certificate.isEmpty ? nil : certificate, keyFile: key.isEmpty ? nil : key)
        }
        return connection
    }

    /// The public key in the file of the NKey: the line that begins with U. The line with the seed begins with S.
    private func publicKey() throws(SettingsError) -> String {
        let text = WholeFile.start(nkey, maxBytes: 4096).map { String(decoding: $0, as: UTF8.self) } ?? ""
        guard
            let key = text.split(whereSeparator: \.isWhitespace).first(where: {
                $0.hasPrefix("U") && $0.utf8.count == Self.keyCharacters
            })
        else {
            throw .invalid(
                key: "nkey", value: "\"\(nkey)\"",
                reason: "it must be a readable file with the seed and the public key, as nk -gen user -pubout prints "
                    + "them")
        }
        return String(key)
    }

    private static let keyCharacters = 56

    /// The stream of the inputs.
    var log: StreamSettings {
        var log = StreamSettings(name: FleetNames.inputStream, subjects: [FleetNames.inputs])
        log.replicas = replicas
        log.maxAge = .seconds(keptHours * 3600)
        log.maxBytes = logMegabytes * 1024 * 1024
        return log
    }
}
