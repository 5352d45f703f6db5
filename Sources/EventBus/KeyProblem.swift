/// Why keys cannot be used. The description completes "failed to …"; it never holds a secret.
public enum KeyProblem: Error, Sendable, Hashable {
    /// The system refused; its reason.
    case system(operation: String, path: String, reason: String)
    /// A file or folder that others can read or change.
    case isOpen(path: String, mode: UInt32, wanted: UInt32)
    /// It belongs to the user with this number.
    case isForeign(path: String, user: UInt32)
    /// A file that holds no key.
    case noKey(path: String)
    /// The text is no public key.
    case badKey(String)
    /// The text can name no key.
    case badName(String)
    /// A key of this name is there already.
    case nameTaken(String, path: String)
    /// No allowed key has this name.
    case unknownName(String, path: String)
    /// A line of the list of allowed keys.
    case badLine(path: String, line: Int, reason: String)
}

extension KeyProblem: CustomStringConvertible {
    /// What failed, where, why, and the way out.
    public var description: String {
        switch self {
        case .system(let operation, let path, let reason): "\(operation) \(path): \(reason)"
        case .isOpen(let path, let mode, let wanted):
            "use \(path): others can get at it (mode \(String(mode, radix: 8))); chmod \(String(wanted, radix: 8)) it, "
                + "and make a new key if somebody may have seen it"
        case .isForeign(let path, let user):
            "use \(path): it belongs to the user with number \(user); it must be your own"
        case .noKey(let path): "read a key from \(path): it holds none; make one with navbus keys new"
        case .badKey(let text): "use \"\(text)\" as a public key: a key has 40 characters, as navbus keys prints them"
        case .badName(let name):
            "use the name \"\(name)\" for a key: names have 1 to 32 of a-z, 0-9, - and _, and \"bus\" is taken"
        case .nameTaken(let name, let path):
            "make a key \"\(name)\": \(path) is there already; choose another name, or remove the file"
        case .unknownName(let name, let path):
            "find an allowed key \"\(name)\" in \(path); navbus keys list shows which there are"
        case .badLine(let path, let line, let reason):
            "read line \(line) of \(path): \(reason); a line is NAME PUBLICKEY ROLES [TOPICS]"
        }
    }
}
