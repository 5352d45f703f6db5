/// The layout of a field's value: the low three bits of its tag.
enum WireType: UInt8 {
    case varint = 0
    case fixed64 = 1
    case lengthDelimited = 2
    case groupStart = 3
    case groupEnd = 4
    case fixed32 = 5
}
