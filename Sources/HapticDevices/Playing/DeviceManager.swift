import Glibc
import Platform
import Synchronization

/// Opens the devices, keeps them open, and plays commands on those in use. It belongs to one thread.
final class DeviceManager {
    /// Callbacks, on the thread of the devices.
    struct Callbacks: Sendable {
        /// Handles a message of a device, with the device's name.
        var onMessage: @Sendable (DeviceMessage, String) -> Void
        /// Handles a change of the devices.
        var onStatus: @Sendable (DeviceStatus) -> Void
    }

    private static let healthCheckIntervalMilliseconds = 1000
    /// A device that has identified itself before has this time to do it again; many boards restart when their port is
    /// opened.
    private static let silentLimitMilliseconds = 8000

    private let drivers: [any HapticDeviceDriver]
    private let mailbox: DeviceMailbox
    private let callbacks: Callbacks
    private var roster: DeviceRoster
    private var player = PulsePlayer()
    private var devices: [Int: any HapticDevice] = [:]
    /// The last reported reason why each device could not be opened, so that it is reported once.
    private var reportedReasons: [Int: HapticDeviceError] = [:]
    /// The devices that have identified themselves.
    private var identifiedDevices: Set<Int> = []
    /// Those of them that were opened again and have not sent anything yet, with the time of the opening.
    private var silentSince: [Int: Int] = [:]
    private var missed = MissedTally()
    private var reportedNames: [String] = []
    private var hasReportedNothingWorks = false
    private var nextHealthCheckAt = MonotonicInstant.now.milliseconds
    private let isWanted = Wanted()
    private var isLeaving = false

    init(drivers: [any HapticDeviceDriver], usesAllDevices together: Bool, mailbox: DeviceMailbox, callbacks: Callbacks)
    {
        self.drivers = drivers
        self.mailbox = mailbox
        self.callbacks = callbacks
        roster = DeviceRoster(count: drivers.count, usesAllDevices: together)
    }

    /// Runs until the order to leave.
    func run() {
        while !isLeaving {
            mailbox.beginWork()
            for order in mailbox.take() { handle(order) }
            guard !isLeaving else { break }
            work()
            mailbox.endWork()
            wait()
        }
        leave()
        mailbox.endWork()
        mailbox.end()
    }

    private func handle(_ order: DeviceMailbox.Order) {
        switch order {
        case .play(let command, let given): player.play(command, at: given)
        case .cancel: cancel()
        case .opened(let number, let device):
            let now = MonotonicInstant.now.milliseconds
            let isSilent = device.model == nil && identifiedDevices.contains(number)
            devices[number] = device
            if isSilent { silentSince[number] = now } else { reportedReasons[number] = nil }
            roster.opened(number, at: now, isSilent: isSilent, isUnidentified: device.isUnidentified)
            if device.isUnidentified, !isSilent { callbacks.onStatus(.unidentified(device.name)) }
        case .failed(let number, let error): fail(number, error)
        case .leave: isLeaving = true
        }
    }

    private func fail(_ number: Int, _ error: HapticDeviceError) {
        roster.failed(number, at: MonotonicInstant.now.milliseconds)
        if reportedReasons[number] != error { callbacks.onStatus(.unusable(error)) }
        reportedReasons[number] = error
    }

    private func cancel() {
        let wasPlaying = player.isPlaying
        player.cancel(at: MonotonicInstant.now.milliseconds)
        guard wasPlaying else { return }
        for number in roster.inUse {
            attempt(number) { device throws(HapticDeviceError) in try device.stop() }
        }
    }

    private func work() {
        let now = MonotonicInstant.now.milliseconds
        for number in devices.keys.sorted() { receive(number) }
        if now >= nextHealthCheckAt {
            nextHealthCheckAt = now + Self.healthCheckIntervalMilliseconds
            for number in devices.keys.sorted() {
                attempt(number) { device throws(HapticDeviceError) in try device.checkHealth() }
            }
            for (number, since) in silentSince where now - since > Self.silentLimitMilliseconds { giveUp(number) }
        }
        // When a device is lost, the next one takes over at once.
        var isSettled = false
        while !isSettled {
            let before = devices.count
            choose()
            play()
            isSettled = devices.count == before
        }
        for command in player.takeMissed() {
            if let news = missed.note(command, at: MonotonicInstant.now.milliseconds) { callbacks.onStatus(news) }
        }
    }

    private func choose() {
        let actions = roster.advance(at: MonotonicInstant.now.milliseconds, isPlaying: player.isPlaying)
        for case .open(let number) in actions { open(number) }
        mailbox.isWorking = roster.isWorking
        reportStatus()
    }

    private func play() {
        let steps = player.advance(at: MonotonicInstant.now.milliseconds, canPlay: !roster.inUse.isEmpty)
        for case .vibrate(let pulse, let relativeBearingDegrees) in steps {
            for number in roster.inUse {
                attempt(number) { device throws(HapticDeviceError) in
                    try device.vibrate(
                        Vibration(pulse, relativeBearingDegrees: relativeBearingDegrees, on: device.motors))
                    player.markPulseAccepted()
                }
            }
        }
    }

    private func receive(_ number: Int) {
        guard let source = devices[number]?.source else { return }
        var words: [DeviceMessage] = []
        attempt(number) { device throws(HapticDeviceError) in words = try device.messages() }
        if devices[number]?.model != nil {
            identifiedDevices.insert(number)
            if silentSince.removeValue(forKey: number) != nil { reportedReasons[number] = nil }
            roster.identified(number, at: MonotonicInstant.now.milliseconds)
        }
        for word in words { callbacks.onMessage(word, source) }
    }

    /// Performs an operation on an open device, which is given up if it fails.
    private func attempt(_ number: Int, _ body: (inout any HapticDevice) throws(HapticDeviceError) -> Void) {
        guard var device = devices[number] else { return }
        do throws(HapticDeviceError) {
            try body(&device)
            devices[number] = device
        } catch {
            devices[number] = device
            lose(number, error)
        }
    }

    private func lose(_ number: Int, _ error: HapticDeviceError) {
        guard let device = devices.removeValue(forKey: number) else { return }
        silentSince[number] = nil
        let now = MonotonicInstant.now.milliseconds
        let wasInUse = roster.lost(number, at: now)
        if wasInUse, roster.inUse.isEmpty {
            let doubt = device.unconfirmedMilliseconds
            player.interrupt(at: now, unconfirmedSince: doubt > 0 ? now - doubt : nil)
        }
        callbacks.onStatus(.gone(error))
        close(device)
    }

    /// Gives up a device that has identified itself before and is silent now: a port can be opened without a device at
    /// it.
    private func giveUp(_ number: Int) {
        silentSince[number] = nil
        guard let device = devices.removeValue(forKey: number) else { return }
        fail(number, .device(name: device.name, reason: "it does not answer any more", remedy: "switch it off and on"))
        close(device)
    }

    private func close(_ device: any HapticDevice) {
        // Closing a lost device may take long.
        let close: @Sendable () -> Void = {
            var gone = device
            gone.close()
        }
        do throws(SystemError) { try SystemThread.detach("close", close) } catch { close() }
    }

    private func open(_ number: Int) {
        let (kind, mailbox, isWanted) = (drivers[number], mailbox, isWanted)
        do throws(SystemError) {
            try SystemThread.detach("open") {
                do throws(HapticDeviceError) {
                    var device = try kind.open { isWanted.value }
                    if !mailbox.put(.opened(number, device)) { device.close() }
                } catch {
                    mailbox.put(.failed(number, error))
                }
            }
        } catch {
            handle(.failed(number, .devices(reason: error.reason)))
        }
    }

    private func reportStatus() {
        let names = roster.inUse.compactMap { devices[$0]?.name }
        if !names.isEmpty, names != reportedNames {
            callbacks.onStatus(.inUse(names))
            if let news = missed.settle() { callbacks.onStatus(news) }
        }
        reportedNames = names
        guard names.isEmpty else {
            hasReportedNothingWorks = false
            return
        }
        if roster.nothingWorks(at: MonotonicInstant.now.milliseconds), !hasReportedNothingWorks {
            hasReportedNothingWorks = true
            callbacks.onStatus(.nothingWorks)
        }
    }

    /// Waits until there is something to do: an order, data of a device, or a time that was planned.
    private func wait() {
        var waited = [pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)]
        let numbers = devices.keys.sorted().filter { devices[$0]?.descriptor != nil }
        for number in numbers {
            waited.append(pollfd(fd: devices[number]?.descriptor ?? -1, events: Int16(POLLIN), revents: 0))
        }
        let now = MonotonicInstant.now.milliseconds
        let moments = [
            nextHealthCheckAt, roster.nextMoment(at: now), player.nextMoment(canPlay: !roster.inUse.isEmpty),
        ]
        let next = moments.compactMap(\.self).min() ?? nextHealthCheckAt
        _ = poll(&waited, nfds_t(waited.count), Int32(min(max(next - now, 0), Self.healthCheckIntervalMilliseconds)))
        for (number, item) in zip(numbers, waited.dropFirst())
        where item.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
            receive(number)
            guard let name = devices[number]?.name else { continue }
            lose(number, .device(name: name, reason: "it was unplugged", remedy: "plug it in again"))
        }
    }

    /// Stops all vibrations, then closes all devices.
    private func leave() {
        isWanted.value = false
        for order in mailbox.closeAndTake() {
            if case .opened(let number, let device) = order { devices[number] = device }
        }
        if player.isPlaying {
            for number in roster.inUse {
                attempt(number) { device throws(HapticDeviceError) in try device.stop() }
            }
        }
        for number in devices.keys.sorted() {
            devices[number]?.close()
            devices[number] = nil
        }
        mailbox.isWorking = false
    }
}

/// Whether the threads that open devices should continue.
private final class Wanted: Sendable {
    private let flag = Atomic<Bool>(true)

    var value: Bool {
        get { flag.load(ordering: .relaxed) }
        set { flag.store(newValue, ordering: .relaxed) }
    }
}
