extension String {
    /// The FNV-1a hash of the text, equal in every process.
    var fingerprint: Int64 {
        let hash = utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return Int64(bitPattern: hash)
    }
}
