import Glibc
import Supervisor

/// The processes of a group, as the kernel tells of them.
struct ProcessGroup {
    struct Member {
        var processID: Int32
        var name: String
        var text: String { "\(processID) (\(name))" }
    }

    let number: Int32

    init(_ number: Int32) { self.number = number }

    /// Those that run; who has ended and is not reaped yet does not count.
    var members: [Member] {
        InstalledFiles.names(in: "/proc").compactMap { Int32($0) }.compactMap(member)
    }

    /// Whether a process belongs to it.
    func contains(_ processID: Int32) -> Bool { getpgid(processID) == number }

    private func member(_ processID: Int32) -> Member? {
        guard getpgid(processID) == number, let file = fopen("/proc/\(processID)/stat", "r") else { return nil }
        defer { fclose(file) }
        var bytes = [CChar](repeating: 0, count: 512)
        guard fgets(&bytes, Int32(bytes.count), file) != nil else { return nil }
        let text = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // "123 (name) S …": the name may hold anything, the last parenthesis ends it.
        guard let start = text.firstIndex(of: "("), let end = text.lastIndex(of: ")"), start < end,
            let state = text[text.index(after: end)...].first(where: { $0 != " " }), state != "Z", state != "X"
        else { return nil }
        return Member(processID: processID, name: String(text[text.index(after: start)..<end]))
    }
}
