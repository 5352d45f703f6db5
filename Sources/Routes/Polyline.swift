import NavigationEvents

/// A line in the encoded polyline format: differences of scaled degrees, five bits a character.
struct Polyline {
    /// The number of decimals.
    enum Precision: Double, CaseIterable {
        case five = 1e5
        case six = 1e6
    }

    /// Latitudes and longitudes in turn, unscaled.
    private(set) var values: [Int64] = []

    /// Number of values in an encoded polyline.
    static func numberCount(_ text: String) -> Int {
        text.utf8.count { $0 < 0x20 + 63 }
    }

    /// Decodes a polyline.
    ///
    /// - Parameters:
    ///   - text: the encoded polyline.
    ///   - hasHeights: whether each point has a third number, which is ignored.
    ///   - path: the path of the polyline in the document, for errors.
    /// - Throws: ``RouteError/brokenPolyline(path:offset:problem:)`` with the offset of the invalid character.
    init(_ text: String, hasHeights: Bool = false, path: @autoclosure () -> String) throws(RouteError) {
        var latitude: Int64 = 0
        var longitude: Int64 = 0
        var characters = Characters(bytes: Array(text.utf8))
        values.reserveCapacity(characters.bytes.count / 3)
        do throws(Characters.Break) {
            while !characters.isAtEnd {
                latitude += try characters.next()
                longitude += try characters.next()
                guard abs(latitude) <= Characters.maxMagnitude, abs(longitude) <= Characters.maxMagnitude else {
                    throw .init(offset: characters.offset, problem: "leaves the Earth")
                }
                values.append(latitude)
                values.append(longitude)
                if hasHeights { _ = try characters.next() }
            }
        } catch {
            throw .brokenPolyline(path: path(), offset: error.offset, problem: error.problem)
        }
    }

    /// The points at a precision.
    func points(_ precision: Precision) -> [Coordinate] {
        stride(from: 0, to: values.count, by: 2).map {
            Coordinate(
                latitudeDegrees: Double(values[$0]) / precision.rawValue,
                longitudeDegrees: Double(values[$0 + 1]) / precision.rawValue)
        }
    }

    /// The first point at a precision.
    func firstPoint(_ precision: Precision) -> Coordinate? {
        guard values.count >= 2 else { return nil }
        return Coordinate(
            latitudeDegrees: Double(values[0]) / precision.rawValue,
            longitudeDegrees: Double(values[1]) / precision.rawValue)
    }
}

extension Polyline {
    /// The reading position in a polyline's characters.
    private struct Characters {
        struct Break: Error {
            var offset: Int
            var problem: String
        }

        /// Larger than any longitude with six decimals; prevents an overflow of the sums.
        static let maxMagnitude: Int64 = 1_000_000_000

        let bytes: [UInt8]
        var offset = 0

        var isAtEnd: Bool { offset == bytes.count }

        init(bytes: [UInt8]) { self.bytes = bytes }

        /// The next difference: groups of five bits, lowest first; a set sixth bit means that another group follows.
        mutating func next() throws(Break) -> Int64 {
            var value: Int64 = 0
            var shift: Int64 = 0
            while true {
                guard offset < bytes.count else { throw Break(offset: offset, problem: "breaks off") }
                guard (63...126).contains(bytes[offset]) else {
                    throw Break(offset: offset, problem: "has an invalid character")
                }
                guard shift <= 35 else { throw Break(offset: offset, problem: "has a number that is too long") }
                let bits = Int64(bytes[offset] - 63)
                offset += 1
                value |= (bits & 0x1F) << shift
                shift += 5
                if bits < 0x20 { break }
            }
            let difference = value & 1 == 1 ? ~(value >> 1) : value >> 1
            guard abs(difference) <= Self.maxMagnitude else {
                throw Break(offset: offset, problem: "leaves the Earth")
            }
            return difference
        }
    }
}
