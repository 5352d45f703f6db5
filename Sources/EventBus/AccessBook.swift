import NavigationEvents
import ZeroMQ

/// Who is on the bus, what they may do and how much of it they have done lately. A value: it decides, others act.
struct AccessBook {
    /// What becomes of a message before anybody looks into it.
    enum Admission: Sendable, Hashable {
        case take
        /// Too much in too short a time: say so.
        case refuse
        /// Too much even for that.
        case drop
        /// It does not cease: end the connection, and keep the peer out for a while.
        case cut
    }

    fileprivate struct Account {
        var bucket: TokenBucket
        /// Refusals are told now and then only: each costs more than the message it answers.
        var refusals: TokenBucket
        var overrun = 0
    }

    private struct Ban: Hashable {
        private let peer: PeerIdentity
        private let gate: Gate

        /// A process is banned wherever it came from: its origin is unknown until it has said something.
        init(peer: PeerIdentity, gate: Gate) {
            if case .local(let user, let process, _) = peer {
                self.peer = .local(user: user, process: process)
            } else {
                self.peer = peer
            }
            self.gate = gate
        }
    }

    /// What a message costs that cannot be read, and each further piece of a large one.
    static let malformedCost = 20.0
    static let bytesPerCost = 16 * 1024
    /// What words to be said cost beyond another request.
    private static let wordsCost = 7.0
    /// Bytes of a picture that cost as much as a request: whoever sends nothing else may send a megabyte a second.
    private static let pictureBytesPerCost = 1024.0
    private static let repairRefund = 0.95
    /// Of a position as well: twenty cost as much as another request.
    private static let positionRefund = 0.95
    /// Answers up to this size are small; of larger ones, so many bytes cost as much as a request.
    private static let smallAnswerBytes = 16 * 1024
    private static let answerBytesPerCost = 64.0 * 1024
    /// Refusals told to one peer in a second.
    private static let refusalsPerSecond = 10
    /// Messages in excess, all told, after which a peer is cut off, and for how long.
    fileprivate static let mostOverrun = 2000
    private static let banNanoseconds: UInt64 = 5_000_000_000
    /// More peers than there can be connections; those of the past are forgotten.
    private static let mostAccounts = 2048

    var policy: AccessPolicy
    var connections: Connections
    /// What the file descriptors of the process leave room for, where a storm of connections could use up all of them.
    var scarceDescriptors: Descriptors.Room?
    private let requestsPerSecond: Int
    private var accounts: [PeerIdentity: Account] = [:]
    private var bans: [Ban: UInt64] = [:]

    init(policy: AccessPolicy, mostPeers: Int, requestsPerSecond: Int) {
        self.policy = policy
        self.requestsPerSecond = requestsPerSecond
        connections = Connections(most: mostPeers, ownUser: policy.ownUser)
    }

    // MARK: At the gate

    /// Why somebody was kept out.
    enum GateRefusal: Error, Sendable, Hashable {
        case unknownKey
        case foreignUser(UInt32)
        case banned(PeerIdentity)
        case noProof
        /// It has ended, or its launcher has.
        case ended
        /// It may be a control that the launcher has started and not reported yet.
        case unreported
    }

    /// Who it is, if they may come in.
    func identify(
        _ question: GateQuestion, now: UInt64, sinceBoot: UInt64
    ) throws(GateRefusal) -> PeerIdentity {
        guard let gate = Gate(rawValue: question.gate) else { throw .noProof }
        let peer: PeerIdentity
        switch (question.proof, gate.isRemote) {
        case (.key(let key), true):
            guard let entry = policy.keys[key] else { throw .unknownKey }
            peer = .key(entry.name)
        case (.none, false):
            guard let (user, _, process) = question.credentials else { throw .noProof }
            guard let origin = policy.origin(of: process) else { throw .ended }
            if policy.isUnreported(origin, sinceBoot: sinceBoot) { throw .unreported }
            peer = .local(user: user, process: process, origin: origin)
            if policy.rights(of: peer) == nil { throw .foreignUser(user) }
        default: throw .noProof
        }
        if let end = bans[Ban(peer: peer, gate: gate)], end > now { throw .banned(peer) }
        return peer
    }

    /// Keeps somebody out for a while.
    mutating func ban(_ peer: PeerIdentity, at gate: Gate, now: UInt64) {
        bans[Ban(peer: peer, gate: gate)] = now + Self.banNanoseconds
    }

    // MARK: How much

    /// Decides about a message by its size alone.
    mutating func admit(_ peer: PeerIdentity, bytes: Int, now: UInt64) -> Admission {
        if accounts[peer] == nil {
            if accounts.count >= Self.mostAccounts { accounts = [:] }
            accounts[peer] = Account(
                bucket: TokenBucket(perSecond: requestsPerSecond, now: now),
                refusals: TokenBucket(perSecond: Self.refusalsPerSecond, now: now))
        }
        return accounts[peer]?.admit(cost: 1 + Double(bytes / Self.bytesPerCost), now: now) ?? .take
    }

    /// Charges for an answer by its size.
    mutating func chargeAnswer(_ peer: PeerIdentity, bytes: Int) {
        guard bytes > Self.smallAnswerBytes else { return }
        accounts[peer]?.bucket.charge(Double(bytes) / Self.answerBytesPerCost)
    }

    /// The same for missed events, but of a small one most is given back of what it cost to ask: who mends a broken
    /// stream asks often, and waits for each answer; turned down, it would lose what the journal still has.
    mutating func chargeRepair(_ peer: PeerIdentity, bytes: Int) {
        if bytes <= Self.smallAnswerBytes { accounts[peer]?.bucket.charge(-Self.repairRefund) }
        chargeAnswer(peer, bytes: bytes)
    }

    /// Gives most of its cost back for a position or a heading: who drives a fleet sends one for each vehicle and second,
    /// and a compass fifty a second.
    mutating func chargePosition(_ peer: PeerIdentity) { accounts[peer]?.bucket.charge(-Self.positionRefund) }

    /// Charges for words to be said: they are kept, and sent to everybody.
    mutating func chargeWords(_ peer: PeerIdentity) { accounts[peer]?.bucket.charge(Self.wordsCost) }

    /// Charges for the picture of a report by its size: it is kept, and sent to everybody.
    mutating func chargePicture(_ peer: PeerIdentity, bytes: Int) {
        accounts[peer]?.bucket.charge(Double(bytes) / Self.pictureBytesPerCost)
    }

    /// Charges for a request in parts by its size, with its first part: the others cost nothing more.
    mutating func chargeParts(_ peer: PeerIdentity, bytes: Int) {
        accounts[peer]?.bucket.charge(Double(bytes / Self.bytesPerCost))
    }

    /// Charges for a message that could not be read.
    mutating func chargeMalformed(_ peer: PeerIdentity) {
        accounts[peer]?.bucket.charge(Self.malformedCost)
    }

    /// Forgets what is over.
    mutating func tidy(now: UInt64) {
        bans = bans.filter { $0.value > now }
    }
}

extension AccessBook.Account {
    fileprivate mutating func admit(cost: Double, now: UInt64) -> AccessBook.Admission {
        if bucket.take(cost, now: now) {
            overrun = max(0, overrun - 1)
            return .take
        }
        overrun += 1
        if overrun > AccessBook.mostOverrun {
            overrun = 0
            return .cut
        }
        return refusals.take(1, now: now) ? .refuse : .drop
    }
}
