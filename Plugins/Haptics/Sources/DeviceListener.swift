import NavigationControl
import NavigationEvents
import Synchronization

/// Handles the status and requests of devices, on the thread of the devices: sends requests to the bus and reports
/// changes.
final class DeviceListener: Sendable {
    private let ear = Mutex(DeviceEar())
    private let mutes: MuteState
    private let report: Reporter
    private let requests: any RequestLine

    init(mutes: MuteState, report: Reporter, requests: any RequestLine) {
        (self.mutes, self.report, self.requests) = (mutes, report, requests)
    }

    @Sendable func heard(_ word: DeviceWord, of device: String) {
        guard let wish = ear.withLock({ $0.wish(word, of: device) }) else { return }
        switch wish {
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

    @Sendable func became(_ news: DeviceNews) {
        report(news.isTrouble ? .warning : .note, effect: SignalDesk.effect, text: news.text)
    }
}
