import Pictures
import Testing

@testable import PictureOutput

@Suite struct DisplayGroupTests {
    private let first = RecordingDisplay()
    private let second = RecordingDisplay()
    private var row: DisplayGroup
    private let full = DisplayError.writing(path: "/signs/next.png", reason: "No space left on device")

    init() { row = DisplayGroup([first, second]) }

    @Test mutating func `equal contents are shown once`() {
        for _ in 0..<3 { #expect(row.show(.make()).isEmpty) }
        #expect(first.attempts == 1)
    }

    @Test mutating func `the failure of one display does not affect the others`() {
        first.fail(full)
        #expect(row.show(.make(.straight)) == [full])
        #expect(row.show(.make(.destination)).isEmpty)
        #expect(second.shown == [.make(.straight), .make(.destination)])
        #expect(row.isVisible)
        first.fail(nil)
        #expect(row.repair().isEmpty)
        #expect(first.shown == [.make(.destination)])
    }

    @Test mutating func `a failure is reported again after the display has worked`() {
        first.fail(full)
        #expect(row.show(.make(.straight)) == [full])
        first.fail(nil)
        #expect(row.repair().isEmpty)
        first.fail(full)
        #expect(row.show(.make(.destination)) == [full])
    }

    @Test mutating func `content that no display can show is not visible`() {
        first.fail(full)
        second.fail(.panel(path: "/dev/fb1", reason: "No such device"))
        #expect(row.show(.make(.straight)).count == 2)
        #expect(!row.isVisible)
        second.fail(nil)
        #expect(row.repair().isEmpty && row.isVisible)
    }

    @Test mutating func `removed content is restored`() {
        #expect(row.show(.make()).isEmpty)
        second.lose()
        #expect(row.repair().isEmpty)
        #expect(first.attempts == 1)
        #expect(second.shown == [.make(), .make()])
    }

    @Test mutating func `before the first content a repair does nothing`() {
        #expect(row.repair().isEmpty && first.attempts == 0)
    }
}
