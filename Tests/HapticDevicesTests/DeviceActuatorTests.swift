import Glibc
import Platform
import Synchronization
import TestSupport
import Testing

@testable import HapticDevices

/// Records the messages and changes of the devices.
private final class Heard: Sendable {
    private let state = Mutex((words: [DeviceMessage](), news: [DeviceStatus]()))
    var words: [DeviceMessage] { state.withLock { $0.words } }
    var news: [DeviceStatus] { state.withLock { $0.news } }
    func hear(_ word: DeviceMessage) { state.withLock { $0.words.append(word) } }
    func note(_ news: DeviceStatus) { state.withLock { $0.news.append(news) } }
    func has(_ match: (DeviceStatus) -> Bool) -> Bool { news.contains(where: match) }
}

/// Ports in a folder, and an actuator with these ports in order of preference.
private struct Table: ~Copyable {
    let folder: TemporaryFolder
    let heard = Heard()
    var actuator: DeviceActuator

    init(_ ports: [String], usesAllDevices together: Bool = false, logs: Bool = false, lines: Lines = Lines()) throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        actuator = DeviceActuator(
            drivers: ports.map { SerialDriver(path: "\(folder.path)/\($0)") }, usesAllDevices: together,
            log: LogActuator(file: "", print: { lines.add($0) }), logsWhileNothingWorks: logs,
            onMessage: { [heard] word, _ in heard.hear(word) }, onStatus: { [heard] in heard.note($0) })
    }

    deinit {
        var actuator = actuator
        actuator.close()
    }

    func plug(_ port: String, introduction: String? = "N band 2\nB 80\n") throws -> Wristband {
        try Wristband(at: "\(folder.path)/\(port)", introduction: introduction)
    }

    func usesOnly(_ port: String) -> Bool {
        let last = heard.news.last { if case .inUse = $0 { true } else { false } }
        return last == .inUse(["serial \(folder.path)/\(port)"])
    }
}

private final class Lines: Sendable {
    private let state = Mutex([String]())
    var all: [String] { state.withLock(\.self) }
    func add(_ line: String) { state.withLock { $0.append(line) } }
}

/// Waits for a condition, at most 20 seconds.
private func waits(_ condition: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < end {
        if condition() { return true }
        usleep(2000)
    }
    return condition()
}

@Suite(.serialized) struct DeviceActuatorTests {
    @Test func `a pattern arrives in its order and rhythm`() throws {
        var table = try Table(["port"])
        let band = try table.plug("port")
        defer { band.unplug() }
        try table.actuator.open(isContinued: false)
        #expect(waits { table.usesOnly("port") })
        var command = HapticCommand(
            startSeconds: 0, words: "left",
            pulses: [
                Pulse(0.5, 100, pause: 100, at: .left), Pulse(1, 50, pause: 50, at: .way), Pulse(0.2, 60, pause: 0),
            ])
        command.relativeBearingDegrees = 90
        try table.actuator.play(command)
        try table.actuator.play(.make(pulses: 1))
        #expect(waits { band.vibrations.count == 4 })
        #expect(band.vibrations.map(\.site) == ["L", "R", "A", "A"])
        #expect(band.vibrations.map(\.strength) == [50, 100, 20, 50])
        #expect(band.vibrations.map(\.pulseMilliseconds) == [100, 50, 60, 100])
        let begins = band.vibrations.map(\.began)
        #expect(begins[1] - begins[0] >= 0.19 && begins[3] - begins[2] >= 0.45, "never before their time")
        #expect(band.vibrations.allSatisfy { $0.ends - $0.began <= Double($0.pulseMilliseconds) / 1000 + 0.001 })
    }

    @Test func `a cancelled pattern stops at once`() throws {
        var table = try Table(["port"])
        let band = try table.plug("port")
        defer { band.unplug() }
        try table.actuator.open(isContinued: false)
        #expect(waits { table.usesOnly("port") })
        try table.actuator.play(.make(pulses: 5, milliseconds: 4000))
        #expect(waits { band.isVibrating })
        table.actuator.cancel()
        #expect(waits { !band.isVibrating && band.lines.last == "S" })
        #expect(band.vibrations.count == 1)
    }

    @Test func `closing stops the vibration`() throws {
        var table = try Table(["port"])
        let band = try table.plug("port")
        defer { band.unplug() }
        try table.actuator.open(isContinued: false)
        #expect(waits { table.usesOnly("port") })
        try table.actuator.play(.make(milliseconds: 5000))
        #expect(waits { band.isVibrating })
        table.actuator.close()
        #expect(waits { !band.isVibrating })
        #expect(band.vibrations.count == 1)
        table.actuator.close()
    }

    @Test func `the pattern of an unplugged device continues on the next, until it is back`() throws {
        var table = try Table(["best", "next"])
        let best = try table.plug("best")
        let next = try table.plug("next", introduction: "N other 1\n")
        defer { next.unplug() }
        try table.actuator.open(isContinued: false)
        #expect(waits { table.usesOnly("best") })
        try table.actuator.play(.make(pulses: 4, milliseconds: 200))
        #expect(waits { best.vibrations.count == 2 })
        best.unplug()
        #expect(waits { next.vibrations.count == 4 }, "from its beginning")
        #expect(table.heard.has { if case .gone = $0 { true } else { false } })
        #expect(best.vibrations.count == 2)
        let again = try table.plug("best")
        defer { again.unplug() }
        #expect(waits { table.usesOnly("best") })
        try table.actuator.play(.make(pulses: 2))
        #expect(waits { again.vibrations.count == 2 })
        #expect(next.vibrations.count == 4, "never two at once")
    }

    @Test func `a device that no longer reads is given up`() throws {
        var table = try Table(["best", "next"])
        let best = try table.plug("best")
        let next = try table.plug("next")
        defer {
            best.unplug()
            next.unplug()
        }
        try table.actuator.open(isContinued: false)
        #expect(waits { table.usesOnly("best") && next.lines.count > 1 })
        best.stall()
        try table.actuator.play(.make(pulses: 3))
        #expect(waits { next.vibrations.count == 3 }, "\(table.heard.news)")
        #expect(best.vibrations.isEmpty && table.usesOnly("next"))
    }

    @Test func `a device that sends nonsense is used nevertheless`() throws {
        var table = try Table(["port"])
        let band = try table.plug("port", introduction: nil)
        defer { band.unplug() }
        try table.actuator.open(isContinued: false)
        #expect(waits { table.usesOnly("port") })
        band.say([0, 1, 0xFF, 0x0A, 0x42, 0x0A] + Array("B 999\nP x\nN \n\n\nP 900\n".utf8))
        #expect(waits { table.heard.words == [.button(heldMilliseconds: 900)] })
        try table.actuator.play(.make(pulses: 2))
        #expect(waits { band.vibrations.count == 2 })
        #expect(band.vibrations.map(\.site) == ["A", "A"])
    }

    @Test func `together, all devices vibrate`() throws {
        var table = try Table(["best", "next"], usesAllDevices: true)
        let best = try table.plug("best")
        let next = try table.plug("next")
        defer {
            best.unplug()
            next.unplug()
        }
        try table.actuator.open(isContinued: false)
        #expect(waits { table.heard.has { if case .inUse(let names) = $0 { names.count == 2 } else { false } } })
        try table.actuator.play(.make(pulses: 2))
        #expect(waits { best.vibrations.count == 2 && next.vibrations.count == 2 })
    }

    @Test func `without a device the log takes over`() throws {
        let lines = Lines()
        var table = try Table(["port"], logs: true, lines: lines)
        try table.actuator.open(isContinued: false)
        #expect(waits { table.heard.has { $0 == .nothingWorks } })
        try table.actuator.play(.make())
        #expect(lines.all.count == 1)
        let band = try table.plug("port")
        defer { band.unplug() }
        #expect(waits { table.usesOnly("port") })
        try table.actuator.play(.make("right"))
        #expect(waits { band.lines.filter { $0.hasPrefix("V") }.count >= 2 })
        #expect(lines.all.count == 1)
        #expect(!table.heard.has { if case .missed = $0 { true } else { false } })
    }

    @Test func `a missed command is reported, and a reason only once`() throws {
        var table = try Table(["port"])
        let begin = MonotonicInstant.now.milliseconds
        try table.actuator.open(isContinued: false)
        try table.actuator.play(.make("left", valid: 0.1))
        #expect(waits { table.heard.has { if case .missed = $0 { true } else { false } } })
        // By now the port was tried twice more.
        #expect(waits { MonotonicInstant.now.milliseconds - begin > 1700 })
        #expect(table.heard.news.count { if case .unusable = $0 { true } else { false } } == 1)
        #expect(table.actuator.stall == nil)
    }

    @Test func `an unwritable log does not prevent pulses`() throws {
        for file in ["/dev/full", "/proc/none/pulses.log"] {
            let table = try Table(["port"])
            let band = try table.plug("port")
            defer { band.unplug() }
            let heard = Heard()
            var actuator = DeviceActuator(
                drivers: [SerialDriver(path: band.path)], log: LogActuator(file: file, print: { _ in }),
                onMessage: { _, _ in }, onStatus: { heard.note($0) })
            defer { actuator.close() }
            try actuator.open(isContinued: false)
            #expect(waits { heard.has { if case .inUse = $0 { true } else { false } } })
            for _ in 0..<3 { try actuator.play(.make(pulses: 1, milliseconds: 20)) }
            #expect(waits { band.vibrations.count == 3 })
            #expect(heard.news.count { if case .logFailed = $0 { true } else { false } } == 1, "\(file)")
        }
    }

    @Test func `a port whose device no longer answers is not used`() throws {
        var table = try Table(["best"])
        let best = try table.plug("best")
        try table.actuator.open(isContinued: false)
        #expect(waits { table.usesOnly("best") })
        best.unplug()
        // The adapter is plugged in again, and its device is off.
        let empty = try table.plug("best", introduction: nil)
        defer { empty.unplug() }
        #expect(waits { table.heard.has { $0 == .nothingWorks } && empty.lines.contains("K") })
        try table.actuator.play(.make("left", valid: 0.1))
        #expect(waits { table.heard.has { if case .missed = $0 { true } else { false } } })
        #expect(empty.vibrations.isEmpty)
        empty.say("N band 2\n")
        #expect(waits { table.heard.news.count { if case .inUse = $0 { true } else { false } } == 2 })
    }

    @Test func `a command that a hanging device swallowed plays on the next`() throws {
        var table = try Table(["best", "next"])
        let best = try table.plug("best")
        let next = try table.plug("next")
        defer {
            best.unplug()
            next.unplug()
        }
        try table.actuator.open(isContinued: false)
        #expect(waits { table.usesOnly("best") })
        best.freeze()
        try table.actuator.play(.make(pulses: 1, valid: 20))
        #expect(waits { next.vibrations.count == 1 }, "\(table.heard.news)")
        #expect(waits { table.usesOnly("next") })
    }

    @Test func `an unidentified device is used only without another, which is reported`() throws {
        let lines = Lines()
        var table = try Table(["stranger", "next"], logs: true, lines: lines)
        let stranger = try table.plug("stranger", introduction: nil)
        defer { stranger.unplug() }
        try table.actuator.open(isContinued: false)
        #expect(waits { table.usesOnly("stranger") })
        #expect(table.heard.has { if case .unidentified = $0 { true } else { false } })
        try table.actuator.play(.make(pulses: 1))
        #expect(waits { stranger.vibrations.count == 1 })
        #expect(lines.all.count == 1, "it may be other hardware")
        let next = try table.plug("next")
        defer { next.unplug() }
        #expect(waits { table.usesOnly("next") })
    }

    /// A device whose driver hangs.
    private struct Stuck: HapticDeviceDriver, HapticDevice {
        let name = "stuck"
        let motors = HapticMotors.one
        let descriptor: Int32? = nil
        let isFree: @Sendable () -> Bool

        func open(while isWanted: @Sendable () -> Bool) throws(HapticDeviceError) -> any HapticDevice { self }
        func vibrate(_ vibration: Vibration) throws(HapticDeviceError) { while !isFree() { usleep(1000) } }
        func stop() throws(HapticDeviceError) {}
        func messages() throws(HapticDeviceError) -> [DeviceMessage] { [] }
        func checkHealth() throws(HapticDeviceError) {}
        func close() {}
    }

    @Test func `a device that blocks its thread is reported as a hang`() throws {
        let (heard, free) = (Heard(), Lines())
        var actuator = DeviceActuator(
            drivers: [Stuck(isFree: { !free.all.isEmpty })], log: LogActuator(file: "", print: { _ in }),
            onMessage: { _, _ in }, onStatus: { heard.note($0) })
        defer { actuator.close() }
        try actuator.open(isContinued: false)
        #expect(waits { heard.has { $0 == .inUse(["stuck"]) } })
        #expect(actuator.stall == nil)
        try actuator.play(.make())
        #expect(waits { actuator.stall != nil })
        #expect(actuator.stall?.hasPrefix("continue: a device has blocked it for 3 seconds") == true)
        free.add("free")
        #expect(waits { actuator.stall == nil })
    }
}
