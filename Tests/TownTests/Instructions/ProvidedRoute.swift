import NavigationEvents
import Routes

/// A route with the instructions of its provider.
struct ProvidedRoute {
    /// The instruction of a step in the provider's words.
    struct Provided {
        var step: Step
        /// The words; for OSRM, which has none, its type and modifier.
        var words: String
        /// The meaning; `nil` if the words are not understood.
        var instruction: Instruction?
    }

    /// The name of the file, for reports.
    let name: String
    /// The provider and the format.
    let source: String
    let route: Route
    /// The instructions of all steps.
    let steps: [Provided]

    /// Whether the instructions are made from types and modifiers, since the provider has no words.
    var isByType: Bool { source.hasSuffix("by type") }
    /// Whether Valhalla wrote the answer in the OSRM format.
    var isValhallaInOSRMFormat: Bool { source == Self.valhallaInOSRMFormat }

    private static let valhallaInOSRMFormat = "valhalla, OSRM format"

    /// Reads the first route of an answer.
    ///
    /// - Returns: `nil` if the answer has no instructions: it is a refusal, or ends where it begins.
    init?(_ bytes: [UInt8], name: String) throws {
        guard let route = try? RouteDocument.read(bytes).first, route.distanceMeters > 0 else { return nil }
        let steps = route.legs.flatMap(\.steps)
        let texts = steps.map { $0.instruction ?? "" }
        let firsts = Set(route.legs.compactMap(\.steps.first?.number))
        self.name = name
        self.route = route
        if texts.contains(where: { !$0.isEmpty }) {
            source = Self.source(route, bytes)
            self.steps = zip(steps, texts).filter { !$1.isEmpty }.map { step, text in
                let isFirst = firsts.contains(step.number)
                var instruction = InstructionParser.instruction(text, isFirst: isFirst)
                // Some departures are "Continue onto …" or "Take the stairs".
                if isFirst, let kind = instruction?.kind, kind != .depart, kind != .arrival {
                    instruction = Instruction(kind: .depart, alsoKinds: [kind])
                }
                // GraphHopper has no words for ramps.
                if route.provider == "graphhopper", instruction?.kind == .keep {
                    instruction?.alsoKinds = [.exit, .ramp, .merge]
                }
                return Provided(step: step, words: text, instruction: instruction)
            }
        } else {
            guard let found = try? OSRMInstructions(bytes), found.instructions.count == steps.count else { return nil }
            source = "\(route.provider), by type"
            self.steps = zip(steps, zip(found.instructions, found.words)).map { step, one in
                Provided(step: step, words: one.1, instruction: one.0)
            }
        }
    }

    private static func source(_ route: Route, _ bytes: [UInt8]) -> String {
        let isOwnFormat = String(decoding: bytes, as: UTF8.self).contains("\"trip\"")
        return route.provider == "valhalla" && !isOwnFormat ? valhallaInOSRMFormat : route.provider
    }
}
