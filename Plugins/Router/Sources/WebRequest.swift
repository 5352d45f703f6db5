/// What is asked of a server over HTTP.
struct WebRequest: Hashable, Sendable {
    var url: String
    /// Sent with POST, as JSON; with GET nothing is.
    var body: [UInt8]?
    var headers: [String: String] = [:]
}

/// What a server answered.
struct WebAnswer: Hashable, Sendable {
    /// 100..<600.
    var status: Int
    var body: [UInt8]
}

/// Why there is no answer.
enum WebFailure: Error, Hashable, Sendable {
    /// The connection broke off before the answer was complete; another attempt may help.
    case broken(String)
    /// There is none after this time.
    case timeout(seconds: Double)
    /// Nobody listens there.
    case unreachable
    /// There is no such host, or nobody to ask for it.
    case unknownHost
    /// The way there leads over a proxy, and that is not there.
    case deadProxy
    /// The certificate does not hold, or the two find no common cipher.
    case unsafe(String)
    /// The server names another address.
    case redirected(to: String)
    /// It has more bytes than are read.
    case tooLarge(limit: Int)
    /// What came is no HTTP.
    case other(String)
}

/// Sends requests to servers: the network, or what a test makes of it.
protocol WebClient: AnyObject, Sendable {
    /// Sends a request. `finish` is called once, on any thread, unless the task was cancelled before.
    func send(
        _ request: WebRequest, timeoutSeconds: Double,
        _ finish: @escaping @Sendable (Result<WebAnswer, WebFailure>) -> Void
    ) -> any WebTask

    /// Waits a moment for transfers that were cancelled: the process ends.
    func close()
}

/// A request that is under way.
protocol WebTask: Sendable {
    /// Ends it. Nothing is heard of it afterwards.
    func cancel()
}
