import BusTestSupport
import Dispatch
import Glibc
import NavigationEvents
import Synchronization
import TestSupport
import Testing
import ZeroMQ

@testable import Access

@Suite struct AccessKeyTests {
    private let folder: TemporaryFolder
    private let ring: KeyRing

    init() throws {
        folder = try TemporaryFolder()
        ring = KeyRing(folder: folder.path + "/keys")
    }

    @Test func `a list is read line by line`() throws {
        let list = AllowedKeys(
            """
            # who may come

            phone \(key(1)) tap,control onGPS,onControl
              radio\t\(key(2))  operator   *
            """)
        #expect(list.problems.isEmpty)
        #expect(list.entries.map(\.name) == ["phone", "radio"])
        #expect(list["phone"]?.topics == [.onGPS, .onControl])
        #expect(list[key(2)]?.roles == [.operator])
        #expect(list["radio"]?.topics == Set(Topic.allCases))
    }

    @Test(
        arguments: [
            ("phone", "1 words"), ("phone KEY", "2 words"), ("Phone KEY tap", "is not a valid name"),
            ("bus KEY tap", "is not a valid name"), ("phone nokey tap", "is not a public key"),
            ("phone KEY admin", "\"admin\" is not a role"),
            ("phone KEY tap,", "\"\" is not a role"), ("phone KEY tap onFire", "\"onFire\" is not a topic"),
            ("phone KEY tap * more", "5 words"), ("first KEY tap", "twice"),
            ("second FIRST tap", "also that of \"first\""),
        ])
    func `a line that cannot be read allows no key and is reported`(_ line: String, _ reason: String) {
        let line = line.replacing("KEY", with: key(7).text).replacing("FIRST", with: key(1).text)
        let list = AllowedKeys("first \(key(1)) tap\n\n\(line)\nlast \(key(9)) tap\n", path: "allowed")
        #expect(list.entries.map(\.name) == ["first", "last"], "the other lines are read")
        #expect(list.problems.count == 1)
        #expect(list.problems.first?.description.contains("line 3 of allowed") == true)
        #expect(list.problems.first?.description.contains(reason) == true, "\(list.problems)")
    }

    @Test func `keys are made, allowed and revoked`() throws {
        let phone = try ring.make("phone")
        try ring.allow(AllowedKey(name: "phone", key: phone, roles: [.tap]))
        try ring.allow(AllowedKey(name: "radio", key: try ring.make("radio"), roles: [.operator], topics: [.onGPS]))
        #expect(try ring.allowed().entries.map(\.name) == ["phone", "radio"])
        try ring.allow(AllowedKey(name: "phone", key: phone, roles: [.tap, .control]))
        #expect(try ring.allowed()["phone"]?.roles == [.tap, .control])
        try ring.revoke("phone")
        #expect(try ring.allowed().entries.map(\.name) == ["radio"])
        #expect(throws: KeyProblem.unknownName("phone", path: ring.allowedPath)) { try ring.revoke("phone") }
    }

    @Test func `comments in the list of keys are kept`() throws {
        try ring.allow(AllowedKey(name: "a", key: key(1), roles: [.tap]))
        try write(try read(ring.allowedPath) + "# my note\n\n", to: ring.allowedPath)
        try ring.allow(AllowedKey(name: "b", key: key(2), roles: [.tap]))
        try ring.revoke("a")
        #expect(try read(ring.allowedPath).contains("# my note\n\n"))
    }

    @Test func `only the owner can read a secret key`() throws {
        _ = try ring.make("phone")
        let bus = try ring.busKeys()
        #expect(mode(ring.folder) == 0o700)
        #expect(mode(ring.path(of: "phone")) == 0o600)
        #expect(mode(ring.folder + "/bus.key") == 0o600)
        #expect(try ring.busKeys() == bus, "made once")
        chmod(ring.path(of: "phone"), 0o640)
        let error = #expect(throws: KeyProblem.self) {
            try BusCredentials(keyFile: ring.path(of: "phone"), busKey: bus.publicKey.text)
        }
        #expect(error?.description.contains("chmod 600") == true)
    }

    @Test func `a list that other users may change is refused`() throws {
        try ring.allow(AllowedKey(name: "a", key: key(1), roles: [.tap]))
        chmod(ring.allowedPath, 0o666)
        #expect(throws: KeyProblem.isOpen(path: ring.allowedPath, mode: 0o666, wanted: 0o644)) { try ring.allowed() }
    }

    @Test func `a link instead of a key file is not followed`() throws {
        _ = try ring.make("phone")
        symlink(ring.path(of: "phone"), ring.path(of: "linked"))
        #expect(throws: KeyProblem.self) {
            try BusCredentials(keyFile: ring.path(of: "linked"), busKey: key(1).text)
        }
    }

    @Test func `a key is not made twice or with an invalid name`() throws {
        _ = try ring.make("phone")
        #expect(throws: KeyProblem.nameTaken("phone", path: ring.path(of: "phone"))) { try ring.make("phone") }
        for name in ["", "bus", "../x", "A", "a b"] {
            #expect(throws: KeyProblem.badName(name)) { try ring.make(name) }
        }
    }

    @Test func `simultaneous changes of the list are all kept`() throws {
        let names = (1...16).map { "guest\($0)" }
        for (index, name) in names.enumerated() {
            try ring.allow(AllowedKey(name: name, key: key(UInt8(index + 1)), roles: [.tap]))
        }
        try atOnce(names.count) { try ring.revoke(names[$0]) }
        #expect(try ring.allowed().entries.isEmpty)
        try atOnce(names.count) {
            try ring.allow(AllowedKey(name: names[$0], key: key(UInt8($0 + 1)), roles: [.tap]))
        }
        let allowed = try ring.allowed().entries.map(\.name)
        #expect(Set(allowed) == Set(names))
    }

    @Test func `simultaneous first uses make one key of the bus`() throws {
        let keys = Mutex<Set<String>>([])
        try atOnce(8) { _ in
            let text = try ring.busPublicKey()
            keys.withLock { _ = $0.insert(text) }
        }
        let kept = try ring.busPublicKey()
        #expect(keys.withLock { $0 } == [kept])
        #expect(try read(ring.folder + "/bus.pub") == kept + "\n")
        #expect(mode(ring.folder + "/.lock") == 0o600)
    }

    @Test func `of simultaneous keys with one name only one is made`() throws {
        let made = Mutex<[CurveKey]>([])
        try atOnce(8) { _ in
            do throws(KeyProblem) {
                let key = try ring.make("phone")
                made.withLock { $0.append(key) }
            } catch {
                guard case .nameTaken = error else { throw error }
            }
        }
        let kept = try #require(try KeyFile.keyPair(ring.path(of: "phone")))
        #expect(made.withLock { $0 } == [kept.publicKey])
    }

    @Test func `no description of keys contains a secret`() throws {
        let keys = try CurveKeyPair()
        var dumped = ""
        dump(keys, to: &dumped)
        dump(BusCredentials(own: keys, bus: key(1)), to: &dumped)
        for text in ["\(keys)", String(reflecting: keys), dumped, "\(BusCredentials(own: keys, bus: key(1)))"] {
            #expect(!text.contains(keys.secretKey))
        }
        #expect(CurveKeyPair(secretKey: keys.secretKey) == keys)
    }

    /// Runs a body on several threads that begin together, and throws the first of their errors.
    private func atOnce(_ count: Int, _ body: @Sendable (Int) throws -> Void) throws {
        let outcomes = Mutex<[Result<Void, any Error>]>([])
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let outcome = Result { try body(index) }
            outcomes.withLock { $0.append(outcome) }
        }
        for outcome in outcomes.withLock({ $0 }) { try outcome.get() }
    }

    private func mode(_ path: String) -> UInt32 {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    private func read(_ path: String) throws -> String { try #require(try KeyFile.read(path, isSecret: false)) }

    private func write(_ text: String, to path: String) throws { try KeyFile.write(text, to: path, mode: 0o600) }
}
