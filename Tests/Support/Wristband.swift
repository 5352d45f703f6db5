import Foundation
import Synchronization

/// A wristband at a serial port, as far as a program can tell: a pseudo terminal, behind which a thread reads lines and
/// keeps the state of the motors. docs/haptics.md describes what it understands.
public final class Wristband: Sendable {
    /// One vibration, as its wearer felt it.
    public struct Felt: Sendable, Hashable {
        /// "L", "R", "A", or degrees.
        public var site: String
        /// 1...100.
        public var strength: Int
        /// When it began, seconds of the uptime of the machine.
        public var began: Double
        /// When it ended, or will end unless something ends it before.
        public var ends: Double
        /// For how long it was told to last.
        public var toldMilliseconds: Int
    }

    /// Without any line for so long everything is still.
    public static let keepAliveSeconds = 3.0

    private struct State {
        var lines: [String] = []
        var felt: [Felt] = []
        var rest: [UInt8] = []
        var heardAt = Wristband.now
        var openedAt: Double?
        var isStalled = false
        var isFrozen = false
        var isUnplugged = false
    }

    /// The port; a link, so that the next one that is plugged in there has the same name.
    public let path: String
    private let introduction: String?
    private let ends: (master: Int32, slave: Int32)
    private let state = Mutex(State())

    /// Plugs it in.
    ///
    /// - Parameters:
    ///   - path: Name of the port, which must not be there.
    ///   - introduction: What it answers when it is asked who it is; `nil`: nothing.
    public init(at path: String, introduction: String? = "N band 2\nB 80\n") throws {
        self.path = path
        self.introduction = introduction
        var (master, slave): (Int32, Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 128)
        guard openpty(&master, &slave, &name, nil, nil) == 0 else { throw POSIXError(.EIO) }
        // The other end stays open here, so that whoever uses it may come and go; raw, so that nothing echoes.
        for end in [master, slave] {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        var mode = termios()
        guard tcgetattr(slave, &mode) == 0 else { throw POSIXError(.EIO) }
        cfmakeraw(&mode)
        guard tcsetattr(slave, TCSANOW, &mode) == 0, symlink(&name, path) == 0 else { throw POSIXError(.EIO) }
        ends = (master, slave)
        Thread.detachNewThread { [self] in live() }
    }

    /// The clock of what is felt.
    public static var now: Double { ProcessInfo.processInfo.systemUptime }

    /// What it was told, in order.
    public var lines: [String] { state.withLock { $0.lines } }
    /// What was felt, in order.
    public var felt: [Felt] { state.withLock { $0.felt } }
    /// When somebody has asked first who it is, as those do who open it.
    public var openedAt: Double? { state.withLock { $0.openedAt } }
    /// Whether it was pulled out.
    public var isUnplugged: Bool { state.withLock { $0.isUnplugged } }
    /// Whether a motor runs now.
    public var isVibrating: Bool { felt.contains { $0.began <= Self.now && Self.now < $0.ends } }

    /// Says something.
    public func say(_ text: String) { say(Array(text.utf8)) }

    /// Says something; what the other end does not read in time is lost.
    public func say(_ bytes: [UInt8]) {
        state.withLock { state in
            if !state.isUnplugged { _ = write(ends.master, bytes, bytes.count) }
        }
    }

    /// Reads nothing any more, and its line is full.
    public func stall() {
        state.withLock { $0.isStalled = true }
        // The system moves on what is written, and has room once more.
        for _ in 0..<20 {
            fill()
            usleep(1000)
        }
    }

    /// Hangs: its wire takes what comes, but nothing is done and nothing is said any more.
    public func freeze() { state.withLock { $0.isFrozen = true } }

    private func fill() {
        let nothing = [UInt8](repeating: UInt8(ascii: "\n"), count: 4096)
        while write(ends.slave, nothing, nothing.count) > 0 {}
    }

    /// Is pulled out; there is no such port any more.
    public func unplug() {
        state.withLock { state in
            guard !state.isUnplugged else { return }
            state.isUnplugged = true
            unlink(path)
            close(ends.master)
            close(ends.slave)
        }
    }

    private func live() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let isOver = state.withLock { state in
                guard !state.isUnplugged else { return true }
                guard !state.isStalled else {
                    fill()
                    return false
                }
                let count = read(ends.master, &bytes, bytes.count)
                if count > 0, !state.isFrozen { take(bytes.prefix(count), &state) }
                if Self.now - state.heardAt > Self.keepAliveSeconds { still(&state) }
                return false
            }
            if isOver { return }
            var waited = pollfd(fd: ends.master, events: Int16(POLLIN), revents: 0)
            // Short, since a line that has come is to be felt at once, and locks are not to be held meanwhile.
            if poll(&waited, 1, 2) < 0 || waited.revents & Int16(POLLIN) == 0 { usleep(200) }
        }
    }

    private func take(_ bytes: ArraySlice<UInt8>, _ state: inout State) {
        state.rest += bytes
        while let end = state.rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: state.rest[..<end], as: UTF8.self)
            state.rest.removeSubrange(...end)
            guard !line.isEmpty else { continue }
            state.heardAt = Self.now
            state.lines.append(line)
            follow(line.split(separator: " ").map(String.init), &state)
        }
    }

    private func follow(_ words: [String], _ state: inout State) {
        switch words.first {
        case "V":
            guard words.count == 4, let strength = Int(words[2]), let milliseconds = Int(words[3]) else { return }
            let now = Self.now
            // Another vibration at the same place takes its place.
            for index in state.felt.indices where Self.meet(state.felt[index].site, words[1]) {
                state.felt[index].ends = min(state.felt[index].ends, now)
            }
            state.felt.append(
                Felt(
                    site: words[1], strength: strength, began: now, ends: now + Double(milliseconds) / 1000,
                    toldMilliseconds: milliseconds))
        case "S": still(&state)
        case "?":
            state.openedAt = state.openedAt ?? Self.now
            if let introduction {
                let bytes = Array(introduction.utf8)
                _ = write(ends.master, bytes, bytes.count)
            }
        default: break
        }
    }

    /// Whether two sites have a motor in common, as far as letters tell.
    private static func meet(_ one: String, _ other: String) -> Bool { one == other || one == "A" || other == "A" }

    private func still(_ state: inout State) {
        let now = Self.now
        for index in state.felt.indices { state.felt[index].ends = min(state.felt[index].ends, now) }
    }
}
