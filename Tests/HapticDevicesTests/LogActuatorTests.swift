import Glibc
import Synchronization
import Testing

@testable import HapticDevices

@Suite struct LogActuatorTests {
    @Test func `lines go to the console and to the file, whose folders are created`() throws {
        var template = Array("/tmp/navbus-haptics-XXXXXX".utf8CString)
        let folder = String(cString: try #require(mkdtemp(&template)))
        defer { system("rm -rf '\(folder)'") }
        let said = Mutex([String]())
        var actuator = LogActuator(
            file: folder + "/out/today/pulses.log", print: { line in said.withLock { $0.append(line) } })
        actuator.close()
        try actuator.open(isContinued: false)
        try actuator.open(isContinued: false)
        try actuator.play(Self.command(at: 12))
        try actuator.play(Self.command(at: 99.96))
        let lines = try Self.lines(of: folder + "/out/today/pulses.log")
        #expect(lines.map { String($0.prefix(9)) } == ["  00:12  ", "  01:39  "])
        #expect(lines.map { String($0.dropFirst(9)) } == said.withLock(\.self))
        #expect(lines.count == 2)
        actuator.close()
        actuator.close()
    }

    @Test func `an unwritable file is named in the error`() {
        var actuator = LogActuator(file: "/dev/null/pulses.log", print: { _ in })
        let error = #expect(throws: HapticDeviceError.self) { try actuator.open(isContinued: false) }
        #expect(
            error?.description
                == "write the pulses to /dev/null/pulses.log: Not a directory; "
                + "set haptics.logFile to a file that can be written")
    }

    @Test func `a full disk is reported`() throws {
        var actuator = LogActuator(file: "/dev/full", print: { _ in })
        try actuator.open(isContinued: false)
        defer { actuator.close() }
        #expect(throws: HapticDeviceError.logFile(path: "/dev/full", reason: "No space left on device")) {
            try actuator.play(Self.command(at: 0))
        }
    }

    private static func command(at seconds: Double) -> HapticCommand {
        HapticCommand(startSeconds: seconds, words: "now left", pulses: [Pulse(0.75, 80, pause: 0)])
    }

    private static func lines(of file: String) throws -> [String] {
        let stream = try #require(fopen(file, "r"))
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        while case let byte = getc(stream), byte != EOF { bytes.append(UInt8(byte)) }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
