import EventBus
import Glibc
import NavigationEvents
import Platform
import ZeroMQ

/// The process of a bus that the launcher starts, such as `navbus-bus`.
///
/// The launcher starts it and writes launch orders to its standard input, each as a length (four bytes, little-endian)
/// and the bytes of a ``NavigationEvents/LaunchOrder``: first a plan, then the permission to begin, then changes of the
/// state of the controls. It ends cleanly on SIGTERM or SIGINT: navigation is stopped, and the last events arrive. If
/// its input ends without a signal, the launcher has died: it then ends the controls and itself, and keeps the data
/// from which a new bus resumes.
public enum LoopProcess {
    private enum Cause: Sendable {
        case input(LaunchOrderReader.Input)
        case signal
    }

    /// Runs guidance; see ``run(_:)``.
    public static func run() -> Never { run(LoopParts.self) }

    /// Runs a bus until a signal arrives or the input ends. It must be called first, on the main thread, which then waits
    /// for signals: other threads inherit the blocked signals.
    package static func run(_ kind: (some LaunchedBus).Type) -> Never {
        signal(SIGPIPE, SIG_IGN)
        var signals = blockSignals()
        let (causes, continuation) = AsyncStream.makeStream(of: Cause.self)
        guard watchInput(ControlReaper(), { continuation.yield(.input($0)) }) else {
            fail(.systemError, "start its threads: the system has no free threads; end other programs")
        }
        let executor: SocketExecutor
        do {
            executor = try SocketExecutor(name: "launcher")
        } catch {
            fail(.systemError, "start its threads: the system has no free threads; end other programs")
        }
        // On a thread of its own: those of Swift cost memory, and a wake-up each second.
        Task.detached(executorPreference: executor) { await serve(kind, causes) }
        var signal: Int32 = 0
        // The first signal ends the process cleanly, the second one immediately.
        while sigwait(&signals, &signal) != 0 {}
        continuation.yield(.signal)
        while sigwait(&signals, &signal) != 0 {}
        _exit(128 + signal)
    }

    private static func serve<Bus: LaunchedBus>(_ kind: Bus.Type, _ causes: AsyncStream<Cause>) async -> Never {
        var bus: Bus?
        for await cause in causes {
            switch cause {
            case .signal:
                await bus?.end()
                _exit(0)
            case .input(.order(let order)): bus = await handle(order, bus)
            case .input(.malformed(let text)):
                fail(.refused, "read a message of the launcher: \(text); install both programs again")
            case .input(.end):
                if bus == nil { fail(.usage, "get a plan on its standard input: start it with `navbus run`") }
                // The controls have ended by now. Nothing is closed: a new bus resumes as after a kill.
                _exit(0)
            }
        }
        _exit(0)
    }

    private static func handle<Bus: LaunchedBus>(_ order: LaunchOrder, _ bus: Bus?) async -> Bus? {
        switch (order, bus) {
        case (.plan(let plan), nil): return await open(plan)
        case (.begin, let bus?): await bus.begin()
        case (.control(let status), let bus?): await bus.note(control: status)
        case (.observer(let status), let bus?): await bus.note(observer: status)
        case (.earlierPlan, _):
            fail(
                .refused,
                "use the plan: it has no endpoints; navbus and navbus-bus have different versions: install both again")
        case (.plan, _):
            fail(.refused, "accept a second plan: a bus has one; start another bus")
        case (.begin, nil), (.control, nil), (.observer, nil):
            fail(.refused, "accept a message before its plan; install both programs again")
        }
        return bus
    }

    private static func open<Bus: LaunchedBus>(_ plan: LoopPlan) async -> Bus {
        do {
            try plan.check()
            return try await Bus.open(plan, launcher: getppid())
        } catch let error as BusError {
            if case .badEndpoint = error { fail(.configuration, "\(error)") }
            fail(.systemError, "\(error)")
        } catch {
            fail(.configuration, "\(error)")
        }
    }

    private static func fail(_ status: ExitStatus, _ text: String) -> Never {
        Terminal.error("navbus-bus: failed to \(text)")
        _exit(status.rawValue)
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

    /// Seconds that everything else has to end after the input has ended.
    private static let timeoutSeconds: UInt32 = 3

    /// Reads launch orders. This thread also ends the controls: it works however busy all others are, and finally ends
    /// the process, since no launcher is left to end one that hangs.
    private static func watchInput(
        _ reaper: ControlReaper, _ deliver: @escaping @Sendable (LaunchOrderReader.Input) -> Void
    ) -> Bool {
        startThread("orders") {
            let reader = LaunchOrderReader(descriptor: STDIN_FILENO)
            while true {
                let input = reader.next()
                switch input {
                case .order(.control(let status)): reaper.note(status)
                case .order: break
                case .malformed, .end: reaper.endAll()
                }
                deliver(input)
                guard case .order = input else { break }
            }
            sleep(timeoutSeconds)
            fail(
                .systemError,
                "end in time after its launcher: it hung; a new bus resumes the drive")
        }
    }
}
