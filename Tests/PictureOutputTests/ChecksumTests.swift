import Testing

@testable import PictureOutput

@Suite struct ChecksumTests {
    @Test func `the checksum of the example in the standard is correct`() {
        #expect(Checksum.text(of: Array("123456789".utf8)) == "cbf43926")
    }

    @Test func `the checksum of no bytes has eight digits`() {
        #expect(Checksum.text(of: []) == "00000000")
    }
}
