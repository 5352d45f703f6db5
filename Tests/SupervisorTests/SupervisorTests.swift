import Glibc
import NavigationEvents
import Supervisor
import Synchronization
import TestSupport
import Testing

/// Real processes: small shell scripts stand in for controls.
@Suite struct SupervisorTests {
    /// What a supervisor said, and a way to wait for it.
    private final class Log: Sendable {
        private let state = Mutex<(outputs: [ControlOutput], statuses: [ControlStatus])>(([], []))
        private let changes: AsyncStream<Void>
        private let changed: AsyncStream<Void>.Continuation

        init() { (changes, changed) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1)) }

        var outputs: [ControlOutput] { state.withLock { $0.outputs } }
        var statuses: [ControlStatus] { state.withLock { $0.statuses } }

        func supervisor(patience: Duration = .seconds(5)) -> Supervisor {
            Supervisor(patience: patience) { output in
                self.state.withLock { $0.outputs.append(output) }
                self.changed.yield()
            } onChange: { status in
                self.state.withLock { $0.statuses.append(status) }
                self.changed.yield()
            }
        }

        func wait(until condition: (Log) -> Bool) async {
            if condition(self) { return }
            for await _ in changes where condition(self) { return }
        }
    }

    private func plan(_ script: String, in folder: TemporaryFolder) throws -> LaunchPlan {
        let file = try folder.write("#!/bin/sh\n\(script)\n", to: "control.sh", mode: 0o755)
        return LaunchPlan(control: "test", executable: file, environment: ["NAVBUS_ENDPOINT": "ipc:///nowhere"])
    }

    @Test(.timeLimit(.minutes(1))) func everyLineAControlWritesArrivesWithItsName() async throws {
        let (folder, log) = (try TemporaryFolder(), Log())
        let supervisor = log.supervisor()
        await supervisor.start(try plan("echo one; echo \"$NAVBUS_ENDPOINT\"; echo bad >&2; cat", in: folder))
        await log.wait { $0.outputs.count == 3 }
        await supervisor.stop()
        #expect(log.outputs.allSatisfy { $0.control == "test" })
        #expect(log.outputs.filter { $0.channel == .standardOutput }.map(\.line) == ["one", "ipc:///nowhere"])
        #expect(log.outputs.filter { $0.channel == .standardError }.map(\.line) == ["bad"])
    }

    @Test(.timeLimit(.minutes(1))) func aControlThatEndsAtOnceHasFailedWithItsExitCode() async throws {
        let (folder, log) = (try TemporaryFolder(), Log())
        let supervisor = log.supervisor()
        await supervisor.start(try plan("exit 74", in: folder))
        await log.wait { $0.statuses.last?.state == .failed }
        #expect(log.statuses.last?.text == "ended unasked, with exit code 74")
        await supervisor.stop()
    }

    @Test(.timeLimit(.minutes(1))) func anExecutableThatIsMissingIsAFailureOfThatControlOnly() async throws {
        let (folder, log) = (try TemporaryFolder(), Log())
        let supervisor = log.supervisor()
        await supervisor.start(LaunchPlan(control: "ghost", executable: "/nowhere/ghost", environment: [:]))
        await supervisor.start(try plan("echo here; cat", in: folder))
        await log.wait { log in
            log.outputs.contains { $0.line == "here" }
                && log.statuses.contains { $0.control == "ghost" && $0.state == .failed }
        }
        await supervisor.stop()
        #expect(log.statuses.last { $0.control == "test" }?.state == .stopped)
    }

    @Test(.timeLimit(.minutes(1))) func whatAControlSaysWhileItEndsIsStillHeard() async throws {
        let (folder, log) = (try TemporaryFolder(), Log())
        let supervisor = log.supervisor()
        await supervisor.start(
            try plan("trap 'echo last words; exit 0' TERM; echo ready; while :; do sleep 0.05; done", in: folder))
        await log.wait { $0.outputs.contains { $0.line == "ready" } }
        await supervisor.stop()
        #expect(log.outputs.contains { $0.line == "last words" })
        #expect(log.statuses.last?.state == .stopped)
    }

    @Test(.timeLimit(.minutes(1))) func aControlThatIgnoresItsEndIsKilledWithItsChildren() async throws {
        let (folder, log) = (try TemporaryFolder(), Log())
        let supervisor = log.supervisor(patience: .milliseconds(200))
        await supervisor.start(
            try plan("trap '' TERM; sleep 1000 & echo $!; wait; while :; do sleep 1; done", in: folder))
        await log.wait { !$0.outputs.isEmpty }
        let child = try #require(Int32(log.outputs[0].line))
        await supervisor.stop()
        #expect(log.statuses.last?.state == .stopped)
        #expect(Self.hasEnded(child))
    }

    @Test(.timeLimit(.minutes(1))) func aSupervisorThatStopsStartsNothingMore() async throws {
        let (folder, log) = (try TemporaryFolder(), Log())
        let supervisor = log.supervisor()
        await supervisor.stop()
        await supervisor.stop()
        await supervisor.start(try plan("echo here", in: folder))
        #expect(log.statuses.isEmpty)
    }

    /// Gone, or dead and waiting for its parent to notice.
    private static func hasEnded(_ processID: Int32) -> Bool {
        guard let file = fopen("/proc/\(processID)/stat", "r") else { return true }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 512)
        guard fgets(&text, 512, file) != nil else { return true }
        let line = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return line.split(separator: ")").last?.hasPrefix(" Z") ?? true
    }
}
