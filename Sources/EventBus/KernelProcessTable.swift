import Glibc

/// The processes of this machine.
struct KernelProcessTable: ProcessTable {
    var ownParent: Int32 { getppid() }

    func parent(of process: Int32) -> Int32? { field(1, of: process).flatMap { Int32($0) } }

    func group(of process: Int32) -> Int32? {
        let group = getpgid(process)
        return group >= 0 ? group : nil
    }

    func isRunning(_ process: Int32) -> Bool {
        guard let state = field(0, of: process) else { return false }
        return state != "Z" && state != "X"
    }

    /// A field of `/proc/<process>/stat` behind the name, which may hold spaces and brackets itself.
    private func field(_ place: Int, of process: Int32) -> String? {
        let descriptor = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0, let bracket = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = bytes[(bracket + 1)..<count].split(separator: UInt8(ascii: " "))
        return place < fields.count ? String(decoding: fields[place], as: UTF8.self) : nil
    }
}
