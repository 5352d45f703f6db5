/// The sender of a message, according to the kernel or a key, never according to the message.
package enum PeerIdentity: Sendable, Hashable {
    /// A process of this machine with its user and its origin at the time of the connection. Later changes of the
    /// process or its number have no effect.
    case local(user: UInt32, process: Int32, origin: ProcessOrigin = .outside)
    /// The owner of an allowed key, by the name in the list.
    case key(String)

    /// The name that libzmq carries from the connection to each of its messages (`User-Id`).
    package var userID: String {
        switch self {
        case .local(let user, let process, .outside): "local \(user) \(process)"
        case .local(let user, let process, .launched(nil)): "local \(user) \(process) launched"
        case .local(let user, let process, .launched(let session?)):
            "local \(user) \(process) launched \(session.id) \(session.startTicks)"
        case .key(let name): "key \(name)"
        }
    }

    package init?(userID: String) {
        let parts = userID.split(separator: " ")
        if parts.count >= 3, parts[0] == "local", let user = UInt32(parts[1]), let process = Int32(parts[2]),
            let origin = ProcessOrigin(words: parts.dropFirst(3))
        {
            self = .local(user: user, process: process, origin: origin)
        } else if parts.count == 2, parts[0] == "key" {
            self = .key(String(parts[1]))
        } else {
            return nil
        }
    }
}

extension ProcessOrigin {
    /// Parses the origin in an identity; `nil` if it is invalid.
    fileprivate init?(words: ArraySlice<Substring>) {
        guard words.first == "launched" || words.isEmpty, [0, 1, 3].contains(words.count) else { return nil }
        let numbers = words.dropFirst()
        if let id = numbers.first.flatMap({ Int32($0) }), let ticks = numbers.last.flatMap({ UInt64($0) }) {
            self = .launched(ProcessSession(id: id, startTicks: ticks))
        } else if numbers.isEmpty {
            self = words.isEmpty ? .outside : .launched(nil)
        } else {
            return nil
        }
    }
}

extension PeerIdentity: CustomStringConvertible {
    /// The peer in words, for messages.
    package var description: String {
        switch self {
        case .local(let user, let process, _): "process \(process) of the user with number \(user)"
        case .key(let name): "the key \"\(name)\""
        }
    }
}
