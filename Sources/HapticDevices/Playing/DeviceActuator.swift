import Glibc
import Platform

/// Plays commands in real time on the most preferred device that works, on a thread of its own.
package struct DeviceActuator: HapticActuator {
    /// A thread that is busy for longer than this hangs.
    static let hangMilliseconds = 3000
    /// The time limit for closing.
    static let closeMilliseconds = 1000

    private let drivers: [any HapticDeviceDriver]
    private let usesAllDevices: Bool
    private let logsWhileNothingWorks: Bool
    private let callbacks: DeviceManager.Callbacks
    private var log: LogActuator
    private var mailbox: DeviceMailbox?
    private var reportedLogFailure: HapticDeviceError?

    /// Creates an actuator that has opened no device yet.
    ///
    /// - Parameters:
    ///   - drivers: The devices, in order of preference.
    ///   - together: Whether all working devices are used at once.
    ///   - log: Its file gets a line for each command, whichever device plays it.
    ///   - logsWhileNothingWorks: Whether the log also prints commands while no device works.
    ///   - onMessage: Handles a message of a device, with its name, on the thread of the devices.
    ///   - onStatus: Handles a change of the devices, on the thread of the devices.
    package init(
        drivers: [any HapticDeviceDriver], usesAllDevices together: Bool = false, log: LogActuator,
        logsWhileNothingWorks: Bool = false,
        onMessage: @escaping @Sendable (DeviceMessage, String) -> Void,
        onStatus: @escaping @Sendable (DeviceStatus) -> Void
    ) {
        self.drivers = drivers
        usesAllDevices = together
        self.log = log
        self.logsWhileNothingWorks = logsWhileNothingWorks
        // A printed pulse is not a missed one.
        let onStatus: @Sendable (DeviceStatus) -> Void = { news in
            switch news {
            case .missed where logsWhileNothingWorks, .missedMore where logsWhileNothingWorks: return
            default: onStatus(news)
            }
        }
        callbacks = DeviceManager.Callbacks(onMessage: onMessage, onStatus: onStatus)
    }

    /// Opens the log, and starts the thread that opens the devices and keeps them open.
    ///
    /// - Throws: ``HapticDeviceError`` if the system refuses a thread or descriptor.
    package mutating func open(isContinued: Bool) throws(HapticDeviceError) {
        do throws(HapticDeviceError) {
            try log.open(isContinued: isContinued)
        } catch {
            // The devices work without the log file.
            callbacks.onStatus(.logFailed(error))
            reportedLogFailure = error
        }
        guard mailbox == nil else { return }
        let mailbox = try DeviceMailbox()
        let (drivers, usesAllDevices, callbacks) = (drivers, usesAllDevices, callbacks)
        do throws(SystemError) {
            try SystemThread.detach("devices") {
                DeviceManager(drivers: drivers, usesAllDevices: usesAllDevices, mailbox: mailbox, callbacks: callbacks)
                    .run()
            }
        } catch {
            throw .devices(reason: error.reason)
        }
        self.mailbox = mailbox
    }

    /// Passes a command to the thread of the devices, and writes it to the log.
    package mutating func play(_ command: HapticCommand) throws(HapticDeviceError) {
        mailbox?.put(.play(command, at: MonotonicInstant.now.milliseconds))
        log.isPrinting = logsWhileNothingWorks && !(mailbox?.isWorking ?? false)
        do throws(HapticDeviceError) {
            try log.play(command)
            reportedLogFailure = nil
        } catch {
            // The devices work without the log file.
            guard mailbox != nil else { throw error }
            if reportedLogFailure != error { callbacks.onStatus(.logFailed(error)) }
            reportedLogFailure = error
        }
    }

    /// Stops the vibration, and drops the commands that wait.
    package mutating func cancel() { mailbox?.put(.cancel) }

    /// Ends every vibration, and closes the devices and the log.
    package mutating func close() {
        log.close()
        guard let mailbox else { return }
        self.mailbox = nil
        mailbox.put(.leave)
        let end = MonotonicInstant.now.milliseconds + Self.closeMilliseconds
        // A thread that hangs is left running until the process ends.
        while !mailbox.isOver, MonotonicInstant.now.milliseconds < end { usleep(1000) }
    }

    /// The operation of a device that has hung for more than 3 seconds; `nil` if none has.
    package var stall: String? {
        guard let mailbox, mailbox.busyMilliseconds > Self.hangMilliseconds else { return nil }
        return "continue: a device has blocked it for \(mailbox.busyMilliseconds / 1000) seconds"
    }
}
