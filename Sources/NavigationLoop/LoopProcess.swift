import EventBus
import Glibc
import NavigationEvents
import Platform

/// The process that guides, as `navbus-bus` runs it.
///
/// A launcher starts it and writes launch orders to its standard input, each as a length (four bytes, little-endian)
/// and the bytes of a ``NavigationEvents/LaunchOrder``: a plan first, then that it may begin, and whatever becomes of
/// the controls. It ends cleanly with SIGTERM or SIGINT: navigation is stopped, and what was published last arrives.
/// When its input ends without that, the launcher has died: then it ends the controls and itself, and keeps what a
/// successor needs to go on.
public enum LoopProcess {
    /// Exit codes, after sysexits.h.
    private enum Status {
        static let usage: Int32 = 64
        static let systemError: Int32 = 71
        static let protocolError: Int32 = 76
        static let configuration: Int32 = 78
    }

    private enum Cause: Sendable {
        case input(OrderReader.Input)
        case signal
    }

    /// Runs until a signal comes or the input ends. To be called first, on the main thread, which waits for signals from
    /// then on: other threads inherit that these are not for them.
    public static func run() -> Never {
        signal(SIGPIPE, SIG_IGN)
        var signals = blockSignals()
        let (causes, continuation) = AsyncStream.makeStream(of: Cause.self)
        guard watchInput(Guardian(), { continuation.yield(.input($0)) }) else {
            fail(Status.systemError, "start its threads: the system has none left; end other programs")
        }
        Task.detached { await serve(causes) }
        var signal: Int32 = 0
        // The first one asks for an end, the second one ends at once.
        while sigwait(&signals, &signal) != 0 {}
        continuation.yield(.signal)
        while sigwait(&signals, &signal) != 0 {}
        _exit(128 + signal)
    }

    private static func serve(_ causes: AsyncStream<Cause>) async -> Never {
        var parts: LoopParts?
        for await cause in causes {
            switch cause {
            case .signal:
                await parts?.end()
                _exit(0)
            case .input(.order(let order)): parts = await obey(order, parts)
            case .input(.malformed(let text)):
                fail(Status.protocolError, "read an order of the launcher: \(text); install both programs anew")
            case .input(.end):
                if parts == nil { fail(Status.usage, "get a plan on its standard input: start it with `navbus run`") }
                // The controls have ended by now. Nothing is closed: a successor finds all as after a kill.
                _exit(0)
            }
        }
        _exit(0)
    }

    private static func obey(_ order: LaunchOrder, _ parts: LoopParts?) async -> LoopParts? {
        switch (order, parts) {
        case (.plan(let settings), nil): return await open(settings)
        case (.begin, let parts?): await parts.loop.begin()
        case (.control(let status), let parts?): await parts.bus.note(control: status)
        case (.plan, _):
            fail(Status.protocolError, "take a second plan: a bus has one; start another bus")
        case (.begin, nil), (.control, nil):
            fail(Status.protocolError, "take an order before its plan; install both programs anew")
        }
        return parts
    }

    private static func open(_ settings: [String: SettingValue]) async -> LoopParts {
        do throws(LoopError) {
            let plan = try LoopPlan(settings: settings)
            do throws(BusError) {
                return try await LoopParts(plan, launcher: getppid(), boundsProcess: true)
            } catch {
                if case .badEndpoint = error { fail(Status.configuration, "\(error)") }
                fail(Status.systemError, "\(error)")
            }
        } catch {
            fail(Status.configuration, "\(error)")
        }
    }

    private static func fail(_ status: Int32, _ text: String) -> Never {
        Terminal.error("navbus-bus: failed to \(text)")
        _exit(status)
    }
}

extension LoopProcess {
    private static func blockSignals() -> sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        return signals
    }

    /// How long all else may take to end when the input has ended.
    private static let patienceSeconds: UInt32 = 3

    /// Reads orders. The controls are noted and ended on this thread: however busy all others are, it does its duty, and
    /// ends the process at last, whose launcher is not there any more to end one that hangs.
    private static func watchInput(
        _ guardian: Guardian, _ hand: @escaping @Sendable (OrderReader.Input) -> Void
    ) -> Bool {
        startThread("orders") {
            let reader = OrderReader(descriptor: STDIN_FILENO)
            while true {
                let input = reader.next()
                switch input {
                case .order(.control(let status)): guardian.note(status)
                case .order: break
                case .malformed, .end: guardian.endAll()
                }
                hand(input)
                guard case .order = input else { break }
            }
            sleep(patienceSeconds)
            fail(
                Status.systemError,
                "end in time behind its launcher: it hung; what it had kept is there for another one")
        }
    }
}
