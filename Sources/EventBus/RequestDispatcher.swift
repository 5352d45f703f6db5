import Access
import NavigationEvents

/// A request, as far as its answer depends on it.
struct RequestContext: Sendable {
    /// The frames that route the answer to the peer.
    var peer: [[UInt8]]
    /// ``EventCodec/RequestFrame/id``.
    var id: UInt64
    /// Whether an answer is wanted: a request without an id has none.
    var isAnswered = true
    /// The pair of sockets that received the request and sends the answer.
    var listener: BusListener.Kind
    /// The connection of the request.
    var connection: Connections.ID
    /// The sender.
    var sender: PeerIdentity
}

/// Passes requests to the handler, one at a time.
struct RequestDispatcher: Sendable {
    typealias Answer = @Sendable (Reply, RequestContext) async -> Void

    /// Maximum number of waiting requests.
    private static let maxWaiting = 256

    private let requests: AsyncStream<(Request, RequestContext)>
    private let input: AsyncStream<(Request, RequestContext)>.Continuation
    private let handler: BusServer.Handler

    init(_ handler: @escaping BusServer.Handler) {
        self.handler = handler
        (requests, input) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.maxWaiting))
    }

    /// Begins to pass on requests, first those that wait already.
    ///
    /// - Parameters:
    ///   - executor: Runs the handler; `nil`: the threads of Swift, so that the handler may block.
    ///   - answer: Gets the replies.
    func begin(on executor: (any TaskExecutor)?, _ answer: @escaping Answer) {
        let (requests, handler) = (requests, handler)
        Task(executorPreference: executor) {
            for await (request, context) in requests { await answer(handler(request), context) }
        }
    }

    /// Queues a request; `false` if too many wait.
    func submit(_ request: Request, _ context: RequestContext) -> Bool {
        if case .enqueued = input.yield((request, context)) { true } else { false }
    }

    /// Ends after the waiting requests.
    func end() { input.finish() }
}
