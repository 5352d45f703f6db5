extension String {
    /// A number that stands for this text, the same in every process: FNV-1a.
    var fingerprint: Int64 {
        let hash = utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return Int64(bitPattern: hash)
    }
}
