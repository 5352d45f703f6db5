import NavigationEvents
import Synchronization
import Testing

@testable import Router

@Suite("Searches on servers that answer at once")
struct RouteFinderTests {
    @Test func `cancelling ends the open request even after an immediate first answer`() {
        let client = FastClient { number in
            number == 0 ? .success(WebAnswer(status: 200, body: Answers.valhallaStatus)) : nil
        }
        let finder = RouteFinder(settings: .make(engine: nil), key: nil, client: client)
        finder.find(.make()) { _ in }.cancel()
        #expect(client.cancelled == [1])
    }

    @Test func `the engine stays known when a server is overloaded or finds no road`() {
        let answers: [Result<WebAnswer, WebFailure>] = [
            .success(WebAnswer(status: 404, body: #"{"code":"InvalidUrl","message":"no such thing"}"#)),
            .success(WebAnswer(status: 200, body: Answers.route)),
            .failure(.timeout(seconds: 1)),
            .success(WebAnswer(status: 400, body: Answers.noSegment)),
            .success(WebAnswer(status: 404, body: "not found")),
            .success(WebAnswer(status: 404, body: #"{"code":"InvalidUrl","message":"no such thing"}"#)),
            .success(WebAnswer(status: 404, body: #"{"error_code":106,"error":"Try any of: '/route'"}"#)),
            .success(WebAnswer(status: 200, body: Answers.valhallaStatus)),
        ]
        let client = FastClient { answers.indices.contains($0) ? answers[$0] : nil }
        let finder = RouteFinder(settings: .make(engine: nil), key: nil, client: client)
        for _ in 0..<6 { _ = finder.find(.make()) { _ in } }
        let asked = client.urls.map { $0.hasSuffix("/status") ? "what" : "way" }
        #expect(asked == ["what", "way", "way", "way", "way", "what", "way", "what", "way"])
    }
}

/// A client that calls back before it returns, or never if the test has no answer.
private final class FastClient: WebClient {
    private struct State {
        var urls: [String] = []
        var cancelled: [Int] = []
    }

    private let answer: @Sendable (Int) -> Result<WebAnswer, WebFailure>?
    private let state = Mutex(State())

    init(answer: @escaping @Sendable (Int) -> Result<WebAnswer, WebFailure>?) { self.answer = answer }

    var urls: [String] { state.withLock { $0.urls } }
    var cancelled: [Int] { state.withLock { $0.cancelled } }

    func send(
        _ request: WebRequest, timeoutSeconds: Double,
        _ finish: @escaping @Sendable (Result<WebAnswer, WebFailure>) -> Void
    ) -> any WebTask {
        let number = state.withLock { state in
            state.urls.append(request.url)
            return state.urls.count - 1
        }
        if let answer = answer(number) { finish(answer) }
        return Sent(client: self, number: number)
    }

    func close() {}

    private struct Sent: WebTask {
        let client: FastClient
        let number: Int

        func cancel() { client.state.withLock { $0.cancelled.append(number) } }
    }
}
