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

    @Test func `a stop without a start shows no error`() {
        var driver = driver()
        driver.deliver(.navigationStopped(.requested))
        driver.stop()
        driver.stop()
        #expect(output.shown.allSatisfy { $0.phase == .idle })
    }

    @Test func `a fix and its guidance are one frame`() throws {
        var driver = driver()
        try driver.start()
        driver.deliver([.gps(.make()), .navigation(.make()), .gps(.make()), .navigation(.make())])
        #expect(output.shown.map(\.phase) == [.idle, .idle, .guiding, .guiding])
        #expect(output.shown.last?.instruction?.street == "Berliner Straße")
    }

    @Test func `reports and states of controls are shown`() throws {
        var driver = driver()
        try driver.start()
        driver.deliver(.control(.speech(.began, "turn right")))
        #expect(output.shown.last?.activeUtterance?.text == "turn right")
        driver.deliver(status: nil)
        #expect(output.shown.last?.isBusAlive == false)
    }

    @Test func `a lost terminal ends the control with a remedy, that of a user without`() {
        var control = WatchControl(output: output, gone: .gone(path: "/dev/tty1"))
        #expect(control.stall == nil)
        output.isGone = true
        #expect(control.stall?.contains("/dev/tty1") == true && control.stall?.contains("connect it") == true)
        control = WatchControl(output: output)
        #expect(control.stall == nil)
    }

    @Test func `a terminal that cannot be opened gives a message and lines of text`() {
        var told: [String] = []
        let output = WatchCommand.output(on: "/proc/nothing", WatchOptions()) { told.append($0) }
        #expect(output is TextOutput)
        #expect(told.first?.contains("/proc/nothing: No such file") == true && told.first?.contains("--lines") == true)
        #expect(told.first?.contains("watch.terminal") == false)
    }
}

private final class RecordingOutput: WatchOutput {
    var shown: [Dashboard] = []
    var isGone = false

    func open() {}
    func show(_ dashboard: Dashboard, at moment: Moment) { shown.append(dashboard) }
    func close() {}
}
