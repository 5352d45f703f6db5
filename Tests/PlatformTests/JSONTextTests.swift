import Foundation
import Platform
import TestSupport
import Testing

@Suite("JSON for other programs")
struct JSONTextTests {
    @Test func `JSON is written on one line and in order`() {
        let value: JSONText = [
            "words": "Turn left", "meters": 120.5, "lanes": [1, 2, nil], "over": false, "sign": JSONText([]),
        ]
        #expect(
            value.text == #"{"words":"Turn left","meters":120.5,"lanes":[1,2,null],"over":false,"sign":[]}"#)
    }

    @Test func `nil and numbers that are not finite are written as null`() {
        #expect(JSONText(Double?.none).text == "null" && JSONText(String?.none).text == "null")
        for number in [Double.nan, .infinity, -.infinity] { #expect(JSONText(number).text == "null") }
    }

    @Test func `no text can end its string, the line or the JSON`() {
        let text = "\"\\\n\r\t\0\u{1B}[2J\u{7F}\u{9B}\u{2028}\u{2029}é🚲"
        #expect(
            JSONText(text).text
                == #""\"\\\n\r\t\u0000\u001b[2J\u007f\u009b\u2028\u2029é🚲""#)
    }

    @Test func `other readers read the same values`() throws {
        var random = SplitMix64.announced(for: "JSON")
        for _ in 0..<300 {
            let value = JSONText.random(&random, depth: 4)
            let read = try JSONSerialization.jsonObject(with: Data(value.bytes), options: .fragmentsAllowed)
            #expect(value.isSame(as: read), "\(value.text)")
            #expect(!value.text.utf8.contains { $0 < 0x20 })
        }
    }
}

extension JSONText {
    /// An empty array, as an optional value.
    fileprivate init(_ values: [JSONText]) { self = .array(values) }

    fileprivate static func random(_ random: inout SplitMix64, depth: Int) -> JSONText {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
        case 0: .null
        case 1: .bool(random.chance(2))
        case 2: .integer(Int(truncatingIfNeeded: random.next()))
        case 3: .number(Double(bitPattern: random.next()))
        case 4, 5: .string(text(&random))
        case 6: .array((0..<4).map { _ in .random(&random, depth: depth - 1) })
        default: .object((0..<4).map { Member("\($0)\(text(&random))", .random(&random, depth: depth - 1)) })
        }
    }

    /// Random scalars, with a preference for those that need escapes.
    private static func text(_ random: inout SplitMix64) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0..<12, using: &random) {
            let most: UInt32 = random.chance(2) ? 0xA0 : random.chance(2) ? 0x2100 : 0x10FFFF
            if let scalar = Unicode.Scalar(UInt32.random(in: 0...most, using: &random)) {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    fileprivate func isSame(as read: Any) -> Bool {
        switch self {
        case .null: return read is NSNull
        case .bool(let bool): return (read as? NSNumber)?.boolValue == bool
        case .integer(let number): return (read as? NSNumber)?.intValue == number
        case .number(let number):
            // Foundation reads some numbers as decimals, and rounds them when it is asked for another type.
            guard number.isFinite else { return read is NSNull }
            guard Double(text) == number, let read = (read as? NSNumber)?.doubleValue else { return false }
            return abs(read - number) <= abs(number) * 1e-12
        case .string(let text):
            return (read as? String).map { Array($0.unicodeScalars) == Array(text.unicodeScalars) } == true
        case .array(let values):
            guard let read = read as? [Any], read.count == values.count else { return false }
            return zip(values, read).allSatisfy { $0.isSame(as: $1) }
        case .object(let members):
            guard let read = read as? [String: Any], read.count == Set(members.map(\.name)).count else { return false }
            return members.allSatisfy { member in read[member.name].map { member.value.isSame(as: $0) } == true }
        }
    }
}
