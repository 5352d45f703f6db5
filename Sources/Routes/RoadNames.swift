import NavigationEvents

/// The names of the road after a maneuver, from its names, numbers and signs.
enum RoadNames {
    /// All names, numbers and destinations, without duplicates: "B 37 / Schlierbacher Landstraße / Eberbach".
    static func full(names: [String], signpost: Signpost?) -> String {
        let all = names + (signpost?.refs ?? []) + (signpost?.destinations ?? [])
        var seen: Set<String> = []
        return all.filter { seen.insert($0).inserted }.joined(separator: " / ")
    }

    /// The first name, which providers choose as the one on signs and in speech; without a name, the first number on
    /// the signs.
    static func simple(names: [String], signpost: Signpost?) -> String {
        names.first ?? signpost?.refs.first ?? ""
    }

    /// The names and numbers of a road, each once.
    ///
    /// A name that repeats a number or another name in brackets ("Mill Lane (B 4)") is without them; a number that is
    /// only in brackets is one of the numbers.
    static func road(names: [String], numbers: [String] = [], numbersFirst: Bool = false) -> [String] {
        let given = cleaned(names)
        var numbers = cleaned(numbers)
        guard given.contains(where: { $0.utf8.last == UInt8(ascii: ")") }) else {
            return distinct(numbersFirst ? numbers + given : given + numbers)
        }
        let known = Set((given + numbers).map(key))
        let plain = given.map { name in
            guard let (base, inside) = bracketed(name) else { return name }
            guard inside.allSatisfy({ known.contains(key($0)) || RoadNumber.isNumber($0) }) else { return name }
            numbers += inside
            return base
        }
        return distinct(numbersFirst ? numbers + plain : plain + numbers)
    }

    /// Whether two roads have a name or a number in common; directions of travel ("I 95 North") do not differ.
    static func shareName(_ some: [String], _ others: [String]) -> Bool {
        guard !some.isEmpty, !others.isEmpty else { return false }
        if some == others { return true }
        let keys = Set(some.map(roadKey))
        return others.contains { keys.contains(roadKey($0)) }
    }

    /// Whether two roads have a name in common that is no number.
    static func shareProperName(_ some: [String], _ others: [String]) -> Bool {
        shareName(some.filter { !RoadNumber.isNumber($0) }, others)
    }

    /// The key of a name, or of a number without the direction of travel.
    private static func roadKey(_ name: String) -> [UInt8] {
        guard let number = RoadNumber(name), number.isWhole else { return key(name) }
        return key(number.letters + number.number)
    }

    /// Whether a road has a name or a number.
    static func contains(_ name: String, in road: [String]) -> Bool {
        let wanted = key(name)
        return road.contains { key($0) == wanted }
    }

    /// The letters and digits of a name, for comparisons: "CG-1" and "CG 1" are one road. Letters outside ASCII are not
    /// changed to lower case.
    private static func key(_ name: String) -> [UInt8] {
        var key: [UInt8] = []
        key.reserveCapacity(name.utf8.count)
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): key.append(byte | 0x20)
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: key.append(byte)
            default: continue
            }
        }
        return key.isEmpty ? Array(name.utf8) : key
    }

    private static func distinct(_ names: [String]) -> [String] {
        guard names.count > 1 else { return names }
        var seen: Set<[UInt8]> = []
        return names.filter { seen.insert(key($0)).inserted }
    }

    /// The parts of a name that ends with brackets.
    private static func bracketed(_ name: String) -> (base: String, inside: [String])? {
        guard name.hasSuffix(")"), let opening = name.lastIndex(of: "(") else { return nil }
        let base = trimmed(String(name[..<opening]))
        let inside = parts(String(name[name.index(after: opening)...].dropLast()), separators: [",", ";", "/"])
        return base.isEmpty || inside.isEmpty ? nil : (base, inside)
    }

    /// The trimmed parts of a text, without duplicates.
    static func parts(_ text: String?, separators: Set<Character>) -> [String] {
        cleaned((text ?? "").split(whereSeparator: separators.contains).map(String.init))
    }

    /// The trimmed texts, without duplicates and empty ones.
    static func cleaned(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.map(trimmed).filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    private static func trimmed(_ text: String) -> String {
        // Most texts begin and end with a letter, which the bytes show without decoding characters.
        if let first = text.utf8.first, let last = text.utf8.last, (0x21..<0x7F).contains(first),
            (0x21..<0x7F).contains(last)
        {
            return text
        }
        let start = text.drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
