public import EventCodec
import Glibc
public import NavigationEvents
public import Platform
public import ZeroMQ

/// What goes wrong between a bus and those on it. The description completes "failed to …".
public enum BusError: Error, Sendable, Hashable {
    /// The run folder cannot be used.
    case folder(path: String, FolderProblem)
    /// A bus already runs in this folder; 0 if its process is not known.
    case alreadyRunning(folder: String, processID: Int32)
    /// Something that is no socket of ours lies where a socket is to be.
    case pathTaken(path: String, by: String)
    /// The text is no endpoint a bus can have.
    case badEndpoint(String, reason: String)
    /// There is no folder in which this user could have a bus.
    case noRunFolder
    /// What is at this path on the way to a bus is not believed: a client does not connect.
    case untrusted(path: String, FolderProblem)
    /// The bus names an endpoint for its events that is not where it is itself: the one on this machine, the other not.
    case eventsElsewhere(String, requests: String)
    /// `NAVBUS_TRUSTED_USER` names nobody.
    case unknownUser(String)
    /// The mode of the socket or its folder keeps this user out.
    case noAccess(path: String)
    /// Nobody answered at the endpoint.
    case noAnswer(endpoint: String, seconds: Double)
    /// The bus said no.
    case refused(RequestError)
    /// The bus answered with something else than was asked.
    case unexpectedAnswer(to: String)
    /// A message larger than the bus takes.
    case tooLarge(what: String, bytes: Int, limit: Int)
    /// An answer could not be read.
    case malformed(WireError)
    /// The limit of open files is too low.
    case fewDescriptors(Int, needed: Int)
    /// Keys cannot be used.
    case keys(KeyProblem)
    /// libzmq refused.
    case transport(ZeroMQError)
    /// The system has no more file descriptors.
    case exhausted(SystemError)

    /// Why a run folder, or a socket in it, cannot be used.
    public enum FolderProblem: Sendable, Hashable {
        case isLink
        case isNoFolder
        case isNoSocket
        /// It belongs to the user with this number.
        case isForeign(UInt32)
        /// Others may write into it.
        case isOpen(mode: UInt32)
        /// The process that listens there is of the user with this number.
        case isServed(by: UInt32)
        /// A folder above it cannot be trusted.
        case isBelow(String, reason: String)
        /// The system's reason.
        case system(String)
    }
}

extension BusError: CustomStringConvertible {
    /// What failed, where, why, and the way out.
    public var description: String {
        switch self {
        case .folder(let path, let problem): "use the run folder \(path): \(problem)"
        case .alreadyRunning(let folder, let processID):
            "start a bus in \(folder): one is running there"
                + (processID > 0 ? " (process \(processID))" : "") + "; stop it first, or use another run folder"
        case .pathTaken(let path, let thing):
            "listen at \(path): \(thing) lies there and is left alone; move it away, or use another run folder"
        case .badEndpoint(let endpoint, let reason): "use the endpoint \"\(endpoint)\": \(reason)"
        case .noRunFolder:
            "find a folder for the bus: neither XDG_RUNTIME_DIR nor HOME is set; set one of them, or use --run-folder"
        case .untrusted(let path, let problem):
            "trust the bus at \(path), so nothing was sent: \(problem.forClients); start a bus of your own (navbus run), "
                + "or name the right one (NAVBUS_ENDPOINT)"
        case .eventsElsewhere(let events, let requests):
            "follow the bus at \(requests) to \(events), where it says its events are: both must be on this machine (ipc://), "
                + "or both over TCP; restart the bus, or name another one"
        case .unknownUser(let name):
            "use NAVBUS_TRUSTED_USER = \"\(name)\": there is no such user; name one by its name or number"
        case .noAccess(let path):
            "connect to \(path): this user may not use it; run as the user of the bus, or join the group of the folder"
        case .noAnswer(let endpoint, let seconds) where endpoint.hasPrefix("tcp://"):
            "reach a bus at \(endpoint) within \(seconds) s; if one runs there, it may not allow this key (navbus keys "
                + "list on its machine), or have another key than the given one (navbus keys show)"
        case .noAnswer(let endpoint, let seconds):
            "reach a bus at \(endpoint) within \(seconds) s; start one (navbus run), or set NAVBUS_ENDPOINT to where it is"
        case .refused(let error): "have the request answered: \(error.text) (\(error.code))"
        case .unexpectedAnswer(let request):
            "understand the answer to \(request); the bus and this program are of different versions: update both"
        case .tooLarge(let what, let bytes, let limit):
            "send \(what): it has \(bytes) bytes, and the bus takes \(limit); make it smaller"
        case .malformed(let error): "\(error)"
        case .fewDescriptors(let limit, let needed):
            "start a bus that may open \(limit) files: it needs \(needed) even for few connections; raise the limit (ulimit -Hn)"
        case .keys(let problem): "\(problem)"
        case .transport(let error): "\(error)"
        case .exhausted(let error): "\(error)"
        }
    }
}

extension BusError.FolderProblem: CustomStringConvertible {
    /// The reason and the way out.
    public var description: String {
        switch self {
        case .isLink: "it is a link; name the folder it leads to"
        case .isNoFolder: "it is not a folder; move it away, or name another"
        case .isNoSocket: "it is no socket; move it away"
        case .isForeign(let user): "it belongs to the user \(Self.name(of: user)); name a folder of your own"
        case .isOpen(let mode):
            "others may write into it (mode \(String(mode, radix: 8))); chmod 750 it, or name another"
        case .isServed(let user):
            "a process of the user \(Self.name(of: user)) listens there; name a folder of your own"
        case .isBelow(let folder, let reason): "others could exchange it, since it is below \(folder): \(reason)"
        case .system(let reason): "\(reason); create the folder above it, or name another"
        }
    }
}

extension BusError.FolderProblem {
    /// The reason in the words of a client.
    fileprivate var forClients: String {
        let wayOut = "if you trust that user, set NAVBUS_TRUSTED_USER to its name"
        return switch self {
        case .isForeign(let user):
            "it belongs to the user \(Self.name(of: user)), who is neither you nor root; \(wayOut)"
        case .isServed(let user):
            "a process of the user \(Self.name(of: user)) listens there, who is neither you nor root; \(wayOut)"
        case .isOpen(let mode):
            "others may write into it (mode \(String(mode, radix: 8))); take that from them (chmod go-w)"
        case .isLink: "it is a link; name the path it leads to"
        default: "\(self)"
        }
    }

    /// Name and number, as far as the system knows the user.
    fileprivate static func name(of user: UInt32) -> String {
        guard let entry = getpwuid(user), let name = entry.pointee.pw_name else { return "with number \(user)" }
        return "\(String(cString: name)) (number \(user))"
    }
}

/// Runs a call of libzmq, whose errors become the bus's.
func transport<Value: ~Copyable>(_ body: () throws(ZeroMQError) -> Value) throws(BusError) -> Value {
    do {
        return try body()
    } catch {
        throw .transport(error)
    }
}
