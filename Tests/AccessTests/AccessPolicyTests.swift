import BusTestSupport
import NavigationEvents
import Platform
import Testing
import ZeroMQ

@testable import Access

@Suite struct AccessPolicyTests {
    private static let speechSession = ProcessSession(id: 50, startTicks: 5000)
    private let speech = PeerIdentity.local(user: 1000, process: 50, origin: .launched(speechSession))
    private let person = PeerIdentity.local(user: 1000, process: 60)
    private let stranger = PeerIdentity.local(user: 1001, process: 70)

    /// Below the launcher, 10: speech with a program that it runs, a program that has left its session, and an orphan
    /// of speech; signs. Outside of the launcher: the shell of a person with a program.
    private static let processes = FakeProcessTable([
        (1, 0, 1), (10, 5, 10), (50, 10, 50), (51, 50, 50), (52, 50, 52), (53, 10, 53), (80, 10, 80), (5, 1, 5),
        (60, 5, 5), (70, 1, 70),
    ])

    /// Speech runs as process 50. Signs may be started by the same launcher, and also has the role source.
    private func policy(otherUsers: Set<Role> = [.tap], processes: FakeProcessTable = processes) -> AccessPolicy {
        var policy = AccessPolicy(
            ownUser: 1000, otherUsers: otherUsers, controlRoles: ["speech": [.control], "signs": [.control, .source]],
            launcher: 10, processes: processes)
        policy.note(control: "speech", process: 50)
        policy.keys = AllowedKeys(
            """
            phone \(key(1)) control onNavigation,onControl
            radio \(key(2)) operator,source
            speech \(key(3)) control
            """)
        return policy
    }

    @Test func `a supervised control has the roles of its manifest and its own name`() {
        let policy = policy()
        #expect(policy.denial(of: .report(.main, .make("speech")), by: speech) == nil)
        #expect(policy.denial(of: .missed(.make(.onGPS)), by: speech) == nil, "the role control includes tap")
        #expect(policy.denial(of: .report(.main, .make("signs")), by: speech)?.kind == .impostor)
        #expect(policy.denial(of: .heartbeat(.main, .make("signs")), by: speech)?.kind == .impostor)
        #expect(policy.denial(of: Hello.make(control: "signs"), by: speech)?.kind == .impostor)
        #expect(policy.denial(of: .stop(.main), by: speech)?.kind == .forbidden)
        #expect(policy.denial(of: .position(.main, .make()), by: speech)?.kind == .forbidden)
        let reading = HeadingReading(degrees: 1, reference: .trueNorth, source: "watch")
        #expect(policy.denial(of: .heading(.main, reading), by: speech)?.text.contains("source") == true)
        #expect(policy.denial(of: .heading(.main, reading), by: .key("radio")) == nil)
        #expect(policy.denial(of: .speech(.main, SpeechDurations(routeID: "", steps: [])), by: speech) == nil)
        #expect(
            policy.denial(of: .speech(.main, SpeechDurations(routeID: "", steps: [])), by: .key("radio"))?.text
                .contains("control") == true)
        let motion = MotionReading(speedMetersPerSecond: 1, source: "can0")
        #expect(policy.denial(of: .motion(.main, motion), by: speech)?.text.contains("source") == true)
        #expect(policy.denial(of: .motion(.main, motion), by: .key("radio")) == nil)
        let elapsed = Request.elapsed(.main, Timestamp(nanosecondsSinceEpoch: 1))
        #expect(policy.denial(of: elapsed, by: speech)?.text.contains("source") == true)
        #expect(policy.denial(of: elapsed, by: .key("radio")) == nil)
        #expect(policy.denial(of: .skipStopover(.main), by: speech)?.text.contains("operator") == true)
        #expect(policy.denial(of: .skipStopover(.main), by: .key("radio")) == nil)
    }

    @Test func `only operators open and close sessions`() throws {
        let taxi = try #require(Session("taxi"))
        for request: Request in [.openSession(taxi), .closeSession(taxi)] {
            #expect(policy().denial(of: request, by: speech)?.kind == .forbidden)
            #expect(policy().denial(of: request, by: .key("phone"))?.text.contains("operator") == true)
            #expect(policy().denial(of: request, by: stranger)?.kind == .forbidden)
            #expect(policy().denial(of: request, by: .key("radio")) == nil)
            #expect(policy().denial(of: request, by: person) == nil)
        }
        #expect(policy().denial(of: .sessions(SessionQuery()), by: stranger) == nil, "like the status")
    }

    /// A peer with the origin that it has when it connects.
    private func peer(_ process: Int32, user: UInt32 = 1000, _ policy: AccessPolicy) throws -> PeerIdentity {
        .local(user: user, process: process, origin: try #require(policy.origin(of: process)))
    }

    @Test func `a program that a control runs is that control`() throws {
        let policy = policy()
        let child = try peer(51, policy)
        #expect(policy.denial(of: .report(.main, .make("speech")), by: child) == nil)
        #expect(policy.denial(of: .stop(.main), by: child)?.kind == .forbidden)
    }

    @Test(arguments: [1000, 0] as [UInt32], [52, 53] as [Int32])
    func `a process that has left the session of its control may only observe`(user: UInt32, process: Int32) throws {
        let policy = policy()
        let runaway = try peer(process, user: user, policy)
        #expect(policy.rights(of: runaway)?.roles == [.tap])
        #expect(policy.denial(of: .missed(.make(.onGPS)), by: runaway) == nil)
        for name in ["speech", "signs", "mine"] {
            #expect(policy.denial(of: .report(.main, .make(name)), by: runaway)?.kind == .forbidden)
            #expect(!policy.isControl(Hello.make(control: name), runaway))
        }
        for request: Request in [.stop(.main), .position(.main, .make()), .mute(.main, true)] {
            #expect(policy.denial(of: request, by: runaway)?.kind == .forbidden)
        }
        let tall = self.policy(otherUsers: [.operator])
        #expect(tall.rights(of: .local(user: 1001, process: 52, origin: .launched(nil))) == nil)
    }

    @Test func `a connection keeps the origin of its beginning`() throws {
        var policy = policy()
        let child = try peer(51, policy)
        policy.note(control: "speech", process: 0)
        #expect(policy.rights(of: child)?.roles == [.tap], "its control has ended")
        policy.note(control: "speech", process: 80)
        #expect(policy.rights(of: child)?.roles == [.tap], "another process is the control now")
        #expect(policy.denial(of: .report(.main, .make("speech")), by: try peer(80, policy)) == nil)
        // The number is reused for another process.
        var processes = Self.processes
        processes.all[50]?.startTicks = 7000
        var later = self.policy(processes: processes)
        #expect(later.rights(of: speech)?.roles == [.tap])
        later.note(control: "speech", process: 51)
        #expect(later.rights(of: speech)?.roles == [.tap])
    }

    @Test func `the origin of a process is found through its ancestors`() {
        var processes = Self.processes
        #expect(processes.origin(of: 10, launcher: 10) == .outside, "the launcher itself")
        #expect(processes.origin(of: 60, launcher: 10) == .outside, "a program of the shell that started it")
        #expect(processes.origin(of: 0, launcher: 10) == .outside, "of another namespace")
        #expect(processes.origin(of: 99, launcher: 10) == nil, "it has ended")
        #expect(processes.origin(of: 52, launcher: 10) == .launched(ProcessSession(id: 52, startTicks: 5200)))
        processes.all[50]?.isRunning = false
        #expect(processes.origin(of: 51, launcher: 10) == .launched(nil), "its session has lost its first process")
        processes.all[51]?.isRunning = false
        #expect(processes.origin(of: 51, launcher: 10) == nil)
        processes.all[60]?.parent = 61
        #expect(processes.origin(of: 60, launcher: 10) == .launched(nil), "its parents change")
        processes.hidden = [61, 62]
        #expect(processes.origin(of: 60, launcher: 10) == .outside)
        #expect(processes.origin(of: 62, launcher: 10) == .outside, "a process of root, which is hidden")
        processes.isLauncherRunning = false
        #expect(processes.origin(of: 70, launcher: 10) == nil, "it may have descended from the launcher")
    }

    @Test func `the same user may do everything but report for a control`() {
        let policy = policy()
        for request: Request in [.stop(.main), .position(.main, .make()), .status, .report(.main, .make("mine"))] {
            #expect(policy.denial(of: request, by: person) == nil)
        }
        for name in ["speech", "signs"] {
            #expect(policy.denial(of: .report(.main, .make(name)), by: person)?.kind == .impostor)
            #expect(policy.denial(of: Hello.make(control: name), by: person)?.kind == .impostor)
        }
    }

    @Test func `a control that is not reported yet is postponed`() throws {
        var policy = policy()
        let second: UInt64 = 1_000_000_000
        let signs = try #require(policy.origin(of: 80))
        #expect(policy.isUnreported(signs, nanosecondsSinceBoot: 80 * second))
        #expect(policy.isUnreported(signs, nanosecondsSinceBoot: 85 * second - 1))
        #expect(!policy.isUnreported(signs, nanosecondsSinceBoot: 85 * second), "it is no control, and only observes")
        #expect(policy.rights(of: .local(user: 1000, process: 80, origin: signs))?.roles == [.tap])
        policy.note(control: "signs", process: 80)
        #expect(!policy.isUnreported(signs, nanosecondsSinceBoot: 80 * second))
        let control = PeerIdentity.local(user: 1000, process: 80, origin: signs)
        #expect(policy.denial(of: .report(.main, .make("signs")), by: control) == nil)
        #expect(policy.denial(of: .position(.main, .make()), by: control) == nil)
        #expect(policy.denial(of: .stop(.main), by: control)?.kind == .forbidden)
        #expect(
            !policy.isUnreported(try #require(policy.origin(of: 52)), nanosecondsSinceBoot: 0),
            "no child of the launcher")
        #expect(!policy.isUnreported(.outside, nanosecondsSinceBoot: 0))
    }

    @Test func `a process that the launcher reports as an observer need not wait`() throws {
        var policy = policy()
        let metrics = try #require(policy.origin(of: 80))
        #expect(policy.isUnreported(metrics, nanosecondsSinceBoot: 0))
        policy.note(observer: "metrics", process: 80)
        #expect(!policy.isUnreported(metrics, nanosecondsSinceBoot: 0))
        #expect(policy.rights(of: .local(user: 1000, process: 80, origin: metrics))?.roles == [.tap])
        policy.note(observer: "metrics", process: 0)
        #expect(policy.isUnreported(metrics, nanosecondsSinceBoot: 0))
    }

    @Test func `every control is postponed in the first moment of a bus that took the place of another`() throws {
        let second: UInt64 = 1_000_000_000
        let policy = AccessPolicy(
            ownUser: 1000, controlRoles: ["signs": [.control]], launcher: 10,
            startNanosecondsSinceBoot: 200 * second, processes: Self.processes)
        let signs = try #require(policy.origin(of: 80))
        #expect(policy.isUnreported(signs, nanosecondsSinceBoot: 205 * second - 1))
        #expect(!policy.isUnreported(signs, nanosecondsSinceBoot: 205 * second))
    }

    @Test func `other users have the roles in the settings`() {
        #expect(policy().denial(of: .status, by: stranger) == nil)
        #expect(policy().denial(of: .stop(.main), by: stranger)?.kind == .forbidden)
        #expect(policy().denial(of: .report(.main, .make("x")), by: stranger)?.kind == .forbidden)
        #expect(policy(otherUsers: []).rights(of: stranger) == nil)
        let tall = policy(otherUsers: [.operator, .control])
        #expect(tall.denial(of: .stop(.main), by: stranger) == nil)
        #expect(tall.denial(of: .report(.main, .make("speech")), by: stranger)?.kind == .impostor)
    }

    @Test func `a key has the roles and topics in its line`() {
        let policy = policy()
        let (phone, radio) = (PeerIdentity.key("phone"), PeerIdentity.key("radio"))
        #expect(policy.denial(of: .report(.main, .make("phone")), by: phone) == nil)
        #expect(policy.denial(of: .report(.main, .make("radio")), by: phone)?.kind == .impostor)
        #expect(policy.denial(of: .missed(.make(.onGPS)), by: phone)?.kind == .forbidden)
        #expect(policy.denial(of: .stop(.main), by: phone)?.kind == .forbidden)
        #expect(policy.denial(of: .stop(.main), by: radio) == nil)
        #expect(policy.denial(of: .position(.main, .make()), by: radio) == nil)
        #expect(policy.denial(of: .missed(.make(.onGPS)), by: radio)?.kind == .forbidden)
        #expect(policy.denial(of: .status, by: .key("revoked"))?.kind == .forbidden)
        #expect(
            policy.denial(of: .report(.main, .make("speech")), by: .key("speech"))?.kind == .impostor,
            "a key with the name of a supervised control is not that control")
    }

    @Test func `only operators and routers may send requests in parts`() {
        let part = Request.part(RequestPart(totalBytes: 1 << 20, offset: 0, data: []))
        #expect(policy().denial(of: part, by: speech) != nil)
        #expect(policy().denial(of: part, by: .key("phone")) != nil)
        #expect(policy().denial(of: part, by: person) == nil)
        #expect(policy().denial(of: part, by: .key("radio")) == nil)
    }

    @Test(
        arguments: [
            ("onNavigation/main", true), ("onControl/main", true), ("onNavigation/mainly", true), ("~beat/main", true),
            ("~snap/main/1234567890123456", true), ("onGPS/main", false), ("onNavigationStarted/main", false),
            ("onNavigation/", true), ("onGPS/", false), ("onNavigation", false), ("on", false), ("", false),
            ("~", false), ("~snap/main/1", false),
        ])
    func `a key receives its topics and no snapshot of another peer`(_ prefix: String, _ isAllowed: Bool) {
        #expect(policy().allows(Array(prefix.utf8), for: .key("phone")) == isAllowed)
        #expect(policy().allows(Array(prefix.utf8), for: person))
        #expect(!policy().allows(Array(prefix.utf8), for: .key("radio")), "it may not receive at all")
    }

    @Test func `an identity is the same after encoding and decoding`() {
        let others: [PeerIdentity] = [
            .key("a-b_9"), person, .local(user: 0, process: 9, origin: .launched(nil)),
        ]
        for peer in [speech] + others { #expect(PeerIdentity(userID: peer.userID) == peer) }
        let wrong = [
            "", "local 1", "local 1 x", "key", "root", "local 1 2 3", "local 1 2 launched 3", "local 1 2 launched 3 x",
            "local 1 2 outside 3 4", "local 1 2 launched 3 4 5",
        ]
        for text in wrong { #expect(PeerIdentity(userID: text) == nil) }
    }
}
