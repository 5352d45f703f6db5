import Glibc
import Supervisor
import Platform

/// The processes of a case, as the kernel lists them: the group of the control, and every process with the folder of
/// the case in its environment, in whatever group or session.
struct StartedProcesses {
    struct Member {
        var processID: Int32
        var name: String
        var text: String { "\(processID) (\(name))" }
    }

    /// The process that was started, and its group.
    let first: Int32
    /// An environment variable that no other case has, as `NAME=value`.
    let variable: String

    /// The running processes; ended ones that are not reaped do not count.
    var members: [Member] { InstalledFiles.names(in: "/proc").compactMap { Int32($0) }.compactMap(member) }

    /// Whether a process is one of them.
    func contains(_ processID: Int32) -> Bool { member(processID) != nil }

    private func member(_ processID: Int32) -> Member? {
        guard processID == first || getpgid(processID) == first || inherits(processID),
            let bytes = WholeFile.start("/proc/\(processID)/stat", maxBytes: 512)
        else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        // "123 (name) S …": the name may contain any character; the last parenthesis ends it.
        guard let start = text.firstIndex(of: "("), let end = text.lastIndex(of: ")"), start < end,
            let state = text[text.index(after: end)...].first(where: { $0 != " " }), state != "Z", state != "X"
        else { return nil }
        return Member(processID: processID, name: String(text[text.index(after: start)..<end]))
    }

    private func inherits(_ processID: Int32) -> Bool {
        guard let environment = WholeFile.start("/proc/\(processID)/environ", maxBytes: 256 * 1024) else {
            return false
        }
        return (environment + [0]).withUnsafeBytes { bytes in
            var offset = 0
            while offset < bytes.count, let text = bytes.baseAddress?.advanced(by: offset) {
                let start = text.assumingMemoryBound(to: CChar.self)
                if strcmp(start, variable) == 0 { return true }
                offset += strlen(start) + 1
            }
            return false
        }
    }
}
