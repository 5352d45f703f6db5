import BusTestSupport
import EventCodec
import Glibc
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Journal

/// The events that the bus keeps, and those that remain when the process dies.
@Suite struct JournalTests {
    @Test func `the oldest events are removed first, and the newest of each topic stays`() async throws {
        try await onThread { () throws in
            let journal = WrittenJournal(JournalSettings(maxBytes: 32 * 1024))
            journal.append(.navigationStarted(.make("first")))
            for number in 1...2000 { journal.append(.gps(.make(number))) }
            let kept = journal.events
            #expect(kept.first?.event == .navigationStarted(.make("first")))
            #expect((20..<2000).contains(kept.count), "some are kept, and some are gone")
            #expect(kept.map(\.sequence) == [1] + Array((2003 - UInt64(kept.count))...2001))
            #expect(journal.journal.byteCount <= 32 * 1024)
            #expect(journal.journal.count == kept.count)
        }
    }

    @Test func `events that are too old are removed even if there is room`() async throws {
        try await onThread { () throws in
            let journal = WrittenJournal(JournalSettings(maxBytes: 32 * 1024, seconds: 10))
            for number in 1...100 { journal.append(.gps(.make(number)), nanoseconds: UInt64(number) * 1_000_000_000) }
            journal.journal.trim(nanoseconds: 100_000_000_000)
            #expect(journal.events.last?.sequence == 100)
            #expect((10..<60).contains(journal.events.count), "ten seconds, and the rest of their segment")
        }
    }

    @Test func `an event larger than a segment gets its own`() async throws {
        try await onThread { () throws in
            let journal = WrittenJournal(JournalSettings(maxBytes: 64 * 1024))
            journal.append(.gps(.make(1)))
            journal.append(.navigationStarted(.make("long", vertices: 100_000)))
            journal.append(.gps(.make(2)))
            #expect(journal.events.map(\.sequence) == [1, 2, 3])
            #expect(journal.events[1].event == .navigationStarted(.make("long", vertices: 100_000)))
            journal.append(.navigationStarted(.make("short")))
            for number in 3...1000 { journal.append(.gps(.make(number))) }
            #expect(journal.journal.byteCount <= 64 * 1024, "a route that is no longer the newest is removed")
        }
    }

    @Test(arguments: 0..<20) func `a journal keeps the latest of any events, in files and after deaths`(_ seed: UInt64)
        async throws
    {
        try await onThread { () throws in
            var random = SplitMix64(seed: seed)
            let folder = try TemporaryFolder()
            let settings = JournalSettings(
                folder: random.chance(3) ? nil : folder.path + "/journal",
                maxBytes: Int.random(in: 1...200_000, using: &random))
            var journal = WrittenJournal(settings)
            var all: [Envelope] = []
            for _ in 0..<400 {
                if settings.folder != nil, random.chance(40) {
                    let before = journal.events
                    journal.die()
                    journal = WrittenJournal(settings)
                    #expect(journal.opening.isContinued)
                    // A new segment may displace an old one.
                    #expect(
                        before.suffix(journal.events.count) == journal.events[...] || journal.hasNewestOfEachTopic(all))
                }
                all.append(journal.append(.random(using: &random)))
                // As each second; nothing is too old.
                if random.chance(10) { journal.journal.trim(nanoseconds: 0) }
                #expect(journal.hasNewestOfEachTopic(all))
            }
            let kept = Set(journal.events.map(\.sequence))
            #expect(journal.events == all.filter { kept.contains($0.sequence) }, "exactly the appended events")
        }
    }

    @Test func `a journal of another key or other sessions is not continued`() throws {
        let folder = try TemporaryFolder()
        var settings = JournalSettings(folder: folder.path + "/journal", resumeKey: "heidelberg")
        let first = WrittenJournal(settings)
        first.append(.gps(.make()))
        let run = first.opening.run
        first.die()
        let second = WrittenJournal(settings)
        #expect(second.opening.isContinued && second.opening.run == run)
        second.die()
        settings.resumeKey = "zermatt"
        let third = WrittenJournal(settings)
        #expect(!third.opening.isContinued && third.opening.run != run && third.opening.problems.isEmpty)
        third.die()
        let two = JournalOpener(
            settings: settings, sessions: [.main, try #require(Session("second"))], run: nil
        ).open()
        #expect(!two.isContinued)
    }

    @Test func `a journal that was removed is not continued`() throws {
        let folder = try TemporaryFolder()
        let settings = JournalSettings(folder: folder.path + "/journal")
        let first = WrittenJournal(settings)
        first.append(.gps(.make()))
        first.journal.removeFiles()
        first.append(.gps(.make()))
        first.die()
        #expect(try names(in: folder.path + "/journal") == ["lock"])
        let second = WrittenJournal(settings)
        #expect(!second.opening.isContinued && second.events.isEmpty)
    }

    @Test func `the numbers of published reports outlive the process`() throws {
        let folder = try TemporaryFolder()
        let settings = JournalSettings(folder: folder.path + "/journal")
        let report = ControlReport(control: "speech", kind: .began, processID: 7, number: 3)
        let first = WrittenJournal(settings)
        first.append(.control(report))
        first.die()
        var numbers = WrittenJournal(settings).opening.own[0].reports
        var next = report
        next.number = 4
        var other = report
        other.processID = 8
        let news = [report, next, other, next].map { numbers.isNew($0) }
        #expect(news == [false, true, true, false])
    }

    @Test func `only the owner has access to the files`() throws {
        let folder = try TemporaryFolder()
        let journal = WrittenJournal(JournalSettings(folder: folder.path + "/journal"))
        journal.append(.gps(.make()))
        var status = stat()
        let file = try #require(try names(in: folder.path + "/journal").first { $0.hasSuffix(".segment") })
        #expect(lstat(folder.path + "/journal/" + file, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test func `the numbers of events in memory are not assigned again`() async throws {
        try await onThread { () throws in
            let folder = try TemporaryFolder()
            let settings = JournalSettings(folder: folder.path + "/journal", maxBytes: 64 * 1024)
            let journal = WrittenJournal(settings)
            for number in 1...10 { journal.append(.gps(.make(number))) }
            // No file can be created in a folder that is gone.
            #expect(rename(folder.path + "/journal", folder.path + "/moved") == 0)
            for number in 11...200 { journal.append(.gps(.make(number))) }
            #expect(journal.journal.fallbacks > 0)
            #expect(journal.events.map(\.sequence) == Array(1...200))
            journal.die()
            #expect(rename(folder.path + "/moved", folder.path + "/journal") == 0)
            let next = WrittenJournal(settings)
            #expect(!next.opening.isContinued && next.opening.problems.count == 1)
        }
    }
}
