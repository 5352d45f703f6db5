import Access
import Glibc
import NavigationEvents
import Platform
import ZeroMQ

/// The admission control of a bus: which rights each peer has, and how much it has sent lately. It decides, and
/// ``ConnectionRegistry`` and the endpoints act.
final class AdmissionControl {
    /// The decision about a message by its size and its sender alone.
    enum Admission: Sendable, Hashable {
        case accept
        /// Too many messages: the sender gets a refusal.
        case refuse
        /// Too many messages, and too many refusals already: the message is dropped.
        case drop
        /// The excess does not stop: the connection is ended, and the peer is banned for a while.
        case cut
    }

    fileprivate struct Account {
        var bucket: TokenBucket
        /// Refusals are limited too: each costs more than the message it answers.
        var refusals: TokenBucket
        var overrun = 0
    }

    private struct Ban: Hashable {
        private let peer: PeerIdentity
        private let busSocket: BusSocket

        /// A process is banned regardless of its origin: the origin is unknown before the first message.
        init(peer: PeerIdentity, busSocket: BusSocket) {
            if case .local(let user, let process, _) = peer {
                self.peer = .local(user: user, process: process)
            } else {
                self.peer = peer
            }
            self.busSocket = busSocket
        }
    }

    /// Cost of a malformed message, and bytes of a large message that cost as much as another request.
    static let malformedCost = 20.0
    static let bytesPerCost = 16 * 1024
    /// Additional cost of a text to be spoken.
    private static let spokenTextCost = 7.0
    /// Bytes of a picture that cost as much as a request: a peer that sends nothing else may send a megabyte a second.
    private static let pictureBytesPerCost = 1024.0
    private static let repairRefund = 0.95
    /// Refund for a position: twenty positions cost as much as another request.
    private static let positionRefund = 0.95
    /// Answers up to this size are free. Of a larger one, ``answerBytesPerCost`` bytes cost as much as a request.
    private static let smallAnswerBytes = 16 * 1024
    private static let answerBytesPerCost = 64.0 * 1024
    /// Refusals that one peer gets in a second.
    private static let refusalsPerSecond = 10
    /// Excess messages after which a peer is disconnected and banned, and the duration of the ban.
    fileprivate static let maxOverrun = 2000
    private static let banNanoseconds: UInt64 = 5_000_000_000
    /// More accounts than there can be connections. When it is reached, all accounts are forgotten.
    private static let maxAccounts = 2048

    /// The rights of peers.
    private(set) var policy: AccessPolicy
    private let requestsPerSecond: Int
    private var accounts: [PeerIdentity: Account] = [:]
    private var bans: [Ban: UInt64] = [:]

    /// Begins without peers.
    ///
    /// - Parameter requestsPerSecond: Maximum number of requests a second of one peer.
    init(policy: AccessPolicy, requestsPerSecond: Int) {
        self.policy = policy
        self.requestsPerSecond = requestsPerSecond
    }

    /// Records the process of a supervised control; 0 if it has none at present.
    func note(control: String, process: Int32) { policy.note(control: control, process: process) }

    /// Records a process of the launcher that only observes; 0 if it has ended.
    func note(observer: String, process: Int32) { policy.note(observer: observer, process: process) }

    /// Replaces the list of allowed keys.
    func allow(_ keys: AllowedKeys) { policy.keys = keys }

    // MARK: - Connecting

    /// The reason why a connection was refused.
    enum ConnectionRefusal: Error, Sendable, Hashable {
        case unknownKey
        case foreignUser(UInt32)
        case banned(PeerIdentity)
        case noProof
        /// The process has ended, or its launcher has.
        case ended
        /// The process may be a control that the launcher has started and not reported yet.
        case unreported
    }

    /// The identity of a peer that may connect.
    func identify(
        _ request: ZAPRequest, now: UInt64, nanosecondsSinceBoot: UInt64
    ) throws(ConnectionRefusal) -> PeerIdentity {
        guard let busSocket = BusSocket(rawValue: request.domain) else { throw .noProof }
        let peer: PeerIdentity
        switch (request.proof, busSocket.isRemote) {
        case (.key(let key), true):
            guard let entry = policy.keys[key] else { throw .unknownKey }
            peer = .key(entry.name)
        case (.none, false):
            guard let (user, _, process) = request.credentials else { throw .noProof }
            guard let origin = policy.origin(of: process) else { throw .ended }
            if policy.isUnreported(origin, nanosecondsSinceBoot: nanosecondsSinceBoot) { throw .unreported }
            peer = .local(user: user, process: process, origin: origin)
            if policy.rights(of: peer) == nil { throw .foreignUser(user) }
        default: throw .noProof
        }
        if let end = bans[Ban(peer: peer, busSocket: busSocket)], end > now { throw .banned(peer) }
        return peer
    }

    /// Whether a process of this machine may receive all topics of a session.
    func mayReadAll(of session: Session, user: UInt32, process: Int32) -> Bool {
        guard let origin = policy.origin(of: process),
            !policy.isUnreported(origin, nanosecondsSinceBoot: WallClock.nanosecondsSinceBoot)
        else { return false }
        let peer = PeerIdentity.local(user: user, process: process, origin: origin)
        return Topic.allCases.allSatisfy { policy.allows(Array($0.wireName(session: session).utf8), for: peer) }
    }

    /// Refuses the connections of a peer for a while.
    func ban(_ peer: PeerIdentity, at busSocket: BusSocket, now: UInt64) {
        bans[Ban(peer: peer, busSocket: busSocket)] = now + Self.banNanoseconds
    }

    // MARK: - Rate Limits

    /// Decides about a message by its size alone.
    func admit(_ peer: PeerIdentity, bytes: Int, now: UInt64) -> Admission {
        if accounts[peer] == nil {
            if accounts.count >= Self.maxAccounts { accounts = [:] }
            accounts[peer] = Account(
                bucket: TokenBucket(perSecond: requestsPerSecond, now: now),
                refusals: TokenBucket(perSecond: Self.refusalsPerSecond, now: now))
        }
        return accounts[peer]?.admit(cost: 1 + Double(bytes / Self.bytesPerCost), now: now) ?? .accept
    }

    /// Charges for an answer by its size.
    func chargeAnswer(_ peer: PeerIdentity, bytes: Int) {
        guard bytes > Self.smallAnswerBytes else { return }
        accounts[peer]?.bucket.charge(Double(bytes) / Self.answerBytesPerCost)
    }

    /// Charges for missed events. For a small answer most of the cost is refunded: a client that repairs its stream
    /// asks often and waits for each answer. If it were refused, it would lose events that the journal still has.
    func chargeRepair(_ peer: PeerIdentity, bytes: Int) {
        if bytes <= Self.smallAnswerBytes { accounts[peer]?.bucket.charge(-Self.repairRefund) }
        chargeAnswer(peer, bytes: bytes)
    }

    /// Refunds most of the cost of a position or a heading: the source of a fleet sends one for each vehicle and
    /// second, and a compass sends fifty a second.
    func chargePosition(_ peer: PeerIdentity) { accounts[peer]?.bucket.charge(-Self.positionRefund) }

    /// Charges for a text to be spoken: it is kept, and sent to all subscribers.
    func chargeSpokenText(_ peer: PeerIdentity) { accounts[peer]?.bucket.charge(Self.spokenTextCost) }

    /// Charges for the picture of a report by its size: it is kept, and sent to all subscribers.
    func chargePicture(_ peer: PeerIdentity, bytes: Int) {
        accounts[peer]?.bucket.charge(Double(bytes) / Self.pictureBytesPerCost)
    }

    /// Charges for a request in parts by its size, with its first part: the other parts are free.
    func chargeParts(_ peer: PeerIdentity, bytes: Int) {
        accounts[peer]?.bucket.charge(Double(bytes / Self.bytesPerCost))
    }

    /// Charges for a message that could not be read.
    func chargeMalformed(_ peer: PeerIdentity) {
        accounts[peer]?.bucket.charge(Self.malformedCost)
    }

    /// Removes expired bans.
    func removeExpired(now: UInt64) {
        bans = bans.filter { $0.value > now }
    }
}

extension AdmissionControl.Account {
    fileprivate mutating func admit(cost: Double, now: UInt64) -> AdmissionControl.Admission {
        if bucket.take(cost, now: now) {
            overrun = max(0, overrun - 1)
            return .accept
        }
        overrun += 1
        if overrun > AdmissionControl.maxOverrun {
            overrun = 0
            return .cut
        }
        return refusals.take(1, now: now) ? .refuse : .drop
    }
}

extension AccessPolicy {
    /// The rights of peers of a bus when it starts.
    ///
    /// - Throws: ``BusError/keys(_:)`` if the list of allowed keys cannot be read. At the start a bad line is an error
    ///   too: a person is there to read it.
    init(_ access: AccessSettings, controlRoles: [String: [Role]], launcher: Int32?) throws(BusError) {
        self.init(
            ownUser: geteuid(), otherUsers: access.otherUsers, controlRoles: controlRoles, launcher: launcher,
            startNanosecondsSinceBoot: WallClock.nanosecondsSinceBoot, processes: KernelProcessTable())
        guard access.remote != nil else { return }
        do {
            keys = try KeyRing(folder: access.keysFolder).allowed()
        } catch {
            throw .keys(error)
        }
        if let problem = keys.problems.first { throw .keys(problem) }
    }
}
