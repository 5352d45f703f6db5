import Pictures
import Testing

@testable import PictureOutput

@Suite struct DisplayRowTests {
    private let first = RecordingDisplay()
    private let second = RecordingDisplay()
    private let told = Ear<DisplayError>()
    private var row: DisplayRow
    private let full = DisplayError.writing(path: "/signs/next.png", reason: "No space left on device")

    init() {
        let told = told
        row = DisplayRow([first, second]) { told.hear($0) }
    }

    @Test mutating func theSameIsShownOnce() {
        for _ in 0..<3 { row.show(.make()) }
        #expect(first.attempts == 1)
    }

    @Test mutating func whatOneCannotShowTheOtherShows() {
        first.fail(full)
        row.show(.make(.straight))
        row.show(.make(.destination))
        #expect(second.shown == [.make(.straight), .make(.destination)])
        #expect(told.heard == [full])
        first.fail(nil)
        row.tend()
        #expect(first.shown == [.make(.destination)])
    }

    @Test mutating func theSameFailureIsToldAgainAfterItHadWorked() {
        first.fail(full)
        row.show(.make(.straight))
        first.fail(nil)
        row.tend()
        first.fail(full)
        row.show(.make(.destination))
        #expect(told.heard == [full, full])
    }

    @Test mutating func whatSomebodyTakesAwayComesBack() {
        row.show(.make())
        second.lose()
        row.tend()
        #expect(first.attempts == 1)
        #expect(second.shown == [.make(), .make()])
    }

    @Test mutating func beforeAnythingIsShownNothingIsDone() {
        row.tend()
        #expect(first.attempts == 0)
    }
}
