/// The state machine of one HTTP request and its answer. It does no input or output itself.
struct MetricsExchange {
    /// The next action.
    enum Stage: Hashable {
        /// Receive the rest of the head.
        case reading
        /// Get the metrics.
        case awaitingStatus
        /// Send ``answer``.
        case answering
        /// Wait until the client closes the connection: closing it while data is unread would discard the answer.
        case closing
    }

    private(set) var stage = Stage.reading
    /// The bytes that are still to be sent.
    private(set) var answer: ArraySlice<UInt8> = []
    private var head: [UInt8] = []
    private let access: MetricsAccess

    init(_ access: MetricsAccess = MetricsAccess()) { self.access = access }

    /// Handles received bytes.
    mutating func receive(_ bytes: ArraySlice<UInt8>) {
        guard stage == .reading else { return }
        // The empty line may have begun in earlier bytes.
        var index = max(0, head.count - 2)
        head += bytes.prefix(RequestHead.maxBytes - head.count)
        while index < head.count {
            if head[index] == UInt8(ascii: "\n"), isEmptyLine(after: index) { return read() }
            index += 1
        }
        if head.count == RequestHead.maxBytes { refuse("431 Request Header Fields Too Large") }
    }

    /// Handles the end of the data of the client.
    mutating func receiveEnd() {
        if stage == .reading { refuse("400 Bad Request") }
    }

    /// Sets the metrics as the answer.
    mutating func provide(_ metrics: String) {
        guard stage == .awaitingStatus else { return }
        answer("200 OK", ["Content-Type: text/plain; version=0.0.4; charset=utf-8"], metrics)
    }

    /// Notes how many bytes of ``answer`` were sent.
    mutating func note(sent count: Int) {
        answer = answer.dropFirst(count)
        if stage == .answering, answer.isEmpty { stage = .closing }
    }

    /// Whether an empty line follows the newline at an index; the head is then cut after it.
    private mutating func isEmptyLine(after index: Int) -> Bool {
        let rest = head[(index + 1)...]
        guard rest.starts(with: "\n".utf8) || rest.starts(with: "\r\n".utf8) else { return false }
        head.removeSubrange((index + (rest.first == UInt8(ascii: "\n") ? 2 : 3))...)
        return true
    }

    private mutating func read() {
        guard let request = RequestHead(head) else { return refuse("400 Bad Request") }
        if let refusal = access.refusal(of: request) {
            return refuse(
                refusal, refusal == MetricsAccess.unauthorized ? ["WWW-Authenticate: Bearer realm=\"navbus\""] : [])
        }
        guard request.path == "/metrics" else { return refuse("404 Not Found") }
        guard request.method == "GET" else { return refuse("405 Method Not Allowed", ["Allow: GET"]) }
        stage = .awaitingStatus
    }

    private mutating func refuse(_ status: String, _ fields: [String] = []) {
        answer(status, ["Content-Type: text/plain"] + fields, "\(status); the metrics are at /metrics\n")
    }

    private mutating func answer(_ status: String, _ fields: [String], _ body: String) {
        let fields = fields + ["Content-Length: \(body.utf8.count)", "Connection: close"]
        answer = Array("HTTP/1.1 \(status)\r\n\(fields.joined(separator: "\r\n"))\r\n\r\n\(body)".utf8)[...]
        stage = .answering
    }
}
