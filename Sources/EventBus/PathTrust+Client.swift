import Access
import Glibc

extension PathTrust {
    /// The users whose bus a client in this process trusts: its own user, root, and the user named by
    /// `NAVBUS_TRUSTED_USER`.
    static func ofClient() throws(BusError) -> PathTrust {
        guard let name = getenv("NAVBUS_TRUSTED_USER"), name.pointee != 0 else { return ofOwnBus }
        let text = String(cString: name)
        guard let trust = ofOwnBus.including(user: text) else { throw .unknownUser(text) }
        return trust
    }

    /// Checks a socket, its folder, and the process that listens there, before a client connects.
    ///
    /// - Returns: `false` if no process listens there.
    func admits(socket path: String) throws(BusError) -> Bool {
        do throws(Refusal) {
            return try check(socket: path)
        } catch {
            if case .system = error.problem { throw .noAccess(path: error.path) }
            throw .untrusted(path: error.path, error.problem)
        }
    }
}
