import Testing

@testable import PictureOutput

@Suite struct ChecksumTests {
    @Test func `the sum of the standards example is the standards`() {
        #expect(Checksum.text(of: Array("123456789".utf8)) == "cbf43926")
    }

    @Test func `the sum of nothing has eight digits too`() {
        #expect(Checksum.text(of: []) == "00000000")
    }
}
