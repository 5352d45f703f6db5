import Foundation
import Glibc
import NavigationControl
import Pictures
import TestSupport
import Testing
import Platform

@testable import PictureOutput

@Suite struct PicturePanelTests {
    private let scratch: TemporaryFolder
    private let size = PanelSize(width: 32, height: 24)

    init() throws { scratch = try TemporaryFolder() }

    private func panel(_ path: String, properties: String = "/nonexistent") -> PicturePanel {
        PicturePanel(path: path, size: size, pictures: PictureFiles(PictureStyle()), properties: properties)
    }

    private func pixels(_ picture: Picture?) throws -> [UInt8] {
        try PictureRenderer(style: PictureStyle()).rgb565(picture, width: size.width, height: size.height)
    }

    @Test func `the whole frame is written in place`() throws {
        // A device has a fixed length and stays the same file.
        let path = try scratch.write(String(repeating: "x", count: 32 * 24 * 2 + 100), to: "fb1")
        let reader = try FileHandle(forReadingFrom: URL(filePath: path))
        var panel = panel(path)
        try panel.open()
        try panel.show(.make(.straight))
        let read = try Array(reader.readToEnd() ?? Data())
        #expect(try Array(read.prefix(32 * 24 * 2)) == pixels(Picture(Sign(.straight))))
        #expect(read.suffix(100).allSatisfy { $0 == UInt8(ascii: "x") })
        try panel.show(.blank)
        #expect(try Array(scratch.bytes("fb1").prefix(32 * 24 * 2)) == pixels(nil))
        #expect(scratch.names == ["fb1"])
    }

    @Test func `a lost panel is reported once and written again when it is back`() throws {
        let path = scratch.path + "/fb1"
        var row = DisplayGroup([panel(path)])
        try row.open()
        #expect(
            (row.show(.make(.straight)) + row.repair()).map(\.description) == [
                "write to the panel \(path): No such file or directory; each event repeats the attempt"
            ])
        try scratch.write("", to: "fb1")
        #expect(row.repair().isEmpty)
        #expect(try scratch.bytes("fb1") == pixels(Picture(Sign(.straight))))
        // Another panel is connected, which shows nothing yet.
        try scratch.write("other", to: "fb2")
        #expect(rename(scratch.path + "/fb2", path) == 0)
        #expect(row.repair().isEmpty)
        #expect(try scratch.bytes("fb1") == pixels(Picture(Sign(.straight))))
    }

    @Test func `an unchanged frame is not written again`() throws {
        let path = try scratch.write("", to: "fb1")
        var panel = panel(path)
        try panel.show(.make(.straight))
        try scratch.write(over: "fb1", with: "scribble")
        var same = DisplayContent.make(.straight)
        same.document = [.init("sign", "other words")]
        try panel.show(same)
        #expect(try scratch.bytes("fb1").starts(with: Array("scribble".utf8)))
        try panel.show(.blank)
        try panel.show(.make(.straight))
        #expect(try scratch.bytes("fb1") == pixels(Picture(Sign(.straight))))
    }

    @Test func `a panel that is too small is an error`() {
        var panel = panel("/dev/full")
        let error = #expect(throws: DisplayError.self) { try panel.show(.make()) }
        #expect(error?.description.contains("if it has fewer pixels than 32x24, set \"panel\" to its size") == true)
    }

    @Test func `files that are not panels are not written`() throws {
        let pipe = scratch.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        // The pipe has a reader, so that opening it would succeed.
        let reader = open(pipe, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        for path in [pipe, scratch.path] {
            var panel = panel(path)
            #expect(throws: DisplayError.self) { try panel.show(.make()) }
        }
        var byte: UInt8 = 0
        #expect(read(reader, &byte, 1) <= 0)
    }

    @Test(arguments: [
        ("bits_per_pixel", "32\n", "it has 32 bits per pixel instead of 16"),
        ("stride", "640\n", "its rows have 320 pixels instead of 32"),
    ])
    func `a panel with other properties is an error and not written`(
        _ name: String, _ value: String, _ problem: String
    ) throws {
        try scratch.write(value, to: "fb7/\(name)")
        var panel = panel("/dev/fb7", properties: scratch.path)
        let error = #expect(throws: DisplayError.self) { try panel.show(.make()) }
        #expect(error?.description.contains(problem) == true)
    }

    @Test(arguments: ["", "240", "240x", "x240", "240x240x2", "-240x240", "240X240", "8x240", "240x9999", "+240x240"])
    func `an invalid size is rejected`(_ text: String) {
        #expect(PanelSize(text) == nil)
    }

    @Test func `a size is parsed from its description`() {
        #expect(PanelSize("320x240").map { "\($0)" } == "320x240")
    }
}
