import NavigationControl
import NavigationEvents
import Pictures
import TestSupport
import Testing
import Platform

@testable import PictureOutput

@Suite struct PictureEffectTests {
    private let display = RecordingDisplay()
    private let collector = Collector<ControlReport>()

    private func effect(_ publishing: PictureSettings.Publishing = .svg) -> PictureEffect {
        var settings = PictureSettings(folder: "/nonexistent")
        settings.publishing = publishing
        let collector = collector
        return PictureEffect(
            "sign", blank: .blank, settings: settings, displays: [display],
            reporter: Reporter(control: "signs") { collector.add($0) })
    }

    @Test func `an effect is reported from its beginning to its end`() throws {
        var effect = effect()
        try effect.open()
        let cue = CueReference(identity: 7, stage: .prepare)
        effect.begin(text: "Turn right", cue: cue) { _ in .make(.turn(.right)) }
        effect.begin(text: "Straight on") { _ in .make(.straight) }
        effect.end()
        effect.end()
        #expect(collector.values.map(\.kind) == [.began, .ended, .began, .ended])
        #expect(collector.values.map(\.effectNumber) == [1, 1, 2, 2])
        #expect(collector.values.map(\.text) == ["Turn right", "Turn right", "Straight on", "Straight on"])
        #expect(collector.values.map(\.cue) == [cue, cue, nil, nil])
        #expect(display.shown == [.blank, .make(.turn(.right)), .make(.straight), .blank])
    }

    @Test func `the picture is published with the beginning of its effect`() throws {
        var effect = effect()
        effect.begin(text: "") { _ in .make(.straight) }
        effect.change { _ in
            var other = DisplayContent.make(.straight)
            other.document = []
            return other
        }
        #expect(collector.values.map(\.kind) == [.began])
        effect.change { _ in .make(.destination) }
        #expect(collector.values.map(\.kind) == [.began, .progressed])
        let picture = try #require(collector.values.first?.picture)
        #expect(picture.mediaType == "image/svg+xml" && picture.widthPoints == 96 && picture.heightPoints == 96)
        #expect(try picture.data == PictureRenderer(style: PictureStyle()).svg(Picture(Sign(.straight))))
        #expect(collector.values.last?.picture == nil)
    }

    @Test func `the published picture may have fewer details than the shown one`() throws {
        var effect = effect()
        effect.begin(text: "") { _ in
            DisplayContent(picture: Picture(Sign(.destination)), published: Picture(Sign(.straight)))
        }
        let picture = try #require(collector.values.first?.picture)
        #expect(try picture.data == PictureRenderer(style: PictureStyle()).svg(Picture(Sign(.straight))))
        #expect(display.shown.last?.picture == Picture(Sign(.destination)))
    }

    @Test func `pictures that are too large are omitted with one warning`() {
        var effect = effect()
        var endless = Picture(Sign(.straight))
        endless.width = 1e6
        for _ in 0..<3 { effect.begin(text: "") { _ in DisplayContent(picture: endless) } }
        #expect(collector.values.count { $0.kind == .warning } == 1)
        #expect(collector.values.allSatisfy { $0.picture == nil })
        #expect(collector.values.first { $0.kind == .warning }?.text.contains("is not published") == true)
    }

    @Test func `a picture is published as PNG or not at all`() throws {
        var (asPNG, notAtAll) = (effect(.png), effect(.none))
        asPNG.begin(text: "") { _ in .make() }
        notAtAll.begin(text: "") { _ in .make() }
        #expect(collector.values.first?.picture?.mediaType == "image/png")
        #expect(collector.values.last?.picture == nil)
    }

    @Test func `effects have the same number in the JSON and in the reports`() {
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

    @Test func `a failure names its effect and cue`() {
        var effect = effect()
        let cue = CueReference(identity: 7, stage: .now)
        display.fail(Self.full)
        effect.begin(text: "Turn right", cue: cue) { _ in .make() }
        effect.end()
        #expect(collector.values.map(\.kind) == [.began, .failed, .ended], "displays elsewhere show it")
        #expect(collector.values.allSatisfy { $0.effect == "sign" && $0.effectNumber == 1 && $0.cue == cue })
        #expect(collector.values[1].text == "failed to \(Self.full)")
    }

    @Test func `an invisible effect begins when a display shows it`() {
        var effect = effect(.none)
        display.fail(Self.full)
        effect.begin(text: "Turn right") { _ in .make() }
        effect.repair()
        #expect(collector.values.map(\.kind) == [.failed])
        display.fail(nil)
        effect.repair()
        effect.repair()
        #expect(collector.values.map(\.kind) == [.failed, .began])
        effect.end()
        display.fail(Self.full)
        effect.begin(text: "Straight on") { _ in .make(.straight) }
        effect.end()
        #expect(collector.values.map(\.kind) == [.failed, .began, .ended, .failed], "what has not begun has no end")
        #expect(collector.values.map(\.effectNumber) == [1, 1, 1, 2])
    }

    @Test func `each picture is drawn once for all displays`() throws {
        let folder = try TemporaryFolder()
        var settings = PictureSettings.make(folder.path, panel: PanelSize(width: 40, height: 30))
        settings.device = try folder.write("", to: "fb1")
        let pictures = PictureFiles(settings.style)
        var effect = PictureEffect(
            "sign", blank: .blank, settings: settings, displays: settings.displays("next", pictures: pictures),
            pictures: pictures, reporter: .silent)
        try effect.open()
        #expect(pictures.drawnCount == 3, "a PNG, an SVG, a frame")
        for _ in 0..<3 { effect.begin(text: "") { _ in .make(.straight) } }
        effect.change { _ in
            var other = DisplayContent.make(.straight)
            other.document = []
            return other
        }
        #expect(pictures.drawnCount == 6)
        effect.end()
        #expect(pictures.drawnCount == 6)
    }

    private static let full = DisplayError.writing(path: "/signs/next.png", reason: "No space left on device")

    @Test func `an end before the opening is safe`() {
        var effect = effect()
        effect.end()
        effect.change { _ in .make() }
        #expect(collector.values.isEmpty && display.attempts == 0)
    }
}
