import Glibc
import Platform

/// Makes commands felt on the best of several devices that works, in real time, on a thread of its own.
struct DeviceActuator: HapticActuator {
    /// A thread that does something that takes no time for so long hangs.
    static let hangMilliseconds = 3000
    /// What closing is given.
    static let closeMilliseconds = 1000

    private let kinds: [any HapticDeviceKind]
    private let isTogether: Bool
    private let logsWhileNothingWorks: Bool
    private let ears: DeviceKeeper.Ears
    private var log: LogActuator
    private var desk: DeviceDesk?
    private var toldLogFailure: HapticsError?

    /// An actuator that has touched no device yet.
    ///
    /// - Parameters:
    ///   - kinds: The devices, in order of preference.
    ///   - together: Whether all that work are used at once.
    ///   - log: Its file gets a line for each command, whichever device makes it felt.
    ///   - logsWhileNothingWorks: Whether the log prints commands as well while no device works.
    ///   - heard: What a device says, and its name; called on the thread of the devices.
    ///   - became: What becomes of devices; called on the thread of the devices.
    init(
        kinds: [any HapticDeviceKind], together: Bool = false, log: LogActuator, logsWhileNothingWorks: Bool = false,
        heard: @escaping @Sendable (DeviceWord, String) -> Void, became: @escaping @Sendable (DeviceNews) -> Void
    ) {
        self.kinds = kinds
        isTogether = together
        self.log = log
        self.logsWhileNothingWorks = logsWhileNothingWorks
        // What is printed was not missed.
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
            // It is felt all the same.
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
            // It is felt all the same.
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
        return "go on: a device has held it up for \(desk.busyMilliseconds / 1000) seconds"
    }
}
