import CNATS

/// An error of a NATS connection or of JetStream. The description completes "failed to …" and says what to do.
public enum NATSError: Error, Sendable, Hashable {
    /// No server can be reached, or the connection is lost at present.
    ///
    /// - servers: The servers of the settings, without user names and passwords.
    case notConnected(servers: [String], reason: String)
    /// A server refused the credentials.
    case authentication(servers: [String], reason: String)
    /// The account may not use a subject; the text of the server names it.
    case permission(reason: String)
    /// No answer came in time. If the operation was a publication, it may have been stored: repeat it with the same message
    /// id.
    case timeout(operation: String)
    /// No process answers requests on the subject. On a subject of JetStream: the stream does not exist, or it has no leader
    /// at present.
    case noResponders(subject: String)
    /// The stream does not exist.
    case streamMissing(stream: String)
    /// The last message of the subject has another sequence than the publisher expects: another publisher was faster.
    case wrongLastSequence(subject: String)
    /// The key already has a value.
    case keyExists(key: String)
    /// The payload has more bytes than the server accepts.
    case payloadTooLarge(byteCount: Int, maxBytes: Int)
    /// The subject, the key or the header has characters that the protocol of NATS excludes.
    case invalidName(String)
    /// ``NATSConnection/close()`` was called.
    case closed
    /// JetStream, or the cluster, cannot answer at present.
    case unavailable(operation: String, reason: String)
    /// Any other error: the number of libnats, or the error code of JetStream.
    case other(operation: String, code: Int, reason: String)

    /// Whether the same call may succeed without any change, for example after the election of a leader.
    public var isTemporary: Bool {
        switch self {
        case .notConnected, .timeout, .noResponders, .unavailable: true
        default: false
        }
    }

    /// Makes the error of a call with the thread's last error text of libnats.
    init(_ status: natsStatus, _ operation: @autoclosure () -> String, servers: [String] = []) {
        let reason = Self.reason(status)
        switch status {
        case NATS_NO_SERVER, NATS_IO_ERROR, NATS_CONNECTION_DISCONNECTED, NATS_STALE_CONNECTION, NATS_NOT_YET_CONNECTED:
            self = .notConnected(servers: servers, reason: reason)
        case NATS_CONNECTION_AUTH_FAILED: self = .authentication(servers: servers, reason: reason)
        case NATS_NOT_PERMITTED: self = .permission(reason: reason)
        case NATS_TIMEOUT: self = .timeout(operation: operation())
        case NATS_CONNECTION_CLOSED, NATS_INVALID_SUBSCRIPTION, NATS_DRAINING: self = .closed
        default: self = .other(operation: operation(), code: Int(status.rawValue), reason: reason)
        }
    }

    /// The text of the last error of libnats on this thread; it belongs to the status only if their numbers are equal.
    private static func reason(_ status: natsStatus) -> String {
        var last = NATS_OK
        guard let text = nats_GetLastError(&last), last == status, text.pointee != 0 else {
            return natsStatus_GetText(status).map { String(cString: $0) } ?? "error \(status.rawValue)"
        }
        return String(cString: text)
    }
}

extension NATSError: CustomStringConvertible {
    /// The operation, the reason, and what to do.
    public var description: String {
        switch self {
        case .notConnected(let servers, let reason):
            "reach \(Self.list(servers)): \(reason); start nats-server there, or correct the address"
        case .authentication(let servers, let reason):
            "log in to \(Self.list(servers)): \(reason); check the credentials and the accounts of the server"
        case .permission(let reason):
            "use a subject: \(reason); grant it in the permissions of the account, or use other credentials"
        case .timeout(let operation):
            "\(operation): no answer in time; check that the servers of the cluster run and reach each other"
        case .noResponders(let subject):
            "reach a process at \(subject): none answers there; start it, or wait until the stream has a leader"
        case .streamMissing(let stream): "use the stream \(stream): it does not exist; create it first"
        case .wrongLastSequence(let subject):
            "publish to \(subject): another publisher has written there since; read the last message again"
        case .keyExists(let key): "create the key \(key): it already has a value"
        case .payloadTooLarge(let byteCount, let maxBytes):
            "publish \(byteCount) bytes: the server accepts \(maxBytes); raise max_payload there, or send less"
        case .invalidName(let name):
            "use the name \"\(Self.printable(name))\": spaces, control characters, empty parts and wildcards are not allowed"
        case .closed: "use a connection to NATS: it is closed"
        case .unavailable(let operation, let reason):
            "\(operation): \(reason); check that most servers of the cluster run, with JetStream on"
        case .other(let operation, let code, let reason): "\(operation): \(reason) (\(code))"
        }
    }

    private static func list(_ servers: [String]) -> String {
        servers.isEmpty ? "the NATS server" : servers.joined(separator: ", ")
    }

    private static func printable(_ name: String) -> String {
        String(name.unicodeScalars.prefix(80).map { $0.value < 0x20 || $0.value == 0x7F ? "?" : Character($0) })
    }
}
