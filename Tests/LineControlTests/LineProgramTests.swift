import Foundation
import Platform
import Synchronization
import TestSupport
import Testing

@testable import LineControl

/// Real programs that read and write lines, and some that do not.
@Suite(.serialized) struct LineProgramTests {
    /// A program in a folder of its own, with what it has written.
    final class Rig: Sendable {
        let folder: TemporaryFolder
        let program: LineProgram
        private let lines: Lines
        private let isEnded = Atomic(false)

        private final class Lines: Sendable {
            let all = Mutex<[String]>([])
        }

        init(_ script: String, stallSeconds: Double = 10) throws {
            folder = try TemporaryFolder()
            let path = try folder.write("#!/bin/sh\n\(script)\n", to: "program")
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
            let lines = Lines()
            self.lines = lines
            program = try LineProgram(path: path, stallSeconds: stallSeconds, written: { _ in }) { line in
                lines.all.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
            }
            try program.start { [self] in isEnded.store(true, ordering: .releasing) }
        }

        deinit { program.kill(9) }

        func send(_ text: String) { _ = program.send(LineQueue.Line(bytes: Array("\(text)\n".utf8))) }

        var written: [String] { lines.all.withLock { $0 } }

        var hasEnded: Bool { isEnded.load(ordering: .acquiring) }

        /// Waits until a condition holds; `false` after ten seconds.
        func wait(until holds: () -> Bool) -> Bool {
            for _ in 0..<2000 {
                if holds() { return true }
                usleep(5000)
            }
            return false
        }
    }

    @Test func `two lines of shell read and write`() throws {
        let rig = try Rig("while read -r line; do echo \"got $line\"; done")
        for number in 1...50 { rig.send("\(number)") }
        #expect(rig.wait { rig.written.count == 50 })
        #expect(rig.written == (1...50).map { "got \($0)" })
        rig.program.stop()
        #expect(!rig.hasEnded && rig.program.ownExitCode == nil, "it was asked to end")
    }

    @Test func `waiting lines are written before the end, and the last line needs no newline`() throws {
        let rig = try Rig("cat | tail -n 1 | tr -d '\\n'")
        for number in 1...500 { rig.send("\(number)") }
        rig.program.stop()
        #expect(rig.wait { rig.written == ["500"] }, "\(rig.written)")
    }

    @Test func `a program that starts slowly reads the waiting lines before the end`() throws {
        let rig = try Rig("sleep 1; while read -r line; do echo \"$line\"; done; echo end")
        for number in 1...3 { rig.send("\(number)") }
        rig.program.stop()
        #expect(rig.wait { rig.written == ["1", "2", "3", "end"] }, "\(rig.written)")
    }

    @Test(arguments: [("exit 3", 3), ("kill -SEGV $$", 139)]) func `the end of a program is noticed`(
        script: String, code: Int32
    ) throws {
        let rig = try Rig(script)
        #expect(rig.wait { rig.hasEnded })
        #expect(rig.program.ownExitCode == code)
        #expect(rig.program.stall == nil)
        rig.send("later")
    }

    @Test func `a program that ignores everything is killed, with what it has started`() throws {
        let rig = try Rig("trap '' TERM; sleep 100 & echo $!; while :; do sleep 100; done")
        #expect(rig.wait { !rig.written.isEmpty })
        let child = try #require(rig.written.first.flatMap { Int32($0) })
        rig.program.stop()
        #expect(rig.wait { kill(child, 0) != 0 || Self.isZombie(child) })
    }

    private static func isZombie(_ process: Int32) -> Bool {
        guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return true }
        return stat.split(separator: ")").last?.hasPrefix(" Z") ?? true
    }

    @Test func `a program hangs only while a line waits`() throws {
        let idle = try Rig("exec cat", stallSeconds: 0.05)
        usleep(150_000)
        #expect(idle.program.stall == nil, "there was nothing to read")
        idle.send("1")
        #expect(idle.wait { idle.written == ["1"] })
        usleep(150_000)
        #expect(idle.program.stall == nil, "it has read everything")
        let hanging = try Rig("exec sleep 100", stallSeconds: 0.05)
        // More than a pipe takes.
        hanging.send(String(repeating: "x", count: 200_000))
        #expect(hanging.wait { hanging.program.stall?.contains("has read nothing") == true })
    }

    @Test func `a program may close its input or its output`() throws {
        let silent = try Rig("exec 1>&-; cat >read")
        for number in 1...3 { silent.send("\(number)") }
        let file = "\(silent.folder.path)/read"
        #expect(silent.wait { (try? String(contentsOfFile: file, encoding: .utf8)) == "1\n2\n3\n" })
        let deaf = try Rig("exec 0<&-; echo deaf; sleep 0.2; echo still")
        for number in 1...5000 { deaf.send("\(number)") }
        #expect(deaf.wait { deaf.written == ["deaf", "still"] })
        #expect(deaf.wait { deaf.hasEnded })
    }

    @Test func `a line that is too long is handed over as its beginning`() throws {
        let rig = try Rig("head -c 200000 /dev/zero | tr '\\0' x; echo; echo next")
        #expect(rig.wait { rig.written.count == 2 })
        #expect(rig.written.first?.utf8.count == LineMessage.maxBytes + 1)
        #expect(rig.written.last == "next")
    }

    @Test func `a flood of lines waits`() throws {
        let rig = try Rig("yes")
        var count = 0
        // A chunk of its output has some thousand lines, for which many seconds are due.
        #expect(
            rig.wait {
                usleep(100_000)
                defer { count = rig.written.count }
                return count > 200 && count == rig.written.count
            })
        rig.program.stop()
    }
}
