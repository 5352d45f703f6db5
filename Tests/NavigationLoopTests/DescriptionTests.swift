import Announcements
import EventBus
import Foundation
import NavigationEvents
import Platform
import Positions
import TestSupport
import Testing

@testable import NavigationLoop

/// The request `describe`, with a bus process.
@Suite(.serialized) struct DescriptionTests {
    private static let patience = Duration.seconds(20)
    private static let languages = ["de", "en-US", "ja"]

    /// A subscriber that also asks.
    private struct Rider {
        let client: BusClient
        let asker: BusClient

        init(_ plan: LoopPlan) throws {
            client = try BusClient(requests: plan.endpoints.requests)
            asker = try BusClient(requests: plan.endpoints.requests)
            let topics: [Topic] = [.onNavigation, .onNavigationStarted, .onNavigationStopped, .onCommand]
            _ = try client.join(Hello(control: "", topics: topics, processID: getpid()), timeout: patience)
        }

        func describe(_ query: DescriptionQuery) throws -> Result<Description, RequestError> {
            do throws(BusError) {
                guard case .description(let description) = try asker.request(.describe(.main, query), timeout: patience)
                else { return .failure(RequestError(code: .unknown, text: "another reply")) }
                return .success(description)
            } catch {
                guard case .refused(let refusal) = error else { throw error }
                return .failure(refusal)
            }
        }

        /// Sends a position, and returns the guidance for it.
        func drive(to fix: Fix) throws -> NavigationInfo? {
            _ = try asker.request(.position(.main, fix), timeout: patience)
            while let delivery = try client.next(timeout: patience) {
                guard case .event(let envelope) = delivery else { continue }
                if case .navigation(let info) = envelope.event, info.fix.time == fix.time { return info }
            }
            return nil
        }
    }

    private static func fixes() async throws -> [Fix] {
        var fixes: [Fix] = []
        for await event in NMEASource(file: ExampleDrive.folder + "/drive.nmea", pace: .max).positions() {
            if case .fix(let fix)? = DriveInput(event) { fixes.append(fix) }
        }
        return fixes
    }

    private static func tables() -> LanguageFolder {
        let root = URL(filePath: ExampleDrive.folder).deletingLastPathComponent().deletingLastPathComponent()
        return LanguageFolder(path: root.appending(path: "Plugins/Speech/Languages").path)
    }

    @Test func `the words for each cue of a drive are those of the announcements, also some seconds later`()
        async throws
    {
        let folder = try TemporaryFolder()
        let plan = BusProcess.plan(in: folder, pace: nil)
        let bus = try BusProcess(plan)
        let (fixes, route) = (try await Self.fixes(), try ExampleDrive.route())
        let described = try await onThread { () throws -> Int in
            let rider = try Rider(plan)
            var generators: [String: AnnouncementGenerator] = [:]
            for tag in Self.languages {
                generators[tag] = AnnouncementGenerator(strings: try Self.tables().table(for: tag))
                generators[tag]?.navigationStarted(route)
            }
            _ = try rider.asker.request(.start(.main, route), timeout: Self.patience)
            var (cue, count): (CueReference?, Int) = (nil, 0)
            var later: [(at: Int, cue: CueReference, text: String)] = []
            for (index, fix) in fixes.enumerated() {
                guard let info = try rider.drive(to: fix), !info.isDestinationReached else { break }
                for (_, asked, text) in later where later.first?.at == index {
                    #expect(
                        try rider.describe(DescriptionQuery(.cue(asked), language: "de")).map(\.text) == .success(text))
                    later.removeFirst()
                    break
                }
                let isNew = info.cue.map { $0.reference != cue } ?? false
                cue = info.cue?.reference ?? cue
                for tag in Self.languages {
                    let announcement = try generators[tag]?.announcement(for: info)
                    guard isNew, let cue = info.cue?.reference, announcement?.cue == cue else { continue }
                    let words = try rider.describe(DescriptionQuery(.cue(cue), language: tag)).get()
                    #expect(words.text == announcement?.text, "\(tag) at \(fix.time.iso8601)")
                    #expect(words.language == tag)
                    if tag == "de" { later.append((index + 7, cue, words.text)) }
                    count += 1
                }
            }
            return count
        }
        #expect(described >= 3 * 10)
        bus.kill()
    }

    @Test func `a refusal names the problem and the way out`() async throws {
        let folder = try TemporaryFolder()
        let plan = BusProcess.plan(in: folder, pace: nil)
        let bus = try BusProcess(plan)
        let (fixes, route) = (try await Self.fixes(), try ExampleDrive.route())
        try await onThread {
            let rider = try Rider(plan)
            func refusal(_ query: DescriptionQuery) throws -> RequestError {
                guard case .failure(let error) = try rider.describe(query) else {
                    return RequestError(code: .unknown, text: "it was described")
                }
                return error
            }
            #expect(try refusal(DescriptionQuery()).code == .unavailable)
            #expect(try refusal(DescriptionQuery(.step(0))).text.contains("start one"))
            _ = try rider.asker.request(.start(.main, route), timeout: Self.patience)
            #expect(try refusal(DescriptionQuery()).text.contains("first fix"))
            #expect(try rider.describe(DescriptionQuery(.step(1), language: "de_AT")).get().language == "de")
            #expect(try refusal(DescriptionQuery(.step(9999))).code == .malformed)
            _ = try rider.drive(to: fixes[0])
            let unknown = try refusal(DescriptionQuery(language: "tlh"))
            #expect(unknown.code == .malformed && unknown.text.contains("de, en-GB, en-US"), "\(unknown.text)")
            #expect(try refusal(DescriptionQuery(language: "../../etc/passwd")).code == .malformed)
            let strange = CueReference(identity: 7, stage: .now)
            #expect(try refusal(DescriptionQuery(.cue(strange))).code == .unavailable)
            #expect(try !rider.describe(DescriptionQuery()).get().text.isEmpty)
            let session = try #require(Session("nobody"))
            let error = #expect(throws: BusError.self) {
                try rider.asker.request(.describe(session, DescriptionQuery()), timeout: Self.patience)
            }
            guard case .refused(let refused)? = error else { return }
            #expect(refused.code == .noSuchSession)
        }
        bus.kill()
    }

    @Test func `events without a time of their own have that of the newest fix, also after a restart of the bus`()
        async throws
    {
        let folder = try TemporaryFolder()
        let plan = BusProcess.plan(in: folder, pace: nil)
        let first = try BusProcess(plan)
        let (fixes, route) = (try await Self.fixes(), try ExampleDrive.route())
        try await onThread {
            let asker = try BusClient(requests: plan.endpoints.requests)
            func times(_ topic: Topic) throws -> [Timestamp?] {
                let missed = MissedEvents(session: .main, topic: topic, first: 0, last: .max)
                guard case .events(let events, _) = try asker.request(.missed(missed), timeout: Self.patience) else {
                    return []
                }
                return events.map(\.fixTime)
            }
            func report(_ number: UInt64) throws {
                let report = ControlReport(control: "speech", kind: .note, text: "a note", number: number)
                _ = try asker.request(.report(.main, report), timeout: Self.patience)
            }
            try report(1)
            _ = try asker.request(.start(.main, route), timeout: Self.patience)
            for fix in fixes[..<3] { _ = try asker.request(.position(.main, fix), timeout: Self.patience) }
            try report(2)
            _ = try asker.request(.stop(.main), timeout: Self.patience)
            #expect(try times(.onNavigationStarted) == [nil])
            #expect(try times(.onNavigationStopped) == [fixes[2].time])
            #expect(try times(.onGPS) == [nil, nil, nil])
            #expect(try times(.onControl) == [nil, fixes[2].time])
            first.kill()
            let second = try BusProcess(plan)
            try report(3)
            _ = try asker.request(.start(.main, route), timeout: Self.patience)
            #expect(try times(.onControl).last == fixes[2].time)
            #expect(try times(.onNavigationStarted).last == fixes[2].time)
            second.kill()
        }
    }

    @Test func `a focus is published to displays, and refused without what it needs`() async throws {
        let folder = try TemporaryFolder()
        let plan = BusProcess.plan(in: folder, pace: nil)
        let bus = try BusProcess(plan)
        let (fixes, route) = (try await Self.fixes(), try ExampleDrive.route())
        try await onThread {
            let rider = try Rider(plan)
            func code(_ focus: MapFocus) throws -> RequestError.Code? {
                do throws(BusError) {
                    _ = try rider.asker.request(.focus(.main, focus), timeout: Self.patience)
                    return nil
                } catch {
                    guard case .refused(let refusal) = error else { throw error }
                    return refusal.code
                }
            }
            #expect(try code(.position) == .unavailable)
            #expect(try code(.route) == .unavailable)
            #expect(try code(.step(0)) == .unavailable)
            #expect(try code(.point(Coordinate(latitudeDegrees: 91, longitudeDegrees: 0))) == .malformed)
            #expect(try code(.step(-1)) == .malformed)
            _ = try rider.asker.request(.start(.main, route), timeout: Self.patience)
            _ = try rider.drive(to: fixes[0])
            #expect(try code(.step(9999)) == .malformed)
            let asked: [MapFocus] = [
                .position, .route, .step(1), .point(Coordinate(latitudeDegrees: 49, longitudeDegrees: 8)),
            ]
            for focus in asked { #expect(try code(focus) == nil) }
            var heard: [MapFocus] = []
            while heard.count < asked.count, let delivery = try rider.client.next(timeout: Self.patience) {
                guard case .event(let envelope) = delivery, case .command(let command) = envelope.event else {
                    continue
                }
                if case .focus(let focus)? = command.action { heard.append(focus) }
                #expect(envelope.fixTime == fixes[0].time)
            }
            #expect(heard == asked)
        }
        bus.kill()
    }
}
