public import Access
public import EventCodec
public import NavigationEvents
public import Platform
public import ZeroMQ

/// An error between a bus and its clients. The description completes "failed to …".
public enum BusError: Error, Sendable, Hashable {
    /// The run folder cannot be used, or a bus already runs in it.
    case folder(FolderError)
    /// A file that is not a socket of this user is at the path of a socket.
    case pathTaken(path: String, by: String)
    /// The text is not an endpoint that a bus can have.
    case badEndpoint(String, reason: String)
    /// There is no folder for a bus of this user.
    case noRunFolder
    /// The path to the bus is not trusted: the client does not connect.
    case untrusted(path: String, FolderProblem)
    /// The bus names an events endpoint on another machine than its own: one is local, the other is not.
    case eventsElsewhere(String, requests: String)
    /// `NAVBUS_TRUSTED_USER` names no user.
    case unknownUser(String)
    /// The mode of the socket or of its folder denies access to this user.
    case noAccess(path: String)
    /// The socket of the bus does not exist: no bus runs there.
    case noBus(path: String)
    /// `NAVBUS_TRANSPORT` names no way of events.
    case unknownTransport(String)
    /// The events cannot be read from the memory of the bus.
    case noRing(String)
    /// No bus answered at the endpoint.
    case noAnswer(endpoint: String, seconds: Double)
    /// The connection to the bus has ended, mostly with the bus itself.
    case disconnected(endpoint: String)
    /// The bus refused the request.
    case refused(RequestError)
    /// The answer does not belong to the request.
    case unexpectedAnswer(to: String)
    /// The message is larger than the bus accepts.
    case tooLarge(what: String, bytes: Int, limit: Int)
    /// The answer could not be read.
    case malformed(WireError)
    /// The limit of open files is too low.
    case fewDescriptors(Int, needed: Int)
    /// The keys cannot be used.
    case keys(KeyProblem)
    /// A call of libzmq failed.
    case transport(ZeroMQError)
    /// The system has no more file descriptors.
    case exhausted(SystemError)
}

extension BusError: CustomStringConvertible {
    /// The operation that failed, where, why, and the remedy.
    public var description: String {
        switch self {
        case .folder(let error): "\(error)"
        case .pathTaken(let path, let thing):
            "listen at \(path): \(thing) is there, and is not replaced; move it away, or use another run folder"
        case .badEndpoint(let endpoint, let reason): "use the endpoint \"\(endpoint)\": \(reason)"
        case .noRunFolder:
            "find a run folder: neither XDG_RUNTIME_DIR nor HOME is set; set one of them, or use --run-folder"
        case .untrusted(let path, let problem):
            "trust the bus at \(path), so nothing was sent: \(problem.forClients); start a bus of your own "
                + "(navbus run), or name another one (NAVBUS_ENDPOINT)"
        case .eventsElsewhere(let events, let requests):
            "use the events endpoint \(events) of the bus at \(requests): both must be on this machine (ipc://), "
                + "or both over TCP; restart the bus, or name another one"
        case .unknownUser(let name):
            "use NAVBUS_TRUSTED_USER = \"\(name)\": there is no such user; name one by its name or number"
        case .unknownTransport(let name):
            "use NAVBUS_TRANSPORT = \"\(name)\": automatic, zmq or ring is wanted"
        case .noAccess(let path):
            "connect to \(path): this user has no access; run as the user of the bus, or join the group of the folder"
        case .noBus(let path):
            "reach a bus: none runs here, since \(path) does not exist; start one (navbus run), or name another in "
                + "NAVBUS_ENDPOINT"
        case .noAnswer(let endpoint, let seconds) where endpoint.hasPrefix("tcp://"):
            "reach a bus at \(endpoint) within \(seconds) s; if one runs there, it may not allow this key (navbus keys "
                + "list on its machine), or have another key than the given one (navbus keys show)"
        case .noAnswer(let endpoint, let seconds):
            "reach a bus at \(endpoint) within \(seconds) s; start one (navbus run), or name another in NAVBUS_ENDPOINT"
        case .noRing(let reason):
            "read the events from the memory of the bus: \(reason); use ZeroMQ (zmq, or automatic)"
        case .disconnected(let endpoint): "keep the connection to the bus at \(endpoint): the bus has ended"
        case .refused(let error): "get an answer to the request: \(error.text) (\(error.code.words))"
        case .unexpectedAnswer(let request):
            "understand the answer to \(request); the bus and this program are of different versions: update both"
        case .tooLarge(let what, let bytes, let limit):
            "send \(what): it has \(bytes) bytes, and the bus accepts \(limit); make it smaller"
        case .malformed(let error): "\(error)"
        case .fewDescriptors(let limit, let needed):
            "start a bus that may open \(limit) files: it needs at least \(needed); raise the limit (ulimit -Hn)"
        case .keys(let problem): "\(problem)"
        case .transport(let error): "\(error)"
        case .exhausted(let error): "\(error)"
        }
    }
}

/// Runs a call of libzmq and converts its error.
func transport<Value: ~Copyable>(_ body: () throws(ZeroMQError) -> Value) throws(BusError) -> Value {
    do {
        return try body()
    } catch {
        throw .transport(error)
    }
}
