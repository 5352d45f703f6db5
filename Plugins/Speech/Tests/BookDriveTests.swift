import Announcements
import Foundation
import Guidance
import NavigationControl
import NavigationEvents
import Platform
import Positions
import Routes
import SpeechTestSupport
import TestSupport
import Testing

@testable import Speech
@testable import SpeechEngine

/// The events of the recorded drive through Heidelberg.
enum RecordedDrive {
    private static let folder = Checkout.path + "/examples/first-drive"

    static func events() async throws -> [Event] {
        let document = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/route.json")))
        let route = try #require(try RouteDocument.read(document).first)
        var guidance = GuidanceState()
        var filter = PositionFilter()
        var events = try guidance.start(route)
        for await event in NMEASource(file: folder + "/drive.nmea", pace: .max).positions() {
            guard case .fix(let raw) = event, case .accepted(let fix) = filter.accept(raw) else { continue }
            events.append(.gps(fix))
            events += guidance.update(fix)
        }
        return events + guidance.stop()
    }
}

@Suite struct BookDriveTests {
    private static let tour = Checkout.path + "/examples/narrated-book/tour.plist"

    private func drive(_ events: [Event], book: String, _ values: [String: SettingValue] = [:]) throws -> OutputLog {
        let log = OutputLog()
        var settings: [String: SettingValue] = [
            "languages": .text(Checkout.languages.path), "output": .text("none"), "book": .text(book),
        ]
        settings.merge(values) { $1 }
        var driver = ControlDriver(
            try SpeechControl(
                ControlContext(settings: Settings(settings), reporter: log.reporter),
                show: { log.show($0) }, complain: { log.complain($0) }))
        try driver.start()
        driver.deliver(events)
        driver.stop()
        return log
    }

    /// Returns the numbers of the pages that were begun, in order.
    private func pages(_ log: OutputLog) -> [Int] {
        log.texts("page", .began).compactMap { text in Int(text.prefix { $0 != ":" }) }
    }

    @Test func `every page of a tour is read once at its point, and no announcement is lost`() async throws {
        let events = try await RecordedDrive.events()
        let tour = try BookFile(path: Self.tour).read()
        let log = try drive(events, book: Self.tour)
        #expect(log.notes.complaints.isEmpty)
        #expect(pages(log) == [1, 2, 3, 4])
        let texts = tour.pages.flatMap { $0.utterances.map(\.text) }
        let shown = log.notes.shown
        #expect(shown.filter(texts.contains) == texts)
        let plain = try drive(events, book: "").notes.shown
        #expect(plain.count > 15)
        #expect(shown.filter { !texts.contains($0) } == plain)
        // The first page follows the announcement of the first turn; the last precedes the arrival.
        let places = texts.compactMap { shown.firstIndex(of: $0) }
        #expect(places.count == texts.count && places.allSatisfy { $0 > 0 && $0 < shown.count - 1 })
    }

    @Test func `a second drive reads the pages again`() async throws {
        let events = try await RecordedDrive.events()
        let log = try drive(events + events, book: Self.tour)
        #expect(pages(log) == [1, 2, 3, 4, 1, 2, 3, 4])
    }

    @Test func `a muted control reads no tour`() async throws {
        let muted = Event.command(ControlCommand(action: .mute(true), isMuted: true, verbosity: .unknown))
        let events = try await RecordedDrive.events()
        #expect(pages(try drive([muted] + events, book: Self.tour)).isEmpty)
    }

    private static func muted(_ isMuted: Bool) -> Event {
        .command(ControlCommand(action: .mute(isMuted), isMuted: isMuted, verbosity: .unknown))
    }

    @Test func `pages passed while muted are not read later`() async throws {
        let events = try await RecordedDrive.events()
        let starts = events.indices.filter { if case .navigationStarted = events[$0] { true } else { false } }
        // The drive has passed a circle and a distance; one more of each follows.
        let folder = try TemporaryFolder()
        let path = folder.path + "/tour.plist"
        let pages = try BookFile(path: Self.tour).read().pages
        let circles = pages.compactMap { page -> String? in
            guard case .circle(let latitude, let longitude, let radius) = page.place else { return nil }
            return BookText.page("place \(page.number)", BookText.place(latitude, longitude, radius: radius))
        }
        let lengths = [50.0, 150, 300, 900].map { BookText.page("after \(Int($0))", BookText.number("distance", $0)) }
        try ClipBytes.write(
            BookText.list(
                "<dict><key>bookPages</key><array>"
                    + (circles + lengths).map { "<dict>\($0)</dict>" }.joined() + "</array></dict>"), to: path)
        let heard = try self.pages(drive(events, book: path))
        try #require(starts.count == 1 && heard.count > 3)
        for share in [0.3, 0.5, 0.7] {
            let end = Int(Double(events.count) * share)
            let before = Array(events[..<end])
            let passed = try self.pages(drive(before, book: path))
            let unmuted = try drive([Self.muted(true)] + before + [Self.muted(false)] + events[end...], book: path)
            #expect(self.pages(unmuted) == heard.filter { !passed.contains($0) }, "\(share)")
        }
    }

    @Test func `people turn the pages of a book`() throws {
        let book = Checkout.path + "/examples/narrated-book/book.plist"
        let turns: [PageTurn] = [.next, .next, .to(3), .next, .previous]
        let events = turns.map { turn in
            Event.command(ControlCommand(action: .turnPage(turn), isMuted: false, verbosity: .unknown))
        }
        let log = try drive(events, book: book)
        #expect(pages(log) == [1, 2, 3, 2])
        #expect(log.notes.complaints.count == 1)
        #expect(log.texts(.warning).first?.contains("page 4: it does not exist; the pages are 1 to 3") == true)
        #expect(log.notes.shown.first?.hasPrefix("Every morning") == true)
        let without = try drive(Array(events.prefix(1)), book: "")
        #expect(without.texts(.warning).first?.contains("there is no book") == true)
    }

    @Test func `turning a page of an unreadable book causes a warning`() throws {
        let turns: [PageTurn] = [.to(2), .next, .previous]
        let events = turns.map { turn in
            Event.command(ControlCommand(action: .turnPage(turn), isMuted: false, verbosity: .unknown))
        }
        let log = try drive(events, book: "/nonexistent/book.plist")
        let way = "there is no book that can be read; correct the file in the setting \"book\""
        #expect(log.texts(.warning).dropFirst() == Array(repeating: "failed to turn a page: \(way)", count: 3)[...])
    }

    @Test func `a changed book is read again, and a half-written one keeps the previous book`()
        throws
    {
        let folder = try TemporaryFolder()
        let path = folder.path + "/book.plist"
        let turn = Event.command(ControlCommand(action: .turnPage(.to(1)), isMuted: false, verbosity: .unknown))
        try ClipBytes.write(BookText.book(BookText.page("before")), to: path)
        let log = OutputLog()
        var driver = ControlDriver(
            try SpeechControl(
                ControlContext(
                    settings: Settings([
                        "languages": .text(Checkout.languages.path), "output": .text("none"), "book": .text(path),
                    ]), reporter: log.reporter),
                show: { log.show($0) }, complain: { log.complain($0) }))
        try driver.start()
        driver.deliver(turn)
        #expect(log.sees { $0.shown == ["before"] })
        try ClipBytes.write(BookText.book(BookText.page("after")), to: path)
        #expect(log.sees { $0.reports.contains { $0.kind == .note && $0.effect == "book" } })
        driver.deliver(turn)
        #expect(log.sees { $0.shown == ["before", "after"] })
        try ClipBytes.write(Array(BookText.book(BookText.page("half")).dropLast(40)), to: path)
        #expect(log.sees { $0.complaints.contains { $0.contains("book.plist:5:") && $0.contains("stays") } })
        driver.deliver(turn)
        #expect(log.sees { $0.shown == ["before", "after", "after"] })
        driver.stop()
    }

    @Test func `a restarted control does not read the page of its position again`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/tour.plist"
        try ClipBytes.write(
            BookText.book(
                BookText.page("one", BookText.place(49.41, 8.69, radius: 50)),
                BookText.page("two", BookText.place(49.41, 8.70, radius: 50))), to: path)
        let memory = ControlMemory()
        var elsewhere = Fix.make(at: .noon.later(seconds: 60))
        elsewhere.smoothedPosition.longitudeDegrees = 8.70
        for (expected, isThere) in [("one", true), ("two", false), ("", true), ("", false)] {
            let log = OutputLog()
            var driver = ControlDriver(
                try SpeechControl(
                    ControlContext(
                        settings: Settings([
                            "languages": .text(Checkout.languages.path), "output": .text("none"), "book": .text(path),
                        ]), reporter: log.reporter, memory: memory),
                    show: { log.show($0) }, complain: { log.complain($0) }))
            try driver.start()
            driver.deliver(.gps(isThere ? .make() : elsewhere))
            driver.stop()
            #expect(log.notes.shown == [expected].filter { !$0.isEmpty })
        }
    }

    @Test func `an unreadable book is reported and does not affect announcements`() async throws {
        let events = try await RecordedDrive.events()
        let log = try drive(events, book: "/nonexistent/book.plist")
        #expect(log.notes.complaints.count == 1)
        #expect(log.texts("book", .warning).first?.contains("/nonexistent/book.plist") == true)
        #expect(try log.notes.shown == drive(events, book: "").notes.shown)
    }

    @Test func `a book that appears later is read then`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/book.plist"
        let turn = Event.command(ControlCommand(action: .turnPage(.to(1)), isMuted: false, verbosity: .unknown))
        let log = OutputLog()
        var driver = ControlDriver(
            try SpeechControl(
                ControlContext(
                    settings: Settings([
                        "languages": .text(Checkout.languages.path), "output": .text("none"), "book": .text(path),
                    ]), reporter: log.reporter),
                show: { log.show($0) }, complain: { log.complain($0) }))
        try driver.start()
        driver.deliver(turn)
        #expect(log.notes.complaints.count == 2)
        try ClipBytes.write(BookText.book(BookText.page("here it is")), to: path)
        #expect(log.sees { $0.reports.contains { $0.kind == .note && $0.effect == "book" } })
        driver.deliver(turn)
        #expect(log.sees { $0.shown == ["here it is"] })
        driver.stop()
    }

    @Test func `a drive with samples finds every clip`() async throws {
        let events = try await RecordedDrive.events()
        for tag in try Checkout.languages.tags() {
            let table = try Checkout.languages.table(for: tag)
            let known = Set(ClipInventory(table).clips.map(\.name))
            for units in UnitSystem.allCases {
                var generator = AnnouncementGenerator(
                    settings: AnnouncementSettings(outputType: .samples, units: units), strings: table)
                var count = 0
                for case .navigation(let info) in events {
                    guard let announcement = try generator.announcement(for: info) else { continue }
                    count += 1
                    let missing = announcement.samples.filter { !known.contains($0) }
                    #expect(missing.isEmpty && !announcement.samples.isEmpty, "\(tag), \(units): \(missing)")
                }
                #expect(count > 10)
            }
        }
    }
}
