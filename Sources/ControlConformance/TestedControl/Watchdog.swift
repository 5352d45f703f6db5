import Glibc
import Platform

/// Kills the processes of a conformance test and removes its folder, if the test itself was killed. It is a process
/// that waits for the end of a pipe, which the kernel closes with the test.
final class Watchdog {
    private let processID: Int32
    private let lifeline: Int32

    /// The processes are found by their environment, because they can leave groups and sessions; three times, because a
    /// killed process may just have started another.
    private static let script = #"""
        trap '' HUP INT TERM
        exec >/dev/null 2>&1
        read -r nothing
        for round in 1 2 3; do
            for file in $(grep -lzs "^NAVBUS_STATE=$0/" /proc/[0-9]*/environ); do
                process=${file#/proc/}
                kill -KILL "${process%/environ}"
            done
        done
        [ "$1" = keep ] || rm -rf "$0"
        """#

    /// Starts the process for the folder of a test.
    init(folder: String, isKept: Bool) throws(CaseEnding) {
        let pipe = try ProcessPipe.forCase()
        defer { close(pipe.reading) }
        lifeline = pipe.writing
        do {
            processID = try Spawn(
                words: ["sh", "-c", Self.script, folder, isKept ? "keep" : "remove"],
                environment: CaseFixture.inherited.map { "\($0.key)=\($0.value)" }, descriptors: [pipe.reading],
                folder: "/"
            ).runForCase()
        } catch {
            close(pipe.writing)
            throw error
        }
    }

    /// The test has ended normally.
    deinit {
        kill(processID, SIGKILL)
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0, errno == EINTR {}
        close(lifeline)
    }
}
