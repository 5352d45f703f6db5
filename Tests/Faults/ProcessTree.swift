import Foundation

/// Reads processes, memory and open files from /proc.
enum ProcessTree {
    /// All processes below a process, with the names of their programs.
    static func descendants(of root: Int32) -> [(name: String, processID: Int32)] {
        let all = processes()
        var found: [(name: String, processID: Int32)] = []
        var parents = [root]
        while let parent = parents.popLast() {
            for process in all where process.parent == parent {
                found.append((process.name, process.processID))
                parents.append(process.processID)
            }
        }
        return found
    }

    /// The processes below a process whose first argument is a word.
    static func descendants(of root: Int32, running word: String) -> [Int32] {
        descendants(of: root).map(\.processID).filter { processID in
            let line = (try? String(contentsOfFile: "/proc/\(processID)/cmdline", encoding: .utf8)) ?? ""
            return line.split(separator: "\0").dropFirst().first.map(String.init) == word
        }
    }

    /// Whether a process exists and is not a zombie.
    static func isAlive(_ processID: Int32) -> Bool {
        guard let fields = stat(processID) else { return false }
        return fields.state != "Z"
    }

    /// Resident memory of a process, kilobytes.
    static func residentKilobytes(_ processID: Int32) -> Int {
        let text = (try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return line.split { $0 == " " || $0 == "\t" }.compactMap { Int($0) }.first ?? 0
    }

    /// Private memory of a process without mapped files, kilobytes.
    static func privateKilobytes(_ processID: Int32) -> Int {
        let text = (try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") } ?? ""
        return line.split { $0 == " " || $0 == "\t" }.compactMap { Int($0) }.first ?? 0
    }

    /// Number of open files of a process.
    static func openFiles(_ processID: Int32) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(processID)/fd").count) ?? 0
    }

    private static func processes() -> [(processID: Int32, name: String, parent: Int32)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.compactMap { processID in
            guard let fields = stat(processID), fields.state != "Z" else { return nil }
            return (processID, fields.name, fields.parent)
        }
    }

    /// Parses /proc/PID/stat; the name is between the first and the last bracket.
    private static func stat(_ processID: Int32) -> (name: String, state: String, parent: Int32)? {
        guard let text = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8),
            let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[text.index(after: close)...].split(separator: " ")
        guard fields.count > 1, let parent = Int32(fields[1]) else { return nil }
        return (String(text[text.index(after: open)..<close]), String(fields[0]), parent)
    }
}
