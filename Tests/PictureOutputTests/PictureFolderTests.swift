import Foundation
import NavigationControl
import Pictures
import Platform
import TestSupport
import Testing

@testable import PictureOutput

@Suite struct PictureFolderTests {
    private let scratch: TemporaryFolder
    private var folder: PictureFolder

    init() throws {
        scratch = try TemporaryFolder()
        folder = PictureFolder(.make(scratch.path), name: "next")
    }

    @Test func `a folder is created with its parent folders`() throws {
        var folder = PictureFolder(.make(scratch.path + "/some/where"), name: "next")
        try folder.open()
        try folder.open()
        try folder.show(.make(.straight))
        let renderer = PictureRenderer(style: PictureStyle())
        #expect(try scratch.bytes("some/where/next.png") == renderer.png(Picture(Sign(.straight))))
        #expect(try scratch.bytes("some/where/next.svg") == renderer.svg(Picture(Sign(.straight))))
    }

    @Test mutating func `temporary files do not stay in the folder`() throws {
        try folder.show(.make(.straight))
        try folder.show(.make(.destination))
        #expect(scratch.names == ["next.json", "next.png", "next.svg"])
    }

    @Test func `the folder has files for panel pixels and text`() throws {
        var folder = PictureFolder(.make(scratch.path, panel: PanelSize(width: 40, height: 30)), name: "lanes")
        try folder.show(.make(line: "[↰] ↑"))
        #expect(scratch.names == ["lanes.json", "lanes.png", "lanes.rgb565", "lanes.svg", "lanes.txt"])
        #expect(try scratch.bytes("lanes.rgb565").count == 40 * 30 * 2)
        #expect(try scratch.bytes("lanes.txt") == Array("[↰] ↑\n".utf8))
    }

    @Test mutating func `a companion has the size of lists and changes with the picture`() throws {
        var content = DisplayContent.make()
        content.companions = [.init(name: "then", picture: Picture(Sign(.destination)))]
        try folder.show(content)
        let list = PictureRenderer(style: PictureStyle(size: .list))
        #expect(try scratch.bytes("then.png") == list.png(Picture(Sign(.destination))))
        content = .blank
        content.companions = [.init(name: "then", picture: nil)]
        try folder.show(content)
        #expect(try scratch.bytes("then.png") == list.png(nil))
    }

    @Test mutating func `the JSON contains the checksums of all other files`() throws {
        try folder.show(.make(.straight))
        let json = try scratch.json("next.json")
        #expect(json["sign"] as? String == "\(SignPicture.straight)")
        let files = try #require(json["files"] as? [String: [String: Any]])
        #expect(files.keys.sorted() == ["next.png", "next.svg"])
        for (name, facts) in files {
            let bytes = try scratch.bytes(name)
            #expect(facts["bytes"] as? Int == bytes.count)
            #expect(facts["crc32"] as? String == CyclicChecksum.of(bytes).hexadecimal)
        }
    }

    @Test mutating func `unchanged files are not written`() throws {
        try folder.show(.make())
        let before = try modified("next.png")
        var same = DisplayContent.make()
        same.document = [.init("sign", "other words")]
        try folder.show(same)
        #expect(try modified("next.png") == before)
        #expect(try scratch.json("next.json")["sign"] as? String == "other words")
    }

    @Test mutating func `an open file of the old picture stays readable`() throws {
        try folder.show(.make(.straight))
        let whole = try scratch.bytes("next.png")
        let old = try FileHandle(forReadingFrom: URL(filePath: scratch.path + "/next.png"))
        try folder.show(.make(.destination))
        #expect(try Array(old.readToEnd() ?? Data()) == whole)
    }

    @Test func `the error names a file in place of the folder`() throws {
        let path = try scratch.write("", to: "taken")
        #expect(throws: DisplayError.folder(path: path, reason: "it is not a folder")) {
            try PictureFolder(.make(path), name: "next").open()
        }
        let error = #expect(throws: DisplayError.self) {
            try PictureFolder(.make(path + "/signs"), name: "next").open()
        }
        #expect(error?.description.contains("\(path)/signs: Not a directory; set \"folder\"") == true)
    }

    @Test func `a link to a folder is accepted`() throws {
        let manager = FileManager.default
        try manager.createDirectory(atPath: scratch.path + "/real", withIntermediateDirectories: true)
        try manager.createSymbolicLink(
            atPath: scratch.path + "/link", withDestinationPath: scratch.path + "/real")
        var folder = PictureFolder(.make(scratch.path + "/link"), name: "next")
        try folder.open()
        try folder.show(.make())
        #expect(scratch.names == ["link", "real"])
        #expect(try scratch.bytes("real/next.png").count > 0)
    }

    @Test mutating func `a link in place of a picture is replaced and not followed`() throws {
        let precious = try scratch.write("precious", to: "precious")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path + "/next.png", withDestinationPath: precious)
        try folder.show(.make())
        #expect(try scratch.bytes("precious") == Array("precious".utf8))
    }

    @Test mutating func `a removed folder is created again`() throws {
        try folder.show(.make(.straight))
        try FileManager.default.removeItem(atPath: scratch.path)
        #expect(!folder.isIntact())
        try folder.show(.make(.straight))
        #expect(folder.isIntact())
        #expect(scratch.names == ["next.json", "next.png", "next.svg"])
    }

    @Test mutating func `a picture that cannot be replaced is removed`() throws {
        try folder.show(.make(.straight))
        // A folder has the temporary name of the next picture.
        let obstacle = "\(scratch.path)/.next.svg.\(getpid())"
        try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
        let error = #expect(throws: DisplayError.self) { try folder.show(.make(.destination)) }
        #expect(error?.description.contains("next.svg: File exists; free disk space") == true)
        #expect(scratch.names == [".next.svg.\(getpid())"], "a wrong instruction is worse than none")
        try FileManager.default.removeItem(atPath: obstacle)
        try folder.show(.make(.destination))
        #expect(scratch.names == ["next.json", "next.png", "next.svg"])
    }

    @Test func `files of other settings are removed and foreign files stay`() throws {
        for name in ["next.rgb565", "then.png", "then.svg", "other.rgb565", "next.txt", "then.json"] {
            try scratch.write("x", to: name)
        }
        try PictureFolder(.make(scratch.path, panel: PanelSize(width: 40, height: 30)), name: "next").open()
        #expect(scratch.names.contains("next.rgb565") && scratch.names.contains("then.png"))
        try PictureFolder(.make(scratch.path), name: "next", unused: ["then"]).open()
        #expect(scratch.names == ["next.txt", "other.rgb565", "then.json"])
    }

    @Test func `only the leftovers of a killed process are removed`() throws {
        // A process ID beyond the limit of Linux, and one of a running process.
        let (dead, living) = (".next.png.99999999", ".next.png.\(getppid())")
        for name in [dead, living, ".next.png.old", ".other.png.99999999"] { try scratch.write("x", to: name) }
        try folder.open()
        #expect(scratch.names == [living, ".next.png.old", ".other.png.99999999"].sorted())
    }

    private func modified(_ name: String) throws -> UInt64 {
        var status = stat()
        guard stat("\(scratch.path)/\(name)", &status) == 0 else { throw POSIXError(.ENOENT) }
        return UInt64(status.st_ino)
    }
}
