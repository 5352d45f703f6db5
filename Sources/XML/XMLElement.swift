import Glibc

/// The start tag of an element, valid only during ``XMLHandler/start(_:)``.
public struct XMLElement {
    let name: UnsafePointer<CChar>
    /// Alternating names and values, ended by a null pointer.
    let list: UnsafeMutablePointer<UnsafePointer<CChar>?>?

    /// The name as written, with its prefix.
    public var fullName: String { String(cString: name) }

    /// The name without its prefix.
    public var localName: String { String(cString: local) }

    /// Whether `name` is the name without its prefix.
    public func isNamed(_ name: StaticString) -> Bool { Self.isEqual(name, local) }

    /// The value of an attribute; `nil` if the element does not have it.
    public func value(of attribute: StaticString) -> String? {
        var next = list
        while let name = next?[0], let value = next?[1] {
            if Self.isEqual(attribute, name) { return String(cString: value) }
            next = next?.advanced(by: 2)
        }
        return nil
    }

    /// The attributes in the order of the document.
    public var attributes: [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        var next = list
        while let name = next?[0], let value = next?[1] {
            pairs.append((String(cString: name), String(cString: value)))
            next = next?.advanced(by: 2)
        }
        return pairs
    }

    private var local: UnsafePointer<CChar> {
        strrchr(name, Int32(UInt8(ascii: ":"))).map { UnsafePointer($0 + 1) } ?? name
    }

    private static func isEqual(_ name: StaticString, _ text: UnsafePointer<CChar>) -> Bool {
        name.utf8Start.withMemoryRebound(to: CChar.self, capacity: name.utf8CodeUnitCount + 1) { strcmp($0, text) == 0 }
    }
}
