import NavigationEvents
import TestSupport
import Testing

@testable import Haptics

@Suite struct HeadingFinderTests {
    let offsets = ["wrist": 90.0, "head": 10]

    func handle(
        _ finder: inout HeadingFinder, _ degrees: Double, of source: String, at seconds: Double, off: Double? = nil
    ) {
        finder.handle(
            Heading(time: .second(seconds), degrees: degrees, accuracyDegrees: off, source: source),
            isKnown: { offsets[$0] != nil })
    }

    func handle(
        _ finder: inout HeadingFinder, course: Double?, speed: Double?, heading: Double? = nil, at seconds: Double
    ) {
        var fix = Fix.make(at: seconds, heading: heading)
        (fix.courseDegrees, fix.speedMetersPerSecond) = (course, speed)
        finder.handle(fix, isKnown: { offsets[$0] != nil })
    }

    func facing(_ finder: HeadingFinder, at seconds: Double) -> Facing? {
        finder.facing(at: .second(seconds)) { HeadingCalibration(positionOffsetDegrees: offsets[$0] ?? 0) }
    }

    @Test func `a compass with an unknown offset is not used`() {
        var finder = HeadingFinder()
        handle(&finder, 135, of: "new", at: 0)
        #expect(finder.facing(at: .second(0)) { _ in nil } == nil, "a standing wearer may face anywhere")
        handle(&finder, course: 40, speed: 1.3, at: 0)
        #expect(finder.facing(at: .second(0)) { _ in nil } == Facing(degrees: 40, origin: .course))
        #expect(finder.sample(at: .second(0))?.deviceDegrees == 135, "but one learns of it")
    }

    @Test func `the heading is that of the compass minus its offset`() {
        var finder = HeadingFinder()
        handle(&finder, 135, of: "wrist", at: 0)
        #expect(facing(finder, at: 1) == Facing(degrees: 45, origin: .compass("wrist")))
        handle(&finder, 10, of: "wrist", at: 1)
        #expect(facing(finder, at: 1) == Facing(degrees: 280, origin: .compass("wrist")))
    }

    @Test func `a heading older than two seconds is unknown`() {
        var finder = HeadingFinder()
        handle(&finder, 135, of: "wrist", at: 0)
        #expect(facing(finder, at: 2) != nil)
        #expect(facing(finder, at: 2.1) == nil)
    }

    @Test func `two compasses do not alternate`() {
        var finder = HeadingFinder()
        for tick in 0..<50 {
            handle(&finder, 100, of: "wrist", at: Double(tick) / 10)
            handle(&finder, 200, of: "head", at: Double(tick) / 10 + 0.05)
            #expect(facing(finder, at: Double(tick) / 10 + 0.05)?.origin == .compass("wrist"))
        }
        handle(&finder, 200, of: "head", at: 8)
        #expect(facing(finder, at: 8) == Facing(degrees: 190, origin: .compass("head")), "the other has fallen silent")
    }

    @Test func `a compass with a known offset replaces one without`() {
        var finder = HeadingFinder()
        handle(&finder, 100, of: "gpsd", at: 0)
        #expect(finder.source == "gpsd")
        handle(&finder, 100, of: "wrist", at: 0.1)
        #expect(finder.source == "wrist")
        handle(&finder, 100, of: "gpsd", at: 0.2)
        #expect(finder.source == "wrist")
    }

    @Test func `an inaccurate compass is ignored`() {
        var finder = HeadingFinder()
        handle(&finder, 100, of: "wrist", at: 0, off: 60)
        handle(&finder, .nan, of: "wrist", at: 0)
        #expect(facing(finder, at: 0) == nil)
        handle(&finder, 100, of: "wrist", at: 0, off: 40)
        #expect(facing(finder, at: 0) != nil)
    }

    @Test func `without a compass the direction of movement counts at walking speed`() {
        var finder = HeadingFinder()
        handle(&finder, course: 40, speed: 0.7, at: 0)
        #expect(facing(finder, at: 0) == nil)
        handle(&finder, course: 40, speed: 0.8, at: 1)
        #expect(facing(finder, at: 1) == Facing(degrees: 40, origin: .course), "nothing is taken off")
        handle(&finder, course: 40, speed: nil, at: 2)
        #expect(facing(finder, at: 2) == nil)
    }

    @Test func `the heading of a fix is ignored while a compass sends headings`() {
        var finder = HeadingFinder()
        handle(&finder, course: nil, speed: nil, heading: 77, at: 0)
        #expect(facing(finder, at: 0) == Facing(degrees: 77, origin: .compass(HeadingFinder.positionsSource)))
        handle(&finder, 100, of: "wrist", at: 5)
        handle(&finder, course: nil, speed: nil, heading: 100, at: 6)
        #expect(facing(finder, at: 6) == Facing(degrees: 10, origin: .compass("wrist")))
        handle(&finder, course: nil, speed: nil, heading: 100, at: 8)
        #expect(facing(finder, at: 8) == nil, "it may be of a compass with another offset")
        handle(&finder, course: nil, speed: nil, heading: 100, at: 20)
        #expect(facing(finder, at: 20)?.origin == .compass(HeadingFinder.positionsSource))
    }

    @Test func `thousands of compasses do not use up memory`() {
        var finder = HeadingFinder()
        for number in 0..<10_000 { handle(&finder, 1, of: "compass \(number)", at: Double(number) / 1000) }
        #expect(facing(finder, at: 10) != nil)
    }
}
