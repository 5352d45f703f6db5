import Glibc
public import ZeroMQ

/// A folder of keys: that of the bus, those made for clients, and the list of allowed keys.
///
/// `bus.key` and `bus.pub` belong to the bus. `NAME.key` belongs to a client, and is carried to its machine. `allowed`
/// is the list. Secret keys are in files that only their owner can read (mode 0600); other files are refused.
public struct KeyRing: Sendable, Hashable {
    /// The folder.
    public let folder: String

    /// Names a folder. It is created with the first key.
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

    /// The keys of the bus, made at their first use.
    public func busKeys() throws(KeyProblem) -> CurveKeyPair {
        try KeyFile.makeFolder(folder)
        if let keys = try KeyFile.keyPair(busPath) { return keys }
        return try KeyFile.withLock(folder) { () throws(KeyProblem) in
            // Another process may have made them meanwhile.
            if let keys = try KeyFile.keyPair(busPath) { return keys }
            let keys = try makePair()
            try write(keys, "the bus's secret key: show it to nobody", to: busPath)
            try KeyFile.write("\(keys.publicKey)\n", to: folder + "/bus.pub", mode: 0o644)
            return keys
        }
    }

    /// The public key of the bus as text, for its clients.
    public func busPublicKey() throws(KeyProblem) -> String { try busKeys().publicKey.text }

    /// Makes a key for a client and writes it to ``path(of:)``. Returns the public key, for the list of the bus.
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

    /// The allowed keys; none if there is no list.
    public func allowed() throws(KeyProblem) -> AllowedKeys {
        AllowedKeys(try KeyFile.read(allowedPath, isSecret: false) ?? "", path: allowedPath)
    }

    /// Adds a key to the list, or replaces the key of the same name.
    public func allow(_ entry: AllowedKey) throws(KeyProblem) {
        guard isKeyName(entry.name) else { throw .badName(entry.name) }
        try KeyFile.makeFolder(folder)
        try KeyFile.withLock(folder) { () throws(KeyProblem) in _ = try rewrite(entry.name, entry.line) }
    }

    /// Removes a key from the list. A running bus ends its connections within a second.
    public func revoke(_ name: String) throws(KeyProblem) {
        // Without a folder there is no list.
        guard access(folder, F_OK) == 0 else { throw .unknownName(name, path: allowedPath) }
        try KeyFile.checkFolder(folder)
        let isKnown = try KeyFile.withLock(folder) { () throws(KeyProblem) in try rewrite(name, nil) }
        guard isKnown else { throw .unknownName(name, path: allowedPath) }
    }

    /// Replaces the line of a name and keeps all others; `true` if there was one. The caller holds the lock.
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

    /// Makes keys that begin with a letter or digit: on a command line they must not look like an option.
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
