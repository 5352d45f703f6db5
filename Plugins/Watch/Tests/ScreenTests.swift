import Dashboard
import NavigationControl
import NavigationEvents
import Synchronization
import Testing

@testable import Watch

@Suite("A screen and its terminal")
struct ScreenTests {
    private let terminal = LimitedTerminal()

    private func screen() -> Screen {
        let traits = TerminalTraits(WatchOptions()) { ["TERM": "xterm", "LANG": "C.UTF-8"][$0] }
        return Screen(port: terminal, traits: traits)
    }

    private func show(_ screen: Screen, meters: Double, at seconds: Double) {
        screen.show(.make(.make(inMeters: meters)), at: Moment(seconds: seconds))
    }

    @Test
    func `a stalled terminal costs no time and no memory and then gets the latest frame`()
        throws
    {
        let screen = screen()
        try screen.open()
        terminal.state.withLock { $0.room = 100 }
        for step in 0..<1000 { show(screen, meters: 1000 - Double(step), at: Double(step) + 1) }
        #expect(terminal.written.count == 100)
        terminal.state.withLock { $0.room = .max }
        show(screen, meters: 70, at: 2000)
        var paper = SimulatedTerminal(columns: 40, rows: 12)
        paper.take(terminal.written)
        #expect(paper.lines.contains { $0.contains("70 m") })
        #expect(paper.clearings == 1)
    }

    @Test func `another size draws everything again`() throws {
        let screen = screen()
        try screen.open()
        show(screen, meters: 290, at: 1)
        terminal.state.withLock {
            $0.size = (60, 20)
            $0.written = []
        }
        show(screen, meters: 290, at: 2)
        var paper = SimulatedTerminal(columns: 60, rows: 20)
        paper.take(terminal.written)
        #expect(paper.clearings == 1 && paper.lines.contains { $0.contains("Berliner Straße") })
    }

    @Test func `in the background nothing is drawn`() throws {
        let screen = screen()
        try screen.open()
        terminal.state.withLock { $0.isForeground = false }
        show(screen, meters: 290, at: 1)
        #expect(terminal.written.isEmpty)
    }

    @Test func `the terminal is restored once and not drawn on afterwards`() throws {
        let screen = screen()
        screen.close()
        #expect(terminal.state.withLock(\.leavings) == 0)
        try screen.open()
        screen.close()
        screen.close()
        show(screen, meters: 290, at: 1)
        #expect(terminal.state.withLock { $0.leavings == 1 && !$0.isTaken } && terminal.written.isEmpty)
    }

    @Test func `Ctrl-L draws everything again, and q quits`() throws {
        let asked = Mutex(0)
        let traits = TerminalTraits(WatchOptions()) { ["TERM": "xterm", "LANG": "C.UTF-8"][$0] }
        let screen = Screen(port: terminal, traits: traits) { asked.withLock { $0 += 1 } }
        try screen.open()
        defer { screen.close() }
        screen.show(.make(.make(inMeters: 290)), at: .now)
        #expect(terminal.waits { $0.paper.clearings == 1 })
        terminal.state.withLock { $0.pressed = [12] }
        #expect(terminal.waits { $0.paper.clearings == 2 && $0.paper.lines.contains { $0.contains("290 m") } })
        terminal.state.withLock { $0.pressed = [UInt8(ascii: "q")] }
        #expect(terminal.waits { _ in asked.withLock { $0 } == 1 })
    }

    @Test func `the latest frame follows without another event after a stall or a flood`()
        throws
    {
        let screen = screen()
        try screen.open()
        defer { screen.close() }
        terminal.state.withLock { $0.room = 100 }
        for meters in [290.0, 280, 270] { screen.show(.make(.make(inMeters: meters)), at: .now) }
        terminal.state.withLock { $0.room = .max }
        #expect(terminal.waits { $0.paper.lines.contains { $0.contains("270 m") } })
        for meters in [260.0, 250, 240, 230] { screen.show(.make(.make(inMeters: meters)), at: .now) }
        #expect(terminal.waits { $0.paper.lines.contains { $0.contains("230 m") } })
    }

    @Test func `in the background the screen polls slowly`() throws {
        let screen = screen()
        try screen.open()
        defer { screen.close() }
        terminal.state.withLock { $0.isForeground = false }
        screen.show(.make(), at: .now)
        terminal.state.withLock { $0.waits = [] }
        #expect(terminal.waits { $0.state.withLock { $0.waits.count >= 3 } })
        #expect(terminal.state.withLock { $0.waits.dropFirst().allSatisfy { $0 >= 250 } })
        terminal.state.withLock { $0.isForeground = true }
        #expect(terminal.waits { $0.paper.lines.contains { $0.contains("290 m") } })
    }

    @Test func `a lost terminal is detected`() throws {
        let screen = screen()
        try screen.open()
        defer { screen.close() }
        #expect(!screen.isGone)
        terminal.state.withLock { $0.isGone = true }
        #expect(terminal.waits { _ in screen.isGone })
    }

    @Test func `at most thirty frames a second are drawn, and the latest is shown`() throws {
        let screen = screen()
        try screen.open()
        for step in 0..<1000 { show(screen, meters: 990, at: 1 + Double(step) / 10_000) }
        #expect(terminal.written.count < 20_000)
        show(screen, meters: 50, at: 3)
        #expect(terminal.waits { $0.paper.lines.contains { $0.contains("50 m") } })
    }
}
