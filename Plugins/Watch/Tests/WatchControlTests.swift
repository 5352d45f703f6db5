import Dashboard
import NavigationControl
import NavigationEvents
import Testing

@testable import Watch

@Suite("The control")
struct WatchControlTests {
    private let output = RecordingOutput()

    private func driver() -> ControlDriver<WatchControl> {
        ControlDriver(WatchControl(output: output) { Moment(seconds: 0) })
    }

    @Test("A stop without a start shows nothing wrong")
    func stopWithoutStart() {
        var driver = driver()
        driver.deliver(.navigationStopped)
        driver.stop()
        driver.stop()
        #expect(output.shown.allSatisfy { $0.phase == .idle })
    }

    @Test("Fix and guidance of the same moment are one picture")
    func onePicture() throws {
        var driver = driver()
        try driver.start()
        driver.deliver([.gps(.make()), .navigation(.make()), .gps(.make()), .navigation(.make())])
        #expect(output.shown.map(\.phase) == [.idle, .idle, .guiding, .guiding])
        #expect(output.shown.last?.instruction?.street == "Berliner Straße")
    }

    @Test("What controls report, and how they fare, is shown")
    func reports() throws {
        var driver = driver()
        try driver.start()
        driver.deliver(.control(.speech(.began, "turn right")))
        #expect(output.shown.last?.saying?.text == "turn right")
        driver.deliver(status: nil)
        #expect(output.shown.last?.isBusAlive == false)
    }
}

private final class RecordingOutput: WatchOutput {
    var shown: [Dashboard] = []

    func open() {}
    func show(_ dashboard: Dashboard, at moment: Moment) { shown.append(dashboard) }
    func close() {}
}
