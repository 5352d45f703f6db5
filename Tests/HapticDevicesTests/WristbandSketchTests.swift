import Foundation
import TestSupport
import Testing

@testable import HapticDevices

/// The sketch of examples/wristband, compiled for this machine, at a pseudo terminal.
private final class Sketch {
    /// The pins of the motors in the sketch.
    static let (left, right) = ("5", "6")

    let folder: TemporaryFolder
    let program: RunningProgram
    private let button: Int32

    init() throws {
        folder = try TemporaryFolder()
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let rig = package.appending(path: "Tests/HapticDevicesTests/Rigs/Arduino").path
        let outcome = try BuiltProgram(url: URL(filePath: "/usr/bin/g++")).run([
            "-std=c++11", "-Wall", "-Wextra", "-Werror", "-I", rig, "-include", "Arduino.h", "-x", "c++",
            package.appending(path: "examples/wristband/wristband.ino").path, "\(rig)/main.cpp", "-o",
            "\(folder.path)/wristband",
        ])
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        let pipe = "\(folder.path)/button"
        try #require(mkfifo(pipe, 0o600) == 0)
        button = open(pipe, O_RDWR | O_CLOEXEC)
        program = try BuiltProgram(url: URL(filePath: "/bin/sh")).start([
            "-c", "exec \"$0\" \"$1\" <\"$2\"", "\(folder.path)/wristband", "\(folder.path)/port", pipe,
        ])
        try #require(program.wait { _ in access("\(self.folder.path)/port", F_OK) == 0 })
    }

    deinit { close(button) }

    func device() throws -> any HapticDevice { try SerialDriver(path: "\(folder.path)/port").open { true } }
    /// Presses or releases the button.
    func press(_ isHeld: Bool) { _ = write(button, isHeld ? "1" : "0", 1) }
    /// The values of its pins, in order: "pin value".
    var pins: [String] { program.output.split(separator: "\n").map(String.init) }
    func has(_ lines: [String]) -> Bool { program.wait { _ in self.pins.suffix(lines.count) == lines } }
}

@Suite struct WristbandSketchTests {
    @Test func `the sketch identifies itself`() throws {
        let sketch = try Sketch()
        var device = try sketch.device()
        defer { device.close() }
        #expect(device.motors == .two && device.model == "wristband")
        #expect(sketch.program.wait { _ in (try? device.messages())?.contains(.battery(percent: 72)) ?? false })
    }

    @Test func `the sketch vibrates at the right site and ends by itself`() throws {
        let sketch = try Sketch()
        var device = try sketch.device()
        defer { device.close() }
        try device.vibrate(Vibration(site: .left, strength: 1, milliseconds: 60))
        #expect(sketch.has(["5 255", "5 0"]))
        try device.vibrate(Vibration(site: .right, strength: 0.5, milliseconds: 60))
        #expect(sketch.has(["6 127", "6 0"]))
        try device.vibrate(Vibration(site: .around(degrees: 90), strength: 0.2, milliseconds: 60))
        #expect(sketch.has(["6 51", "6 0"]))
        try device.vibrate(Vibration(site: .all, strength: 1, milliseconds: 5000))
        try device.stop()
        #expect(sketch.has(["5 255", "6 255", "5 0", "6 0"]))
    }

    @Test func `without any line for three seconds the sketch stops vibrating`() throws {
        let sketch = try Sketch()
        var device = try sketch.device()
        defer { device.close() }
        let begin = ContinuousClock.now
        try device.vibrate(Vibration(site: .left, strength: 1, milliseconds: 5000))
        #expect(sketch.has(["5 255", "5 0"]))
        #expect(begin.duration(to: .now) < .seconds(4.8), "not by the end of the vibration")
    }

    @Test func `the sketch reports for how long its button was held`() throws {
        let sketch = try Sketch()
        var device = try sketch.device()
        defer { device.close() }
        sketch.press(true)
        usleep(100_000)
        sketch.press(false)
        var held: Int?
        #expect(
            sketch.program.wait { _ in
                for case .button(let milliseconds) in (try? device.messages()) ?? [] { held = milliseconds }
                return held != nil
            })
        #expect((held ?? 0) >= 50)
    }

    @Test(arguments: [
        "V", "V L", "V L 101 100", "V L 50 9999", "V X 50 100", "V 360 50 100", "V L 50 100 1", "V L -1 100",
        "V A 99999999999999999999 1", "hello", "SLOW", "?x", "\u{1}\u{2}", "V L 100 100 and much more than fits",
    ])
    func `the sketch ignores unknown lines`(_ line: String) throws {
        let sketch = try Sketch()
        var device = try sketch.device()
        defer { device.close() }
        let port = open("\(sketch.folder.path)/port", O_WRONLY | O_NOCTTY)
        // Root can open a port that is in exclusive use; without root nothing is sent.
        if port >= 0 {
            _ = write(port, line + "\n", line.utf8.count + 1)
            close(port)
        }
        try device.vibrate(Vibration(site: .right, strength: 1, milliseconds: 30))
        #expect(sketch.has(["6 255", "6 0"]))
        #expect(sketch.pins == ["6 255", "6 0"])
    }
}
