import CZstd

/// Compresses and decompresses chunks.
enum Zstd {
    /// The name of this compression in MCAP files.
    static let name = "zstd"

    /// Compresses bytes; `nil` if the library fails.
    static func compress(_ bytes: [UInt8], level: Int) -> [UInt8]? {
        let level = Int32(clamping: min(max(level, 1), 19))
        var isRefused = false
        let packed = [UInt8](unsafeUninitializedCapacity: ZSTD_compressBound(bytes.count)) { target, count in
            let written = ZSTD_compress(target.baseAddress, target.count, bytes, bytes.count, level)
            isRefused = ZSTD_isError(written) != 0
            count = isRefused ? 0 : written
        }
        return isRefused ? nil : packed
    }

    /// Decompresses bytes; `nil` if the result does not have the size `size`.
    static func decompress(_ packed: ArraySlice<UInt8>, size: Int) -> [UInt8]? {
        var isRight = false
        let bytes = [UInt8](unsafeUninitializedCapacity: max(size, 1)) { target, count in
            let written = packed.withUnsafeBytes {
                ZSTD_decompress(target.baseAddress, size, $0.baseAddress, $0.count)
            }
            isRight = ZSTD_isError(written) == 0 && written == size
            count = isRight ? written : 0
        }
        return isRight ? bytes : nil
    }
}
