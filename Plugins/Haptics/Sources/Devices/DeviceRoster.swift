/// Decides which devices are tried, which are kept open, and which one makes things felt. A pure value: time is an
/// argument, in milliseconds of a clock that never goes back.
///
/// Every device that can be opened is kept open, so that the next one is there at once when one is lost. The best one is
/// used. A better one takes over only when it has been there for a while and nothing is being felt: a plug that does not
/// sit well must not cost a pulse.
struct DeviceRoster: Sendable {
    /// Something to be done.
    enum Action: Hashable, Sendable {
        /// Try to open the device with this number.
        case open(Int)
    }

    /// A better device takes over when it has been open for so long.
    static let stableMilliseconds = 2000
    /// One that stays for so long is tried anew at once when it is lost.
    static let trustedMilliseconds = 10_000
    /// Without any device for so long it is told that none works, though some may still be tried.
    static let hopeMilliseconds = 5000
    static let firstRetryMilliseconds = 500
    static let longestRetryMilliseconds = 10_000

    /// Whether all devices that work are used at once.
    let isTogether: Bool
    private var places: [Place]
    /// The devices that make things felt, by number, in order of preference. At most one, unless all are wanted.
    private(set) var inUse: [Int] = []
    /// Since when none is in use.
    private var idleSince: Int?

    /// Devices with the numbers 0..<count, in order of preference.
    init(count: Int, together: Bool = false) {
        places = Array(repeating: Place(), count: count)
        isTogether = together
    }

    /// A device was opened.
    ///
    /// - Parameters:
    ///   - isMute: Whether it says nothing, although it did before it was lost: it is not used until it speaks.
    ///   - isStranger: Whether it does not say what it is: it is used only if nothing else is there.
    mutating func opened(_ number: Int, at now: Int, isMute: Bool = false, isStranger: Bool = false) {
        places[number].state = .open(since: now)
        places[number].isMute = isMute
        places[number].isStranger = isStranger
    }

    /// A device has said what it is.
    mutating func spoke(_ number: Int, at now: Int) {
        if places[number].isMute { opened(number, at: now) }
        places[number].isStranger = false
    }

    /// Whether it is known that somebody feels what is played.
    var isWorking: Bool { inUse.contains { !places[$0].isStranger } }

    /// A device could not be opened.
    mutating func failed(_ number: Int, at now: Int) { places[number].retry(after: now) }

    /// An open device is gone, or does not do what it is told. Whether it was in use.
    @discardableResult
    mutating func lost(_ number: Int, at now: Int) -> Bool {
        if case .open(let since) = places[number].state, now - since >= Self.trustedMilliseconds {
            places[number].failures = 0
        }
        places[number].retry(after: now)
        let wasInUse = inUse.contains(number)
        inUse.removeAll { $0 == number }
        return wasInUse
    }

    /// What is to be done now; ``inUse`` says what is used from now on.
    ///
    /// - Parameter isPlaying: Whether something is being felt: then no other device takes over.
    mutating func advance(at now: Int, isPlaying: Bool) -> [Action] {
        choose(at: now, isPlaying: isPlaying)
        idleSince = inUse.isEmpty ? idleSince ?? now : nil
        var actions: [Action] = []
        for number in places.indices {
            guard case .absent(let retryAt) = places[number].state, now >= retryAt else { continue }
            places[number].state = .opening
            actions.append(.open(number))
        }
        return actions
    }

    /// When there is something to be done again; `nil` if not before something happens.
    func nextMoment(at now: Int) -> Int? {
        places.indices.compactMap { number -> Int? in
            switch places[number].state {
            case .absent(let retryAt): retryAt
            case .opening: nil
            case .open(let since):
                // What could take over by now waits for the end of what is being felt.
                isBetter(number) && since + Self.stableMilliseconds > now ? since + Self.stableMilliseconds : nil
            }
        }.min()
    }

    /// Whether none can be used: each was tried, or none was found in a while.
    func nothingWorks(at now: Int) -> Bool {
        guard inUse.isEmpty else { return false }
        return places.allSatisfy { !$0.isUsable && $0.failures > 0 }
            || idleSince.map { now - $0 >= Self.hopeMilliseconds } ?? false
    }

    private func isBetter(_ number: Int) -> Bool { inUse.first.map { rank(number) < rank($0) } ?? true }

    /// The least is the most wanted.
    private func rank(_ number: Int) -> Int { number + (places[number].isStranger ? places.count : 0) }

    private mutating func choose(at now: Int, isPlaying: Bool) {
        let open = places.indices.filter { places[$0].isUsable }
        guard !isTogether else {
            // Who comes in the middle would feel half a pattern, and take it for another.
            if !isPlaying || inUse.isEmpty { inUse = open }
            return
        }
        let wanted = open.sorted { rank($0) < rank($1) }
        let best = wanted.first { places[$0].isStable(at: now) }
        guard !inUse.isEmpty else {
            inUse = [best ?? wanted.first].compactMap(\.self)
            return
        }
        if !isPlaying, let better = best, isBetter(better) { inUse = [better] }
    }

    private struct Place: Hashable, Sendable {
        enum State: Hashable, Sendable {
            case absent(retryAt: Int)
            case opening
            case open(since: Int)
        }

        var state = State.absent(retryAt: .min)
        var failures = 0
        var isMute = false
        var isStranger = false

        var isUsable: Bool { if case .open = state { !isMute } else { false } }

        func isStable(at now: Int) -> Bool {
            guard case .open(let since) = state, !isMute else { return false }
            return now - since >= DeviceRoster.stableMilliseconds
        }

        /// Each failure doubles the time until the next try.
        mutating func retry(after now: Int) {
            let wait = DeviceRoster.firstRetryMilliseconds << min(failures, 8)
            failures += 1
            state = .absent(retryAt: now + min(wait, DeviceRoster.longestRetryMilliseconds))
        }
    }
}
