import Glibc
import HapticDevices
import Haptics
import NavigationControl
import NavigationEvents
import Platform
import Synchronization
import TOML

/// `navbus haptics devices`: reports which devices can be used, and their properties.
enum DevicesCommand {
    static let help = """
        navbus haptics devices: tests devices, and reports their properties, or why they cannot be used.

        Usage: navbus haptics devices [DEVICE]... [--config FILE] [--baud NUMBER] [--buzz]

          DEVICE          as many as wanted, with or without quotes around each: "bluetooth", "bluetooth NAME-OR-ADDRESS",
                          "serial /dev/ttyUSB0", "rumble", "rumble /dev/input/event7" or "feedback"; default: those of
                          --config, or all except serial ports, where other hardware may be connected
          --config FILE   tests the devices of the setting haptics.devices in this file, in its order
          --baud NUMBER   speed of serial ports; default: 115200
          --buzz          vibrates each device: left, right, then all motors

        A device that a control uses cannot be tested: end navbus first.

        Exit codes: 0 done, 64 wrong usage, 66 the file cannot be used, 69 a named device cannot be used, or no device
        can.
        """

    /// The time for which a device may report its battery.
    private static let batteryTimeoutMilliseconds = 300

    /// Tests the devices.
    static func run(_ arguments: [String]) -> ExitStatus {
        if CommandArguments.requestsHelp(arguments) {
            Terminal.lines(help)
            return .success
        }
        signal(SIGPIPE, SIG_IGN)
        do {
            let words = try CommandArguments(arguments, options: ["--config", "--baud"], flags: ["--buzz"])
            let baud = try words.number("--baud", in: 1...10_000_000).map { Int($0) } ?? 115_200
            let (choices, areNamed) = try choices(words)
            let drivers = choices.compactMap { $0.driver(baud: baud) }
            guard !drivers.isEmpty else {
                Terminal.line("log: pulses are printed; there is no device to test")
                return .success
            }
            let works = drivers.map { show($0, buzzes: words.has("--buzz")) }
            if !areNamed { explainPorts() }
            return works.contains(true) && (!areNamed || !works.contains(false)) ? .success : .unavailable
        } catch let problem as CommandArguments.Problem {
            complain(usage: problem.text)
            return .usage
        } catch {
            complain("failed to read the setting haptics.devices: \(error)")
            return .noInput
        }
    }

    /// The devices to test, and whether the arguments name them.
    private static func choices(_ words: CommandArguments) throws -> ([DeviceChoice], areNamed: Bool) {
        if let file = words.text("--config") {
            let texts = try TOMLDocument(file: file).root.section("haptics")?.list("devices") ?? []
            return (try DeviceChoice.ofSetting(texts.isEmpty ? ["log"] : texts), true)
        }
        guard !words.words.isEmpty else {
            return ([.bluetooth(nameOrAddress: nil), .rumble(path: nil), .feedback], false)
        }
        do throws(DeviceChoice.Problem) {
            return (try DeviceChoice.list(words.words), true)
        } catch {
            throw CommandArguments.Problem(text: "there is no device \"\(error.text)\"; \(DeviceChoice.usage)")
        }
    }

    /// Opens a device and prints its properties.
    ///
    /// - Returns: Whether it can be used.
    private static func show(_ kind: any HapticDeviceDriver, buzzes: Bool) -> Bool {
        do throws(HapticDeviceError) {
            // The user can interrupt the search; each step of it has its own timeout.
            var device = try kind.open { true }
            defer { device.close() }
            Terminal.line(line(kind.name, try facts(&device)))
            if buzzes { try buzz(&device) }
            return true
        } catch {
            Terminal.line(line(kind.name, "no: failed to \(error)"))
            return false
        }
    }

    private static func line(_ name: String, _ text: String) -> String {
        name + String(repeating: " ", count: max(1, 28 - name.count)) + text
    }

    private static func facts(_ device: inout any HapticDevice) throws(HapticDeviceError) -> String {
        var facts = [device.model ?? device.name]
        facts.append(words(device.motors))
        let end = MonotonicInstant.now.milliseconds + batteryTimeoutMilliseconds
        while let descriptor = device.descriptor, MonotonicInstant.now.milliseconds < end {
            var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&waited, 1, Int32(max(end - MonotonicInstant.now.milliseconds, 0)))
            for case .battery(let percent) in try device.messages() {
                return (facts + ["battery \(percent) %"]).joined(separator: ", ")
            }
        }
        return facts.joined(separator: ", ")
    }

    private static func words(_ motors: HapticMotors) -> String {
        switch motors {
        case .one: "one motor"
        case .two: "two motors, left and right"
        case .ring(let count): "\(count) motors around"
        }
    }

    /// Left is short and double, right is long, so that they can be told apart even with one motor.
    private static func buzz(_ device: inout any HapticDevice) throws(HapticDeviceError) {
        let pulses = [
            Pulse(0.8, 80, pause: 80, at: .left), Pulse(0.8, 80, pause: 500, at: .left),
            Pulse(1, 300, pause: 500, at: .right), Pulse(1, 600, pause: 0),
        ]
        for pulse in pulses {
            try device.vibrate(Vibration(pulse, relativeBearingDegrees: nil, on: device.motors))
            usleep(UInt32(pulse.milliseconds + pulse.pauseMilliseconds) * 1000)
        }
    }

    /// Lists serial ports, which are tested only if named: a port may belong to a receiver.
    private static func explainPorts() {
        let folder = "/dev/serial/by-id"
        for name in FolderNames.visible(in: folder) {
            Terminal.line(line("serial \(folder)/\(name)", "not tested; name it to test it"))
        }
    }
}
