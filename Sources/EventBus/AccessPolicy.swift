import NavigationEvents

/// Who may do what. A value: it asks nobody but its ``processes``.
struct AccessPolicy {
    /// What somebody may do, and under which name.
    struct Rights: Sendable, Hashable {
        var roles: Set<Role>
        var topics: Set<Topic>
        var name: Name

        init(roles: Set<Role>, topics: Set<Topic> = Set(Topic.allCases), name: Name) {
            // A control may do what a tap may.
            self.roles = roles.contains(.control) ? roles.union([.tap]) : roles
            self.topics = topics
            self.name = name
        }
    }

    /// Under which name somebody may be a control.
    enum Name: Sendable, Hashable {
        /// This one alone.
        case only(String)
        /// Any that is not a supervised control's. A process of our own user may also be a supervised control that
        /// was not told of yet: then it is a child of the launcher, like the bus itself.
        case anyFree(process: Int32?)
        /// None.
        case none
    }

    let ownUser: UInt32
    let otherUsers: Set<Role>
    let controlRoles: [String: [Role]]
    let processes: any ProcessTable
    var keys = AllowedKeys()
    /// The supervised controls that were told of, and their processes.
    private(set) var supervised: [String: Int32] = [:]

    init(
        ownUser: UInt32, otherUsers: Set<Role> = [.tap], controlRoles: [String: [Role]] = [:],
        processes: any ProcessTable
    ) {
        self.ownUser = ownUser
        self.otherUsers = otherUsers
        self.controlRoles = controlRoles
        self.processes = processes
    }

    /// Takes note of the process of a supervised control; 0 if it has none at present.
    mutating func note(control: String, process: Int32) { supervised[control] = process }

    /// What somebody may do; `nil` for strangers.
    func rights(of peer: PeerIdentity) -> Rights? {
        switch peer {
        case .key(let name):
            // A key named like a supervised control does not make its owner that control.
            keys[name].map {
                Rights(roles: $0.roles, topics: $0.topics, name: isSupervised(name) ? .none : .only(name))
            }
        case .local(let user, let process): rights(user, process)
        }
    }

    private func rights(_ user: UInt32, _ process: Int32) -> Rights? {
        let isOwn = user == ownUser
        if isOwn, let control = supervisedControl(process) {
            return Rights(roles: Set(controlRoles[control] ?? [.control]), name: .only(control))
        }
        // Root can do what it wants to a bus anyway.
        if isOwn || user == 0 {
            return Rights(roles: Set(Role.allCases), name: .anyFree(process: isOwn ? process : nil))
        }
        return otherUsers.isEmpty ? nil : Rights(roles: otherUsers, name: .anyFree(process: nil))
    }

    private func supervisedControl(_ process: Int32) -> String? {
        guard supervised.values.contains(where: { $0 > 0 }) else { return nil }
        // A control may be a script that runs the actual program: they share the group that the launcher made.
        let group = processes.group(of: process) ?? process
        return supervised.first { $0.value > 0 && ($0.value == process || $0.value == group) }?.key
    }

    /// Whether the launcher runs, or may run, a control of this name.
    func isSupervised(_ control: String) -> Bool {
        supervised[control] != nil || controlRoles[control] != nil
    }

    /// Whether somebody may be the control of this name.
    func allows(_ name: Name, control: String) -> Bool {
        switch name {
        case .only(let own): own == control
        case .none: false
        case .anyFree(let process): !isSupervised(control) || (process.map { isUntold($0, control) } ?? false)
        }
    }

    /// Whether a process may be that of a supervised control which is known without one, or with one that has ended.
    private func isUntold(_ process: Int32, _ control: String) -> Bool {
        if let told = supervised[control], told > 0, processes.isRunning(told) { return false }
        return processes.parent(of: process) == processes.ownParent
    }

    /// Bytes of the largest request of somebody: only who starts navigations, or is asked for ways, sends routes.
    func mostRequestBytes(of peer: PeerIdentity) -> Int {
        rights(of: peer)?.roles.isDisjoint(with: Role.sendingRoutes) == false
            ? BusLimits.largestMessageBytes : BusLimits.largestSmallRequestBytes
    }
}

extension Role {
    /// Those that come with a route in their requests.
    static let sendingRoutes: Set<Role> = [.operator, .router]
}

/// What the kernel knows of processes.
protocol ProcessTable: Sendable {
    /// The parent of the process of the bus: its launcher.
    var ownParent: Int32 { get }
    /// Parent of a process; `nil` if there is no such process.
    func parent(of process: Int32) -> Int32?
    /// Its process group; `nil` if there is no such process.
    func group(of process: Int32) -> Int32?
    /// Whether there is such a process, and it has not ended.
    func isRunning(_ process: Int32) -> Bool
}
