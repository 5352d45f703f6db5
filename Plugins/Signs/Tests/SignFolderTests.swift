import Glibc
import Testing

import Pictures

@testable import Signs

@Suite struct SignFolderTests {
    let files = SignFiles(png: [1, 2, 3], svg: [4, 5])

    @Test func aFolderIsMadeWithThoseAboveIt() throws {
        let scratch = try ScratchFolder()
        let folder = SignFolder(path: scratch.path + "/some/where")
        try folder.open()
        try folder.open()
        try folder.show(files)
        #expect(try scratch.read("some/where/next.png") == [1, 2, 3])
        #expect(try scratch.read("some/where/next.svg") == [4, 5])
    }

    @Test func nothingElseStaysInTheFolder() throws {
        let scratch = try ScratchFolder()
        let folder = SignFolder(path: scratch.path)
        try folder.show(files)
        try folder.show(SignFiles(png: [9], svg: [8]))
        #expect(try scratch.names() == ["next.png", "next.svg"])
        #expect(try scratch.read("next.png") == [9])
    }

    @Test func aReaderOfTheOldPictureKeepsIt() throws {
        let scratch = try ScratchFolder()
        let folder = SignFolder(path: scratch.path)
        try folder.show(files)
        let old = try #require(fopen(scratch.path + "/next.png", "r"))
        defer { fclose(old) }
        try folder.show(SignFiles(png: [9, 9, 9, 9], svg: [8]))
        #expect((0..<4).map { _ in getc(old) } == [1, 2, 3, EOF])
    }

    @Test func aFileInPlaceOfTheFolderIsNamed() throws {
        let scratch = try ScratchFolder()
        try scratch.write("taken", [])
        let path = scratch.path + "/taken"
        #expect(throws: SignsError.folder(path: path, reason: "it is not a folder")) {
            try SignFolder(path: path).open()
        }
        let error = #expect(throws: SignsError.self) { try SignFolder(path: path + "/signs").open() }
        #expect(error?.description.contains("\(path)/signs: Not a directory; set signs.folder") == true)
    }

    @Test func aPictureThatCannotBeWrittenIsToldAndTheOldOneStays() throws {
        let scratch = try ScratchFolder()
        let folder = SignFolder(path: scratch.path)
        try folder.show(files)
        // A folder lies where the next picture is written to before it takes the place of the old one.
        #expect(mkdir("\(scratch.path)/.next.png.\(getpid())", 0o700) == 0)
        let error = #expect(throws: SignsError.self) { try folder.show(SignFiles(png: [7], svg: [7])) }
        #expect(error?.description.contains("File exists") == true)
        #expect(try scratch.read("next.png") == [1, 2, 3])
    }

    @Test func aFolderThatVanishedIsTold() throws {
        let scratch = try ScratchFolder()
        let folder = SignFolder(path: scratch.path + "/gone")
        #expect(throws: SignsError.self) { try folder.show(files) }
    }

    @Test func anAlbumGoesOnAfterARestartAndKeepsTheSignThatIsShownAgainOnce() throws {
        let scratch = try ScratchFolder()
        var first = SignAlbum(path: scratch.path)
        try first.open(isContinued: false)
        try first.add(files)
        try first.add(SignFiles(png: [9], svg: [8]))
        var second = SignAlbum(path: scratch.path)
        try second.open(isContinued: true)
        try second.add(SignFiles(png: [9], svg: [8]))
        try second.add(SignFiles(png: [9], svg: [8]))
        #expect(try scratch.names() == ["001.png", "001.svg", "002.png", "002.svg", "003.png", "003.svg"])
        var third = SignAlbum(path: scratch.path)
        try third.open(isContinued: false)
        try third.add(SignFiles(png: [7], svg: [6]))
        #expect(try scratch.read("001.png") == [7], "another run begins anew")
    }
}
