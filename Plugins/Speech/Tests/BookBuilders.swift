import Foundation

@testable import Speech

/// Writes property lists as an author would.
enum BookText {
    static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">

        """

    /// A list with this value.
    static func list(_ value: String) -> [UInt8] { Array("\(head)\(value)\n</plist>\n".utf8) }

    /// A book of pages, each the inside of a `<dict>`.
    static func book(_ pages: String...) -> [UInt8] {
        list(
            "<dict><key>bookPages</key><array>\n\(pages.map { "<dict>\($0)</dict>" }.joined(separator: "\n"))</array></dict>"
        )
    }

    /// The inside of a page with one string.
    static func page(_ text: String, _ more: String = "") -> String {
        "<key>utterances</key><string>\(text)</string>\(more)"
    }

    /// The inside of a page with utterances, each a text and the inside of its properties.
    static func page(_ utterances: [(text: String, properties: String)], _ more: String = "") -> String {
        let values = utterances.map { text, properties in
            "<dict><key>utteranceString</key><string>\(text)</string>"
                + "<key>utteranceProperties</key><dict>\(properties)</dict></dict>"
        }
        return "<key>utterances</key><array>\(values.joined())</array>\(more)"
    }

    /// A number under a key.
    static func number(_ key: String, _ value: Double) -> String { "<key>\(key)</key><real>\(value)</real>" }

    /// The place of a page of a tour.
    static func place(_ latitude: Double, _ longitude: Double, radius: Double) -> String {
        "<key>place</key><dict>\(number("latitude", latitude))\(number("longitude", longitude))"
            + "\(number("radius", radius))</dict>"
    }
}

extension Book {
    /// A book that is known to be whole.
    static func make(_ pages: String...) throws -> Book {
        try BookReader.book(
            BookText.list(
                "<dict><key>bookPages</key><array>\(pages.map { "<dict>\($0)</dict>" }.joined())</array></dict>"),
            file: "book.plist")
    }
}

extension PropertyList {
    /// The same list in the binary format, made by Apple's library as every Swift program has it.
    static func binary(_ xml: [UInt8]) throws -> [UInt8] {
        let value = try PropertyListSerialization.propertyList(from: Data(xml), format: nil)
        return [UInt8](try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0))
    }

    /// The same without lines, which a binary list does not have.
    var withoutLines: PropertyList {
        switch content {
        case .list(let values): PropertyList(.list(values.map(\.withoutLines)))
        case .dictionary(let values): PropertyList(.dictionary(values.mapValues(\.withoutLines)))
        default: PropertyList(content)
        }
    }
}
