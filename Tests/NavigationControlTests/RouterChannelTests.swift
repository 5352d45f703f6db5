import BusTestSupport
import EventBus
import Foundation
import NavigationEvents
import Synchronization
import Testing

@testable import NavigationControl

/// Tests the connection of a router on a real bus.
@Suite(.timeLimit(.minutes(2))) struct RouterChannelTests {
    private let other = Session("other") ?? .main

    @Test func `each request of a session is handed out once and its answer arrives`() async throws {
        let desk = AnswerRecorder()
        let folder = try BusFolder()
        let bus = try folder.routerBus(sessions: [.main, other], desk)
        let (line, heard) = try folder.line()
        while heard.asked.count < 2 || desk.answers.count < 2 {
            await bus.publish(.navigation(.rerouting(number: 7)), session: .main)
            await bus.publish(.navigation(.rerouting(number: 7)), session: other)
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(Set(heard.asked) == ["main 7", "other 7"])
        #expect(Set(desk.answers) == ["main 7", "other 7"])
        line.stop()
        await bus.close()
    }

    @Test func `an answer is repeated until the bus accepts it`() async throws {
        let desk = AnswerRecorder(refusals: 3)
        let folder = try BusFolder()
        let bus = try folder.routerBus(sessions: [.main], desk)
        let (line, heard) = try folder.line()
        while desk.answers.count < 4 {
            await bus.publish(.navigation(.rerouting(number: 1)))
            try await Task.sleep(for: .milliseconds(20))
        }
        for _ in 0..<10 { await bus.publish(.navigation(.rerouting(number: 1))) }
        await bus.publish(.navigation(.rerouting(number: 2)))
        while !heard.asked.contains("main 2") { try await Task.sleep(for: .milliseconds(5)) }
        #expect(heard.asked == ["main 1", "main 2"])
        #expect(desk.answers.filter { $0 == "main 1" }.count == 4)
        line.stop()
        await bus.close()
    }

    @Test func `a withdrawn request is reported`() async throws {
        let folder = try BusFolder()
        let bus = try folder.routerBus(sessions: [.main], AnswerRecorder())
        let (line, heard) = try folder.line(answering: false)
        while heard.asked.isEmpty {
            await bus.publish(.navigation(.rerouting(number: 1)))
            try await Task.sleep(for: .milliseconds(20))
        }
        await bus.publish(.navigation(.make()))
        while heard.asked.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(heard.asked == ["main 1", "main -"])
        line.stop()
        line.stop()
        await bus.close()
    }
}

/// Accepts answers, like guidance.
private final class AnswerRecorder: Sendable {
    private let state: Mutex<(refusals: Int, answers: [String])>

    init(refusals: Int = 0) { state = Mutex((refusals, [])) }

    var answers: [String] { state.withLock { $0.answers } }

    func take(_ request: Request) -> Reply {
        guard case .answerRoute(let session, let answer) = request else { return .done }
        return state.withLock { state in
            state.answers.append("\(session.name) \(answer.number)")
            guard state.refusals > 0 else { return .done }
            state.refusals -= 1
            return .refused(RequestError(code: .throttled, text: "too fast"))
        }
    }
}

/// Notes the requests that a connection hands out.
private final class Heard: Sendable {
    private let all = Mutex<[String]>([])
    var asked: [String] { all.withLock { $0 } }
    func note(_ text: String) { all.withLock { $0.append(text) } }
}

extension BusFolder {
    fileprivate func routerBus(sessions: [Session], _ desk: AnswerRecorder) throws -> BusServer {
        try BusServer(
            endpoints: BusEndpoints(folder: RunFolder(path: path)), sessions: sessions,
            settings: { _ throws(RequestError) in [:] },
            handler: { desk.take($0) })
    }

    /// A connection that answers each request with a failure.
    fileprivate func line(answering: Bool = true) throws -> (BusRouterChannel, Heard) {
        let heard = Heard()
        let line = BusRouterChannel(
            endpoint: BusEndpoints(folder: RunFolder(path: path)).requests, id: "router", session: .main,
            reporter: .silent)
        try line.start { [weak line] session, request in
            heard.note("\(session.name) \(request.map { "\($0.number)" } ?? "-")")
            guard answering, let request else { return }
            line?.answer(RouteAnswer(number: request.number, outcome: .failure("find a way")), session: session)
        }
        return (line, heard)
    }
}

extension NavigationInfo {
    fileprivate static func rerouting(number: UInt64) -> NavigationInfo {
        let place = Coordinate(latitudeDegrees: 49, longitudeDegrees: 8)
        var info = NavigationInfo(state: .rerouting, routeID: "r1", fix: .make())
        info.rerouting = Rerouting(
            attempts: 1,
            request: RouteRequest(number: number, position: place, horizontalAccuracyMeters: 5, stopovers: [place]))
        return info
    }
}
