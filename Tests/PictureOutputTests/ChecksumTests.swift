import Testing

@testable import PictureOutput

@Suite struct ChecksumTests {
    @Test func theSumOfTheStandardsExampleIsTheStandards() {
        #expect(Checksum.text(of: Array("123456789".utf8)) == "cbf43926")
    }

    @Test func theSumOfNothingHasEightDigitsToo() {
        #expect(Checksum.text(of: []) == "00000000")
    }
}
