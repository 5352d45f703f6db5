import NavigationEvents

/// A small town drawn in characters, from which the real routing engine builds its map.
///
/// A `.town` file has four parts. Lines before `map` describe the town; `country DE Germany` is the country (its name
/// determines the driving side), `at 50 8` the top left corner, `costing pedestrian` the mode of travel (`auto` without
/// it), and `cell 20` the height of a character in metres, twice its width. In the map every letter and digit is a
/// place; other characters are only drawing. `roads` lists the ways between the places with their tags, and `places`
/// the tags of single places.
struct Town: Sendable {
    /// A street: its places in driving direction, and its tags.
    struct Road: Sendable {
        var places: [Character]
        var tags: [Tag]
    }

    /// A key and a value of OpenStreetMap.
    struct Tag: Sendable, Hashable {
        var key: String
        var value: String
    }

    /// An error in a drawing.
    struct ParseError: Error, CustomStringConvertible {
        var line: Int
        var problem: String
        var description: String { "failed to read the town: line \(line): \(problem)" }
    }

    var costing = "auto"
    var countryCode = "DE"
    var countryName = "Germany"
    var corner = Coordinate(latitudeDegrees: 50, longitudeDegrees: 8)
    var cellMeters = 20.0
    var places: [Character: Coordinate] = [:]
    var placeTags: [Character: [Tag]] = [:]
    var roads: [Road] = []

    /// Reads a drawing.
    init(drawing: String) throws(ParseError) {
        var part = Part.heading
        var row = 0
        for (index, line) in drawing.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if let next = Part(rawValue: line.trimmed) {
                part = next
            } else {
                do {
                    try read(String(line), in: part, row: &row)
                } catch {
                    throw ParseError(line: index + 1, problem: error.text)
                }
            }
        }
    }

    /// The place with this letter.
    func place(_ name: Character) throws(ParseError) -> Coordinate {
        guard let place = places[name] else { throw ParseError(line: 0, problem: "there is no place \(name)") }
        return place
    }

    private enum Part: String {
        case heading, map, roads, places
    }

    private struct Problem: Error {
        var text: String
    }

    private mutating func read(_ line: String, in part: Part, row: inout Int) throws(Problem) {
        switch part {
        case .heading: try readHeading(line)
        case .map:
            for (column, character) in line.enumerated() where character.isLetter || character.isNumber {
                guard places[character] == nil else { throw Problem(text: "\(character) is there twice") }
                places[character] = coordinate(row: row, column: column)
            }
            row += 1
        case .roads where !line.trimmed.isEmpty:
            let fields = line.words
            for name in fields[0] where places[name] == nil { throw Problem(text: "no place \(name) in the map") }
            roads.append(Road(places: Array(fields[0]), tags: try tags(fields.dropFirst())))
        case .places where !line.trimmed.isEmpty:
            let fields = line.words
            guard let name = fields[0].first, places[name] != nil else { throw Problem(text: "no such place") }
            placeTags[name] = try tags(fields.dropFirst())
        case .roads, .places: break
        }
    }

    private mutating func readHeading(_ line: String) throws(Problem) {
        let fields = line.words
        let numbers = fields.dropFirst().compactMap(Double.init)
        switch (fields.first, fields.count) {
        case ("country", 3):
            countryCode = fields[1]
            countryName = fields[2].spaced
        case ("costing", 2): costing = fields[1]
        case ("cell", 2) where numbers.count == 1: cellMeters = numbers[0]
        case ("at", 3) where numbers.count == 2:
            corner = Coordinate(latitudeDegrees: numbers[0], longitudeDegrees: numbers[1])
        default: break
        }
    }

    private func coordinate(row: Int, column: Int) -> Coordinate {
        let metersPerDegree = 111_200.0
        let latitude = corner.latitudeDegrees - Double(row) * cellMeters / metersPerDegree
        let eastMeters = Double(column) * cellMeters / 2
        let shrink = Town.cosine(ofDegrees: corner.latitudeDegrees)
        return Coordinate(
            latitudeDegrees: latitude, longitudeDegrees: corner.longitudeDegrees + eastMeters / metersPerDegree / shrink
        )
    }

    private func tags(_ words: ArraySlice<String>) throws(Problem) -> [Tag] {
        var result: [Tag] = []
        for word in words {
            let halves = word.split(separator: "=", maxSplits: 1)
            guard halves.count == 2 else { throw Problem(text: "\(word) is no key=value") }
            let value = halves[1].spaced
            result.append(Tag(key: String(halves[0]), value: value))
        }
        return result
    }
}

extension StringProtocol where SubSequence == Substring {
    fileprivate var words: [String] { split(whereSeparator: \.isWhitespace).map { String($0) } }
    fileprivate var trimmed: String { words.joined(separator: " ") }
    /// A space in a value is written as "+", as in name=Mill+Lane.
    fileprivate var spaced: String { String(map { $0 == "+" ? " " : $0 }) }
}
