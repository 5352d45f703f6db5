import NavigationEvents

/// Why a request or subscription is not allowed.
struct AccessDenial: Sendable, Hashable {
    /// What was tried.
    enum Kind: String, Sendable, Hashable {
        /// Something outside one's rights.
        case forbidden
        /// Something under the name of another.
        case impostor
    }

    var kind: Kind
    /// For who asked, and for the report: what is not allowed, and the way out.
    var text: String
}

extension AccessPolicy {
    /// Why somebody may not ask for this; `nil` if they may.
    func denial(of request: Request, by peer: PeerIdentity) -> AccessDenial? {
        guard let rights = rights(of: peer) else {
            return AccessDenial(kind: .forbidden, text: "\(peer) is not allowed on this bus (any more)")
        }
        let needed = request.neededRoles
        if !needed.isEmpty, rights.roles.isDisjoint(with: needed) {
            return AccessDenial(
                kind: .forbidden,
                text:
                    "\(peer) may not ask for \(request.name): that takes the role \(needed.words(" or ")), and it has "
                    + "\(rights.roles.isEmpty ? "none" : rights.roles.words(", "))")
        }
        if case .missed(let missed) = request, !rights.topics.contains(missed.topic) {
            return AccessDenial(kind: .forbidden, text: "\(peer) may not receive \(missed.topic.rawValue)")
        }
        guard let control = request.reportingControl, !allows(rights.name, control: control) else { return nil }
        return AccessDenial(
            kind: .impostor, text: "\(peer) is not the control \"\(control.prefix(40))\" and may not speak for it")
    }

    /// Whether who says hello is a control: a mere listener gets no settings and stands in no list, like one without a
    /// name.
    func isControl(_ hello: Hello, _ peer: PeerIdentity) -> Bool {
        guard !hello.control.isEmpty, let rights = rights(of: peer), rights.roles.contains(.control) else {
            return false
        }
        return allows(rights.name, control: hello.control)
    }

    /// Why somebody may not say hello under this name; `nil` if they may.
    func denial(of hello: Hello, by peer: PeerIdentity) -> AccessDenial? {
        guard !hello.control.isEmpty, let rights = rights(of: peer), !allows(rights.name, control: hello.control)
        else { return nil }
        // The owner of a key who only listens may be called as it likes, but not like a control of the house.
        if case .key = peer, !isSupervised(hello.control) { return nil }
        return AccessDenial(
            kind: .impostor,
            text: "\(peer) may not join as \"\(hello.control.prefix(40))\": that is another control; use another name")
    }

    /// Whether somebody may receive what begins with these bytes.
    func allows(_ prefix: [UInt8], for peer: PeerIdentity) -> Bool {
        guard let rights = rights(of: peer), !rights.roles.isDisjoint(with: [.tap, .control]) else { return false }
        if rights.topics.count == Topic.allCases.count { return true }
        let text = String(decoding: prefix, as: UTF8.self)
        // Who may not receive everything must not catch the snapshot of another with a part of its name.
        if let id = WireNames.snapshotID(in: text) { return id.utf8.count >= WireNames.unguessableBytes }
        return prefix.starts(with: WireNames.beatPrefix.utf8)
            || rights.topics.contains { prefix.starts(with: WireNames.prefixes[$0.place]) }
    }
}

extension Request {
    /// The roles one of which it takes to ask for this; none if anybody on the bus may.
    fileprivate var neededRoles: Set<Role> {
        switch self {
        case .hello, .status, .sessions: []
        case .missed: [.tap]
        case .report, .heartbeat: [.control]
        case .start, .stop, .mute, .repeatAnnouncement, .verbosity, .calibrate, .openSession, .closeSession, .say,
            .playback, .turnPage:
            [.operator]
        case .position, .heading: [.source]
        case .answerRoute: [.router]
        case .part: Role.sendingRoutes
        }
    }

    /// The control in whose name it speaks.
    fileprivate var reportingControl: String? {
        switch self {
        case .report(_, let report): report.control
        case .heartbeat(_, let vitals): vitals.control
        default: nil
        }
    }

    /// For people.
    fileprivate var name: String {
        switch self {
        case .hello: "hello"
        case .missed: "missed events"
        case .report: "a report"
        case .start: "the start of a navigation"
        case .stop: "the end of the navigation"
        case .status: "the status"
        case .mute: "silence"
        case .repeatAnnouncement: "a repetition"
        case .verbosity: "another verbosity"
        case .calibrate: "a calibration"
        case .heartbeat: "a heartbeat"
        case .position: "a position to be taken"
        case .answerRoute: "a route to be taken"
        case .openSession: "another session"
        case .closeSession: "the end of a session"
        case .sessions: "the list of sessions"
        case .say: "words to be said"
        case .playback: "reading to be paused, continued or ended"
        case .turnPage: "another page"
        case .heading: "a heading to be taken"
        case .part: "a request in parts"
        }
    }
}

extension Set<Role> {
    /// As one writes them.
    fileprivate func words(_ separator: String) -> String {
        Role.allCases.filter(contains).map(\.rawValue).joined(separator: separator)
    }
}
