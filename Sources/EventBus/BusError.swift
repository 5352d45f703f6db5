public import EventCodec
public import NavigationEvents
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
    case exhausted(WakeUpError)

    /// Why a run folder cannot be used.
    public enum FolderProblem: Sendable, Hashable {
        case isLink
        case isNoFolder
        /// It belongs to the user with this number.
        case isForeign(UInt32)
        /// Others may write into it.
        case isOpen(mode: UInt32)
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
            "start a bus that may open \(limit) files: it needs \(needed); raise the limit (ulimit -Hn)"
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
        case .isForeign(let user): "it belongs to the user with number \(user); name a folder of your own"
        case .isOpen(let mode):
            "others may write into it (mode \(String(mode, radix: 8))); chmod 750 it, or name another"
        case .system(let reason): "\(reason); create the folder above it, or name another"
        }
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
