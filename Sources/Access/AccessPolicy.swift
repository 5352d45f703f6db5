package import NavigationEvents
import Platform

/// The rights of peers. A value: it asks only its ``processes``.
package struct AccessPolicy {
    /// The roles, the topics and the name of a peer.
    package struct Rights: Sendable, Hashable {
        package var roles: Set<Role>
        package var topics: Set<Topic>
        package var name: Name

        init(roles: Set<Role>, topics: Set<Topic> = Set(Topic.allCases), name: Name) {
            // The role `control` includes `tap`.
            self.roles = roles.contains(.control) ? roles.union([.tap]) : roles
            self.topics = topics
            self.name = name
        }
    }

    /// The control names that a peer may use.
    package enum Name: Sendable, Hashable {
        /// Only this one.
        case only(String)
        /// Any name but that of a supervised control.
        case anyFree
        /// No name.
        case none
    }

    package let ownUser: UInt32
    let otherUsers: Set<Role>
    let controlRoles: [String: [Role]]
    /// The process that starts the controls; `nil` if there is none. A descendant of it that is no reported control is
    /// only an observer: a process cannot shed the rights of a control by leaving its session.
    let launcher: Int32?
    /// The time at which the bus started, nanoseconds since the machine started.
    let startNanosecondsSinceBoot: UInt64
    let processes: any ProcessTable
    package var keys = AllowedKeys()
    /// The supervised controls that were reported, and their processes.
    private var supervised: [String: Supervised] = [:]
    /// The sessions of the launcher's processes that are no controls, by name.
    private var observers: [String: ProcessSession] = [:]

    private struct Supervised {
        /// 0 if the control has none at present.
        var process: Int32
        /// The session that was begun by the process.
        var session: ProcessSession?
    }

    package init(
        ownUser: UInt32, otherUsers: Set<Role> = [.tap], controlRoles: [String: [Role]] = [:], launcher: Int32? = nil,
        startNanosecondsSinceBoot: UInt64 = 0, processes: any ProcessTable
    ) {
        self.ownUser = ownUser
        self.otherUsers = otherUsers
        self.controlRoles = controlRoles
        self.launcher = launcher
        self.startNanosecondsSinceBoot = startNanosecondsSinceBoot
        self.processes = processes
    }

    /// Records the process of a supervised control; 0 if it has none at present.
    package mutating func note(control: String, process: Int32) {
        supervised[control] = Supervised(
            process: process, session: process > 0 ? processes.session(process) : nil)
    }

    /// Records a process of the launcher that only observes; 0 if it has ended.
    package mutating func note(observer: String, process: Int32) {
        observers[observer] = process > 0 ? processes.session(process) : nil
    }

    /// The rights of a peer; `nil` if it has none.
    package func rights(of peer: PeerIdentity) -> Rights? {
        switch peer {
        case .key(let name):
            // A key named like a supervised control does not make its owner that control.
            keys[name].map {
                Rights(roles: $0.roles, topics: $0.topics, name: isSupervised(name) ? .none : .only(name))
            }
        case .local(let user, let process, let origin): rights(user, process, origin)
        }
    }

    private func rights(_ user: UInt32, _ process: Int32, _ origin: ProcessOrigin) -> Rights? {
        let isOwn = user == ownUser
        if isOwn, let control = supervisedControl(process, origin) {
            return Rights(roles: Set(controlRoles[control] ?? [.control]), name: .only(control))
        }
        // Root can do anything with a bus anyway.
        let roles = isOwn || user == 0 ? Set(Role.allCases) : otherUsers
        let allowed = origin == .outside ? roles : roles.intersection([.tap])
        return allowed.isEmpty ? nil : Rights(roles: allowed, name: .anyFree)
    }

    /// A control may be a script that runs the actual program: they share the session that the launcher began.
    private func supervisedControl(_ process: Int32, _ origin: ProcessOrigin) -> String? {
        supervised.first { _, known in
            guard known.process > 0 else { return false }
            if case .launched(let session?) = origin { return session == known.session }
            return origin == .outside && process == known.process
        }?.key
    }

    /// Whether the launcher runs, or may run, a control of this name.
    func isSupervised(_ control: String) -> Bool {
        supervised[control] != nil || controlRoles[control] != nil
    }

    /// Whether a peer with this right may be the control of this name.
    func allows(_ name: Name, control: String) -> Bool {
        switch name {
        case .only(let own): own == control
        case .none: false
        case .anyFree: !isSupervised(control)
        }
    }

    // MARK: - Connecting

    /// The origin of a process that wants to connect; `nil` if it has ended, or if the launcher has.
    package func origin(of process: Int32) -> ProcessOrigin? {
        guard let launcher else { return .outside }
        return processes.origin(of: process, launcher: launcher)
    }

    /// Whether a process may be a control that the launcher has not reported yet: it was started by the launcher itself,
    /// and it or this bus only a moment ago.
    ///
    /// - Parameter nanosecondsSinceBoot: Nanoseconds since the machine started.
    package func isUnreported(_ origin: ProcessOrigin, nanosecondsSinceBoot: UInt64) -> Bool {
        guard case .launched(let session?) = origin, !supervised.values.contains(where: { $0.session == session }),
            !observers.values.contains(session),
            processes.facts(of: session.id)?.parent == launcher
        else { return false }
        let startNanoseconds = session.startTicks * (1_000_000_000 / Self.ticksPerSecond)
        return nanosecondsSinceBoot < max(startNanoseconds, startNanosecondsSinceBoot) + Self.unreportedNanoseconds
    }

    /// The clock ticks of the kernel in `/proc`.
    private static let ticksPerSecond: UInt64 = 100
    /// How long a control may be unreported, in nanoseconds: the report of the launcher arrives through a pipe in a
    /// moment, on a busy machine in seconds. A control that joins before has the rights of a tap.
    private static let unreportedNanoseconds: UInt64 = 5_000_000_000
}

extension Role {
    /// The roles whose requests may contain routes.
    package static let sendingRoutes: Set<Role> = [.operator, .router]
}
