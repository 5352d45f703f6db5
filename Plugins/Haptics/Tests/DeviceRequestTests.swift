import HapticDevices
import NavigationEvents
import Testing

@testable import Haptics

@Suite struct DeviceRequestTests {
    @Test(arguments: [
        (0, DeviceRequest.repeatAnnouncement), (799, .repeatAnnouncement), (800, .toggleMute), (3999, .toggleMute),
        (4000, .calibrate), (60_000, .calibrate),
    ])
    func `the duration of a press determines the request`(_ held: Int, _ request: DeviceRequest) {
        var interpreter = DeviceMessageInterpreter()
        #expect(interpreter.request(.button(heldMilliseconds: held), of: "band") == request)
    }

    @Test(arguments: [
        (["bluetooth", "serial /dev/ttyUSB0", "feedback"], ["bluetooth", "serial /dev/ttyUSB0", "feedback"]),
        (["serial", "/dev/ttyUSB0", "rumble"], ["serial /dev/ttyUSB0", "rumble"]),
        (["bluetooth", "My", "Band"], ["bluetooth My Band"]), (["bluetooth", "My Band"], ["bluetooth My Band"]),
        (["rumble /dev/input/event7", "log"], ["rumble /dev/input/event7", "log"]), ([], []),
    ])
    func `arguments name devices with and without quotes`(_ words: [String], _ devices: [String]) throws {
        #expect(try DeviceChoice.list(words).map(\.description) == devices)
    }

    @Test(arguments: [["belt"], ["serial"], ["feedback", "loud"], ["belt", "rumble"]])
    func `arguments that name no device are refused`(_ words: [String]) {
        #expect(throws: DeviceChoice.Problem.self) { try DeviceChoice.list(words) }
    }

    @Test func `a heading names its device`() throws {
        var interpreter = DeviceMessageInterpreter()
        let long = "serial /dev/" + String(repeating: "é", count: 60)
        let request = interpreter.request(.heading(degrees: 90, accuracyDegrees: 5), of: long)
        guard case .heading(let reading) = request else { throw Problem() }
        #expect(reading.reference == .magneticNorth && reading.degrees == 90 && reading.accuracyDegrees == 5)
        #expect((1...64).contains(reading.source.utf8.count) && long.hasPrefix(reading.source))
    }

    @Test func `the battery is reported in steps, with one warning`() {
        var interpreter = DeviceMessageInterpreter()
        var told: [String] = []
        for percent in [83, 82, 80, 74, 73, 72, 60, 16, 15, 14, 16, 15, 90, 12] {
            switch interpreter.request(.battery(percent: percent), of: "band") {
            case .note: told.append("\(percent)")
            case .warning: told.append("\(percent)!")
            default: break
            }
        }
        #expect(told == ["83", "73", "60", "16", "15!", "90", "12!"])
    }

    private struct Problem: Error {}
}
