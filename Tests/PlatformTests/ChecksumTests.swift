import Foundation
import Platform
import TestSupport
import Testing

@Suite("Checksums and Base64")
struct ChecksumTests {
    @Test func `the checksum and the hash are those of their standards`() {
        #expect(
            CyclicChecksum.of("123456789".utf8).hexadecimal == "cbf43926"
                && CyclicChecksum.of([]).hexadecimal == "00000000")
        #expect(FNVHash.of("foobar".utf8).hexadecimal == "85944171f73967e8")
        #expect(FNVHash.of([]).hexadecimal == "cbf29ce484222325")
        #expect(UInt32(0xC0FFEE).hexadecimal == "00c0ffee")
    }

    @Test func `Base64 is that of other programs`() {
        var random = SplitMix64.announced(for: "Base64")
        for count in 0..<80 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(Base64.text(of: bytes) == Data(bytes).base64EncodedString())
        }
        #expect(Base64.bytes("Zm9v\nYmE=") == Array("fooba".utf8))
    }
}
