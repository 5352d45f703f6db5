import NavigationControl
import NavigationEvents
import Pictures
import Testing

@testable import PictureOutput

@Suite struct PictureEffectTests {
    private let display = RecordingDisplay()
    private let ear = Ear<ControlReport>()

    private func effect(_ publishing: PictureSettings.Publishing = .svg) -> PictureEffect {
        var settings = PictureSettings(folder: "/nonexistent")
        settings.publishing = publishing
        let ear = ear
        return PictureEffect(
            "sign", blank: .blank, settings: settings, displays: [display],
            reporter: Reporter(control: "signs") { ear.hear($0) })
    }

    @Test func anEffectIsToldFromItsBeginningToItsEnd() throws {
        var effect = effect()
        try effect.open()
        let cue = CueReference(identity: 7, stage: .prepare)
        effect.begin(text: "Turn right", cue: cue) { _ in .make(.turn(.right)) }
        effect.begin(text: "Straight on") { _ in .make(.straight) }
        effect.end()
        effect.end()
        #expect(ear.heard.map(\.kind) == [.began, .ended, .began, .ended])
        #expect(ear.heard.map(\.effectNumber) == [1, 1, 2, 2])
        #expect(ear.heard.map(\.text) == ["Turn right", "Turn right", "Straight on", "Straight on"])
        #expect(ear.heard.map(\.cue) == [cue, cue, nil, nil])
        #expect(display.shown == [.blank, .make(.turn(.right)), .make(.straight), .blank])
    }

    @Test func aPictureIsPublishedWhereItChanges() throws {
        var effect = effect()
        effect.begin(text: "") { _ in .make(.straight) }
        effect.change { _ in
            var other = Exhibit.make(.straight)
            other.document = []
            return other
        }
        #expect(ear.heard.map(\.kind) == [.began])
        effect.change { _ in .make(.destination) }
        #expect(ear.heard.map(\.kind) == [.began, .progressed])
        let pictures = ear.heard.map(\.picture)
        #expect(pictures.map { $0?.mediaType } == ["image/svg+xml", "image/svg+xml"])
        #expect(pictures.allSatisfy { $0?.widthPoints == 96 && $0?.heightPoints == 96 })
        let svg = try PictureRenderer(style: PictureStyle()).svg(Picture(Sign(.destination)))
        #expect(pictures.last??.data == svg)
    }

    @Test func itMayBePublishedAsPNGOrNotAtAll() throws {
        var (asPNG, notAtAll) = (effect(.png), effect(.none))
        asPNG.begin(text: "") { _ in .make() }
        notAtAll.begin(text: "") { _ in .make() }
        #expect(ear.heard.first?.picture?.mediaType == "image/png")
        #expect(ear.heard.last?.picture == nil)
    }

    @Test func whatIsSeenIsCountedInTheJSONAsInTheReports() {
        var effect = effect()
        var numbers: [UInt64] = []
        for _ in 0..<2 {
            effect.begin(text: "") { number in
                numbers.append(number)
                return .make()
            }
        }
        effect.change { number in
            numbers.append(number)
            return .make(.straight)
        }
        #expect(numbers == [1, 2, 2])
    }

    @Test func endingIsSafeBeforeOpening() {
        var effect = effect()
        effect.end()
        effect.change { _ in .make() }
        #expect(ear.heard.isEmpty && display.attempts == 0)
    }
}
