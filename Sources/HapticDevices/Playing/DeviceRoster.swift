/// Decides which devices to open, and which one is used. A pure value: time is an argument, in milliseconds of a clock
/// that never goes back.
///
/// Every device that can be opened stays open, so that the next one takes over at once when one is lost. The most
/// preferred one is used. A preferred device takes over only after it has been open for a while, and while no pulse is
/// playing: a loose plug must not cost a pulse.
struct DeviceRoster: Sendable {
    /// An action to perform.
    enum Action: Hashable, Sendable {
        /// Try to open the device with this number.
        case open(Int)
    }

    /// A preferred device takes over after it has been open for this time.
    static let stableMilliseconds = 2000
    /// A device that was open for this time is opened again at once when it is lost.
    static let trustedMilliseconds = 10_000
    /// After this time without any device, it is reported that none works, although some may still be opening.
    static let searchTimeoutMilliseconds = 5000
    static let initialRetryMilliseconds = 500
    static let maxRetryMilliseconds = 10_000

    /// Whether all working devices are used at once.
    let usesAllDevices: Bool
    private var entries: [Entry]
    /// The numbers of the devices in use, in order of preference. At most one, unless all are used at once.
    private(set) var inUse: [Int] = []
    /// Since when no device is in use.
    private var idleSince: Int?

    /// Creates a roster of devices with the numbers 0..<count, in order of preference.
    init(count: Int, usesAllDevices together: Bool = false) {
        entries = Array(repeating: Entry(), count: count)
        usesAllDevices = together
    }

    /// Handles a device that was opened.
    ///
    /// - Parameters:
    ///   - number: The number of the device.
    ///   - now: The time.
    ///   - isSilent: Whether it is silent although it identified itself before: it is not used until it sends something.
    ///   - isUnidentified: Whether it has not identified itself: it is used only if there is no other.
    mutating func opened(_ number: Int, at now: Int, isSilent: Bool = false, isUnidentified: Bool = false) {
        entries[number].state = .open(since: now)
        entries[number].isSilent = isSilent
        entries[number].isUnidentified = isUnidentified
    }

    /// Handles a device that has identified itself.
    mutating func identified(_ number: Int, at now: Int) {
        if entries[number].isSilent { opened(number, at: now) }
        entries[number].isUnidentified = false
    }

    /// Whether a device is in use that has identified itself.
    var isWorking: Bool { inUse.contains { !entries[$0].isUnidentified } }

    /// Handles a device that could not be opened.
    mutating func failed(_ number: Int, at now: Int) { entries[number].retry(after: now) }

    /// Handles an open device that was lost or has failed.
    ///
    /// - Returns: Whether it was in use.
    @discardableResult
    mutating func lost(_ number: Int, at now: Int) -> Bool {
        if case .open(let since) = entries[number].state, now - since >= Self.trustedMilliseconds {
            entries[number].failures = 0
        }
        entries[number].retry(after: now)
        let wasInUse = inUse.contains(number)
        inUse.removeAll { $0 == number }
        return wasInUse
    }

    /// Updates ``inUse``, and returns the actions to perform.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - isPlaying: Whether a pulse is playing: then no other device takes over.
    mutating func advance(at now: Int, isPlaying: Bool) -> [Action] {
        choose(at: now, isPlaying: isPlaying)
        idleSince = inUse.isEmpty ? idleSince ?? now : nil
        var actions: [Action] = []
        for number in entries.indices {
            guard case .absent(let retryAt) = entries[number].state, now >= retryAt else { continue }
            entries[number].state = .opening
            actions.append(.open(number))
        }
        return actions
    }

    /// The time of the next action; `nil` if there is none before the next event.
    func nextMoment(at now: Int) -> Int? {
        entries.indices.compactMap { number -> Int? in
            switch entries[number].state {
            case .absent(let retryAt): retryAt
            case .opening: nil
            case .open(let since):
                // A device that could take over by now waits for the end of the pulse.
                isBetter(number) && since + Self.stableMilliseconds > now ? since + Self.stableMilliseconds : nil
            }
        }.min()
    }

    /// Whether no device can be used: each has failed, or none was found for a while.
    func nothingWorks(at now: Int) -> Bool {
        guard inUse.isEmpty else { return false }
        return entries.allSatisfy { !$0.isUsable && $0.failures > 0 }
            || idleSince.map { now - $0 >= Self.searchTimeoutMilliseconds } ?? false
    }

    private func isBetter(_ number: Int) -> Bool { inUse.first.map { rank(number) < rank($0) } ?? true }

    /// The order of preference; the lowest is the most preferred.
    private func rank(_ number: Int) -> Int { number + (entries[number].isUnidentified ? entries.count : 0) }

    private mutating func choose(at now: Int, isPlaying: Bool) {
        let open = entries.indices.filter { entries[$0].isUsable }
        guard !usesAllDevices else {
            // A device that joins during a pattern would play half of it, which could be taken for another pattern.
            if !isPlaying || inUse.isEmpty { inUse = open }
            return
        }
        let wanted = open.sorted { rank($0) < rank($1) }
        let best = wanted.first { entries[$0].isStable(at: now) }
        guard !inUse.isEmpty else {
            inUse = [best ?? wanted.first].compactMap(\.self)
            return
        }
        if !isPlaying, let better = best, isBetter(better) { inUse = [better] }
    }

    private struct Entry: Hashable, Sendable {
        enum State: Hashable, Sendable {
            case absent(retryAt: Int)
            case opening
            case open(since: Int)
        }

        var state = State.absent(retryAt: .min)
        var failures = 0
        var isSilent = false
        var isUnidentified = false

        var isUsable: Bool { if case .open = state { !isSilent } else { false } }

        func isStable(at now: Int) -> Bool {
            guard case .open(let since) = state, !isSilent else { return false }
            return now - since >= DeviceRoster.stableMilliseconds
        }

        /// Schedules the next attempt; each failure doubles the interval.
        mutating func retry(after now: Int) {
            let wait = DeviceRoster.initialRetryMilliseconds << min(failures, 8)
            failures += 1
            state = .absent(retryAt: now + min(wait, DeviceRoster.maxRetryMilliseconds))
        }
    }
}
