import Glibc
import Platform

/// The results of one subscriber, as in its file: nine numbers, then the latencies in nanoseconds.
struct Outcome {
    var received: UInt64 = 0
    /// Events that neither arrived nor were reported as missing: must be 0.
    var lost: UInt64 = 0
    /// Events that arrived twice or out of order: must be 0.
    var repeated: UInt64 = 0
    /// Events that were reported as missing.
    var missed: UInt64 = 0
    /// Events that were requested again from the journal.
    var repaired: UInt64 = 0
    /// Time from the first event to the last, nanoseconds.
    var nanoseconds: UInt64 = 0
    /// CPU time of the subscriber, nanoseconds.
    var cpuNanoseconds: UInt64 = 0
    /// Time from the end of a stop until the report of missing events, nanoseconds.
    var reportedNanoseconds: UInt64 = 0
    /// Time from the end of a stop until the newest event, nanoseconds.
    var currentNanoseconds: UInt64 = 0
    var latencies: [UInt64] = []

    var perSecond: Double { nanoseconds > 0 ? Double(max(received, 1) - 1) * 1e9 / Double(nanoseconds) : 0 }

    init() {}

    init(readingFrom path: String) throws(SystemError) {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { throw SystemError("read the samples \(path)") }
        defer { close(descriptor) }
        var numbers: [UInt64] = []
        var part = [UInt64](repeating: 0, count: 8192)
        while case let count = part.withUnsafeMutableBytes({ read(descriptor, $0.baseAddress, $0.count) }), count > 0 {
            numbers += part.prefix(count / 8)
        }
        guard numbers.count >= 9 else { throw SystemError("read the samples \(path)") }
        (received, lost, repeated, missed) = (numbers[0], numbers[1], numbers[2], numbers[3])
        (repaired, nanoseconds, cpuNanoseconds) = (numbers[4], numbers[5], numbers[6])
        (reportedNanoseconds, currentNanoseconds) = (numbers[7], numbers[8])
        latencies = Array(numbers[9...])
    }

    func write(to path: String) throws(SystemError) {
        let numbers =
            [received, lost, repeated, missed, repaired, nanoseconds, cpuNanoseconds, reportedNanoseconds] + [
                currentNanoseconds
            ] + latencies
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { throw SystemError("write the samples \(path)") }
        defer { close(descriptor) }
        let isWritten = numbers.withUnsafeBytes { bytes in
            var offset = 0
            while offset < bytes.count {
                let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + offset }, bytes.count - offset)
                guard count > 0 else { return false }
                offset += count
            }
            return true
        }
        guard isWritten else { throw SystemError("write the samples \(path)") }
    }
}
