import EventBus
import Foundation
import NavigationEvents
import Synchronization
import Testing

@testable import NavigationControl

/// Tests the requests of a control on a real bus.
@Suite(.timeLimit(.minutes(2))) struct RequestChannelTests {
    private let rider = Session("rider") ?? .main

    @Test func `requests arrive in order and for the session of the control`() async throws {
        let desk = RequestRecorder()
        let folder = try BusFolder()
        let bus = try folder.bus(desk, sessions: [.main, rider])
        let (line, warnings) = folder.line(session: rider)
        line.ask { .repeatAnnouncement($0) }
        line.ask { .mute($0, true) }
        line.ask { .calibrate($0) }
        while desk.asked.count < 3 { try await Task.sleep(for: .milliseconds(2)) }
        #expect(desk.asked == [.repeatAnnouncement(rider), .mute(rider, true), .calibrate(rider)])
        line.stop()
        line.ask { .mute($0, false) }
        #expect(warnings.texts.isEmpty)
        await bus.close()
        #expect(desk.asked.count == 3, "no request follows the end")
    }

    @Test func `a refusal is reported once for each reason`() async throws {
        let desk = RequestRecorder(refuses: true)
        let folder = try BusFolder()
        let bus = try folder.bus(desk)
        let (line, warnings) = folder.line()
        for count in 1...3 {
            line.ask { .mute($0, true) }
            while desk.asked.count < count { try await Task.sleep(for: .milliseconds(2)) }
        }
        line.ask { .calibrate($0) }
        while warnings.texts.count < 2 { try await Task.sleep(for: .milliseconds(2)) }
        #expect(warnings.texts.first?.contains("nobody is there for mute") == true)
        #expect(warnings.texts.last?.contains("nobody is there for calibrate") == true)
        #expect(warnings.texts.count == 2)
        line.stop()
        await bus.close()
    }

    @Test func `a request never waits, and a missing bus is reported`() async throws {
        let folder = try BusFolder()
        let (line, warnings) = folder.line()
        for _ in 0..<RequestQueue.maxCount + 9 { line.ask { .repeatAnnouncement($0) } }
        while warnings.texts.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(warnings.texts.contains { $0.contains("requests are already waiting") })
        #expect(warnings.texts.contains { $0.contains("failed to reach a bus") }, "\(warnings.texts)")
        line.stop()
    }

    @Test func `of waiting headings the newest of each compass is sent`() {
        func heading(_ degrees: Double, _ source: String) -> Request {
            .heading(.main, HeadingReading(degrees: degrees, reference: .magneticNorth, source: source))
        }
        var waiting = RequestQueue()
        let asked: [Request] = [heading(1, "left"), .mute(.main, true), heading(2, "right"), heading(3, "left")]
        let areTaken = asked.map { waiting.add($0) }
        #expect(areTaken.allSatisfy { $0 })
        let sent = (0..<4).map { _ in waiting.next()?.request }
        #expect(sent == [heading(3, "left"), .mute(.main, true), heading(2, "right"), nil])
        let many = (0...RequestQueue.maxCount).map { _ in waiting.add(.calibrate(.main)) }
        #expect(many.count { $0 } == RequestQueue.maxCount && many.last == false, "the queue is limited")
    }

    @Test func `without a bus requests are dropped`() {
        var sessions: [Session] = []
        ControlContext().requests.ask { session in
            sessions.append(session)
            return .repeatAnnouncement(session)
        }
        #expect(sessions.isEmpty, "the request is not made")
    }
}

/// Notes requests.
private final class RequestRecorder: Sendable {
    private let refuses: Bool
    private let all = Mutex<[Request]>([])

    init(refuses: Bool = false) { self.refuses = refuses }

    var asked: [Request] { all.withLock { $0 } }

    func take(_ request: Request) -> Reply {
        all.withLock { $0.append(request) }
        guard refuses else { return .done }
        let name = if case .mute = request { "mute" } else { "calibrate" }
        return .refused(RequestError(code: .unavailable, text: "nobody is there for \(name)"))
    }
}

/// Notes warnings.
private final class Warnings: Sendable {
    private let all = Mutex<[String]>([])
    var texts: [String] { all.withLock { $0 } }
    func note(_ report: ControlReport) { all.withLock { $0.append(report.text) } }
}

extension BusFolder {
    fileprivate func bus(_ desk: RequestRecorder, sessions: [Session] = [.main]) throws -> BusServer {
        try BusServer(
            endpoints: BusEndpoints(folder: RunFolder(path: path)), sessions: sessions,
            settings: { _ throws(RequestError) in [:] }, handler: { desk.take($0) })
    }

    fileprivate func line(session: Session = .main) -> (BusRequestChannel, Warnings) {
        let warnings = Warnings()
        let line = BusRequestChannel(
            endpoint: BusEndpoints(folder: RunFolder(path: path)).requests, session: session,
            reporter: Reporter(control: "band") { warnings.note($0) })
        return (line, warnings)
    }
}
