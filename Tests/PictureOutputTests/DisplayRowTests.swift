import Pictures
import Testing

@testable import PictureOutput

@Suite struct DisplayRowTests {
    private let first = RecordingDisplay()
    private let second = RecordingDisplay()
    private var row: DisplayRow
    private let full = DisplayError.writing(path: "/signs/next.png", reason: "No space left on device")

    init() { row = DisplayRow([first, second]) }

    @Test mutating func `the same is shown once`() {
        for _ in 0..<3 { #expect(row.show(.make()).isEmpty) }
        #expect(first.attempts == 1)
    }

    @Test mutating func `what one cannot show the other shows`() {
        first.fail(full)
        #expect(row.show(.make(.straight)) == [full])
        #expect(row.show(.make(.destination)).isEmpty)
        #expect(second.shown == [.make(.straight), .make(.destination)])
        #expect(row.isSeen)
        first.fail(nil)
        #expect(row.tend().isEmpty)
        #expect(first.shown == [.make(.destination)])
    }

    @Test mutating func `the same failure is told again after it had worked`() {
        first.fail(full)
        #expect(row.show(.make(.straight)) == [full])
        first.fail(nil)
        #expect(row.tend().isEmpty)
        first.fail(full)
        #expect(row.show(.make(.destination)) == [full])
    }

    @Test mutating func `what no display can show is not seen`() {
        first.fail(full)
        second.fail(.panel(path: "/dev/fb1", reason: "No such device"))
        #expect(row.show(.make(.straight)).count == 2)
        #expect(!row.isSeen)
        second.fail(nil)
        #expect(row.tend().isEmpty && row.isSeen)
    }

    @Test mutating func `what somebody takes away comes back`() {
        #expect(row.show(.make()).isEmpty)
        second.lose()
        #expect(row.tend().isEmpty)
        #expect(first.attempts == 1)
        #expect(second.shown == [.make(), .make()])
    }

    @Test mutating func `before anything is shown nothing is done`() {
        #expect(row.tend().isEmpty && first.attempts == 0)
    }
}
