import Announcements
import Foundation
import Guidance
import NavigationControl
import NavigationEvents
import Positions
import Routes
import Testing

@testable import Speech

/// The recorded drive through Heidelberg: what the bus publishes of it.
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

    private func drive(_ events: [Event], book: String, _ values: [String: SettingValue] = [:]) throws -> Witness {
        let witness = Witness()
        var settings: [String: SettingValue] = [
            "languages": .text(Checkout.languages.path), "output": .text("none"), "book": .text(book),
        ]
        settings.merge(values) { $1 }
        var driver = ControlDriver(
            try SpeechControl(
                ControlContext(settings: Settings(settings), reporter: witness.reporter),
                show: { witness.show($0) }, complain: { witness.complain($0) }))
        try driver.start()
        driver.deliver(events)
        driver.stop()
        return witness
    }

    /// Numbers of the pages that were begun, in order.
    private func pages(_ witness: Witness) -> [UInt64] {
        witness.notes.reports.filter { $0.effect == "page" && $0.kind == .began }.map(\.effectNumber)
    }

    @Test func everyPageOfATourIsReadOnceWhereItBelongsAndNoAnnouncementIsLost() async throws {
        let events = try await RecordedDrive.events()
        let tour = try BookFile(path: Self.tour).read()
        let witness = try drive(events, book: Self.tour)
        #expect(witness.notes.complaints.isEmpty)
        #expect(pages(witness) == [1, 2, 3, 4])
        let texts = tour.pages.flatMap { $0.utterances.map(\.text) }
        let shown = witness.notes.shown
        #expect(shown.filter(texts.contains) == texts)
        let plain = try drive(events, book: "").notes.shown
        #expect(plain.count > 15)
        #expect(shown.filter { !texts.contains($0) } == plain)
        // Where they belong: the first is said after the first turn was announced, the last before the arrival.
        let places = texts.compactMap { shown.firstIndex(of: $0) }
        #expect(places.count == texts.count && places.allSatisfy { $0 > 0 && $0 < shown.count - 1 })
    }

    @Test func aSecondDriveReadsThePagesAgain() async throws {
        let events = try await RecordedDrive.events()
        let witness = try drive(events + events, book: Self.tour)
        #expect(pages(witness) == [1, 2, 3, 4, 1, 2, 3, 4])
    }

    @Test func whoMutesSpeechHearsNoTour() async throws {
        let muted = Event.command(ControlCommand(action: .mute(true), isMuted: true, verbosity: .unknown))
        let events = try await RecordedDrive.events()
        #expect(pages(try drive([muted] + events, book: Self.tour)).isEmpty)
    }

    @Test func peopleTurnThePagesOfTheBookOfAControl() throws {
        let book = Checkout.path + "/examples/narrated-book/book.plist"
        let turns: [PageTurn] = [.next, .next, .to(3), .next, .previous]
        let events = turns.map { turn in
            Event.command(ControlCommand(action: .turnPage(turn), isMuted: false, verbosity: .unknown))
        }
        let witness = try drive(events, book: book)
        #expect(pages(witness) == [1, 2, 3, 2])
        #expect(witness.notes.complaints.count == 1)
        #expect(witness.texts(.warning).first?.contains("page 4: there is none; the pages are 1 to 3") == true)
        #expect(witness.notes.shown.first?.hasPrefix("Every morning") == true)
        let without = try drive(Array(events.prefix(1)), book: "")
        #expect(without.texts(.warning).first?.contains("there is no book") == true)
    }

    @Test func aBookThatCannotBeReadIsNamedWhenTheControlIsMade() {
        #expect {
            try drive([], book: "/nonexistent/book.plist")
        } throws: {
            "\($0)".contains("/nonexistent/book.plist")
        }
    }

    @Test func inSamplesTheWholeDriveFindsEveryClip() async throws {
        let events = try await RecordedDrive.events()
        for tag in Checkout.languages.tags {
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
