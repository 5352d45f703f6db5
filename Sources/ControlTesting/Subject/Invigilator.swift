import Glibc

/// Ends what an exam has started, and removes its folder, when the exam itself was killed and could do neither. A
/// process that waits for the end of a pipe: the kernel ends it with the exam, however that goes.
final class Invigilator {
    private let processID: Int32
    private let lifeline: Int32

    /// Whoever has inherited a folder of the exam is found by its environment: groups and sessions can be left. Three
    /// times, since one that is killed may just have started another.
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

    /// Begins to watch over the folder of an exam.
    init(folder: String, isKept: Bool) throws(CaseEnding) {
        let pipe = try Pipe(in: folder)
        defer { close(pipe.end) }
        lifeline = pipe.start
        do {
            processID = try Spawn(
                words: ["sh", "-c", Self.script, folder, isKept ? "keep" : "remove"],
                environment: Bench.inherited.map { "\($0.key)=\($0.value)" }, descriptors: [pipe.end], folder: "/"
            ).run()
        } catch {
            close(pipe.start)
            throw error
        }
    }

    /// The exam has come to its end by itself.
    deinit {
        kill(processID, SIGKILL)
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0, errno == EINTR {}
        close(lifeline)
    }
}
