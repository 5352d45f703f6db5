import NavigationEvents
import Platform
import ZeroMQ

extension BusServer {
    /// Watches all sockets of the bus.
    func watchSockets(_ transport: Transport) {
        executor.watch(transport.gatekeeper.socket) { [weak self] in self?.assumeIsolated { $0.serveGate() } }
        for door in transport.doors { watch(door) }
        if let room = book.scarceDescriptors {
            warn(
                "only \(room.files) files may be open at a time: the bus takes \(room.peers) connections, no further "
                    + "sessions, and very many connections at once could end it; raise ulimit -Hn")
        }
        guard access.remote != nil else { return }
        if transport.remoteEndpoints == nil {
            warn("no key is allowed yet, so no port is open for other machines: navbus keys allow lets one in")
        }
        executor.tick(everyMilliseconds: Self.keyPatienceMilliseconds) { [weak self] in
            self?.assumeIsolated { $0.tendKeys() }
        }
    }

    private func watch(_ door: Door) {
        executor.watch(door.requests) { [weak self] in self?.assumeIsolated { $0.serveRequests() } }
        executor.watch(door.events) { [weak self] in self?.assumeIsolated { $0.serveSubscriptions() } }
        for (_, monitor) in door.monitors {
            executor.watch(monitor.socket) { [weak self] in self?.assumeIsolated { $0.serveMonitors() } }
        }
    }

    /// Milliseconds after which a change of the list of allowed keys is seen.
    private static let keyPatienceMilliseconds = 250

    /// What a bus knows of its peers before the first has come.
    static func accessBook(
        _ access: AccessSettings, controlRoles: [String: [Role]], launcher: Int32?, mostSessions: Int
    ) throws(BusError) -> (book: AccessBook, mostSessions: Int) {
        var policy = AccessPolicy(
            ownUser: currentUser(), otherUsers: access.otherUsers, controlRoles: controlRoles,
            launcher: launcher, processes: KernelProcessTable())
        if access.remote != nil {
            do {
                policy.keys = try KeyRing(folder: access.keysFolder).allowed()
            } catch {
                throw .keys(error)
            }
            // At the start somebody is there to read it.
            if let problem = policy.keys.problems.first { throw .keys(problem) }
        }
        let room = try Descriptors.prepare(
            doors: access.remote == nil ? 1 : 2, mostPeers: access.mostPeers, mostSessions: mostSessions)
        var book = AccessBook(policy: policy, mostPeers: room.peers, requestsPerSecond: access.requestsPerSecond)
        book.scarceDescriptors = room.isEnough ? nil : room
        return (book, room.sessions)
    }

    // MARK: At the gate

    /// Lets in who may come in.
    func serveGate() {
        guard let gatekeeper = transport?.gatekeeper else { return }
        do {
            while try gatekeeper.serve({ decide($0) }) {}
        } catch {
            // Who is not answered is not let in.
            counters.failedSends += 1
        }
    }

    /// Decides about the connections whose peers were not known before: the launcher may have reported them since.
    func servePostponed() {
        do {
            try transport?.gatekeeper.servePostponed { decide($0) }
        } catch {
            counters.failedSends += 1
        }
    }

    private func decide(_ question: GateQuestion) -> GateDecision {
        do throws(AccessBook.GateRefusal) {
            return .admit(
                try book.identify(question, now: MonotonicInstant.now.nanoseconds, sinceBoot: WallClock.nanosecondsSinceBoot).userID)
        } catch {
            if error == .unreported { return .postpone }
            counters.access.refusedConnections += 1
            switch error {
            case .unknownKey:
                counters.access.unknownKeys += 1
                warnOnce(
                    "key", "somebody at \(question.address) was kept out: the key is not in the list of allowed ones")
            case .foreignUser(let user):
                counters.access.foreignUsers += 1
                warnOnce("user", "the user with number \(user) was kept out: other users may nothing here")
            case .banned, .noProof, .ended, .unreported: break
            }
            return .refuse
        }
    }

    /// Takes note of who has come and gone. libzmq accepts nobody while this is not done.
    func serveMonitors() {
        while let (gate, happening) = transport?.nextHappening() {
            switch happening {
            case .accepted(let descriptor):
                let place = Connections.Place(gate: gate, descriptor: descriptor)
                assembly.ended(place)
                let origin = ConnectionOrigin(descriptor: descriptor)
                if let excess = book.connections.accepted(place, from: origin, now: MonotonicInstant.now.nanoseconds) {
                    end(excess: excess, "there are too many connections: one was ended")
                }
            case .ended(let descriptor): forget(Connections.Place(gate: gate, descriptor: descriptor))
            case .failedHandshake: counters.access.failedHandshakes += 1
            // A client of this machine connects once to see who listens, and leaves.
            case .leftHandshake: if gate.isRemote { counters.access.failedHandshakes += 1 }
            case .keptOut: break
            case .cannotAccept(let code):
                counters.access.unacceptedConnections += 1
                warnOnce("accept", "a connection could not be accepted (\(systemReason(code))); raise ulimit -n")
            }
        }
    }

    /// Takes note of who has said something; `false` if its connection has been ended.
    func identify(_ place: Connections.Place, _ peer: PeerIdentity, now: UInt64) -> Bool {
        guard !book.connections.identified(place, as: peer, now: now) else { return true }
        end(excess: place, "\(peer) has too many connections: one was ended")
        return false
    }

    private func end(excess place: Connections.Place, _ text: String) {
        counters.access.excessConnections += 1
        warnOnce("excess", text)
        transport?.cut(place)
        forget(place)
    }

    /// Gives up what is kept of a connection that has ended.
    private func forget(_ place: Connections.Place) {
        book.connections.ended(place)
        assembly.ended(place)
    }

    /// Ends a connection and keeps its peer from this gate for a while.
    func cut(_ place: Connections.Place, _ peer: PeerIdentity?) {
        if let peer { book.ban(peer, at: place.gate, now: MonotonicInstant.now.nanoseconds) }
        end(place)
    }

    /// Ends a connection; its peer may come again.
    func end(_ place: Connections.Place) {
        serveMonitors()
        guard book.connections.isOpen(place) else { return }
        counters.access.cutConnections += 1
        transport?.cut(place)
        forget(place)
    }

    /// Ends a connection whose introduction takes too long.
    func end(late place: Connections.Place) {
        counters.access.failedHandshakes += 1
        transport?.cut(place)
        forget(place)
    }

    /// Counts what was denied, and tells of it now and then.
    func note(_ denial: AccessDenial) {
        switch denial.kind {
        case .forbidden: counters.access.forbiddenRequests += 1
        case .impostor: counters.access.impostorReports += 1
        }
        warnOnce(denial.kind.rawValue, denial.text)
    }

    /// Warns of something of this kind, unless that was done a moment ago.
    func warnOnce(_ kind: String, _ text: String) {
        if warningLimit.allows(kind, now: MonotonicInstant.now.nanoseconds) { warn(text) }
    }

    // MARK: Keys

    /// Listens at the ports for other machines as soon as there is a key with which somebody could come.
    private func openPorts() {
        guard let transport, let remote = access.remote, transport.remoteEndpoints == nil else { return }
        do throws(BusError) {
            watch(try transport.open(remote, access))
        } catch {
            warnOnce("ports", "failed to \(error); nobody comes in from other machines")
        }
    }

    private func tendKeys() {
        let ring = KeyRing(folder: access.keysFolder)
        let former = book.policy.keys
        let keys: AllowedKeys
        do {
            keys = try ring.allowed()
        } catch {
            // Others may have changed it: nobody comes in by it.
            keys = AllowedKeys()
            warnOnce("keys", "failed to \(error); nobody comes in by a key")
        }
        guard keys != former else { return }
        book.policy.keys = keys
        if !keys.entries.isEmpty { openPorts() }
        for problem in keys.problems {
            counters.access.unreadableKeyLists += 1
            warnOnce("keys", "failed to \(problem); this line allows nobody")
        }
        serveMonitors()
        let changed = book.connections.places { place, peer in
            switch peer {
            case .key(let name): keys[name] != former[name]
            case .local: false
            // It may have come with a key that is gone, under a name that is another's now.
            case nil: place.gate.isRemote
            }
        }
        for place in changed { end(place) }
    }
}
