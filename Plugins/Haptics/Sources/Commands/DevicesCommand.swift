import Glibc
import NavigationControl
import NavigationEvents
import Platform
import Synchronization
import TOML

/// `navbus haptics devices`: which devices can be used, and what they are.
enum DevicesCommand {
    static let help = """
        navbus-haptics devices: tries devices, and tells what they are or why they cannot be used.

        Usage: navbus-haptics devices [DEVICE]... [--config FILE] [--baud NUMBER] [--buzz]

          DEVICE          as many as wanted, with or without quotes around each: "bluetooth", "bluetooth NAME-OR-ADDRESS",
                          "serial /dev/ttyUSB0", "rumble", "rumble /dev/input/event7" or "feedback"; default: those of --config, or all but serial
                          ports, which could be something else
          --config FILE   tries those that the setting haptics.devices of this file names, in its order
          --baud NUMBER   speed of serial ports; default: 115200
          --buzz          makes each felt: left, right, then all of it

        A device that a control has in use cannot be tried: end navbus before.

        Exit codes: 0 done, 64 wrong usage, 66 the file cannot be used, 69 a device that was named cannot be used, or none
        can.
        """

    /// What a device is given to say of its battery.
    private static let listenMilliseconds = 300

    /// Tries them.
    static func run(_ arguments: [String]) -> CommandEnding {
        if CommandWords.wantHelp(arguments) {
            Terminal.lines(help)
            return .done
        }
        signal(SIGPIPE, SIG_IGN)
        do {
            let words = try CommandWords(arguments, options: ["--config", "--baud"], flags: ["--buzz"])
            let baud = try words.number("--baud", in: 1...10_000_000).map { Int($0) } ?? 115_200
            let (choices, areNamed) = try choices(words)
            let kinds = choices.compactMap { $0.kind(baud: baud) }
            guard !kinds.isEmpty else {
                Terminal.line("log: pulses are printed; there is no device to try")
                return .done
            }
            let works = kinds.map { show($0, buzzes: words.has("--buzz")) }
            if !areNamed { explainPorts() }
            return works.contains(true) && (!areNamed || !works.contains(false)) ? .done : .unavailable
        } catch let problem as CommandWords.Problem {
            complain(problem.text)
            return .usage
        } catch {
            complain("failed to read the setting haptics.devices: \(error)")
            return .input
        }
    }

    /// The devices to be tried, and whether somebody has named them.
    private static func choices(_ words: CommandWords) throws -> ([DeviceChoice], areNamed: Bool) {
        if let file = words.text("--config") {
            let texts = try TOMLDocument(file: file).root.section("haptics")?.list("devices") ?? []
            return (try HapticsSettings.devices(texts.isEmpty ? ["log"] : texts), true)
        }
        guard !words.words.isEmpty else {
            return ([.bluetooth(nameOrAddress: nil), .rumble(path: nil), .feedback], false)
        }
        do throws(DeviceChoice.Problem) {
            return (try DeviceChoice.list(words.words), true)
        } catch {
            throw CommandWords.Problem(text: "there is no device \"\(error.text)\"; \(DeviceChoice.usage)")
        }
    }

    /// Opens a device and tells of it; whether that could be done.
    private static func show(_ kind: any HapticDeviceKind, buzzes: Bool) -> Bool {
        do throws(HapticsError) {
            // Whoever waits ends it; each step of looking for a device has its own patience.
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

    private static func facts(_ device: inout any HapticDevice) throws(HapticsError) -> String {
        var facts = [device.model ?? device.name]
        facts.append(words(device.motors))
        let end = MonotonicInstant.now.milliseconds + listenMilliseconds
        while let descriptor = device.descriptor, MonotonicInstant.now.milliseconds < end {
            var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&waited, 1, Int32(max(end - MonotonicInstant.now.milliseconds, 0)))
            for case .battery(let percent) in try device.said() {
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

    /// Left is short and double, right is long: who feels it knows which is which, also with one motor.
    private static func buzz(_ device: inout any HapticDevice) throws(HapticsError) {
        let pulses = [
            Pulse(0.8, 80, pause: 80, at: .left), Pulse(0.8, 80, pause: 500, at: .left),
            Pulse(1, 300, pause: 500, at: .right), Pulse(1, 600, pause: 0),
        ]
        for pulse in pulses {
            try device.vibrate(Vibration(pulse, wayDegrees: nil, on: device.motors))
            usleep(UInt32(pulse.milliseconds + pulse.pauseMilliseconds) * 1000)
        }
    }

    /// Ports are not tried unasked: behind one may be the receiver of positions.
    private static func explainPorts() {
        let folder = "/dev/serial/by-id"
        guard let entries = opendir(folder) else { return }
        defer { closedir(entries) }
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard !name.hasPrefix(".") else { continue }
            Terminal.line(line("serial \(folder)/\(name)", "not tried; name it"))
        }
    }
}
