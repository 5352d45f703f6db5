import BusTestSupport
import NavigationEvents
import TestSupport
import Testing

@testable import Journal

@Suite("Pictures in a journal")
struct PictureRetentionTests {
    private static func picture(
        _ bytes: Int = ReportedPicture.maxBytes
    ) -> ReportedPicture {
        ReportedPicture(
            mediaType: "image/png", widthPoints: 96, heightPoints: 96,
            data: (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    }

    private static func report(_ picture: ReportedPicture, number: UInt64 = 1) -> ControlReport {
        ControlReport(
            control: "signs", kind: .began, effect: "sign", text: "turn left", processID: 7, number: number,
            picture: picture)
    }

    @Test func `ten of the largest pictures a second leave 90 seconds of journal, also in files`() throws {
        let folder = try TemporaryFolder()
        let settings = JournalSettings(folder: folder.path + "/journal")
        let first = WrittenJournal(settings)
        for number in 1...1200 { first.append(.control(Self.report(Self.picture(), number: UInt64(number)))) }
        #expect(first.journal.byteCount <= settings.maxBytes)
        #expect((900..<1200).contains(first.journal.count))
        let last = first.events.last
        first.die()
        let second = WrittenJournal(settings)
        #expect(second.events.last == last && second.events.count >= 900)
    }

    @Test func `the pictures of a whole drive displace no other events`() throws {
        let journal = WrittenJournal(JournalSettings())
        for second in 1...3600 {
            journal.append(.gps(.make(second)))
            journal.append(.navigation(.make(second)))
            // A new sign each half minute, of the usual size.
            if second % 30 == 0 { journal.append(.control(Self.report(Self.picture(2500), number: UInt64(second)))) }
        }
        #expect(journal.events.first?.sequence == 1, "an hour is still kept")
    }
}
