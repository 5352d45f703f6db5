import EventCodec
package import NavigationEvents

/// The reason why a request or subscription is not allowed.
package struct AccessDenial: Sendable, Hashable {
    /// The kind of violation.
    package enum Kind: String, Sendable, Hashable {
        /// The peer lacks the right.
        case forbidden
        /// The peer uses the name of another control.
        case impostor
    }

    package var kind: Kind
    /// For the peer and for the report: what is not allowed, and what to do.
    package var text: String
}

extension AccessPolicy {
    /// The reason why a peer may not make a request; `nil` if it may.
    package func denial(of request: Request, by peer: PeerIdentity) -> AccessDenial? {
        guard let rights = rights(of: peer) else {
            return AccessDenial(kind: .forbidden, text: "\(peer) has no access to this bus")
        }
        let needed = request.neededRoles
        if !needed.isEmpty, rights.roles.isDisjoint(with: needed) {
            return AccessDenial(
                kind: .forbidden,
                text:
                    "\(peer) may not ask for \(request.name): that takes the role \(needed.joinedNames(" or ")), and it has "
                    + "\(rights.roles.isEmpty ? "none" : rights.roles.joinedNames(", "))")
        }
        if case .missed(let missed) = request, !rights.topics.contains(missed.topic) {
            return AccessDenial(kind: .forbidden, text: "\(peer) may not receive \(missed.topic.rawValue)")
        }
        if case .describe = request, !rights.topics.contains(.onNavigation) {
            return AccessDenial(
                kind: .forbidden,
                text: "\(peer) may not receive \(Topic.onNavigation.rawValue), and so no words about it")
        }
        guard let control = request.reportingControl, !allows(rights.name, control: control) else { return nil }
        return AccessDenial(
            kind: .impostor, text: "\(peer) is not the control \"\(control.prefix(40))\" and may not speak for it")
    }

    /// Whether the peer that says hello is a control. An observer gets no settings and is in no list, and neither is a
    /// peer without a name.
    package func isControl(_ hello: Hello, _ peer: PeerIdentity) -> Bool {
        guard !hello.control.isEmpty, let rights = rights(of: peer), rights.roles.contains(.control) else {
            return false
        }
        return allows(rights.name, control: hello.control)
    }

    /// The reason why a peer may not say hello under this name; `nil` if it may.
    package func denial(of hello: Hello, by peer: PeerIdentity) -> AccessDenial? {
        guard !hello.control.isEmpty, let rights = rights(of: peer), !allows(rights.name, control: hello.control)
        else { return nil }
        // The owner of a key that only observes may use any name but that of a supervised control.
        if case .key = peer, !isSupervised(hello.control) { return nil }
        return AccessDenial(
            kind: .impostor,
            text: "\(peer) may not join as \"\(hello.control.prefix(40))\": that is another control; use another name")
    }

    /// Whether a peer may receive messages whose topic begins with these bytes.
    package func allows(_ prefix: [UInt8], for peer: PeerIdentity) -> Bool {
        guard let rights = rights(of: peer), !rights.roles.isDisjoint(with: [.tap, .control]) else { return false }
        if rights.topics.count == Topic.allCases.count { return true }
        let text = String(decoding: prefix, as: UTF8.self)
        // A peer without rights to all topics must not catch the snapshot of another peer with a part of its name.
        if let id = WireNames.snapshotID(in: text) { return id.utf8.count >= WireNames.unguessableBytes }
        return prefix.starts(with: WireNames.heartbeatPrefix.utf8)
            || rights.topics.contains { prefix.starts(with: WireNames.prefixes[$0.index]) }
    }
}

extension Request {
    /// The roles of which the sender needs one; empty if every peer on the bus may send the request.
    fileprivate var neededRoles: Set<Role> {
        switch self {
        case .hello, .status, .sessions: []
        case .missed, .describe: [.tap]
        case .report, .heartbeat, .speech: [.control]
        case .start, .stop, .mute, .repeatAnnouncement, .verbosity, .calibrate, .openSession, .closeSession, .say,
            .playback, .turnPage, .skipStopover, .checkpoint, .restoreSession, .focus:
            [.operator]
        case .position, .heading, .motion, .elapsed: [.source]
        case .answerRoute: [.router]
        case .part: Role.sendingRoutes
        }
    }

    /// The control in whose name the request is sent.
    fileprivate var reportingControl: String? {
        switch self {
        case .report(_, let report): report.control
        case .heartbeat(_, let vitals): vitals.control
        default: nil
        }
    }

    /// The request in words, for messages.
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
        case .position: "the acceptance of a position"
        case .answerRoute: "the acceptance of a route"
        case .openSession: "another session"
        case .closeSession: "the end of a session"
        case .sessions: "the list of sessions"
        case .say: "a spoken text"
        case .playback: "a pause, continuation or end of the reading"
        case .turnPage: "another page"
        case .heading: "the acceptance of a heading"
        case .part: "a request in parts"
        case .skipStopover: "the skipping of a stopover"
        case .motion: "the acceptance of a motion"
        case .speech: "durations of speech"
        case .elapsed: "the passing of time"
        case .checkpoint: "a checkpoint"
        case .restoreSession: "the continuation of a session"
        case .describe: "words"
        case .focus: "another part of the map"
        }
    }
}

extension Set<Role> {
    /// The names of the roles, in the order of their declaration.
    fileprivate func joinedNames(_ separator: String) -> String {
        Role.allCases.filter(contains).map(\.rawValue).joined(separator: separator)
    }
}
