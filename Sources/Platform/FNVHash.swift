/// The 64-bit hash FNV-1a, which is the same in every process. Against coincidence, not against attackers.
public enum FNVHash {
    /// The hash of bytes.
    @inlinable
    public static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
