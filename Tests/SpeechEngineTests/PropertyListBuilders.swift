@testable import SpeechEngine

extension PropertyList {
    /// The same list without lines, as in a binary list.
    var withoutLines: PropertyList {
        switch content {
        case .list(let values): PropertyList(.list(values.map(\.withoutLines)))
        case .dictionary(let values): PropertyList(.dictionary(values.mapValues(\.withoutLines)))
        default: PropertyList(content)
        }
    }
}
