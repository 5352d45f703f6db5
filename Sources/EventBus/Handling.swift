import NavigationEvents

/// A request, as far as its answer depends on it.
struct Question: Sendable {
    /// The frames that route the answer to the peer.
    var peer: [[UInt8]]
    /// ``EventCodec/RequestFrame/id``.
    var id: UInt64
    /// Whether an answer is wanted: a request without an id has none.
    var isAnswered = true
    /// The pair of sockets that received the request and sends the answer.
    var door: Door.Kind
    /// The connection of the request.
    var place: Connections.Place
    /// The sender.
    var from: PeerIdentity
}

/// Passes requests to the handler, one at a time, on another thread than that of the bus.
struct Handling: Sendable {
    typealias Answer = @Sendable (Reply, Question) async -> Void

    /// Maximum number of waiting requests.
    private static let mostWaiting = 256

    private let requests: AsyncStream<(Request, Question)>
    private let input: AsyncStream<(Request, Question)>.Continuation
    private let handler: BusServer.Handler

    init(_ handler: @escaping BusServer.Handler) {
        self.handler = handler
        (requests, input) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostWaiting))
    }

    /// Begins to pass on requests, first those that wait already.
    func begin(_ answer: @escaping Answer) {
        let (requests, handler) = (requests, handler)
        Task {
            for await (request, question) in requests { await answer(handler(request), question) }
        }
    }

    /// Queues a request; `false` if too many wait.
    func submit(_ request: Request, _ question: Question) -> Bool {
        if case .enqueued = input.yield((request, question)) { true } else { false }
    }

    /// Ends after the waiting requests.
    func end() { input.finish() }
}
