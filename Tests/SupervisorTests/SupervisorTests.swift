import Foundation
import Glibc
import NavigationEvents
import Synchronization
import TestSupport
import Testing

@testable import Supervisor

/// Tests with real processes: small shell scripts as controls.
@Suite struct SupervisorTests {
    /// As every program that supervises does: a child that dies must not end it.
    init() { signal(SIGPIPE, SIG_IGN) }

    /// Notes the callbacks of a supervisor, and waits for conditions.
    private final class Log: Sendable {
        private let state = Mutex<(outputs: [ControlOutput], statuses: [ControlStatus])>(([], []))
        private let changes: AsyncStream<Void>
        private let changed: AsyncStream<Void>.Continuation

        init() { (changes, changed) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1)) }

        var outputs: [ControlOutput] { state.withLock { $0.outputs } }
        var statuses: [ControlStatus] { state.withLock { $0.statuses } }

        func supervisor(stopTimeout: Duration = .seconds(5)) -> Supervisor {
            Supervisor(stopTimeout: stopTimeout) { output in
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
        return LaunchPlan(
            control: "test", executable: file, environment: ["NAVBUS_ENDPOINT": "ipc:///nowhere"], restart: Self.hasty)
    }

    /// The usual settings, a hundred times as fast.
    private static let hasty = RestartPolicy.Settings(
        firstDelaySeconds: 0.0025, maxDelaySeconds: 0.3, resetSeconds: 60, windowSeconds: 60, retrySeconds: 0.5)

    @Test(.timeLimit(.minutes(1))) func `every line of output arrives with the name of its control`() async throws {
        let (folder, log) = (try TemporaryFolder(), Log())
        let supervisor = log.supervisor()
        await supervisor.start(try plan("echo one; echo \"$NAVBUS_ENDPOINT\"; echo bad >&2; cat", in: folder))
        await log.wait { $0.outputs.count == 3 }
        await supervisor.stop()
        #expect(log.outputs.allSatisfy { $0.control == "test" })
        #expect(log.outputs.filter { $0.channel == .standardOutput }.map(\.line) == ["one", "ipc:///nowhere"])
        #expect(log.outputs.filter { $0.channel == .standardError }.map(\.line) == ["bad"])
    }

    @Test(.timeLimit(.minutes(1))) func `a control that dies repeatedly has failed and is tried again later`()
        async throws
    {
        let (folder, log) = (try TemporaryFolder(), Log())
        let supervisor = log.supervisor()
        await supervisor.start(try plan("exit 74", in: folder))
        await log.wait { $0.statuses.count { $0.state == .failed } == 2 }
        await supervisor.stop()
        let failures = log.statuses.filter { $0.state == .failed }
        #expect(failures[0].text == "ended unexpectedly, with exit code 74; it is tried again in 1 s")
        #expect(failures[0].restarts == 4)
        #expect(failures[1].restarts == 5)
        #expect(log.statuses.first { $0.state == .restarting }?.text == "ended unexpectedly, with exit code 74")
    }

    @Test(.timeLimit(.minutes(1)), arguments: [0, 64, 78])
    func `a control that refuses its settings is not restarted`(code: Int) async throws {
        let (folder, log) = (try TemporaryFolder(), Log())
        let supervisor = log.supervisor()
        await supervisor.start(try plan("exit \(code)", in: folder))
        await log.wait { $0.statuses.last?.state == .failed }
        await supervisor.stop()
        #expect(log.statuses.map(\.state) == [.starting, .starting, .failed])
    }

    @Test(.timeLimit(.minutes(1))) func `a control that is killed is replaced by another process`() async throws {
        let (folder, log) = (try TemporaryFolder(), Log())
        let supervisor = log.supervisor()
        await supervisor.start(try plan("echo up; exec cat", in: folder))
        await log.wait { $0.outputs.count == 1 }
        let first = try #require(log.statuses.last?.processID)
        kill(first, SIGKILL)
        await log.wait { $0.outputs.count == 2 }
        #expect(log.statuses.last?.restarts == 1)
        #expect(log.statuses.last?.processID != first)
        #expect(log.statuses.contains { $0.text == "ended unexpectedly, by signal 9" })
        await supervisor.stop()
    }

    @Test(.timeLimit(.minutes(1))) func `the children of a control end with it`() async throws {
        let (folder, log) = (try TemporaryFolder(), Log())
        let supervisor = log.supervisor()
        await supervisor.start(try plan("sleep 1000 & echo $!; exec cat", in: folder))
        await log.wait { $0.outputs.count == 1 }
        let child = try #require(Int32(log.outputs[0].line))
        kill(try #require(log.statuses.last?.processID), SIGKILL)
        await log.wait { $0.outputs.count == 2 }
        #expect(await Self.ends(child))
        await supervisor.stop()
    }

    @Test(.timeLimit(.minutes(1)))
    func `a process that has left the group of a control ends with its session`() async throws {
        let (folder, log) = (try TemporaryFolder(), Log())
        let supervisor = log.supervisor()
        // A shell with job control gives each job its own group, and ends at once.
        let script = "bash -c 'set -m; sleep 1000 & echo $!' 2>/dev/null; exec cat"
        await supervisor.start(try plan(script, in: folder))
        await log.wait { $0.outputs.count == 1 }
        let child = try #require(Int32(log.outputs[0].line))
        let control = try #require(log.statuses.last?.processID)
        #expect(getsid(control) == control && getsid(child) == control && getpgid(child) == child)
        kill(control, SIGKILL)
        await log.wait { $0.outputs.count == 2 }
        #expect(await Self.ends(child))
        await supervisor.stop()
    }

    @Test(.timeLimit(.minutes(1)))
    func `a control that works between its deaths is restarted at once and does not fail`()
        async throws
    {
        let (folder, log) = (try TemporaryFolder(), Log())
        let supervisor = log.supervisor()
        var plan = try plan("echo up; exec cat", in: folder)
        // If the control had to wait once, this would never end.
        plan.restart = RestartPolicy.Settings(firstDelaySeconds: 1000, maxDelaySeconds: 1000)
        await supervisor.start(plan)
        for deaths in 1...10 {
            await log.wait { $0.outputs.count == deaths }
            let process = try #require(log.statuses.last?.processID)
            await supervisor.noteWork(of: "test", processID: process + 1)
            await supervisor.noteWork(of: "test", processID: process)
            kill(process, SIGKILL)
        }
        await log.wait { $0.outputs.count == 11 }
        // Only its own work counts.
        await supervisor.noteWork(of: "test", processID: getpid())
        kill(try #require(log.statuses.last?.processID), SIGKILL)
        await log.wait { $0.statuses.last?.state == .restarting }
        await supervisor.stop()
        #expect(!log.statuses.contains { $0.state == .failed })
    }

    @Test(.timeLimit(.minutes(1))) func `endless output of a control is omitted and counted`() async throws {
        let folder = try TemporaryFolder()
        let (reports, reported) = AsyncStream.makeStream(of: Int.self)
        let shown = Mutex(0)
        let supervisor = Supervisor { output in
            if output.line.hasPrefix("wrote "), output.line.hasSuffix(", not shown; let it write less") {
                reported.yield(Int(output.line.split(separator: " ")[1]) ?? 0)
            } else {
                shown.withLock { $0 += 1 }
            }
        } onChange: { _ in
        }
        let line = "'a line of the length that lines of logs have'"
        await supervisor.start(try plan("yes \(line) & exec yes \(line) >&2", in: folder))
        var counts: [Int] = []
        for await count in reports {
            counts.append(count)
            if counts.count == 4 { break }
        }
        await supervisor.stop()
        #expect(counts.allSatisfy { $0 > 0 }, "\(counts)")
        // Two bursts, and the rate for a minute.
        #expect(shown.withLock { $0 } <= 2 * (25_000 + 60 * 500))
    }

    @Test(.timeLimit(.minutes(1))) func `a control that hangs is replaced even if it ignores SIGTERM`() async throws {
        let (folder, log) = (try TemporaryFolder(), Log())
        let supervisor = log.supervisor()
        await supervisor.start(try plan("echo up; exec cat", in: folder))
        await log.wait { $0.outputs.count == 1 }
        kill(try #require(log.statuses.last?.processID), SIGSTOP)
        await supervisor.replace("test", because: "was silent for 3 s", termSeconds: 0.1)
        await log.wait { $0.outputs.count == 2 }
        #expect(log.statuses.contains { $0.state == .restarting && $0.text == "was silent for 3 s and was ended" })
        await supervisor.stop()
    }

    @Test(.timeLimit(.minutes(1))) func `a control that waits for its restart is stopped at once`() async throws {
        let (folder, log) = (try TemporaryFolder(), Log())
        let supervisor = log.supervisor()
        var plan = try plan("exit 1", in: folder)
        plan.restart.firstDelaySeconds = 1000
        plan.restart.maxDelaySeconds = 1000
        await supervisor.start(plan)
        await log.wait { $0.statuses.last?.state == .restarting }
        await supervisor.stop()
        #expect(log.statuses.last?.state == .stopped)
    }

    @Test(.timeLimit(.minutes(1))) func `the input of a process is written again at each start`() async throws {
        let (folder, log) = (try TemporaryFolder(), Log())
        let supervisor = log.supervisor()
        await supervisor.start(try plan("read word; echo $word; exit 1", in: folder)) {
            AsyncStream { $0.yield(Array("plan\n".utf8)) }
        }
        await log.wait { $0.outputs.count == 3 }
        await supervisor.stop()
        #expect(log.outputs.prefix(3).allSatisfy { $0.line == "plan" })
    }

    @Test(.timeLimit(.minutes(1)))
    func `a process inherits no signal mask, descriptor or variable of the service manager`()
        async throws
    {
        let (folder, log) = (try TemporaryFolder(), Log())
        let supervisor = log.supervisor()
        let open = try #require(fopen("\(folder.path)/control.sh", "a"))
        defer { fclose(open) }
        setenv("NOTIFY_SOCKET", "/nowhere", 1)
        let script =
            "grep -E 'Sig(Blk|Ign)' /proc/self/status; echo $(ls /proc/self/fd); "
            + "grep -c core /proc/self/limits; ulimit -c; echo \"[$NOTIFY_SOCKET][$SWIFT_BACKTRACE]\"; exec cat"
        await supervisor.start(try plan(script, in: folder))
        await log.wait { $0.outputs.count == 6 }
        unsetenv("NOTIFY_SOCKET")
        await supervisor.stop()
        let lines = log.outputs.map(\.line)
        #expect(lines[0] == "SigBlk:\t0000000000000000")
        // Two signals of the C library follow the 31 that have names.
        let ignored = try #require(UInt64(lines[1].dropFirst("SigIgn:\t".count), radix: 16))
        #expect(ignored & 0x7FFF_FFFF == 0)
        // The fourth descriptor is the folder that ls lists.
        #expect(lines[2] == "0 1 2 3")
        #expect(lines[4] == "0")
        #expect(lines[5] == "[][enable=no]")
    }

    @Test(.timeLimit(.minutes(1))) func `a missing executable is a failure of that control only`() async throws {
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

    @Test(.timeLimit(.minutes(1))) func `output of a control while it ends is forwarded`() async throws {
        let (folder, log) = (try TemporaryFolder(), Log())
        let supervisor = log.supervisor()
        await supervisor.start(
            try plan("trap 'echo last words; exit 0' TERM; echo ready; while :; do sleep 0.05; done", in: folder))
        await log.wait { $0.outputs.contains { $0.line == "ready" } }
        await supervisor.stop()
        #expect(log.outputs.contains { $0.line == "last words" })
        #expect(log.statuses.last?.state == .stopped)
    }

    @Test(.timeLimit(.minutes(1))) func `all output of controls while they end is forwarded, however much it is`()
        async throws
    {
        let (folder, log) = (try TemporaryFolder(), Log())
        let supervisor = log.supervisor()
        // More than fits into a pipe; and a child keeps the pipe open.
        let script =
            "trap 'setsid sleep 1000 & echo $!; seq 1 20000; echo last words; exit 0' TERM; "
            + "echo ready; while :; do sleep 0.05; done"
        var plans: [LaunchPlan] = []
        for index in 0..<10 {
            var plan = try plan(script, in: folder)
            plan.control = "test \(index)"
            plans.append(plan)
        }
        for plan in plans { await supervisor.start(plan) }
        await log.wait { log in log.outputs.count { $0.line == "ready" } == plans.count }
        await supervisor.stop()
        for plan in plans {
            let said = log.outputs.filter { $0.control == plan.control && $0.channel == .standardOutput }
            let lines = said.map(\.line)
            #expect(lines.count == 20_003 && lines.last == "last words", "\(plan.control): \(lines.count) lines")
            if lines.count > 1, let child = Int32(lines[1]) { kill(child, SIGKILL) }
        }
    }

    @Test(.timeLimit(.minutes(1))) func `a control that ignores SIGTERM is killed with its children`() async throws {
        let (folder, log) = (try TemporaryFolder(), Log())
        let supervisor = log.supervisor(stopTimeout: .milliseconds(200))
        await supervisor.start(
            try plan("trap '' TERM; sleep 1000 & echo $!; wait; while :; do sleep 1; done", in: folder))
        await log.wait { !$0.outputs.isEmpty }
        let child = try #require(Int32(log.outputs[0].line))
        await supervisor.stop()
        #expect(log.statuses.last?.state == .stopped)
        #expect(await Self.ends(child))
    }

    @Test(.timeLimit(.minutes(1)))
    func `a process that is killed at once is not restarted and not awaited`() async throws {
        let (folder, log) = (try TemporaryFolder(), Log())
        let supervisor = log.supervisor(stopTimeout: .seconds(1000))
        await supervisor.start(try plan("trap '' TERM; echo here; while :; do sleep 0.05; done", in: folder))
        await log.wait { $0.outputs.count == 1 }
        await supervisor.killNow()
        await supervisor.stop()
        #expect(log.statuses.last?.state == .stopped && log.outputs.count == 1)
    }

    @Test(.timeLimit(.minutes(1))) func `a required process is restarted even if it ended with success`() async throws {
        let (folder, log) = (try TemporaryFolder(), Log())
        let supervisor = log.supervisor()
        var plan = try plan("echo up; read word; exit 0", in: folder)
        plan.isRequired = true
        await supervisor.start(plan) {
            AsyncStream { words in
                Task {
                    // It ends after it is known to have worked.
                    await supervisor.noteReady("test")
                    words.yield(Array("end\n".utf8))
                }
            }
        }
        await log.wait { $0.outputs.count == 3 }
        await supervisor.stop()
        #expect(log.statuses.contains { $0.state == .restarting && $0.text == "ended by itself" })
    }

    @Test(.timeLimit(.minutes(1))) func `a control whose launcher died before its start ends at once`()
        async throws
    {
        let folder = try TemporaryFolder()
        var plan = try plan("touch \"$1\"", in: folder)
        plan.arguments = ["\(folder.path)/a trace of it"]
        for (launcher, isThere) in [(Int32(1), false), (getpid(), true)] {
            let command = LaunchCommand(plan, launcher: launcher)
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [command.program] + command.arguments
            let status = try await withCheckedThrowingContinuation { ended in
                process.terminationHandler = { ended.resume(returning: $0.terminationStatus) }
                do { try process.run() } catch { ended.resume(throwing: error) }
            }
            #expect(status == 0)
            #expect((access(plan.arguments[0], F_OK) == 0) == isThere)
        }
    }

    @Test(.timeLimit(.minutes(1))) func `a supervisor that stops starts no more processes`() async throws {
        let (folder, log) = (try TemporaryFolder(), Log())
        let supervisor = log.supervisor()
        await supervisor.stop()
        await supervisor.stop()
        await supervisor.start(try plan("echo here", in: folder))
        #expect(log.statuses.isEmpty)
    }

    /// Waits until a killed process is gone; the kernel needs a moment.
    private static func ends(_ processID: Int32) async -> Bool {
        let deadline = ContinuousClock.now + .seconds(10)
        while !hasEnded(processID), ContinuousClock.now < deadline { await Task.yield() }
        return hasEnded(processID)
    }

    /// Whether a process is gone, or dead and not reaped.
    private static func hasEnded(_ processID: Int32) -> Bool {
        guard let file = fopen("/proc/\(processID)/stat", "r") else { return true }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 512)
        guard fgets(&text, 512, file) != nil else { return true }
        let line = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return line.split(separator: ")").last?.hasPrefix(" Z") ?? true
    }
}
