import Glibc
import Platform

/// Plays commands in real time on the most preferred device that works, on a thread of its own.
struct DeviceActuator: HapticActuator {
    /// A thread that is busy for longer than this hangs.
    static let hangMilliseconds = 3000
    /// The time limit for closing.
    static let closeMilliseconds = 1000

    private let kinds: [any HapticDeviceKind]
    private let isTogether: Bool
    private let logsWhileNothingWorks: Bool
    private let ears: DeviceKeeper.Ears
    private var log: LogActuator
    private var desk: DeviceDesk?
    private var toldLogFailure: HapticsError?

    /// Creates an actuator that has opened no device yet.
    ///
    /// - Parameters:
    ///   - kinds: The devices, in order of preference.
    ///   - together: Whether all working devices are used at once.
    ///   - log: Its file gets a line for each command, whichever device plays it.
    ///   - logsWhileNothingWorks: Whether the log also prints commands while no device works.
    ///   - heard: Handles a message of a device, with its name, on the thread of the devices.
    ///   - became: Handles a change of the devices, on the thread of the devices.
    init(
        kinds: [any HapticDeviceKind], together: Bool = false, log: LogActuator, logsWhileNothingWorks: Bool = false,
        heard: @escaping @Sendable (DeviceWord, String) -> Void, became: @escaping @Sendable (DeviceNews) -> Void
    ) {
        self.kinds = kinds
        isTogether = together
        self.log = log
        self.logsWhileNothingWorks = logsWhileNothingWorks
        // A printed pulse is not a missed one.
        let became: @Sendable (DeviceNews) -> Void = { news in
            switch news {
            case .missed where logsWhileNothingWorks, .missedMore where logsWhileNothingWorks: return
            default: became(news)
            }
        }
        ears = DeviceKeeper.Ears(heard: heard, became: became)
    }

    mutating func open(isContinued: Bool) throws(HapticsError) {
        do throws(HapticsError) {
            try log.open(isContinued: isContinued)
        } catch {
            // The devices work without the log file.
            ears.became(.logFailed(error))
            toldLogFailure = error
        }
        guard desk == nil else { return }
        let desk = try DeviceDesk()
        let (kinds, isTogether, ears) = (kinds, isTogether, ears)
        do throws(SystemError) {
            try SystemThread.detach("devices") {
                DeviceKeeper(kinds: kinds, together: isTogether, desk: desk, ears: ears).run()
            }
        } catch {
            throw .devices(reason: error.reason)
        }
        self.desk = desk
    }

    mutating func play(_ command: HapticCommand) throws(HapticsError) {
        desk?.put(.play(command, at: MonotonicInstant.now.milliseconds))
        log.isPrinting = logsWhileNothingWorks && !(desk?.isWorking ?? false)
        do throws(HapticsError) {
            try log.play(command)
            toldLogFailure = nil
        } catch {
            // The devices work without the log file.
            guard desk != nil else { throw error }
            if toldLogFailure != error { ears.became(.logFailed(error)) }
            toldLogFailure = error
        }
    }

    mutating func cancel() { desk?.put(.cancel) }

    mutating func close() {
        log.close()
        guard let desk else { return }
        self.desk = nil
        desk.put(.leave)
        let end = MonotonicInstant.now.milliseconds + Self.closeMilliseconds
        // A thread that hangs is left to the end of the process.
        while !desk.isOver, MonotonicInstant.now.milliseconds < end { usleep(1000) }
    }

    var standstill: String? {
        guard let desk, desk.busyMilliseconds > Self.hangMilliseconds else { return nil }
        return "continue: a device has blocked it for \(desk.busyMilliseconds / 1000) seconds"
    }
}
