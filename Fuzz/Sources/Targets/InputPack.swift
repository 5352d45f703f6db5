/// The inputs of a target in one file, `Fuzz/Corpus/<target>`, each after its length in four bytes, little endian. A
/// folder of hundreds of small files would hide the few that people wrote.
enum InputPack {
    /// Maximum size of the file of a target; the fuzzer finds omitted inputs again within minutes.
    static let maxBytes = 100_000

    /// The inputs of a file, without an incomplete last one.
    static func inputs(in bytes: [UInt8]) -> [[UInt8]] {
        var inputs: [[UInt8]] = []
        var rest = bytes[...]
        while rest.count >= 4 {
            let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            guard length <= rest.count else { return inputs }
            inputs.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return inputs
    }

    /// The file of the inputs, the shortest first, up to the maximum size.
    static func bytes(of inputs: [[UInt8]]) -> [UInt8] {
        var bytes: [UInt8] = []
        for input in inputs.sorted(by: { ($0.count, $0.lexical) < ($1.count, $1.lexical) }) {
            guard bytes.count + 4 + input.count <= maxBytes else { break }
            for shift in stride(from: 0, to: 32, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: input.count >> shift))
            }
            bytes += input
        }
        return bytes
    }
}

extension [UInt8] {
    /// The order of the bytes, so that the same inputs make the same file.
    fileprivate var lexical: String { String(decoding: self, as: UTF8.self) }
}
