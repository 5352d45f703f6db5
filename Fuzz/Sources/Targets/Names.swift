@testable import Access
@testable import EventBus
@testable import EventCodec
@testable import NavigationControl
@testable import NavigationEvents
@testable import PictureOutput
@testable import ZeroMQ

extension FuzzTarget {
    /// The endpoints of a configuration, manifest or environment.
    static let endpoint = FuzzTarget(name: "endpoint", maxBytes: 256) { bytes throws(FuzzFinding) in
        let text = String(decoding: bytes, as: UTF8.self)
        guard let endpoint = try? Endpoint(text) else { return }
        try FuzzFinding.unless(
            (endpoint.path?.utf8.count ?? 0) <= Endpoint.maxPathBytes, "a path that no socket address holds")
    }

    /// The topics that any peer may subscribe to, the session names in them, and the size of a panel.
    static let names = FuzzTarget(name: "names", maxBytes: 256) { bytes throws(FuzzFinding) in
        let text = String(decoding: bytes, as: UTF8.self)
        if let session = WireNames.snapshotSession(in: text) {
            try FuzzFinding.unless(
                text.hasPrefix(WireNames.snapshotPrefix + session.name + "/"), "another session than was asked for")
        }
        if let session = Session(text) {
            try FuzzFinding.unless((1...32).contains(session.name.utf8.count), "a session name of any length")
        }
        if let size = PanelSize(text) {
            try FuzzFinding.unless(PanelSize("\(size)") == size, "a size that reads differently: \(size)")
            try FuzzFinding.unless(
                [size.width, size.height].allSatisfy(PanelSize.sides.contains), "a panel of any size: \(size)")
        }
        if WireNames.isMeaningful(prefix: bytes) {
            try FuzzFinding.unless(
                bytes.count <= 2 || WireNames.isMeaningful(prefix: bytes.dropLast()), "less of a prefix matches less")
        }
    }

    /// The list of allowed keys and the file of a key, which people write and carry.
    static let allowedKeys = FuzzTarget(
        name: "allowed-keys", maxBytes: 2048, reaches: ["AllowedKey", "CurveKey", "CurveKeyPair"]
    ) { bytes throws(FuzzFinding) in
        let text = String(decoding: bytes, as: UTF8.self)
        _ = CurveKey(bytes: bytes)
        if let key = KeyFile.key(in: text) { _ = CurveKeyPair(secretKey: key) }
        let list = AllowedKeys(text)
        let again = AllowedKeys(list.entries.map(\.line).joined(separator: "\n"))
        try FuzzFinding.unless(again.entries == list.entries, "a list that reads differently: \(text)")
    }

    /// The memory of a dead control, lines in a file next to the socket.
    static let controlMemory = FuzzTarget(
        name: "control-memory", maxBytes: 2048, reaches: ["MemoryFile"],
        seeds: { [Array("navbus 1 run 5\ncue 3 4 17 18\nastray 1\nastray -\n".utf8)] }
    ) { bytes throws(FuzzFinding) in
        guard let facts = MemoryFacts(String(decoding: bytes, as: UTF8.self)) else { return }
        try FuzzFinding.unless(MemoryFacts(facts.text) == facts, "facts that read differently: \(facts)")
    }
}
