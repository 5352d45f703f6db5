import BusTestSupport
import EventCodec
import Glibc
import NavigationEvents
import TestSupport
import Testing

@testable import Journal

/// The journals of sessions that were opened on a bus, after its death, and their memory.
@Suite struct SessionJournalTests {
    private func session(_ name: String) throws -> Session { try #require(Session(name)) }

    @Test func `opened sessions keep their runs and numbers after the death of the bus`() throws {
        let folder = try TemporaryFolder()
        let settings = JournalSettings(folder: folder.path + "/journal")
        let opened = try (1...5).map { try session("v\($0)") }
        var runs: [UInt64] = []
        do {
            let factory = JournalOpener(settings: settings, sessions: [.main], run: nil).open().factory
            for (count, session) in zip(1..., opened) {
                let journal = try factory.makeJournal(session)
                runs.append(journal.run)
                for number in 0..<count * 100 { journal.keep(.gps(.make(number))) }
            }
        }
        let next = JournalOpener(settings: settings, sessions: [.main], run: nil).open()
        #expect(next.isContinued && next.problems.isEmpty)
        #expect(next.opened.map(\.journal.session) == opened && next.opened.map(\.journal.run) == runs)
        #expect(next.opened.map(\.journal.state.sequence) == [100, 200, 300, 400, 500])
        #expect(next.opened.allSatisfy { $0.isContinued })
        let most = next.opened.map(\.journal.byteCount).max() ?? 0
        #expect(most <= settings.openedBytes + 16 * 1024, "an opened session uses little memory")
    }

    /// Sizes in bytes of a real drive with a compass; a receiver of a fleet needs half a minute to find another server and to ask.
    @Test func `a session of a fleet has the events of the last half minute`() throws {
        var settings = JournalSettings()
        settings.openedBytes = JournalSettings.fleetOpenedBytes
        let factory = JournalOpener(settings: settings, sessions: [.main], run: nil).open().factory
        let journal = try factory.makeJournal(session("van-1"))
        func append(_ byteCount: Int, _ topic: Topic) {
            [UInt8](repeating: 7, count: byteCount).withUnsafeBytes { journal.append($0, topic: topic, nanoseconds: 0) }
        }
        var fewest = Int.max
        for second in 1...300 {
            append(146, .onGPS)
            append(1169, .onNavigation)
            for _ in 1...5 { append(88, .onHeading) }
            if second > 30 { fewest = min(fewest, Int(journal.newest(.onGPS) - journal.oldest(.onGPS))) }
        }
        #expect(fewest >= 30)
    }

    @Test func `a session with a damaged journal stays open with a new run`() throws {
        let folder = try TemporaryFolder()
        let settings = JournalSettings(folder: folder.path + "/journal")
        let (red, blue) = (try session("red"), try session("blue"))
        var run: UInt64 = 0
        do {
            let factory = JournalOpener(settings: settings, sessions: [.main], run: nil).open().factory
            let journal = try factory.makeJournal(red)
            run = journal.run
            for number in 0..<400 { journal.keep(.gps(.make(number))) }
            try factory.makeJournal(blue).keep(.gps(.make()))
        }
        let newest = try #require(
            try names(in: folder.path + "/journal").last { $0.hasPrefix("journal-red") && $0.hasSuffix("segment") })
        #expect(unlink(folder.path + "/journal/" + newest) == 0)
        let next = JournalOpener(settings: settings, sessions: [.main], run: nil).open()
        #expect(next.isContinued, "its own session is valid")
        #expect(next.opened.map(\.journal.session) == [blue, red] && next.opened.map(\.isContinued) == [true, false])
        #expect(next.opened[1].journal.run != run && next.problems.count == 1)
    }

    @Test func `opened sessions continue when the bus begins another drive`() throws {
        let folder = try TemporaryFolder()
        var settings = JournalSettings(folder: folder.path + "/journal", resumeKey: "one drive")
        let (red, blue) = (try session("red"), try session("blue"))
        var run: UInt64 = 0
        do {
            let factory = JournalOpener(settings: settings, sessions: [.main], run: nil).open().factory
            let journal = try factory.makeJournal(red)
            run = journal.run
            journal.keep(.gps(.make()))
        }
        settings.resumeKey = "another drive"
        do {
            let next = JournalOpener(settings: settings, sessions: [.main], run: nil).open()
            #expect(!next.isContinued && next.problems.isEmpty && next.lostSessions == 0)
            #expect(next.opened.map(\.journal.run) == [run] && next.opened.map(\.journal.state.sequence) == [1])
        }
        // The bus of another vehicle does not continue them, and reports that.
        let other = JournalOpener(settings: settings, sessions: [blue], run: nil).open()
        #expect(other.opened.isEmpty && other.lostSessions == 2)
        let told = other.problems.map(\.description)
        #expect(told.count == 1 && told[0].contains("\"main\" and 1 more") && told[0].contains("not open any more"))
        let left = try names(in: folder.path + "/journal").filter { $0.hasSuffix(".segment") }
        #expect(left.allSatisfy { $0.hasPrefix("journal-blue.") })
    }

    @Test func `damaged sessions are reported, and their files replace older ones`() throws {
        let folder = try TemporaryFolder()
        let settings = JournalSettings(folder: folder.path + "/journal")
        do {
            let factory = JournalOpener(settings: settings, sessions: [.main], run: nil).open().factory
            for number in 1...40 {
                try factory.makeJournal(try session("v\(number)")).keep(.gps(.make()))
            }
        }
        let path = folder.path + "/journal/"
        let files = try names(in: path).filter { $0.hasPrefix("journal-v") }
        for name in files { #expect(truncate(path + name, 4096) == 0) }
        #expect(creat(path + "journal-old.0000000000000001.segment.damaged", 0o600) >= 0)
        let next = JournalOpener(settings: settings, sessions: [.main], run: nil).open()
        #expect(next.isContinued && next.opened.count == 40 && next.lostSessions == 40)
        let told = next.problems.map(\.description)
        #expect(told.count == 1 && told[0].contains("\"v1\" and 39 more") && told[0].contains("*.damaged"))
        let aside = try names(in: path).filter { $0.hasSuffix(".damaged") }
        #expect(Set(aside) == Set(files.map { $0 + ".damaged" }))
    }

    @Test func `a large route displaces no other events of a session`() throws {
        func minKept(_ routes: [Int: Route]) throws -> (events: UInt64, bytes: Int) {
            let folder = try TemporaryFolder()
            let settings = JournalSettings(folder: folder.path + "/journal")
            let opening = JournalOpener(settings: settings, sessions: [.main], run: nil).open()
            let journal = try opening.factory.makeJournal(try session("red"))
            var least = UInt64.max
            for number in 1...1000 {
                if let route = routes[number] { journal.keep(.navigationStarted(route)) }
                journal.keep(.gps(.make(number)))
                journal.keep(.navigation(.make(number)))
                guard number > 400 else { continue }
                least = min(least, journal.newest(.onGPS) + 1 - journal.oldest(.onGPS))
            }
            return (least, journal.byteCount)
        }
        let (alone, bytes) = try minKept([:])
        let routes = Dictionary(
            uniqueKeysWithValues: (1...5).map { ($0 * 150, Route.make("r\($0)", vertices: 20_000)) })
        let guided = try minKept(routes)
        // A route begins another segment: the one before may be half empty.
        #expect(guided.events * 2 >= alone, "\(guided.events) of \(alone)")
        let largest = routes.values.map { $0.wireBytes().count }.max() ?? 0
        #expect(guided.bytes > bytes && guided.bytes <= bytes + largest + 4096, "one route, not the earlier ones")
    }
}

extension EventJournal {
    /// Keeps an event as the bus does.
    fileprivate func keep(_ event: Event) {
        let (sequence, topicSequence) = next(event.topic)
        Envelope(
            run: run, sequence: sequence, topicSequence: topicSequence, session: session, monotonicNanoseconds: 1,
            publishedAt: Timestamp(nanosecondsSinceEpoch: 1), tick: 0, event: event
        ).wireBytes().withUnsafeBytes { append($0, topic: event.topic, nanoseconds: 1) }
    }
}
