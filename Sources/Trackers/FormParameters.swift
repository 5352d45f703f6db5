import NavigationEvents
import Positions

/// The parameters of a query or a form. An empty value counts as absent.
struct FormParameters: TrackerValues, Hashable, Sendable {
    /// A parameter, decoded.
    struct Parameter: Hashable, Sendable {
        var name: String
        var value: String
    }

    /// All parameters, in their order.
    let all: [Parameter]

    /// Makes parameters that are decoded already.
    init(_ all: [Parameter]) { self.all = all.filter { !$0.value.isEmpty } }

    /// Parses a query or the body of a form: `application/x-www-form-urlencoded`, UTF-8.
    ///
    /// - Throws: ``TrackerError/tooLarge(byteCount:)``, ``TrackerError/notForm(problem:)``.
    init(form: [UInt8]) throws(TrackerError) {
        guard form.count <= TrackerPosition.maxBytes else { throw .tooLarge(byteCount: form.count) }
        var all: [Parameter] = []
        for part in form.split(separator: UInt8(ascii: "&")) {
            let name = part.prefix { $0 != UInt8(ascii: "=") }
            all.append(
                Parameter(name: try Self.decoded(name), value: try Self.decoded(part[name.endIndex...].dropFirst())))
        }
        self.init(all)
    }

    func path(_ field: StaticString) -> String { field.description }

    func number(_ field: StaticString) throws(TrackerError) -> Double? {
        guard let text = try text(field) else { return nil }
        guard let number = Number.decimal(text) else { throw .invalidField(path(field), wanted: "a finite number") }
        return number
    }

    func time(_ field: StaticString) throws(TrackerError) -> Timestamp? {
        guard let text = try text(field) else { return nil }
        if let number = Number.decimal(text) { return try TrackerTime.time(of: number, field: path(field)) }
        return try TrackerTime.time(of: text, field: path(field))
    }

    /// A text; `nil` if the parameter is absent.
    func text(_ field: StaticString) throws(TrackerError) -> String? {
        let name = path(field)
        let found = all.filter { $0.name == name }
        guard found.count <= 1 else { throw .repeatedField(name) }
        return found.first?.value
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) throws(TrackerError) -> String {
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): plain.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                    throw .notForm(problem: "% must be followed by two hexadecimal digits")
                }
                plain.append(high << 4 | low)
            default: plain.append(byte)
            }
        }
        guard let text = String(validating: plain, as: UTF8.self) else {
            throw .notForm(problem: "they are not UTF-8")
        }
        return text
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
    }
}
