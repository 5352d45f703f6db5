/// An HTTP request.
struct HTTPRequest: Hashable, Sendable {
    var url: String
    /// The JSON body of a POST request; `nil` for a GET request.
    var body: [UInt8]?
    var headers: [String: String] = [:]
}

/// An HTTP response.
struct HTTPResponse: Hashable, Sendable {
    /// The HTTP status, 100..<600.
    var status: Int
    var body: [UInt8]
}

/// The reason why a request has no answer.
enum HTTPFailure: Error, Hashable, Sendable {
    /// The connection broke off before the answer was complete; another attempt may help.
    case broken(String)
    /// No answer came within this time.
    case timeout(seconds: Double)
    /// The connection was refused.
    case unreachable
    /// The host name cannot be resolved.
    case unknownHost
    /// The proxy of the environment does not answer.
    case deadProxy
    /// The certificate is invalid, or server and client have no common cipher.
    case unsafe(String)
    /// The server redirects to another address.
    case redirected(to: String)
    /// The answer exceeds the size limit, in bytes.
    case tooLarge(limit: Int)
    /// The answer is not HTTP, or libcurl failed.
    case other(String)

    /// Whether the server has ended, or ended while it answered.
    var isOfDeadServer: Bool {
        switch self {
        case .broken, .unreachable: true
        default: false
        }
    }
}

/// Sends HTTP requests; tests replace it.
protocol HTTPClient: AnyObject, Sendable {
    /// Sends a request; `finish` is called once, on any thread, unless the task is cancelled before.
    func send(
        _ request: HTTPRequest, timeoutSeconds: Double,
        _ finish: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) -> any HTTPTask

    /// Waits a moment for cancelled transfers, before the process ends.
    func close()
}

/// A running request.
protocol HTTPTask: Sendable {
    /// Cancels the request; its callback is not called afterwards.
    func cancel()
}
