import Foundation
import NavigationEvents
import SpeechTestSupport
import TestSupport
import Testing

@testable import SpeechEngine

@Suite struct BookPictureTests {
    private let folder: TemporaryFolder
    private var book: String { folder.path + "/book.plist" }

    init() throws { folder = try TemporaryFolder() }

    private func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: folder.path + "/" + name))
    }

    /// A PNG file of this size up to the end of its header.
    private static func png(_ width: UInt8, _ height: UInt8) -> [UInt8] {
        [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, width, 0, 0,
            0, height,
        ]
    }

    @Test(arguments: ["ferry", "goose", "river"]) func `the pictures of the example are reported`(name: String) throws {
        let picture = try BookPicture.read("\(name).png", of: Checkout.path + "/examples/narrated-book/book.plist")
        #expect(picture.mediaType == "image/png" && picture.widthPoints == 480 && picture.heightPoints == 320)
        #expect(picture.problem == nil)
    }

    @Test func `the size of a JPEG file is that of its frame, after other segments`() throws {
        let comment: [UInt8] = [0xFF, 0xFE, 0, 4, 0xFF, 0xC0]
        let table: [UInt8] = [0xFF, 0xC4, 0, 5, 9, 9, 9]
        let frame: [UInt8] = [0xFF, 0xC2, 0, 11, 8, 1, 0x40, 1, 0xE0, 1, 1, 0x11, 0]
        try write([0xFF, 0xD8] + comment + table + frame, to: "a.jpg")
        let picture = try BookPicture.read("a.jpg", of: book)
        #expect(picture.mediaType == "image/jpeg" && picture.widthPoints == 480 && picture.heightPoints == 320)
    }

    @Test(arguments: [
        ("missing.png", "No such file"), ("../a.png", "not in the folder of the book"), ("..", "not in the folder"),
        ("/etc/hostname", "not in the folder"), ("text.png", "neither PNG nor JPEG"), ("large.png", "larger than"),
        ("flat.png", "no size above 0"), ("cut.jpg", "neither PNG nor JPEG"), ("loop.jpg", "neither PNG nor JPEG"),
    ]) func `another file is refused with the reason and the remedy`(name: String, reason: String) throws {
        try write(Array("hello, I am a text and no picture".utf8), to: "text.png")
        try write(Self.png(40, 30) + Array(repeating: 0, count: ReportedPicture.maxBytes), to: "large.png")
        try write(Self.png(40, 0), to: "flat.png")
        try write([0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 1], to: "cut.jpg")
        try write([0xFF, 0xD8] + Array(repeating: 0xFF, count: 60), to: "loop.jpg")
        let error = #expect(throws: BookError.self) { try BookPicture.read(name, of: book) }
        let text = try #require(error).description
        #expect(text.contains(reason) && text.contains("name a PNG or JPEG file beside the book"), "\(text)")
    }
}
