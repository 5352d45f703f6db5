import HapticDevices
import NavigationControl
import NavigationEvents
import Synchronization

/// Handles the status and requests of devices, on the thread of the devices: sends requests to the bus and reports
/// changes.
final class DeviceEventHandler: Sendable {
    private let interpreter = Mutex(DeviceMessageInterpreter())
    private let mutes: MuteState
    private let report: Reporter
    private let requests: any RequestChannel

    init(mutes: MuteState, report: Reporter, requests: any RequestChannel) {
        (self.mutes, self.report, self.requests) = (mutes, report, requests)
    }

    @Sendable func onMessage(_ word: DeviceMessage, of device: String) {
        guard let request = interpreter.withLock({ $0.request(word, of: device) }) else { return }
        switch request {
        case .note(let text): report(.note, text: text)
        case .warning(let text): report(.warning, text: text)
        case .repeatAnnouncement: requests.ask { .repeatAnnouncement($0) }
        case .calibrate: requests.ask { .calibrate($0) }
        case .heading(let reading): requests.ask { .heading($0, reading) }
        case .toggleMute:
            let isMuted = mutes.isMuted
            requests.ask { .mute($0, !isMuted) }
        }
    }

    @Sendable func onStatus(_ news: DeviceStatus) {
        report(news.isTrouble ? .warning : .note, effect: HapticScheduler.effect, text: news.text)
    }
}
