import Foundation
package import SpeechEngine

/// Builders of property lists.
package enum BookText {
    package static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">

        """

    /// Returns a list with a value.
    package static func list(_ value: String) -> [UInt8] { Array("\(head)\(value)\n</plist>\n".utf8) }

    /// Converts a list to the binary format with Foundation.
    package static func binary(_ xml: [UInt8]) throws -> [UInt8] {
        let value = try PropertyListSerialization.propertyList(from: Data(xml), format: nil)
        return [UInt8](try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0))
    }

    /// Returns a book of pages, each the content of a `<dict>`.
    package static func book(_ pages: String...) -> [UInt8] {
        list(
            "<dict><key>bookPages</key><array>\n\(pages.map { "<dict>\($0)</dict>" }.joined(separator: "\n"))</array></dict>"
        )
    }

    /// Returns the content of a page with one string.
    package static func page(_ text: String, _ more: String = "") -> String {
        "<key>utterances</key><string>\(text)</string>\(more)"
    }

    /// Returns the content of a page with utterances, each a text and the content of its properties.
    package static func page(_ utterances: [(text: String, properties: String)], _ more: String = "") -> String {
        let values = utterances.map { text, properties in
            "<dict><key>utteranceString</key><string>\(text)</string>"
                + "<key>utteranceProperties</key><dict>\(properties)</dict></dict>"
        }
        return "<key>utterances</key><array>\(values.joined())</array>\(more)"
    }

    /// Returns a key with a number.
    package static func number(_ key: String, _ value: Double) -> String { "<key>\(key)</key><real>\(value)</real>" }

    /// Returns the circle of a page of a tour.
    package static func place(_ latitude: Double, _ longitude: Double, radius: Double) -> String {
        "<key>place</key><dict>\(number("latitude", latitude))\(number("longitude", longitude))"
            + "\(number("radius", radius))</dict>"
    }
}

extension Book {
    /// Creates a book and requires that it has no problems.
    package static func make(_ pages: String...) throws -> Book {
        try BookReader.book(
            BookText.list(
                "<dict><key>bookPages</key><array>\(pages.map { "<dict>\($0)</dict>" }.joined())</array></dict>"),
            file: "book.plist")
    }
}
