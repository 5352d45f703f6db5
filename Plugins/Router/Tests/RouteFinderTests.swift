import NavigationEvents
import Synchronization
import Testing

@testable import Router

@Suite("Searches on servers that answer at once")
struct RouteFinderTests {
    @Test func `cancelling ends the open request even after an immediate first answer`() {
        let client = FastClient { number in
            number == 0 ? .success(HTTPResponse(status: 200, body: Answers.valhallaStatus)) : nil
        }
        let finder = RouteFinder(settings: .make(engine: nil), key: nil, client: client)
        finder.find(.make()) { _ in }.cancel()
        #expect(client.cancelled == [1])
    }

    @Test func `the engine stays known when a server is overloaded or finds no road`() {
        let answers: [Result<HTTPResponse, HTTPFailure>] = [
            .success(HTTPResponse(status: 404, body: #"{"code":"InvalidUrl","message":"no such thing"}"#)),
            .success(HTTPResponse(status: 200, body: Answers.route)),
            .failure(.timeout(seconds: 1)),
            .success(HTTPResponse(status: 400, body: Answers.noSegment)),
            .success(HTTPResponse(status: 404, body: "not found")),
            .success(HTTPResponse(status: 404, body: #"{"code":"InvalidUrl","message":"no such thing"}"#)),
            .success(HTTPResponse(status: 404, body: #"{"error_code":106,"error":"Try any of: '/route'"}"#)),
            .success(HTTPResponse(status: 200, body: Answers.valhallaStatus)),
        ]
        let client = FastClient { answers.indices.contains($0) ? answers[$0] : nil }
        let finder = RouteFinder(settings: .make(engine: nil), key: nil, client: client)
        for _ in 0..<6 { _ = finder.find(.make()) { _ in } }
        let asked = client.urls.map { $0.hasSuffix("/status") ? "what" : "way" }
        #expect(asked == ["what", "way", "way", "way", "way", "what", "way", "what", "way"])
    }
}

/// A client that calls back before it returns, or never if the test has no answer.
private final class FastClient: HTTPClient {
    private struct State {
        var urls: [String] = []
        var cancelled: [Int] = []
    }

    private let answer: @Sendable (Int) -> Result<HTTPResponse, HTTPFailure>?
    private let state = Mutex(State())

    init(answer: @escaping @Sendable (Int) -> Result<HTTPResponse, HTTPFailure>?) { self.answer = answer }

    var urls: [String] { state.withLock { $0.urls } }
    var cancelled: [Int] { state.withLock { $0.cancelled } }

    func send(
        _ request: HTTPRequest, timeoutSeconds: Double,
        _ finish: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) -> any HTTPTask {
        let number = state.withLock { state in
            state.urls.append(request.url)
            return state.urls.count - 1
        }
        if let answer = answer(number) { finish(answer) }
        return Sent(client: self, number: number)
    }

    func close() {}

    private struct Sent: HTTPTask {
        let client: FastClient
        let number: Int

        func cancel() { client.state.withLock { $0.cancelled.append(number) } }
    }
}
