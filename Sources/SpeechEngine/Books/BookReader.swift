/// Converts a property list into a book. An invalid page is skipped and listed as a problem.
package struct BookReader {
    /// The known keys of a page. Other keys are kept and listed as problems.
    private static let pageKeys: Set<String> = ["backgroundImage", "utterances", "place", "distance"]

    private let file: String
    private var problems: [BookProblem] = []

    private init(file: String) { self.file = file }

    /// The error of an invalid page.
    private struct Broken: Error {
        var key: String
        var text: String
        var line: Int?
    }

    /// Parses a book.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of a property list, XML or binary.
    ///   - file: The path of the file, for errors.
    /// - Throws: ``BookError`` if the bytes are not the property list of a book or no page is valid.
    package static func book(_ bytes: [UInt8], file: String) throws(BookError) -> Book {
        let list = try PropertyList(bytes, file: file)
        guard let root = list.dictionary else { throw .noBook(file: file, problem: "it is \(list.kind)") }
        guard let value = root["bookPages"] else { throw .noBook(file: file, problem: "the key bookPages is missing") }
        guard let pages = value.list else { throw .noBook(file: file, problem: "bookPages is \(value.kind)") }
        var reader = BookReader(file: file)
        for key in root.keys.sorted() where key != "bookPages" {
            reader.note(page: 0, root[key]?.line, key: key, "is unknown and has no effect")
        }
        var book = Book(pages: [])
        for (index, page) in pages.enumerated() {
            do throws(Broken) {
                book.pages.append(try reader.page(page, number: index + 1))
            } catch {
                reader.problems.append(
                    BookProblem(
                        page: index + 1, line: error.line ?? page.line, key: error.key, text: error.text,
                        severity: .skipped))
            }
        }
        book.problems = reader.problems
        guard !book.pages.isEmpty else { throw .noPage(file: file, problems: book.problems) }
        return book
    }

    private mutating func note(page: Int, _ line: Int?, key: String, _ text: String) {
        problems.append(BookProblem(page: page, line: line, key: key, text: text, severity: .noted))
    }

    private mutating func page(_ value: PropertyList, number: Int) throws(Broken) -> BookPage {
        guard let values = value.dictionary else {
            throw Broken(key: "bookPages", text: "it is \(value.kind), not a dictionary", line: value.line)
        }
        var page = BookPage(number: number)
        if let image = values["backgroundImage"] {
            guard let name = image.text else {
                throw Broken(key: "backgroundImage", text: "it is \(image.kind), not a string", line: image.line)
            }
            page.backgroundImage = name
        }
        page.utterances = try utterances(values["utterances"], page: number)
        page.place = try place(values, page: number)
        page.extras = values.filter { !Self.pageKeys.contains($0.key) }
        for key in page.extras.keys.sorted() {
            note(page: number, page.extras[key]?.line, key: key, "is unknown; it is kept and has no effect")
        }
        return page
    }

    private mutating func utterances(_ value: PropertyList?, page: Int) throws(Broken) -> [BookUtterance] {
        guard let value else { throw Broken(key: "utterances", text: "is missing") }
        if let text = value.text { return [BookUtterance(text: text)] }
        guard let values = value.list else {
            throw Broken(
                key: "utterances", text: "it is \(value.kind), not a string and not an array", line: value.line)
        }
        var utterances: [BookUtterance] = []
        for (index, value) in values.enumerated() {
            utterances.append(try utterance(value, page: page, key: "utterances[\(index + 1)]"))
        }
        return utterances
    }

    private mutating func utterance(
        _ value: PropertyList, page: Int, key: String
    ) throws(Broken) -> BookUtterance {
        if let text = value.text { return BookUtterance(text: text) }
        guard let values = value.dictionary else {
            throw Broken(key: key, text: "it is \(value.kind), not a dictionary", line: value.line)
        }
        guard let string = values["utteranceString"] else {
            throw Broken(key: key + ".utteranceString", text: "is missing", line: value.line)
        }
        guard let text = string.text else {
            throw Broken(key: key + ".utteranceString", text: "it is \(string.kind), not a string", line: string.line)
        }
        var utterance = BookUtterance(text: text)
        for name in values.keys.sorted() where name != "utteranceString" && name != "utteranceProperties" {
            utterance.extras[name] = values[name]
            note(page: page, values[name]?.line, key: "\(key).\(name)", "is unknown; it is kept and has no effect")
        }
        if let properties = values["utteranceProperties"] {
            try read(properties, into: &utterance, page: page, key: key)
        }
        return utterance
    }
}

extension BookReader {
    private mutating func read(
        _ value: PropertyList, into utterance: inout BookUtterance, page: Int, key: String
    ) throws(Broken) {
        guard let values = value.dictionary else {
            throw Broken(
                key: "\(key).utteranceProperties", text: "it is \(value.kind), not a dictionary", line: value.line)
        }
        for name in values.keys.sorted() {
            guard let value = values[name] else { continue }
            let place = "\(key).\(name)"
            if let property = BookProperty(rawValue: name) {
                guard let number = value.number else {
                    throw Broken(key: place, text: value.numberProblem, line: value.line)
                }
                let corrected = min(max(number, property.range.lowerBound), property.range.upperBound)
                utterance.properties[keyPath: property.path] = corrected
                if corrected != number {
                    note(page: page, value.line, key: place, "\(number) is out of range; \(corrected) is used")
                }
            } else if name == "voice" {
                guard let voice = value.text else {
                    throw Broken(key: place, text: "it is \(value.kind), not a string", line: value.line)
                }
                utterance.properties.voice = voice.trimmed
            } else if name == "isSSML" {
                guard let isSSML = value.bool else {
                    throw Broken(key: place, text: "it is \(value.kind), not a truth value", line: value.line)
                }
                utterance.properties.isSSML = isSSML
            } else {
                utterance.extras[name] = value
                note(page: page, value.line, key: place, "is an unknown property; it is kept and has no effect")
            }
        }
    }

    /// Returns the circle or distance of a page of a tour; `nil` for other pages.
    private mutating func place(_ values: [String: PropertyList], page: Int) throws(Broken) -> TourPlace? {
        if let value = values["distance"] {
            guard values["place"] == nil else {
                throw Broken(key: "distance", text: "conflicts with place; keep one of them", line: value.line)
            }
            let meters = try number(value, key: "distance", in: 0...TourPlace.maxMeters)
            return .distance(meters: meters)
        }
        guard let value = values["place"] else { return nil }
        guard let place = value.dictionary else {
            throw Broken(key: "place", text: "it is \(value.kind), not a dictionary", line: value.line)
        }
        for key in place.keys.sorted() where !["latitude", "longitude", "radius"].contains(key) {
            note(page: page, place[key]?.line, key: "place.\(key)", "is unknown and has no effect")
        }
        return .circle(
            latitudeDegrees: try number(place["latitude"], key: "place.latitude", in: -90...90, line: value.line),
            longitudeDegrees: try number(place["longitude"], key: "place.longitude", in: -180...180, line: value.line),
            radiusMeters: try place["radius"].map { radius throws(Broken) in
                try number(radius, key: "place.radius", in: 1...100_000)
            } ?? TourPlace.defaultRadiusMeters)
    }

    private func number(
        _ value: PropertyList?, key: String, in range: ClosedRange<Double>, line: Int? = nil
    ) throws(Broken) -> Double {
        guard let value else { throw Broken(key: key, text: "is missing", line: line) }
        guard let number = value.number else {
            throw Broken(key: key, text: value.numberProblem, line: value.line)
        }
        guard range.contains(number) else {
            throw Broken(
                key: key, text: "\(number) is not between \(range.lowerBound) and \(range.upperBound)",
                line: value.line)
        }
        return number
    }
}

extension PropertyList {
    /// The problem text for a value that is not a number.
    fileprivate var numberProblem: String { "it is " + (kind == "a number" ? "not finite" : "\(kind), not a number") }
}

/// The numeric properties of an utterance, with their names in books.
private enum BookProperty: String, CaseIterable {
    case rate, pitchMultiplier, volume, preUtteranceDelay, postUtteranceDelay

    /// The property of the utterance.
    var path: WritableKeyPath<UtteranceProperties, Double> {
        switch self {
        case .rate: \.rate
        case .pitchMultiplier: \.pitchMultiplier
        case .volume: \.volume
        case .preUtteranceDelay: \.preUtteranceDelaySeconds
        case .postUtteranceDelay: \.postUtteranceDelaySeconds
        }
    }

    /// The range of the voice; other values are corrected to it.
    var range: ClosedRange<Double> {
        switch self {
        // Above 1 the rate is a multiple of the normal speed, up to the maximum of the engine.
        case .rate: 0...2.8
        case .pitchMultiplier: 0.5...2
        case .volume: 0...1
        case .preUtteranceDelay, .postUtteranceDelay: 0...600
        }
    }
}
