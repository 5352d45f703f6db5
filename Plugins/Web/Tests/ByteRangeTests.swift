import Testing

@testable import Web

@Suite("Byte ranges")
struct ByteRangeTests {
    @Test(arguments: [
        ("bytes=0-", ByteRange.part(0..<100)), ("bytes=0-0", .part(0..<1)), ("bytes=10-19", .part(10..<20)),
        ("bytes=90-200", .part(90..<100)), ("bytes=-10", .part(90..<100)), ("bytes=-200", .part(0..<100)),
        ("Bytes=99-99", .part(99..<100)), ("bytes=5-18446744073709551615", .part(5..<100)),
        ("bytes=100-", .beyond), ("bytes=100-200", .beyond), ("bytes=-0", .beyond),
    ])
    func `ranges are parsed`(header: String, range: ByteRange) {
        #expect(ByteRange(header: header, size: 100) == range)
    }

    @Test(arguments: [
        nil, "", "bytes", "bytes=", "bytes=-", "bytes=a-b", "bytes=5-4", "bytes=1-2,5-6", "lines=1-2", "bytes=+1-2",
        "bytes=1--2", "bytes= 1-2", "bytes=99999999999999999999-", "bytes=1-99999999999999999999",
    ])
    func `ranges that are not understood give the whole file`(header: String?) {
        #expect(ByteRange(header: header, size: 100) == .whole)
    }

    @Test func `an empty file has no ranges`() {
        #expect(ByteRange(header: "bytes=0-", size: 0) == .beyond)
        #expect(ByteRange(header: "bytes=-5", size: 0) == .beyond)
        #expect(ByteRange(header: nil, size: 0) == .whole)
    }
}
