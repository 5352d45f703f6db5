import Testing

@Suite("The names of types")
struct TypeNameTests {
    /// One name has one meaning: a reader who finds a type by its name finds the right one.
    @Test func `no two types of the package share a name`() throws {
        let folders = ["Sources", "Tools"] + (try Repository.controls().map { "Plugins/\($0)/Sources" })
        var places: [Substring: [String]] = [:]
        for file in try Repository.texts(below: folders, ending: [".swift"]) {
            for (number, line) in file.lines.enumerated() {
                guard let name = Self.declaredType(line) else { continue }
                places[name, default: []].append("\(file.path):\(number + 1)")
            }
        }
        #expect(places.count > 500, "the types were not recognized")
        for (name, places) in places.sorted(by: { $0.key < $1.key }) where places.count > 1 {
            Issue.record("\(name) names several types, in \(places.joined(separator: " and ")); rename or merge them")
        }
    }

    /// The name of the type that a line declares at the top level of its file, and that other files can use.
    private static func declaredType(_ line: String) -> Substring? {
        let words = line.split(whereSeparator: { " :<{(".contains($0) })
        let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "typealias"]
        let modifiers: Set<Substring> = ["public", "package", "internal", "final", "indirect", "@unchecked"]
        guard !line.hasPrefix(" "), let kind = words.firstIndex(where: { !modifiers.contains($0) }),
            kinds.contains(words[kind]), kind + 1 < words.count
        else { return nil }
        return words[kind + 1]
    }
}
