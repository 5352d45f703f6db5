/// A document of one of the known dialects; which one is seen from the names at its top.
enum ProviderAnswer: Decodable {
    case valhalla(ValhallaAnswer)
    case osrm(OSRMAnswer)

    /// Where the decoder carries the provider that was asked for.
    static var askedKey: CodingUserInfoKey { CodingUserInfoKey(rawValue: "navbus.provider").unsafelyUnwrapped }

    /// The names that give a dialect away.
    private static let signatures: [(provider: RouteProvider, names: Set<String>)] = [
        (.valhalla, ["trip"]), (.osrm, ["routes"]), (.osrm, ["matchings"]),
        (.valhalla, ["error_code"]), (.valhalla, ["error", "status_code"]), (.osrm, ["code"]),
    ]

    init(from decoder: any Decoder) throws {
        let names = try Self.topLevelNames(of: decoder)
        let detected = Self.signatures.first { $0.names.isSubset(of: names) }?.provider
        let asked = decoder.userInfo[Self.askedKey] as? RouteProvider
        let found = Self.listed(names)
        if let asked, asked != detected { throw RouteError.otherProvider(asked: asked, found: found) }
        switch detected {
        case .valhalla: self = .valhalla(try ValhallaAnswer(from: decoder))
        case .osrm: self = .osrm(try OSRMAnswer(from: decoder))
        case nil: throw RouteError.unknownProvider(found: found)
        }
    }

    private static func topLevelNames(of decoder: any Decoder) throws -> Set<String> {
        guard let container = try? decoder.container(keyedBy: AnyKey.self) else {
            throw RouteError.unknownProvider(found: "no JSON object")
        }
        return Set(container.allKeys.map(\.stringValue))
    }

    private static func listed(_ names: Set<String>) -> String {
        guard !names.isEmpty else { return "an empty object" }
        let shown = names.sorted().prefix(8).map { "\"\($0.prefix(40))\"" }.joined(separator: ", ")
        return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
    }
}

/// Any name of a JSON object.
struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
