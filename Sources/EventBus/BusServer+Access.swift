import Access
import Glibc
import NavigationEvents
import Platform
import ZeroMQ

extension BusServer {
    /// Watches all sockets of the bus.
    func watchSockets(_ transport: Transport) {
        executor.watch(transport.zapHandler.socket) { [weak self] in self?.assumeIsolated { $0.serveZAPRequests() } }
        for listener in transport.listeners { watch(listener) }
        if let capacity = admissionControl.scarceDescriptors {
            warn(
                "only \(capacity.files) files may be open at a time: the bus accepts \(capacity.peers) connections, no further "
                    + "sessions, and very many connections at once could end it; raise ulimit -Hn")
        }
        guard access.remote != nil else { return }
        if transport.remoteEndpoints == nil {
            warn("no key is allowed yet, so no port is open for other machines; allow one with navbus keys allow")
        }
        executor.tick(everyMilliseconds: Self.keyPollMilliseconds) { [weak self] in
            self?.assumeIsolated { $0.reloadKeys() }
        }
    }

    private func watch(_ listener: BusListener) {
        executor.watch(listener.requests) { [weak self] in self?.assumeIsolated { $0.serveRequests() } }
        executor.watch(listener.events) { [weak self] in self?.assumeIsolated { $0.serveSubscriptions() } }
        for (_, monitor) in listener.monitors {
            executor.watch(monitor.socket) { [weak self] in self?.assumeIsolated { $0.serveMonitors() } }
        }
    }

    /// Milliseconds between two checks for a change of the list of allowed keys.
    private static let keyPollMilliseconds = 250

    /// Makes the admission control of a bus, before the first connection.
    static func makeAdmissionControl(
        _ access: AccessSettings, controlRoles: [String: [Role]], launcher: Int32?, maxSessions: Int
    ) throws(BusError) -> (admissionControl: AdmissionControl, maxSessions: Int) {
        var policy = AccessPolicy(
            ownUser: geteuid(), otherUsers: access.otherUsers, controlRoles: controlRoles,
            launcher: launcher, processes: KernelProcessTable())
        if access.remote != nil {
            do {
                policy.keys = try KeyRing(folder: access.keysFolder).allowed()
            } catch {
                throw .keys(error)
            }
            // At the start a bad line is an error: a person is there to read it.
            if let problem = policy.keys.problems.first { throw .keys(problem) }
        }
        let capacity = try FileDescriptors.prepare(
            listeners: access.remote == nil ? 1 : 2, maxPeers: access.maxPeers, maxSessions: maxSessions)
        var admissionControl = AdmissionControl(
            policy: policy, maxPeers: capacity.peers, requestsPerSecond: access.requestsPerSecond)
        admissionControl.scarceDescriptors = capacity.isEnough ? nil : capacity
        return (admissionControl, capacity.sessions)
    }

    // MARK: - Connections

    /// Answers the ZAP requests of libzmq, which decide whether a peer may connect.
    func serveZAPRequests() {
        guard let zapHandler = transport?.zapHandler else { return }
        do {
            while try zapHandler.serve({ decide($0) }) {}
        } catch {
            // A peer without an answer is not connected.
            counters.failedSends += 1
        }
    }

    /// Decides about the peers that were postponed: the launcher may have reported them since.
    func servePostponed() {
        do {
            try transport?.zapHandler.servePostponed { decide($0) }
        } catch {
            counters.failedSends += 1
        }
    }

    private func decide(_ request: ZAPRequest) -> ZAPDecision {
        do throws(AdmissionControl.ConnectionRefusal) {
            return .admit(
                try admissionControl.identify(
                    request, now: MonotonicInstant.now.nanoseconds, nanosecondsSinceBoot: WallClock.nanosecondsSinceBoot
                ).userID)
        } catch {
            if error == .unreported { return .postpone }
            counters.access.refusedConnections += 1
            switch error {
            case .unknownKey:
                counters.access.unknownKeys += 1
                warnOnce(
                    "key", "a peer at \(request.address) was refused: its key is not in the list of allowed keys")
            case .foreignUser(let user):
                counters.access.foreignUsers += 1
                warnOnce("user", "the user with number \(user) was refused: other users have no access")
            case .banned, .noProof, .ended, .unreported: break
            }
            return .refuse
        }
    }

    /// Handles new and ended connections. libzmq accepts no connection while events of the monitors wait.
    func serveMonitors() {
        while let (busSocket, event) = transport?.nextConnectionEvent() {
            switch event {
            case .accepted(let descriptor):
                let connection = Connections.ID(busSocket: busSocket, descriptor: descriptor)
                assembly.ended(connection)
                let origin = ConnectionOrigin(descriptor: descriptor)
                if let excess = admissionControl.connections.accepted(
                    connection, from: origin, now: MonotonicInstant.now.nanoseconds)
                {
                    end(excess: excess, "there are too many connections: one was ended")
                }
            case .ended(let descriptor): forget(Connections.ID(busSocket: busSocket, descriptor: descriptor))
            case .failedHandshake: counters.access.failedHandshakes += 1
            // A client on this machine connects once to identify the listening process, and disconnects.
            case .leftHandshake: if busSocket.isRemote { counters.access.failedHandshakes += 1 }
            case .rejected: break
            case .cannotAccept(let code):
                counters.access.unacceptedConnections += 1
                warnOnce("accept", "a connection could not be accepted (\(SystemError.text(code))); raise ulimit -n")
            }
        }
    }

    /// Records the peer of a connection at a message; `false` if the connection has been ended.
    func identify(_ connection: Connections.ID, _ peer: PeerIdentity, now: UInt64) -> Bool {
        guard !admissionControl.connections.identified(connection, as: peer, now: now) else { return true }
        end(excess: connection, "\(peer) has too many connections: one was ended")
        return false
    }

    private func end(excess connection: Connections.ID, _ text: String) {
        counters.access.excessConnections += 1
        warnOnce("excess", text)
        transport?.cut(connection)
        forget(connection)
    }

    /// Removes the data of a connection that has ended.
    private func forget(_ connection: Connections.ID) {
        admissionControl.connections.ended(connection)
        assembly.ended(connection)
    }

    /// Ends a connection and bans its peer from this socket for a while.
    func cut(_ connection: Connections.ID, _ peer: PeerIdentity?) {
        if let peer { admissionControl.ban(peer, at: connection.busSocket, now: MonotonicInstant.now.nanoseconds) }
        end(connection)
    }

    /// Ends a connection. Its peer may connect again.
    func end(_ connection: Connections.ID) {
        serveMonitors()
        guard admissionControl.connections.isOpen(connection) else { return }
        counters.access.cutConnections += 1
        transport?.cut(connection)
        forget(connection)
    }

    /// Ends a connection whose handshake takes too long.
    func end(late connection: Connections.ID) {
        counters.access.failedHandshakes += 1
        transport?.cut(connection)
        forget(connection)
    }

    /// Counts a denial, and logs it with a limited rate.
    func note(_ denial: AccessDenial) {
        switch denial.kind {
        case .forbidden: counters.access.forbiddenRequests += 1
        case .impostor: counters.access.impostorReports += 1
        }
        warnOnce(denial.kind.rawValue, denial.text)
    }

    /// Logs a warning, unless one of this kind was logged a moment ago.
    func warnOnce(_ kind: String, _ text: String) {
        if warningLimit.allows(kind, now: MonotonicInstant.now.nanoseconds) { warn(text) }
    }

    // MARK: - Keys

    /// Opens the ports for other machines as soon as a key is allowed.
    private func openPorts() {
        guard let transport, let remote = access.remote, transport.remoteEndpoints == nil else { return }
        do throws(BusError) {
            watch(try transport.open(remote, access))
        } catch {
            warnOnce("ports", "failed to \(error); other machines cannot connect")
        }
    }

    private func reloadKeys() {
        let ring = KeyRing(folder: access.keysFolder)
        let former = admissionControl.policy.keys
        let keys: AllowedKeys
        do {
            keys = try ring.allowed()
        } catch {
            // Other users may have changed the list: no key in it is valid.
            keys = AllowedKeys()
            warnOnce("keys", "failed to \(error); no key is accepted")
        }
        guard keys != former else { return }
        admissionControl.policy.keys = keys
        if !keys.entries.isEmpty { openPorts() }
        for problem in keys.problems {
            counters.access.unreadableKeyLists += 1
            warnOnce("keys", "failed to \(problem); this line allows no key")
        }
        serveMonitors()
        let changed = admissionControl.connections.ids { connection, peer in
            switch peer {
            case .key(let name): keys[name] != former[name]
            case .local: false
            // Its key may be revoked, and its name may belong to another key now.
            case nil: connection.busSocket.isRemote
            }
        }
        for connection in changed { end(connection) }
    }
}
