import NavigationEvents

/// Queue of requests. A value.
struct RequestQueue: Sendable {
    /// Maximum number of requests: more than a person presses while a bus hangs.
    static let maxCount = 32

    private var requests: [Request] = []

    var isEmpty: Bool { requests.isEmpty }

    /// Adds a request at the end. A heading replaces a waiting one of the same compass.
    ///
    /// - Returns: `false` if the queue is full; the request is then dropped.
    mutating func add(_ request: Request) -> Bool {
        if case .heading(_, let reading) = request,
            let index = requests.firstIndex(where: { $0.isHeading(from: reading.source) })
        {
            requests[index] = request
            return true
        }
        guard requests.count < Self.maxCount else { return false }
        requests.append(request)
        return true
    }

    /// Removes and returns the oldest request.
    mutating func next() -> Request? { requests.isEmpty ? nil : requests.removeFirst() }
}

extension Request {
    fileprivate func isHeading(from source: String) -> Bool {
        guard case .heading(_, let reading) = self else { return false }
        return reading.source == source
    }
}
