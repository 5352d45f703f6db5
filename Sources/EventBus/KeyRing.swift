import Glibc
public import ZeroMQ

/// A folder of keys: the bus's own, those made for others, and the list of allowed ones.
///
/// `bus.key` and `bus.pub` are the bus's; `NAME.key` is a client's, to be carried to its machine; `allowed` is the list.
/// Secrets lie in files that only their owner can read (mode 0600); others are refused.
public struct KeyRing: Sendable, Hashable {
    /// The folder.
    public let folder: String

    /// Names a folder; it is made when a key is.
    public init(folder: String) {
        self.folder = folder.isEmpty ? Self.standardFolder : folder
    }

    /// `$XDG_CONFIG_HOME/navbus/keys`, or `~/.config/navbus/keys`.
    public static var standardFolder: String {
        if let config = getenv("XDG_CONFIG_HOME"), config.pointee != 0 {
            return String(cString: config) + "/navbus/keys"
        }
        let home = getenv("HOME").map { String(cString: $0) } ?? "/root"
        return home + "/.config/navbus/keys"
    }

    /// The list of allowed keys.
    public var allowedPath: String { folder + "/allowed" }
    private var busPath: String { folder + "/bus.key" }

    /// The file of a key made for a client.
    public func path(of name: String) -> String { "\(folder)/\(name).key" }

    /// The bus's own keys, made at the first use.
    public func busKeys() throws(KeyProblem) -> CurveKeyPair {
        try KeyFile.makeFolder(folder)
        if let keys = try KeyFile.keyPair(busPath) { return keys }
        return try KeyFile.withLock(folder) { () throws(KeyProblem) in
            // Somebody else may have made them meanwhile.
            if let keys = try KeyFile.keyPair(busPath) { return keys }
            let keys = try makePair()
            try write(keys, "the bus's secret key: show it to nobody", to: busPath)
            try KeyFile.write("\(keys.publicKey)\n", to: folder + "/bus.pub", mode: 0o644)
            return keys
        }
    }

    /// The bus's public key as text, for its clients.
    public func busPublicKey() throws(KeyProblem) -> String { try busKeys().publicKey.text }

    /// Makes a key for a client and writes it to ``path(of:)``; what is returned is for the bus's list.
    public func make(_ name: String) throws(KeyProblem) -> CurveKey {
        guard isKeyName(name) else { throw .badName(name) }
        try KeyFile.makeFolder(folder)
        return try KeyFile.withLock(folder) { () throws(KeyProblem) in
            guard access(path(of: name), F_OK) != 0 else { throw .nameTaken(name, path: path(of: name)) }
            let keys = try makePair()
            try write(keys, "secret key of \(name); its public key: \(keys.publicKey)", to: path(of: name))
            return keys.publicKey
        }
    }

    /// The allowed keys; nobody if there is no list.
    public func allowed() throws(KeyProblem) -> AllowedKeys {
        AllowedKeys(try KeyFile.read(allowedPath, isSecret: false) ?? "", path: allowedPath)
    }

    /// Puts a key into the list, in the place of one of the same name.
    public func allow(_ entry: AllowedKey) throws(KeyProblem) {
        guard isKeyName(entry.name) else { throw .badName(entry.name) }
        try KeyFile.makeFolder(folder)
        try KeyFile.withLock(folder) { () throws(KeyProblem) in _ = try rewrite(entry.name, entry.line) }
    }

    /// Takes a key out of the list. A running bus ends its connections within a second.
    public func revoke(_ name: String) throws(KeyProblem) {
        // Without a folder there is no list either.
        guard access(folder, F_OK) == 0 else { throw .unknownName(name, path: allowedPath) }
        try KeyFile.checkFolder(folder)
        let isKnown = try KeyFile.withLock(folder) { () throws(KeyProblem) in try rewrite(name, nil) }
        guard isKnown else { throw .unknownName(name, path: allowedPath) }
    }

    /// Replaces the line of a name, leaving all others as they are; `true` if there was one. Only under the lock.
    private func rewrite(_ name: String, _ line: String?) throws(KeyProblem) -> Bool {
        let former = try KeyFile.read(allowedPath, isSecret: false) ?? "# NAME PUBLICKEY ROLES [TOPICS]\n"
        var lines = former.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        let count = lines.count
        lines.removeAll { $0.split { $0 == " " || $0 == "\t" }.first.map(String.init) == name }
        let isKnown = lines.count < count
        if let line { lines.append(line) } else if !isKnown { return false }
        let text = lines.joined(separator: "\n") + "\n"
        if let problem = AllowedKeys(text, path: allowedPath).problems.first { throw problem }
        try KeyFile.write(text, to: allowedPath, mode: 0o600)
        return isKnown
    }

    /// Keys that begin with a letter or digit: in a command line they must not look like an option.
    private func makePair() throws(KeyProblem) -> CurveKeyPair {
        do {
            while true {
                let keys = try CurveKeyPair()
                if let first = keys.publicKey.text.utf8.first, isKeyName(String(UnicodeScalar(first | 0x20))) {
                    return keys
                }
            }
        } catch {
            throw .system(operation: "make keys in", path: folder, reason: "\(error)")
        }
    }

    private func write(_ keys: CurveKeyPair, _ comment: String, to path: String) throws(KeyProblem) {
        try KeyFile.write("# navbus: \(comment)\n\(keys.secretKey)\n", to: path, mode: 0o600)
    }
}
