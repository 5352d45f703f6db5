import Platform
import TestSupport
import Testing

@testable import HapticDevices

@Suite struct DeviceRosterTests {
    @Test func `all devices are tried at once, and the first that opens is used`() {
        var roster = DeviceRoster(count: 3)
        #expect(roster.advance(at: 0, isPlaying: false) == [.open(0), .open(1), .open(2)])
        #expect(roster.inUse.isEmpty && !roster.nothingWorks(at: 0))
        #expect(roster.nothingWorks(at: DeviceRoster.searchTimeoutMilliseconds), "a search may take for ever")
        roster.opened(2, at: 10)
        #expect(roster.advance(at: 10, isPlaying: false).isEmpty)
        #expect(roster.inUse == [2])
    }

    @Test func `a preferred device takes over after two seconds`() {
        var roster = DeviceRoster(count: 2)
        _ = roster.advance(at: 0, isPlaying: false)
        roster.opened(1, at: 0)
        _ = roster.advance(at: 0, isPlaying: false)
        roster.opened(0, at: 1000)
        _ = roster.advance(at: 2999, isPlaying: false)
        #expect(roster.inUse == [1])
        #expect(roster.nextMoment(at: 2999) == 3000)
        _ = roster.advance(at: 3000, isPlaying: true)
        #expect(roster.inUse == [1], "the current pattern is completed")
        _ = roster.advance(at: 3400, isPlaying: false)
        #expect(roster.inUse == [0])
    }

    @Test func `when the device in use is lost, the next takes over at once`() {
        var roster = DeviceRoster(count: 2)
        _ = roster.advance(at: 0, isPlaying: false)
        roster.opened(0, at: 0)
        roster.opened(1, at: 0)
        _ = roster.advance(at: 5000, isPlaying: false)
        #expect(roster.inUse == [0])
        let wasInUse = roster.lost(0, at: 6000)
        #expect(wasInUse)
        _ = roster.advance(at: 6000, isPlaying: true)
        #expect(roster.inUse == [1])
        #expect(roster.advance(at: 6499, isPlaying: false).isEmpty)
        #expect(roster.advance(at: 6500, isPlaying: false) == [.open(0)])
    }

    @Test func `the interval of attempts grows with each failure`() {
        var roster = DeviceRoster(count: 1)
        var tries: [Int] = []
        for now in stride(from: 0, through: 40_000, by: 100) where !roster.advance(at: now, isPlaying: false).isEmpty {
            tries.append(now)
            roster.failed(0, at: now)
        }
        #expect(tries == [0, 500, 1500, 3500, 7500, 15_500, 25_500, 35_500])
        #expect(roster.nothingWorks(at: 40_000))
    }

    @Test func `a device that has fallen silent is not used until it sends something`() {
        var roster = DeviceRoster(count: 2)
        _ = roster.advance(at: 0, isPlaying: false)
        roster.opened(0, at: 0, isSilent: true)
        _ = roster.advance(at: 0, isPlaying: false)
        #expect(roster.inUse.isEmpty)
        roster.opened(1, at: 0)
        _ = roster.advance(at: 2000, isPlaying: false)
        #expect(roster.inUse == [1])
        roster.identified(0, at: 3000)
        _ = roster.advance(at: 4999, isPlaying: false)
        #expect(roster.inUse == [1])
        _ = roster.advance(at: 5000, isPlaying: false)
        #expect(roster.inUse == [0])
    }

    @Test func `together, all working devices are used`() {
        var roster = DeviceRoster(count: 3, usesAllDevices: true)
        _ = roster.advance(at: 0, isPlaying: false)
        roster.opened(2, at: 0)
        roster.opened(0, at: 0)
        _ = roster.advance(at: 0, isPlaying: true)
        #expect(roster.inUse == [0, 2])
        roster.opened(1, at: 5)
        _ = roster.advance(at: 5, isPlaying: true)
        #expect(roster.inUse == [0, 2], "no device joins during a pattern")
        roster.lost(0, at: 10)
        #expect(roster.inUse == [2])
        _ = roster.advance(at: 20, isPlaying: false)
        #expect(roster.inUse == [1, 2])
    }

    /// In random events, never two devices are in use, one is in use whenever one is open, and finally the preferred
    /// one that was open for two seconds is in use.
    @Test func `in random events one device is used, and finally the preferred one`() {
        var random = SplitMix64.announced(for: "roster of devices")
        for _ in 0..<300 {
            let count = Int.random(in: 1...4, using: &random)
            var roster = DeviceRoster(count: count)
            var open: [Int: Int] = [:]
            var opening: Set<Int> = []
            var now = 0
            func advance(isPlaying: Bool) {
                for case .open(let number) in roster.advance(at: now, isPlaying: isPlaying) {
                    #expect(open[number] == nil && !opening.contains(number), "never opened twice")
                    opening.insert(number)
                }
                #expect(roster.inUse.count == (open.isEmpty ? 0 : 1))
                #expect(roster.inUse.allSatisfy { open[$0] != nil })
            }
            for _ in 0..<80 {
                now += Int.random(in: 0...900, using: &random)
                advance(isPlaying: random.chance(3))
                if let number = opening.sorted().first, random.chance(2) {
                    opening.remove(number)
                    if random.chance(3) {
                        roster.failed(number, at: now)
                    } else {
                        open[number] = now
                        roster.opened(number, at: now)
                    }
                } else if let number = open.keys.sorted().randomElement(using: &random), random.chance(3) {
                    open[number] = nil
                    roster.lost(number, at: now)
                }
                advance(isPlaying: random.chance(3))
            }
            now += DeviceRoster.stableMilliseconds
            advance(isPlaying: false)
            #expect(roster.inUse.first == open.keys.min())
        }
    }
}
