import Glibc
import Platform
import Synchronization

/// Opens the devices, keeps them open, and plays commands on those in use. It belongs to one thread.
final class DeviceKeeper {
    /// Callbacks, on the thread of the devices.
    struct Ears: Sendable {
        /// Handles a message of a device, with the device's name.
        var heard: @Sendable (DeviceWord, String) -> Void
        /// Handles a change of the devices.
        var became: @Sendable (DeviceNews) -> Void
    }

    private static let tendMilliseconds = 1000
    /// A device that has identified itself before has this time to do it again; many boards restart when their port is
    /// opened.
    private static let muteMilliseconds = 8000

    private let kinds: [any HapticDeviceKind]
    private let desk: DeviceDesk
    private let ears: Ears
    private var roster: DeviceRoster
    private var player = PulsePlayer()
    private var devices: [Int: any HapticDevice] = [:]
    /// The last reported reason why each device could not be opened, so that it is reported once.
    private var toldReasons: [Int: HapticsError] = [:]
    /// The devices that have identified themselves.
    private var talkers: Set<Int> = []
    /// Those of them that were opened again and have not sent anything yet, with the time of the opening.
    private var mutes: [Int: Int] = [:]
    private var missed = MissedTally()
    private var toldNames: [String] = []
    private var hasToldNothingWorks = false
    private var nextTendAt = MonotonicInstant.now.milliseconds
    private let isWanted = Wanted()
    private var isLeaving = false

    init(kinds: [any HapticDeviceKind], together: Bool, desk: DeviceDesk, ears: Ears) {
        self.kinds = kinds
        self.desk = desk
        self.ears = ears
        roster = DeviceRoster(count: kinds.count, together: together)
    }

    /// Runs until the order to leave.
    func run() {
        while !isLeaving {
            desk.beginWork()
            for order in desk.take() { follow(order) }
            guard !isLeaving else { break }
            work()
            desk.endWork()
            wait()
        }
        leave()
        desk.endWork()
        desk.end()
    }

    private func follow(_ order: DeviceDesk.Order) {
        switch order {
        case .play(let command, let given): player.play(command, at: given)
        case .cancel: cancel()
        case .opened(let number, let device):
            let now = MonotonicInstant.now.milliseconds
            let isMute = device.model == nil && talkers.contains(number)
            devices[number] = device
            if isMute { mutes[number] = now } else { toldReasons[number] = nil }
            roster.opened(number, at: now, isMute: isMute, isStranger: device.isStranger)
            if device.isStranger, !isMute { ears.became(.stranger(device.name)) }
        case .failed(let number, let error): fail(number, error)
        case .leave: isLeaving = true
        }
    }

    private func fail(_ number: Int, _ error: HapticsError) {
        roster.failed(number, at: MonotonicInstant.now.milliseconds)
        if toldReasons[number] != error { ears.became(.unusable(error)) }
        toldReasons[number] = error
    }

    private func cancel() {
        let wasPlaying = player.isPlaying
        player.cancel(at: MonotonicInstant.now.milliseconds)
        guard wasPlaying else { return }
        for number in roster.inUse {
            attempt(number) { device throws(HapticsError) in try device.still() }
        }
    }

    private func work() {
        let now = MonotonicInstant.now.milliseconds
        for number in devices.keys.sorted() { hear(number) }
        if now >= nextTendAt {
            nextTendAt = now + Self.tendMilliseconds
            for number in devices.keys.sorted() {
                attempt(number) { device throws(HapticsError) in try device.tend() }
            }
            for (number, since) in mutes where now - since > Self.muteMilliseconds { giveUp(number) }
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
            if let news = missed.note(command, at: MonotonicInstant.now.milliseconds) { ears.became(news) }
        }
    }

    private func choose() {
        let actions = roster.advance(at: MonotonicInstant.now.milliseconds, isPlaying: player.isPlaying)
        for case .open(let number) in actions { open(number) }
        desk.isWorking = roster.isWorking
        tell()
    }

    private func play() {
        let steps = player.advance(at: MonotonicInstant.now.milliseconds, canPlay: !roster.inUse.isEmpty)
        for case .vibrate(let pulse, let wayDegrees) in steps {
            for number in roster.inUse {
                attempt(number) { device throws(HapticsError) in
                    try device.vibrate(Vibration(pulse, wayDegrees: wayDegrees, on: device.motors))
                    player.tookPulse()
                }
            }
        }
    }

    private func hear(_ number: Int) {
        guard let source = devices[number]?.source else { return }
        var words: [DeviceWord] = []
        attempt(number) { device throws(HapticsError) in words = try device.said() }
        if devices[number]?.model != nil {
            talkers.insert(number)
            if mutes.removeValue(forKey: number) != nil { toldReasons[number] = nil }
            roster.spoke(number, at: MonotonicInstant.now.milliseconds)
        }
        for word in words { ears.heard(word, source) }
    }

    /// Performs an operation on an open device, which is given up if it fails.
    private func attempt(_ number: Int, _ body: (inout any HapticDevice) throws(HapticsError) -> Void) {
        guard var device = devices[number] else { return }
        do throws(HapticsError) {
            try body(&device)
            devices[number] = device
        } catch {
            devices[number] = device
            lose(number, error)
        }
    }

    private func lose(_ number: Int, _ error: HapticsError) {
        guard let device = devices.removeValue(forKey: number) else { return }
        mutes[number] = nil
        let now = MonotonicInstant.now.milliseconds
        let wasInUse = roster.lost(number, at: now)
        if wasInUse, roster.inUse.isEmpty {
            let doubt = device.doubtMilliseconds
            player.interrupt(at: now, doubtedSince: doubt > 0 ? now - doubt : nil)
        }
        ears.became(.gone(error))
        close(device)
    }

    /// Gives up a device that has identified itself before and is silent now: a port can be opened without a device at
    /// it.
    private func giveUp(_ number: Int) {
        mutes[number] = nil
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
        let (kind, desk, isWanted) = (kinds[number], desk, isWanted)
        do throws(SystemError) {
            try SystemThread.detach("open") {
                do throws(HapticsError) {
                    var device = try kind.open { isWanted.value }
                    if !desk.put(.opened(number, device)) { device.close() }
                } catch {
                    desk.put(.failed(number, error))
                }
            }
        } catch {
            follow(.failed(number, .devices(reason: error.reason)))
        }
    }

    private func tell() {
        let names = roster.inUse.compactMap { devices[$0]?.name }
        if !names.isEmpty, names != toldNames {
            ears.became(.inUse(names))
            if let news = missed.settle() { ears.became(news) }
        }
        toldNames = names
        guard names.isEmpty else {
            hasToldNothingWorks = false
            return
        }
        if roster.nothingWorks(at: MonotonicInstant.now.milliseconds), !hasToldNothingWorks {
            hasToldNothingWorks = true
            ears.became(.nothingWorks)
        }
    }

    /// Waits until there is something to do: an order, data of a device, or a time that was planned.
    private func wait() {
        var waited = [pollfd(fd: desk.descriptor, events: Int16(POLLIN), revents: 0)]
        let numbers = devices.keys.sorted().filter { devices[$0]?.descriptor != nil }
        for number in numbers {
            waited.append(pollfd(fd: devices[number]?.descriptor ?? -1, events: Int16(POLLIN), revents: 0))
        }
        let now = MonotonicInstant.now.milliseconds
        let moments = [nextTendAt, roster.nextMoment(at: now), player.nextMoment(canPlay: !roster.inUse.isEmpty)]
        let next = moments.compactMap(\.self).min() ?? nextTendAt
        _ = poll(&waited, nfds_t(waited.count), Int32(min(max(next - now, 0), Self.tendMilliseconds)))
        for (number, item) in zip(numbers, waited.dropFirst())
        where item.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
            hear(number)
            guard let name = devices[number]?.name else { continue }
            lose(number, .device(name: name, reason: "it was unplugged", remedy: "plug it in again"))
        }
    }

    /// Stops all vibrations, then closes all devices.
    private func leave() {
        isWanted.value = false
        for order in desk.closeAndTake() {
            if case .opened(let number, let device) = order { devices[number] = device }
        }
        if player.isPlaying {
            for number in roster.inUse {
                attempt(number) { device throws(HapticsError) in try device.still() }
            }
        }
        for number in devices.keys.sorted() {
            devices[number]?.close()
            devices[number] = nil
        }
        desk.isWorking = false
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
