import Glibc

/// The begin of an element: for as long as ``XMLHandler/start(_:)`` takes.
public struct XMLElement {
    let name: UnsafePointer<CChar>
    /// Names and values take turns, until none comes.
    let list: UnsafeMutablePointer<UnsafePointer<CChar>?>?

    /// The name as it is written.
    public var fullName: String { String(cString: name) }

    /// The name without its prefix.
    public var localName: String { String(cString: local) }

    /// Whether this is the name without its prefix.
    public func isNamed(_ name: StaticString) -> Bool { Self.isEqual(name, local) }

    /// The value of an attribute, as it is written.
    public func value(of attribute: StaticString) -> String? {
        var next = list
        while let name = next?[0], let value = next?[1] {
            if Self.isEqual(attribute, name) { return String(cString: value) }
            next = next?.advanced(by: 2)
        }
        return nil
    }

    /// The attributes in order.
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
