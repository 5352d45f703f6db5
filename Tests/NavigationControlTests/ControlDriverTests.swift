import BusTestSupport
import NavigationEvents
import Testing

@testable import NavigationControl

@Suite struct ControlDriverTests {
    @Test func `four empty callbacks make a control`() throws {
        var driver = ControlDriver(Idle())
        try driver.start()
        driver.deliver([
            .navigationStarted(.make()), .gps(.make()), .navigation(.make()), .navigationStopped(.requested),
        ])
        driver.stop()
        #expect(topics(Idle.self).isEmpty)
    }

    @Test func `every event calls its callback`() {
        #expect(
            calls([
                .gps(.make(1)), .navigationStarted(.make()), .gps(.make(2)), .navigation(.make(2)),
                .navigationStopped(.requested),
            ]) == ["gps 1", "started r1", "gps 2", "navigation 2", "stopped"])
    }

    @Test func `guidance comes with the fix from which it was computed`() {
        #expect(calls([.navigation(.make(7))]) == ["navigation 7"])
    }

    @Test func `reports of other controls call no callback by default`() {
        #expect(calls([.control(ControlReport(control: "speech", kind: .ready))]).isEmpty)
    }

    @Test func `reports of controls call back a control that watches them`() {
        var driver = ControlDriver(ReportRecorder())
        let report = ControlReport(control: "speech", kind: .began, effect: "utterance", text: "Turn left.")
        driver.deliver([.gps(.make(1)), .control(report)])
        driver.deliver(status: BusStatus(run: 7, processID: 1, uptimeSeconds: 0))
        driver.deliver(status: nil)
        #expect(driver.control.seen == ["Turn left.", "run 7", "no bus"])
        #expect(topics(ReportRecorder.self) == [.onControl])
        var other = ControlDriver(Recorder())
        other.deliver(status: nil)
        #expect(other.control.calls.isEmpty)
    }

    @Test func `reports of controls do not end a silence`() {
        var driver = ControlDriver(ReportRecorder())
        let report = ControlReport(control: "speech", kind: .note)
        driver.deliver(.control(report))
        driver.reportSilence()
        #expect(driver.control.silences == 0)
        driver.deliver(.gps(.make(1)))
        driver.reportSilence()
        #expect(driver.control.silences == 1)
    }

    @Test func `commands call back a control that handles them`() {
        var driver = ControlDriver(CommandRecorder())
        let asked = ControlCommand(action: .say(SpokenText(text: "Hello.")), isMuted: true)
        driver.deliver([.command(asked), .command(asked.state)])
        #expect(driver.control.heard == [asked, ControlCommand(isMuted: true)])
        #expect(topics(CommandRecorder.self) == [.onCommand] && topics(Recorder.self).isEmpty)
        #expect(calls([.command(asked), .gps(.make(1))]) == ["gps 1"])
    }

    @Test func `headings call back a control that takes them and do not end a silence`() {
        var driver = ControlDriver(HeadingRecorder())
        let heading = Heading(time: Fix.make(1).time, degrees: 87.5, source: "watch")
        driver.deliver(.heading(heading))
        driver.reportSilence()
        #expect(driver.control.headings == [heading] && driver.control.silences == 0)
        #expect(topics(HeadingRecorder.self) == [.onHeading])
        #expect(calls([.heading(heading), .gps(.make(1))]) == ["gps 1"])
    }

    @Test func `a class may be a control, and a control of a generic type may have capabilities`() throws {
        var shared = ControlDriver(SharedRecorder())
        shared.deliver(.command(ControlCommand()))
        #expect(shared.control.commands == 1)
        var generic = ControlDriver(GenericRecorder(value: [1]))
        try generic.start()
        generic.deliver([.command(ControlCommand()), .command(ControlCommand())])
        #expect(generic.control.calls == ["start", "command", "command"])
    }

    @Test func `another run of the bus has no commands`() {
        var driver = ControlDriver(CommandRecorder())
        driver.deliver(.command(ControlCommand(action: .mute(true), isMuted: true)))
        driver.restart(isNavigating: false)
        #expect(driver.control.heard.last == ControlCommand())
        var other = ControlDriver(Recorder())
        other.deliver(.navigationStarted(.make()))
        other.restart(isNavigating: false)
        #expect(other.control.calls == ["started r1", "stopped"])
    }

    @Test func `a navigation starts once and stops once`() {
        #expect(
            calls([
                .navigationStarted(.make()), .navigationStarted(.make()), .navigationStopped(.requested),
                .navigationStopped(.requested),
            ]) == ["started r1", "stopped"])
    }

    @Test func `a replaced route starts without a stop`() {
        #expect(
            calls([.navigationStarted(.make("r1")), .navigationStarted(.make("r2"))]) == ["started r1", "started r2"])
    }

    @Test func `the same route may start again after a stop`() {
        #expect(
            calls([.navigationStarted(.make()), .navigationStopped(.requested), .navigationStarted(.make())])
                == ["started r1", "stopped", "started r1"])
    }

    @Test func `the reason of a stop reaches a control that handles it`() {
        var driver = ControlDriver(ReasonRecorder())
        for reason in [StopReason.destinationReached, .requested] {
            driver.deliver([.navigationStarted(.make()), .navigationStopped(reason), .navigationStopped(reason)])
        }
        driver.deliver(.navigationStarted(.make()))
        driver.resynchronize(isNavigating: false)
        #expect(driver.control.reasons == [.destinationReached, .requested, .unknown])
    }

    @Test func `the end of a navigation is guidance in the state stopped and then a stop`() {
        let info = NavigationInfo(state: .enroute, fix: .make(3))
        #expect(
            calls([
                .navigationStarted(.make()), .navigation(info), .navigation(info.stopped),
                .navigationStopped(.requested),
            ])
                == ["started r1", "navigation 3", "navigation 3", "stopped"])
    }

    @Test func `a stop without a navigation calls no callback`() {
        #expect(calls([.gps(.make(1)), .navigationStopped(.requested)]) == ["gps 1"])
    }

    @Test func `a missed stop is delivered later`() {
        var driver = ControlDriver(Recorder())
        driver.deliver(.navigationStarted(.make()))
        driver.resynchronize(isNavigating: true)
        #expect(driver.control.calls == ["started r1"])
        driver.resynchronize(isNavigating: false)
        driver.resynchronize(isNavigating: false)
        #expect(driver.control.calls == ["started r1", "stopped"])
    }

    @Test func `the device is opened before and closed after the events`() throws {
        var driver = ControlDriver(Device())
        driver.stop()
        try driver.start()
        driver.deliver(.gps(.make(1)))
        driver.stop()
        #expect(driver.control.calls == ["stop", "start", "gps", "stop"])
    }

    @Test func `a device gets each notice of silence, but none before the first event`() {
        var driver = ControlDriver(Device())
        driver.reportSilence()
        driver.deliver(.gps(.make(1)))
        driver.reportSilence()
        driver.reportSilence()
        driver.deliver(.gps(.make(2)))
        driver.reportSilence()
        #expect(driver.control.calls == ["gps", "silence", "silence", "gps", "silence"])
    }

    @Test func `the driver asks the control whether its device hangs`() {
        #expect(ControlDriver(Device()).stall == nil)
        #expect(ControlDriver(Device(stall: "turn the motor")).stall == "turn the motor")
        #expect(ControlDriver(Recorder()).stall == nil)
    }

    @Test func `a device that cannot be opened throws the reason`() {
        var driver = ControlDriver(Device(isBroken: true))
        #expect(throws: Device.Broken.self) { try driver.start() }
    }

    /// The topics of a control beyond those of the four callbacks.
    private func topics<C: NavigationControl>(_: C.Type) -> [Topic] {
        ControlCallbacks<C>().topics.filter {
            ![.onGPS, .onNavigation, .onNavigationStarted, .onNavigationStopped].contains($0)
        }
    }

    private func calls(_ events: [Event]) -> [String] {
        var driver = ControlDriver(Recorder())
        driver.deliver(events)
        return driver.control.calls
    }
}

private struct Idle: NavigationControl {
    func onGPS(_ fix: Fix) {}
    func onNavigation(_ info: NavigationInfo, fix: Fix) {}
    func onNavigationStarted(_ route: Route) {}
    func onNavigationStopped() {}
}

private struct Recorder: NavigationControl {
    private(set) var calls: [String] = []

    mutating func onGPS(_ fix: Fix) { calls.append("gps \(fix.number)") }

    mutating func onNavigation(_ info: NavigationInfo, fix: Fix) { calls.append("navigation \(fix.number)") }

    mutating func onNavigationStarted(_ route: Route) { calls.append("started \(route.id)") }

    mutating func onNavigationStopped() { calls.append("stopped") }
}

private struct ReasonRecorder: HandlesStopReason {
    private(set) var reasons: [StopReason] = []

    func onGPS(_ fix: Fix) {}

    func onNavigation(_ info: NavigationInfo, fix: Fix) {}

    func onNavigationStarted(_ route: Route) {}

    mutating func onNavigationStopped(_ reason: StopReason) { reasons.append(reason) }
}

private struct Device: DeviceControl, HandlesSilence {
    struct Broken: Error {}

    var isBroken = false
    private(set) var calls: [String] = []

    let stall: String?

    init(isBroken: Bool = false, stall: String? = nil) {
        self.isBroken = isBroken
        self.stall = stall
    }

    mutating func start() throws {
        if isBroken { throw Broken() }
        calls.append("start")
    }

    mutating func stop() { calls.append("stop") }

    mutating func onSilence() { calls.append("silence") }

    mutating func onGPS(_ fix: Fix) { calls.append("gps") }

    func onNavigation(_ info: NavigationInfo, fix: Fix) {}
    func onNavigationStarted(_ route: Route) {}
    func onNavigationStopped() {}
}

extension Fix {
    fileprivate var number: Int64 { time.nanosecondsSinceEpoch / 1_000_000_000 }
}

/// Notes commands.
private struct CommandRecorder: HandlesCommands {
    var heard: [ControlCommand] = []

    mutating func onGPS(_ fix: Fix) {}
    mutating func onNavigation(_ info: NavigationInfo, fix: Fix) {}
    mutating func onNavigationStarted(_ route: Route) {}
    mutating func onNavigationStopped() {}
    mutating func onCommand(_ command: ControlCommand) { heard.append(command) }
}

private struct ReportRecorder: HandlesSilence, ObservesReports, ObservesStatus {
    var seen: [String] = []
    var silences = 0

    mutating func onSilence() { silences += 1 }
    mutating func onGPS(_ fix: Fix) {}
    mutating func onNavigation(_ info: NavigationInfo, fix: Fix) {}
    mutating func onNavigationStarted(_ route: Route) {}
    mutating func onNavigationStopped() {}
    mutating func onReport(_ report: ControlReport) { seen.append(report.text) }
    mutating func onStatus(_ status: BusStatus?) { seen.append(status.map { "run \($0.run)" } ?? "no bus") }
}

private struct HeadingRecorder: HandlesHeadings, HandlesSilence {
    var headings: [Heading] = []
    var silences = 0

    mutating func onSilence() { silences += 1 }
    mutating func onGPS(_ fix: Fix) {}
    mutating func onNavigation(_ info: NavigationInfo, fix: Fix) {}
    mutating func onNavigationStarted(_ route: Route) {}
    mutating func onNavigationStopped() {}
    mutating func onHeading(_ heading: Heading) { headings.append(heading) }
}

private final class SharedRecorder: HandlesCommands {
    private(set) var commands = 0

    func onGPS(_ fix: Fix) {}
    func onNavigation(_ info: NavigationInfo, fix: Fix) {}
    func onNavigationStarted(_ route: Route) {}
    func onNavigationStopped() {}
    func onCommand(_ command: ControlCommand) { commands += 1 }
}

private struct GenericRecorder<Value>: DeviceControl, HandlesCommands {
    let value: Value
    private(set) var calls: [String] = []

    init(value: Value) { self.value = value }

    mutating func start() { calls.append("start") }
    mutating func stop() {}
    func onGPS(_ fix: Fix) {}
    func onNavigation(_ info: NavigationInfo, fix: Fix) {}
    func onNavigationStarted(_ route: Route) {}
    func onNavigationStopped() {}
    mutating func onCommand(_ command: ControlCommand) { calls.append("command") }
}
