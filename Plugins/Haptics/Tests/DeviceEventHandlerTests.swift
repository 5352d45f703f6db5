import HapticDevices
import NavigationControl
import NavigationEvents
import Synchronization
import Testing

@testable import Haptics

/// A client that records its requests.
final class RecordingRequests: RequestChannel {
    private let asked = Mutex<[Request]>([])

    var requests: [Request] { asked.withLock { $0 } }

    func ask(_ request: (Session) -> Request, reply: (@Sendable (Reply) -> Void)?) {
        let made = request(.main)
        asked.withLock { $0.append(made) }
    }
}

@Suite struct DeviceEventHandlerTests {
    let requests = RecordingRequests()
    let said = ReportRecorder()
    let mutes = MuteState()

    var listener: DeviceEventHandler {
        DeviceEventHandler(mutes: mutes, report: Reporter(control: "haptics", said.report), requests: requests)
    }

    @Test func `the button sends the same requests as any remote`() {
        let listener = listener
        listener.onMessage(.button(heldMilliseconds: 100), of: "wrist")
        listener.onMessage(.button(heldMilliseconds: 1500), of: "wrist")
        mutes.isMuted = true
        listener.onMessage(.button(heldMilliseconds: 1500), of: "wrist")
        listener.onMessage(.button(heldMilliseconds: 5000), of: "wrist")
        #expect(
            requests.requests == [
                .repeatAnnouncement(.main), .mute(.main, true), .mute(.main, false), .calibrate(.main),
            ])
    }

    @Test func `the headings of a device are sent under its name`() {
        listener.onMessage(.heading(degrees: 12, accuracyDegrees: 3), of: "bluetooth F0")
        #expect(
            requests.requests == [
                .heading(
                    .main,
                    HeadingReading(
                        degrees: 12, reference: .magneticNorth, accuracyDegrees: 3, source: "bluetooth F0"))
            ])
    }

    @Test func `important changes of devices are reported`() {
        let listener = listener
        listener.onMessage(.battery(percent: 10), of: "wrist")
        listener.onStatus(.nothingWorks)
        listener.onStatus(.inUse(["serial /dev/ttyUSB0"]))
        #expect(said.reports.map(\.kind) == [.warning, .warning, .note])
        #expect(requests.requests.isEmpty)
    }
}

@Suite struct DeviceSettingsTests {
    func refusal(_ devices: [String]) -> String {
        do throws(SettingsError) {
            _ = try HapticsSettings(Settings(["devices": .list(devices)]))
            return "accepted"
        } catch {
            return "\(error)"
        }
    }

    @Test func `devices are listed in order`() throws {
        let devices = [
            "bluetooth My Band", "serial /dev/ttyUSB0", "rumble", "rumble /dev/input/event7", "feedback", "log",
        ]
        let settings = try HapticsSettings(Settings(["devices": .list(devices)]))
        #expect(try settings.deviceChoices().map(\.description) == devices)
    }

    @Test(arguments: [
        ([], "name at least one of: bluetooth"),
        ((1...9).map { "bluetooth band \($0)" }, "= a list of 9: name at most 8, the most preferred first"),
        (["belt"], "there is no such device; known: bluetooth"),
        (["serial"], "name its port as well"), (["serial ttyUSB0"], "as in \"/dev/ttyUSB0\""),
        (["feedback loud"], "nothing may follow"), (["log x.log"], "the setting logFile names the file"),
        (["log", "log"], "it is listed twice"),
    ])
    func `invalid devices are refused with a remedy`(_ devices: [String], _ reason: String) {
        #expect(refusal(devices).contains("\"devices\""))
        #expect(refusal(devices).contains(reason), "\(refusal(devices))")
    }
}
