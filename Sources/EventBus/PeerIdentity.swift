/// Who sent a message, as the kernel or a key vouches for it: never as the message itself claims.
enum PeerIdentity: Sendable, Hashable {
    /// A process of this machine, and its user.
    case local(user: UInt32, process: Int32)
    /// The owner of an allowed key, by the name in the list.
    case key(String)

    /// The name under which libzmq carries it from the connection to each message.
    var userID: String {
        switch self {
        case .local(let user, let process): "local \(user) \(process)"
        case .key(let name): "key \(name)"
        }
    }

    init?(userID: String) {
        let parts = userID.split(separator: " ")
        if parts.count == 3, parts[0] == "local", let user = UInt32(parts[1]), let process = Int32(parts[2]) {
            self = .local(user: user, process: process)
        } else if parts.count == 2, parts[0] == "key" {
            self = .key(String(parts[1]))
        } else {
            return nil
        }
    }
}

extension PeerIdentity: CustomStringConvertible {
    /// For people.
    var description: String {
        switch self {
        case .local(let user, let process): "process \(process) of the user with number \(user)"
        case .key(let name): "the key \"\(name)\""
        }
    }
}
