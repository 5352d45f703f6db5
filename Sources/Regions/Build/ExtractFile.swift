import Glibc
import Platform

/// An extract of OpenStreetMap: its kind by its first bytes, and its identity.
package struct ExtractFile: Sendable, Hashable {
    package enum Format: Sendable, Hashable { case pbf, xml }

    package var path: String
    package var format: Format
    package var byteCount: Int

    private static let headBytes = 512

    /// Checks the beginning of a file.
    ///
    /// - Throws: ``RegionError/extract(path:reason:)`` if it is no extract.
    package init(_ path: String) throws(RegionError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .extract(path: path, reason: SystemError.text(errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .extract(path: path, reason: "it is no file") }
        guard status.st_size > 0 else {
            throw .extract(path: path, reason: "it is empty: download it again")
        }
        guard let head = WholeFile.start(path, maxBytes: Self.headBytes) else {
            throw .extract(path: path, reason: SystemError.text(errno))
        }
        guard let resolved = realpath(path, nil) else { throw .extract(path: path, reason: SystemError.text(errno)) }
        defer { free(resolved) }
        self.path = String(cString: resolved)
        byteCount = Int(status.st_size)
        do throws(Refusal) {
            format = try Self.format(head)
        } catch {
            throw .extract(path: path, reason: error.reason)
        }
    }

    private struct Refusal: Error {
        var reason: String
    }

    private static func format(_ head: [UInt8]) throws(Refusal) -> Format {
        // Four bytes with the length of the header, then its type.
        let type = Array("OSMHeader".utf8)
        if head.count > 15, head[0] == 0, head[4] == 0x0A, Array(head[6..<15]) == type { return .pbf }
        if head.starts(with: [0x1F, 0x8B]) { throw Refusal(reason: "it is compressed: unpack it with gunzip") }
        if head.starts(with: Array("BZh".utf8)) { throw Refusal(reason: "it is compressed: unpack it with bunzip2") }
        if head.starts(with: Array("PK\u{3}\u{4}".utf8)) {
            throw Refusal(reason: "it is a ZIP archive: unpack it, and name the .osm.pbf file in it")
        }
        let text = String(decoding: head, as: UTF8.self).lowercased()
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") {
            throw Refusal(reason: "it is a web page: the download has failed; download the map again")
        }
        if start.hasPrefix("<osm") || start.hasPrefix("<?xml") && start.contains("<osm") {
            if start.contains("<osmchange") { throw Refusal(reason: "it contains changes, not a map") }
            return .xml
        }
        throw Refusal(
            reason: "it is no OpenStreetMap extract; download.geofabrik.de has files that end in .osm.pbf")
    }
}
