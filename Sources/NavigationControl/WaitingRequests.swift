import NavigationEvents

/// Requests that wait to be sent, in order. A value.
struct WaitingRequests: Sendable {
    /// More than that nobody presses while a bus hangs.
    static let most = 32

    private var requests: [Request] = []

    var isEmpty: Bool { requests.isEmpty }

    /// Adds a request at the end. Of the headings of one compass the newest is enough.
    ///
    /// - Returns: `false` if it was too much, and is not added.
    mutating func add(_ request: Request) -> Bool {
        if case .heading(_, let reading) = request,
            let place = requests.firstIndex(where: { $0.isHeading(from: reading.source) })
        {
            requests[place] = request
            return true
        }
        guard requests.count < Self.most else { return false }
        requests.append(request)
        return true
    }

    /// Takes the oldest out.
    mutating func next() -> Request? { requests.isEmpty ? nil : requests.removeFirst() }
}

extension Request {
    fileprivate func isHeading(from source: String) -> Bool {
        guard case .heading(_, let reading) = self else { return false }
        return reading.source == source
    }
}
