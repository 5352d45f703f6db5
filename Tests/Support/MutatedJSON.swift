import Platform

/// Mutations of a line of JSON, for the tests of what reads it: always the same ones.
public enum MutatedJSON {
    /// The number of mutations.
    public static let count = 20_000
    private static let line = Array(
        #"{"class":"SKY","hdop":1.25e0,"satellites":[{"used":true,"n":"\u00e9"}],"x":null}"#.utf8)

    /// Calls `body` with each mutation: the line with up to four other bytes, some without its end.
    ///
    /// - Returns: How often `body` returned `true`, for a mutation that it could read.
    public static func readCount(_ body: (_ mutation: [UInt8]) -> Bool) -> Int {
        var generator = SplitMix64(seed: 11)
        return (0..<count).count { _ in
            var bytes = line
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator) / 8)
            return body(bytes)
        }
    }
}
