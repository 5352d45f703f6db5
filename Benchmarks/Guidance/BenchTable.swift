import Glibc

/// The reason why a measurement cannot begin.
enum BenchmarkError: Error, CustomStringConvertible {
    case unreadable(String)
    case truncated(String)

    var description: String {
        switch self {
        case .unreadable(let path): "read \(path): make it with gen_perf.py of the guidance bench"
        case .truncated(let path): "read \(path): it has fewer rows than its header says"
        }
    }
}

/// A data file: a count, then rows of numbers (64 bit, little endian).
struct BenchTable {
    let rows: [[Double]]

    init(path: String, columns: Int) throws(BenchmarkError) {
        guard let file = fopen(path, "rb") else { throw .unreadable(path) }
        defer { fclose(file) }
        var count: UInt64 = 0
        guard fread(&count, 8, 1, file) == 1, count < 100_000_000 else { throw .truncated(path) }
        var numbers = [Double](repeating: 0, count: Int(count) * columns)
        guard fread(&numbers, 8, numbers.count, file) == numbers.count else { throw .truncated(path) }
        rows = (0..<Int(count)).map { Array(numbers[($0 * columns)..<(($0 + 1) * columns)]) }
    }
}
