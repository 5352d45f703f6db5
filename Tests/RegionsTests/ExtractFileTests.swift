import Foundation
import Regions
import TestSupport
import Testing

/// Files that are named as an extract.
@Suite struct ExtractFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        arguments: [
            ("", "it is empty"), ("<!DOCTYPE html><html>404</html>", "it is a web page"),
            ("\n <html><body>", "it is a web page"), ("PK\u{3}\u{4}....", "it is a ZIP archive"),
            ("BZh91AY", "it is compressed"), ("{\"elements\": []}", "it is no OpenStreetMap extract"),
            ("<?xml version='1.0'?><osmChange version='0.6'>", "it contains changes"),
            ("<?xml version='1.0'?><gpx>", "it is no OpenStreetMap extract"),
        ])
    func `another file is refused with its kind`(text: String, reason: String) throws {
        let path = try folder.write(text, to: "map.osm.pbf")
        #expect {
            try ExtractFile(path)
        } throws: { error in
            "\(error)".hasPrefix("read the extract \(path): \(reason)")
        }
    }

    @Test func `a compressed file, a folder and a missing file are refused`() throws {
        let packed = folder.path + "/map.osm.pbf"
        try Data([0x1F, 0x8B, 8, 0]).write(to: URL(filePath: packed))
        for (path, reason) in [(packed, "gunzip"), (folder.path, "it is no file"), ("/nowhere.pbf", "No such file")] {
            #expect {
                try ExtractFile(path)
            } throws: { error in
                "\(error)".contains(reason)
            }
        }
    }

    @Test func `XML and PBF are recognized by their contents`() throws {
        #expect(try ExtractFile(folder.write(TownExtract().xml, to: "town")).format == .xml)
        let head: [UInt8] = [0, 0, 0, 0x0D, 0x0A, 9] + Array("OSMHeader".utf8) + [0x18, 0x7C]
        try Data(head).write(to: URL(filePath: folder.path + "/map"))
        #expect(try ExtractFile(folder.path + "/map").format == .pbf)
    }
}
