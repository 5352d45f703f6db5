import NavigationEvents

/// Whom an answer goes to.
struct Question: Sendable {
    /// The frames that lead back to the peer.
    var peer: [[UInt8]]
    /// ``EventCodec/RequestFrame/id``.
    var id: UInt64
    /// Whether an answer is wanted: whoever sends no number expects none.
    var isAnswered = true
    /// Where it came in, and where the answer goes out.
    var door: Door.Kind
    /// The connection it came over.
    var place: Connections.Place
    /// Who asks.
    var from: PeerIdentity
}

/// Hands requests to the handler one after another, away from the bus's thread.
struct Handling: Sendable {
    typealias Answer = @Sendable (Reply, Question) async -> Void

    /// More requests than anybody can mean that wait at the same time.
    private static let mostWaiting = 256

    private let requests: AsyncStream<(Request, Question)>
    private let input: AsyncStream<(Request, Question)>.Continuation
    private let handler: BusServer.Handler

    init(_ handler: @escaping BusServer.Handler) {
        self.handler = handler
        (requests, input) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostWaiting))
    }

    /// Begins to hand on; what waits already comes first.
    func begin(_ answer: @escaping Answer) {
        let (requests, handler) = (requests, handler)
        Task {
            for await (request, question) in requests { await answer(handler(request), question) }
        }
    }

    /// Lets a request wait for its turn; `false` if too many do.
    func submit(_ request: Request, _ question: Question) -> Bool {
        if case .enqueued = input.yield((request, question)) { true } else { false }
    }

    /// Handles no more requests than those that wait.
    func end() { input.finish() }
}
