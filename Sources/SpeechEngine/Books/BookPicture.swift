package import NavigationEvents
import Platform

/// The picture of a page: an image file in the folder of the book.
package enum BookPicture {
    /// Reads the picture of a page.
    ///
    /// - Parameters:
    ///   - name: The name of the file, PNG or JPEG.
    ///   - book: The path of the book.
    /// - Throws: ``BookError/picture(name:problem:)`` for a file that no report can contain.
    package static func read(_ name: String, of book: String) throws(BookError) -> ReportedPicture {
        guard !name.contains("/"), name != ".." else {
            throw .picture(name: name, problem: "it is not in the folder of the book")
        }
        let folder = book.lastIndex(of: "/").map { book[...$0] } ?? ""
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try WholeFile.read(folder + name, maxBytes: ReportedPicture.maxBytes)
        } catch {
            if case .tooLarge = error.reason {
                throw .picture(
                    name: name, problem: "it is larger than the \(ReportedPicture.maxBytes) bytes of a report")
            }
            throw .picture(name: name, problem: "\(error.reason)")
        }
        guard let (mediaType, width, height) = png(bytes) ?? jpeg(bytes) else {
            throw .picture(name: name, problem: "it is neither PNG nor JPEG")
        }
        let picture = ReportedPicture(
            mediaType: mediaType, widthPoints: Double(width), heightPoints: Double(height), data: bytes)
        if let problem = picture.problem { throw .picture(name: name, problem: "it \(problem)") }
        return picture
    }

    private typealias Header = (mediaType: String, width: Int, height: Int)

    /// The header of a PNG file: the signature, then the chunk IHDR.
    private static func png(_ bytes: [UInt8]) -> Header? {
        guard bytes.count >= 24, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
            return nil
        }
        return ("image/png", number(bytes[16..<20]), number(bytes[20..<24]))
    }

    /// The header of a JPEG file: the first segment of a frame (SOF0 to SOF15 without DHT, JPG and DAC).
    private static func jpeg(_ bytes: [UInt8]) -> Header? {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        var start = 2
        while start + 9 <= bytes.count, bytes[start] == 0xFF {
            let marker = bytes[start + 1]
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                return ("image/jpeg", number(bytes[start + 7..<start + 9]), number(bytes[start + 5..<start + 7]))
            }
            start += 2 + number(bytes[start + 2..<start + 4])
        }
        return nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
