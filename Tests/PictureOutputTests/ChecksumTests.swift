import Testing

@testable import PictureOutput

@Suite struct ChecksumTests {
    @Test func theSumOfTheStandardsExampleIsTheStandards() {
        #expect(Checksum(Array("123456789".utf8)).text == "cbf43926")
    }

    @Test func theSumOfNothingHasEightDigitsToo() {
        #expect(Checksum([]).text == "00000000")
    }
}
