import NavigationEvents
import Testing
import ZeroMQ

@testable import EventBus

/// Processes that a test invents.
struct InventedProcesses: ProcessTable {
    var ownParent: Int32 = 10
    var parents: [Int32: Int32] = [:]
    var groups: [Int32: Int32] = [:]

    func parent(of process: Int32) -> Int32? { parents[process] }
    func group(of process: Int32) -> Int32? { groups[process] ?? process }
    func isRunning(_ process: Int32) -> Bool { parents[process] != nil }
}

@Suite struct AccessPolicyTests {
    private let speech = PeerIdentity.local(user: 1000, process: 50)
    private let person = PeerIdentity.local(user: 1000, process: 60)
    private let stranger = PeerIdentity.local(user: 1001, process: 70)

    /// Speech runs as process 50; signs may be started by the same launcher and has source besides.
    private func policy(otherUsers: Set<Role> = [.tap]) -> AccessPolicy {
        var policy = AccessPolicy(
            ownUser: 1000, otherUsers: otherUsers, controlRoles: ["speech": [.control], "signs": [.control, .source]],
            processes: InventedProcesses(parents: [50: 10, 51: 50, 60: 1, 70: 1, 80: 10], groups: [51: 50]))
        policy.note(control: "speech", process: 50)
        policy.keys = AllowedKeys(
            """
            phone \(key(1)) control onNavigation,onControl
            radio \(key(2)) operator,source
            speech \(key(3)) control
            """)
        return policy
    }

    @Test func aSupervisedControlHasTheRolesOfItsManifestAndItsOwnName() {
        let policy = policy()
        #expect(policy.denial(of: .report(.main, .make("speech")), by: speech) == nil)
        #expect(policy.denial(of: .missed(.make(.onGPS)), by: speech) == nil, "a control may what a tap may")
        #expect(policy.denial(of: .report(.main, .make("signs")), by: speech)?.kind == .impostor)
        #expect(policy.denial(of: .heartbeat(.main, .make("signs")), by: speech)?.kind == .impostor)
        #expect(policy.denial(of: Hello.make(control: "signs"), by: speech)?.kind == .impostor)
        #expect(policy.denial(of: .stop(.main), by: speech)?.kind == .forbidden)
        #expect(policy.denial(of: .position(.main, .make()), by: speech)?.kind == .forbidden)
        let reading = HeadingReading(degrees: 1, reference: .trueNorth, source: "watch")
        #expect(policy.denial(of: .heading(.main, reading), by: speech)?.text.contains("source") == true)
        #expect(policy.denial(of: .heading(.main, reading), by: .key("radio")) == nil)
    }

    @Test func sessionsAreOpenedAndClosedByOperatorsAlone() throws {
        let taxi = try #require(Session("taxi"))
        for request: Request in [.openSession(taxi), .closeSession(taxi)] {
            #expect(policy().denial(of: request, by: speech)?.kind == .forbidden)
            #expect(policy().denial(of: request, by: .key("phone"))?.text.contains("operator") == true)
            #expect(policy().denial(of: request, by: stranger)?.kind == .forbidden)
            #expect(policy().denial(of: request, by: .key("radio")) == nil)
            #expect(policy().denial(of: request, by: person) == nil)
        }
        #expect(policy().denial(of: .sessions(SessionQuery()), by: stranger) == nil, "as the status")
    }

    @Test func aProgramThatAControlRunsIsThatControl() {
        let child = PeerIdentity.local(user: 1000, process: 51)
        #expect(policy().denial(of: .report(.main, .make("speech")), by: child) == nil)
        #expect(policy().denial(of: .stop(.main), by: child)?.kind == .forbidden)
    }

    @Test func theSameUserMayDoEverythingButSpeakForAControl() {
        let policy = policy()
        for request: Request in [.stop(.main), .position(.main, .make()), .status, .report(.main, .make("mine"))] {
            #expect(policy.denial(of: request, by: person) == nil)
        }
        for name in ["speech", "signs"] {
            #expect(policy.denial(of: .report(.main, .make(name)), by: person)?.kind == .impostor)
            #expect(policy.denial(of: Hello.make(control: name), by: person)?.kind == .impostor)
        }
    }

    @Test func aControlThatWasJustStartedNeedNotWaitUntilTheBusIsTold() {
        let child = PeerIdentity.local(user: 1000, process: 80)
        var policy = policy()
        #expect(policy.denial(of: Hello.make(control: "signs"), by: child) == nil)
        #expect(policy.denial(of: .report(.main, .make("signs")), by: child) == nil)
        #expect(policy.denial(of: .report(.main, .make("speech")), by: child) != nil, "that one runs")
        policy.note(control: "signs", process: 80)
        #expect(policy.denial(of: .report(.main, .make("signs")), by: child) == nil)
        #expect(policy.denial(of: .position(.main, .make()), by: child) == nil)
        #expect(policy.denial(of: .stop(.main), by: child)?.kind == .forbidden)
    }

    @Test func aControlThatWasStartedAgainIsItselfBeforeTheBusIsTold() {
        var policy = policy()
        // The process that the bus was told of has ended.
        policy.note(control: "speech", process: 49)
        #expect(policy.denial(of: .report(.main, .make("speech")), by: .local(user: 1000, process: 80)) == nil)
        #expect(policy.denial(of: .report(.main, .make("speech")), by: person)?.kind == .impostor)
    }

    @Test func otherUsersMayDoWhatIsSet() {
        #expect(policy().denial(of: .status, by: stranger) == nil)
        #expect(policy().denial(of: .stop(.main), by: stranger)?.kind == .forbidden)
        #expect(policy().denial(of: .report(.main, .make("x")), by: stranger)?.kind == .forbidden)
        #expect(policy(otherUsers: []).rights(of: stranger) == nil)
        let tall = policy(otherUsers: [.operator, .control])
        #expect(tall.denial(of: .stop(.main), by: stranger) == nil)
        #expect(tall.denial(of: .report(.main, .make("speech")), by: stranger)?.kind == .impostor)
    }

    @Test func aKeyMayDoWhatStandsBesideIt() {
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
            "a key named like a control of the house is not that control")
    }

    @Test func onlyWhoStartsNavigationsSendsRoutes() {
        #expect(policy().mostRequestBytes(of: speech) == 64 * 1024)
        #expect(policy().mostRequestBytes(of: .key("phone")) == 64 * 1024)
        #expect(policy().mostRequestBytes(of: person) == 16 * 1024 * 1024)
        #expect(policy().mostRequestBytes(of: .key("radio")) == 16 * 1024 * 1024)
    }

    @Test(
        arguments: [
            ("onNavigation/main", true), ("onControl/main", true), ("onNavigation/mainly", true), ("~beat/main", true),
            ("~snap/main/1234567890123456", true), ("onGPS/main", false), ("onNavigationStarted/main", false),
            ("onNavigation/", true), ("onGPS/", false), ("onNavigation", false), ("on", false), ("", false),
            ("~", false), ("~snap/main/1", false),
        ])
    func aKeyReceivesTheTopicsBesideItAndNoSnapshotOfOthers(_ prefix: String, _ isAllowed: Bool) {
        #expect(policy().allows(Array(prefix.utf8), for: .key("phone")) == isAllowed)
        #expect(policy().allows(Array(prefix.utf8), for: person))
        #expect(!policy().allows(Array(prefix.utf8), for: .key("radio")), "it may not receive at all")
    }

    @Test func anIdentitySurvivesTheWayThroughTheTransport() {
        for peer in [speech, PeerIdentity.key("a-b_9")] { #expect(PeerIdentity(userID: peer.userID) == peer) }
        for text in ["", "local 1", "local 1 x", "key", "root"] { #expect(PeerIdentity(userID: text) == nil) }
    }
}

/// Some key, always the same for a number.
func key(_ number: UInt8) -> CurveKey {
    guard let key = CurveKey(bytes: [UInt8](repeating: number, count: 32)) else { preconditionFailure("32 bytes") }
    return key
}

extension ControlReport {
    static func make(_ control: String) -> ControlReport { ControlReport(control: control, kind: .note) }
}

extension ControlVitals {
    static func make(_ control: String) -> ControlVitals { ControlVitals(control: control, processID: 1) }
}

extension MissedEvents {
    static func make(_ topic: Topic) -> MissedEvents { MissedEvents(session: .main, topic: topic, first: 1, last: 2) }
}
