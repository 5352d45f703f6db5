import NavigationEvents

/// A stable identity of an announcement: the same position and kind give the same number in every run and on every
/// route (FNV-1a over the position in steps of about a metre, the kind, and a count of repeated visits).
enum ManeuverIdentity {
    static func hash(latitude: Double, longitude: Double, kind: Int32, occurrence: Int) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for number in [
            Int64(clamping: (latitude * 1e5).rounded()), Int64(clamping: (longitude * 1e5).rounded()), Int64(kind),
            Int64(occurrence),
        ] {
            for shift in stride(from: 0, to: 64, by: 8) {
                hash = (hash ^ (UInt64(bitPattern: number) >> UInt64(shift) & 0xff)) &* 0x100_0000_01b3
            }
        }
        return hash
    }
}
