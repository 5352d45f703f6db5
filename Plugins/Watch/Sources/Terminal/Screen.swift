import Dashboard
import Glibc
import Platform
import Synchronization

/// The dashboard on a terminal, with at most thirty frames a second, always the latest.
final class Screen: WatchOutput, Sendable {
    private struct State {
        var renderer: DashboardRenderer
        var queue: ScreenQueue
        var latest: Dashboard?
        var size = (columns: 0, rows: 0)
        var drawnAt = Moment(seconds: 0)
        var isOpen = false
        /// Whether the latest dashboard is not yet on the screen.
        var isDue = false
        var isGone = false
    }

    private static let minFrameSeconds = 0.033

    private let port: any TerminalPort
    private let maxColumns: Int
    /// Called when the user quits or the terminal is gone.
    private let onQuit: @Sendable () -> Void
    private let state: Mutex<State>

    init(
        port: any TerminalPort, traits: TerminalTraits, maxColumns: Int = 0, map: WatchMap? = nil,
        onQuit: @escaping @Sendable () -> Void = {}
    ) {
        self.port = port
        self.maxColumns = maxColumns
        self.onQuit = onQuit
        state = Mutex(
            State(
                renderer: DashboardRenderer(options: traits.options, map: map),
                queue: ScreenQueue(palette: traits.palette)))
    }

    var isGone: Bool { state.withLock(\.isGone) }

    func open() throws(WatchError) {
        try port.enter()
        state.withLock { $0.isOpen = true }
        do throws(SystemError) {
            try SystemThread.detach("navbus-keys") { [self] in handleInput() }
        } catch {
            close()
            throw .thread(error)
        }
    }

    func show(_ dashboard: Dashboard, at moment: Moment) {
        state.withLock { state in
            state.latest = dashboard
            state.isDue = true
            draw(&state, at: moment)
        }
    }

    func close() {
        state.withLock { state in
            guard state.isOpen else { return }
            state.isOpen = false
            port.leave()
        }
    }

    /// Handles keys, changes of the window size, and pending output to a slow terminal, until the screen is closed.
    private func handleInput() {
        while true {
            let (isOpen, isBusy, isDue) = state.withLock { ($0.isOpen, $0.queue.isBusy, $0.isDue) }
            guard isOpen else { return }
            // In the background, nothing is urgent.
            let isSoon = isDue && !isBusy && port.isForeground
            guard let keys = port.keys(timeoutMilliseconds: isSoon ? 34 : 250, orWritable: isBusy) else {
                state.withLock { $0.isGone = true }
                return onQuit()
            }
            if keys.contains(where: { [UInt8(ascii: "q"), UInt8(ascii: "Q"), 4].contains($0) }) { onQuit() }
            state.withLock { state in
                // Ctrl-L draws everything again, after output of another program.
                if keys.contains(12) { state.size = (0, 0) }
                draw(&state, at: .now)
            }
        }
    }

    private func draw(_ state: inout State, at now: Moment) {
        guard state.isOpen, port.isForeground, let latest = state.latest else { return }
        if port.takeResumption() { state.size = (0, 0) }
        let size = port.size
        if size != state.size {
            state.size = size
            state.queue.forget()
            state.isDue = true
        }
        state.queue.flush(port.write)
        guard state.isDue, !state.queue.isBusy, now.seconds(since: state.drawnAt) >= Self.minFrameSeconds else {
            return
        }
        let columns = maxColumns > 0 ? min(size.columns, maxColumns) : size.columns
        let frame = state.renderer.frame(latest, columns: columns, rows: size.rows, at: now)
        state.queue.offer(frame, port.write)
        state.drawnAt = now
        state.isDue = false
    }
}
