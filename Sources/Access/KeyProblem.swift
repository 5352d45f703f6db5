/// The reason why keys cannot be used. The description completes "failed to …" and never contains a secret.
public enum KeyProblem: Error, Sendable, Hashable {
    /// A call of the system failed; its reason.
    case system(operation: String, path: String, reason: String)
    /// Other users can read or change the file or folder.
    case isOpen(path: String, mode: UInt32, wanted: UInt32)
    /// The owner is the user with this number.
    case isForeign(path: String, user: UInt32)
    /// The file contains no key.
    case noKey(path: String)
    /// The text is not a public key.
    case badKey(String)
    /// The text cannot be the name of a key.
    case badName(String)
    /// A key of this name exists already.
    case nameTaken(String, path: String)
    /// No allowed key has this name.
    case unknownName(String, path: String)
    /// A line of the list of allowed keys cannot be read.
    case badLine(path: String, line: Int, reason: String)
}

extension KeyProblem: CustomStringConvertible {
    /// The operation that failed, where, why, and the remedy.
    public var description: String {
        switch self {
        case .system(let operation, let path, let reason): "\(operation) \(path): \(reason)"
        case .isOpen(let path, let mode, let wanted):
            "use \(path): other users have access (mode \(String(mode, radix: 8))); "
                + "chmod \(String(wanted, radix: 8)) it, and make a new key if others may have read it"
        case .isForeign(let path, let user):
            "use \(path): it belongs to the user with number \(user); it must be your own"
        case .noKey(let path): "read a key from \(path): it contains no key; make one with navbus keys new"
        case .badKey(let text): "use \"\(text)\" as a public key: a key has 40 characters, as navbus keys prints them"
        case .badName(let name):
            "use the name \"\(name)\" for a key: names have 1 to 32 of a-z, 0-9, - and _, and \"bus\" is taken"
        case .nameTaken(let name, let path):
            "make a key \"\(name)\": \(path) exists already; choose another name, or remove the file"
        case .unknownName(let name, let path):
            "find an allowed key \"\(name)\" in \(path); navbus keys list shows the allowed keys"
        case .badLine(let path, let line, let reason):
            "read line \(line) of \(path): \(reason); a line is NAME PUBLICKEY ROLES [TOPICS]"
        }
    }
}
