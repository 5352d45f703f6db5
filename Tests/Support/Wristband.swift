import Foundation
import Synchronization

/// A simulated wristband at a serial port: a pseudo terminal and a thread that reads commands and keeps the state of
/// the motors. docs/haptics.md describes the commands.
public final class Wristband: Sendable {
    /// One vibration.
    public struct Vibration: Sendable, Hashable {
        /// The site: "L", "R", "A", or degrees.
        public var site: String
        /// The strength, 1...100.
        public var strength: Int
        /// The time of its beginning, seconds of the uptime of the machine.
        public var began: Double
        /// The time of its end, which a later command may bring forward.
        public var ends: Double
        /// The commanded duration.
        public var pulseMilliseconds: Int
    }

    /// After this time without a command, all motors stop.
    public static let keepAliveSeconds = 3.0

    private struct State {
        var lines: [String] = []
        var vibrations: [Vibration] = []
        var rest: [UInt8] = []
        var heardAt = Wristband.now
        var openedAt: Double?
        var isStalled = false
        var isFrozen = false
        var isUnplugged = false
    }

    /// The port, a link, so that the next wristband at this port has the same name.
    public let path: String
    private let introduction: String?
    private let ends: (master: Int32, slave: Int32)
    private let state = Mutex(State())

    /// Plugs the wristband in.
    ///
    /// - Parameters:
    ///   - path: name of the port, which must not exist.
    ///   - introduction: the answer to the identification command; `nil` for no answer.
    public init(at path: String, introduction: String? = "N band 2\nB 80\n") throws {
        self.path = path
        self.introduction = introduction
        var (master, slave): (Int32, Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 128)
        guard openpty(&master, &slave, &name, nil, nil) == 0 else { throw POSIXError(.EIO) }
        // The other end stays open here, so that programs may open and close it; raw mode prevents echoes.
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

    /// The clock of the vibrations, seconds of the uptime.
    public static var now: Double { ProcessInfo.processInfo.systemUptime }

    /// The received commands, in order.
    public var lines: [String] { state.withLock { $0.lines } }
    /// The vibrations, in order.
    public var vibrations: [Vibration] { state.withLock { $0.vibrations } }
    /// The time of the first identification command, which programs send when they open the port.
    public var openedAt: Double? { state.withLock { $0.openedAt } }
    /// Whether the wristband was unplugged.
    public var isUnplugged: Bool { state.withLock { $0.isUnplugged } }
    /// Whether a motor is running.
    public var isVibrating: Bool { vibrations.contains { $0.began <= Self.now && Self.now < $0.ends } }

    /// Sends a text.
    public func say(_ text: String) { say(Array(text.utf8)) }

    /// Sends bytes; those that the other end does not read in time are lost.
    public func say(_ bytes: [UInt8]) {
        state.withLock { state in
            if !state.isUnplugged { _ = write(ends.master, bytes, bytes.count) }
        }
    }

    /// Stops reading, and fills the line.
    public func stall() {
        state.withLock { $0.isStalled = true }
        // The system forwards written bytes and has space again, so this is repeated.
        for _ in 0..<20 {
            fill()
            usleep(1000)
        }
    }

    /// Hangs: commands are read but neither executed nor answered.
    public func freeze() { state.withLock { $0.isFrozen = true } }

    private func fill() {
        let nothing = [UInt8](repeating: UInt8(ascii: "\n"), count: 4096)
        while write(ends.slave, nothing, nothing.count) > 0 {}
    }

    /// Unplugs the wristband; the port disappears.
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
            // A short wait, so that commands take effect at once and no lock is held meanwhile.
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
            // Another vibration at the same site replaces it.
            for index in state.vibrations.indices where Self.meet(state.vibrations[index].site, words[1]) {
                state.vibrations[index].ends = min(state.vibrations[index].ends, now)
            }
            state.vibrations.append(
                Vibration(
                    site: words[1], strength: strength, began: now, ends: now + Double(milliseconds) / 1000,
                    pulseMilliseconds: milliseconds))
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

    /// Whether two sites have a motor in common.
    private static func meet(_ one: String, _ other: String) -> Bool { one == other || one == "A" || other == "A" }

    private func still(_ state: inout State) {
        let now = Self.now
        for index in state.vibrations.indices { state.vibrations[index].ends = min(state.vibrations[index].ends, now) }
    }
}
