import Foundation
import Glibc
import NavigationControl
import Pictures
import Platform
import TestSupport
import Testing

@testable import PictureOutput

@Suite struct FullDiskTests {
    private let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    private func folder(_ path: String, on disk: SmallDisk, panel: PanelSize? = nil) -> PictureFolder {
        PictureFolder(.make(path, panel: panel), name: "next", folder: OutputFolder(path, write: disk.write))
    }

    @Test(arguments: SmallDisk.Kind.available) func `on a full disk the new picture takes the space of the old one`(
        _ kind: SmallDisk.Kind
    ) throws {
        let disk = try SmallDisk(kind, at: scratch.path, kibibytes: 256)
        var folder = folder(scratch.path, on: disk)
        try folder.show(.make(.straight))
        try disk.fill()
        try folder.show(.make(.turn(.left)))
        let expected = try PictureRenderer(style: PictureStyle()).png(Picture(Sign(.turn(.left))))
        #expect(try scratch.bytes("next.png") == expected)
        #expect(try scratch.json("next.json")["sign"] as? String == "\(SignPicture.turn(.left))")
    }

    @Test(arguments: SmallDisk.Kind.available)
    func `without disk space no old instruction stays, and the next is written later`(_ kind: SmallDisk.Kind)
        throws
    {
        let disk = try SmallDisk(kind, at: scratch.path, kibibytes: 256)
        let signs = scratch.path + "/signs"
        var row = DisplayGroup([folder(signs, on: disk)])
        try row.open()
        #expect(row.show(.make(.straight)).isEmpty)
        try disk.fill()
        // The space of the old picture is not enough for the pixels of a panel.
        var large = DisplayGroup([folder(signs, on: disk, panel: PanelSize(width: 320, height: 240))])
        var told = large.show(.make(.destination))
        for _ in 0..<5 { told += large.repair() }
        #expect(told.count == 1)
        #expect(told.first?.description.contains("No space left on device; free disk space") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: signs).isEmpty)
        disk.makeRoom()
        #expect(large.repair().isEmpty)
        #expect(try scratch.json("signs/next.json")["sign"] as? String == "\(SignPicture.destination)")
    }

    @Test func `the error names a folder that cannot be created`() throws {
        let error = #expect(throws: DisplayError.self) { try PictureFolder(.make("/proc/signs"), name: "next").open() }
        #expect(error?.description.hasPrefix("open the folder /proc/signs: No such file or directory; set") == true)
    }
}
