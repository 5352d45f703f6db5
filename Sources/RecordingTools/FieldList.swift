import NavigationEvents

/// The fields of a value as text, by their paths, such as `navigation.toManeuver.distanceMeters`; for showing
/// differences.
struct FieldList {
    /// In the order of declaration.
    private(set) var fields: [(path: String, text: String)] = []

    init(of value: Any) { add(value, at: "") }

    /// The fields that differ; the text of an absent field is `nil`.
    static func differences(_ left: Any, _ right: Any) -> [(path: String, left: String?, right: String?)] {
        let (mine, others) = (FieldList(of: left), FieldList(of: right))
        let leftTexts = Dictionary(mine.fields.map { ($0.path, $0.text) }) { first, _ in first }
        let rightTexts = Dictionary(others.fields.map { ($0.path, $0.text) }) { first, _ in first }
        let added = others.fields.filter { leftTexts[$0.path] == nil }
        return (mine.fields + added).compactMap { field in
            let (left, right) = (leftTexts[field.path], rightTexts[field.path])
            return left == right ? nil : (field.path, left, right)
        }
    }

    private mutating func add(_ value: Any, at path: String) {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional:
            if let wrapped = mirror.children.first { add(wrapped.value, at: path) }
        case .collection:
            fields.append((path + ".count", "\(mirror.children.count)"))
            for (index, child) in mirror.children.enumerated() { add(child.value, at: "\(path)[\(index)]") }
        case .enum where mirror.children.isEmpty:
            fields.append((path, "\(value)"))
        case .struct, .enum, .tuple:
            if mirror.children.isEmpty { fields.append((path, "")) }
            for child in mirror.children {
                add(child.value, at: [path, child.label ?? ""].filter { !$0.isEmpty }.joined(separator: "."))
            }
        default:
            fields.append((path, "\(value)"))
        }
    }
}
