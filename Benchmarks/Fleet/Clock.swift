import Glibc

/// Seconds of CLOCK_MONOTONIC.
func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Memory and processor time of a process, from the kernel.
enum ProcessFigures {
    /// Private memory without mapped files, bytes; 0 if the process has ended.
    static func ownBytes(_ process: Int32) -> Int {
        let fields = read("/proc/\(process)/statm")
        guard fields.count > 2, let resident = Int(fields[1]), let shared = Int(fields[2]) else { return 0 }
        return (resident - shared) * Int(getpagesize())
    }

    /// Resident memory of mapped files, bytes.
    static func sharedBytes(_ process: Int32) -> Int {
        let fields = read("/proc/\(process)/statm")
        return fields.count > 2 ? (Int(fields[2]) ?? 0) * Int(getpagesize()) : 0
    }

    /// CPU time so far, seconds.
    static func cpuSeconds(_ process: Int32) -> Double {
        let fields = read("/proc/\(process)/stat")
        // The name of the program, in the second field, has no spaces.
        guard fields.count > 14, let user = Double(fields[13]), let system = Double(fields[14]) else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private static func read(_ path: String) -> [Substring] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes = [CChar](repeating: 0, count: 4096)
        guard fgets(&bytes, Int32(bytes.count), file) != nil else { return [] }
        return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .split(separator: " ")
    }
}
