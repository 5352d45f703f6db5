import Foundation
import Glibc
import NavigationControl
import Pictures
import TestSupport
import Testing

@testable import PictureOutput

/// Mounting needs rights that not everybody has.
@Suite(.enabled(if: geteuid() == 0, "only root may mount a small disk")) struct FullDiskTests {
    private let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    private func onSmallDisk(_ size: String, _ body: () throws -> Void) throws {
        try #require(mount("tmpfs", scratch.path, "tmpfs", 0, "size=\(size)") == 0)
        defer { umount2(scratch.path, Int32(MNT_DETACH)) }
        try body()
    }

    /// Takes all the room there is, but so many bytes.
    private func fill(sparing bytes: Int = 0) {
        let descriptor = open(scratch.path + "/ballast", O_WRONLY | O_CREAT, 0o600)
        defer { close(descriptor) }
        let block = [UInt8](repeating: 1, count: 4096)
        while write(descriptor, block, block.count) == block.count {}
        var status = stat()
        fstat(descriptor, &status)
        ftruncate(descriptor, status.st_size - off_t(bytes))
    }

    @Test func onAFullDiskTheRoomOfTheOldPictureIsThatOfTheNext() throws {
        try onSmallDisk("256k") {
            var folder = PictureFolder(.make(scratch.path), name: "next")
            try folder.show(.make(.straight))
            fill()
            try folder.show(.make(.turn(.left)))
            let expected = try PictureRenderer(style: PictureStyle()).png(Picture(Sign(.turn(.left))))
            #expect(try scratch.bytes("next.png") == expected)
            #expect(try scratch.json("next.json")["sign"] as? String == "Turn left")
        }
    }

    @Test func withoutAnyRoomNoInstructionLingersAndTheNextOneIsSeenWhenThereIsRoom() throws {
        try onSmallDisk("256k") {
            let told = Ear<DisplayError>()
            var row = DisplayRow([PictureFolder(.make(scratch.path + "/signs"), name: "next")]) { told.hear($0) }
            try row.open()
            row.show(.make(.straight))
            #expect(told.heard.isEmpty)
            fill()
            // What the old picture leaves is not enough for a panel's pixels.
            var large = DisplayRow([
                PictureFolder(
                    .make(scratch.path + "/signs", panel: PanelSize(width: 320, height: 240)), name: "next")
            ]) { told.hear($0) }
            large.show(.make(.destination))
            for _ in 0..<5 { large.tend() }
            #expect(told.heard.count == 1)
            #expect(told.heard.first?.description.contains("No space left on device; make room") == true)
            #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/signs").isEmpty)
            try FileManager.default.removeItem(atPath: scratch.path + "/ballast")
            large.tend()
            #expect(try scratch.json("signs/next.json")["sign"] as? String == "Destination")
            #expect(told.heard.count == 1)
        }
    }

    @Test func aFolderThatIsReadOnlyIsNamed() throws {
        try onSmallDisk("64k") {
            try #require(mount("tmpfs", scratch.path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0)
            let error = #expect(throws: DisplayError.self) {
                try PictureFolder(.make(scratch.path), name: "next").open()
            }
            #expect(error?.description.contains("Read-only file system; set \"folder\"") == true)
            #expect(throws: DisplayError.self) {
                try PictureFolder(.make(scratch.path + "/signs"), name: "next").open()
            }
        }
    }
}
