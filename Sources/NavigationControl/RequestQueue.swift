import NavigationEvents

/// Queue of requests. A value.
struct RequestQueue: Sendable {
    /// Maximum number of requests: more than a person presses while a bus hangs.
    static let maxCount = 32

    /// Handles the reply to a request.
    typealias OnReply = @Sendable (Reply) -> Void

    private var requests: [(request: Request, onReply: OnReply?)] = []

    var isEmpty: Bool { requests.isEmpty }

    /// Adds a request at the end. A heading replaces a waiting one of the same compass, and a position a waiting one.
    ///
    /// - Returns: `false` if the queue is full; the request is then dropped.
    mutating func add(_ request: Request, onReply: OnReply? = nil) -> Bool {
        if let index = requests.firstIndex(where: { request.replaces($0.request) }) {
            requests[index] = (request, onReply)
            return true
        }
        guard requests.count < Self.maxCount else { return false }
        requests.append((request, onReply))
        return true
    }

    /// Removes and returns the oldest request.
    mutating func next() -> (request: Request, onReply: OnReply?)? { requests.isEmpty ? nil : requests.removeFirst() }
}

extension Request {
    /// Whether another request that waits is older news of the same kind.
    fileprivate func replaces(_ other: Request) -> Bool {
        switch (self, other) {
        case (.heading(_, let new), .heading(_, let old)): new.source == old.source
        case (.position, .position): true
        default: false
        }
    }
}
