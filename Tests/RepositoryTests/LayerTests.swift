import Testing

@Suite("The layers")
struct LayerTests {
    /// What every module may import: the C library and the standard library's locks.
    private static let base: Set<String> = ["Glibc", "Synchronization"]

    /// What each module may import beside them: the table of docs/architecture.md.
    static let layers: [String: Set<String>] = [
        "NavigationEvents": [],
        "Platform": ["CPlatform"],
        "Geodesy": ["NavigationEvents"],
        "XML": ["CExpat"],
        "ZeroMQ": ["CZeroMQ", "Platform"],
        "EventCodec": ["NavigationEvents", "Platform"],
        "EventBus": ["EventCodec", "NavigationEvents", "Platform", "ZeroMQ"],
        "Guidance": ["Geodesy", "NavigationEvents"],
        "TOML": ["NavigationEvents", "Platform"],
        "Announcements": ["NavigationEvents", "Platform", "TOML"],
        "Routes": ["Geodesy", "NavigationEvents", "Platform", "XML"],
        "Pictures": ["CCairo", "CPango", "CPNG", "NavigationEvents", "Platform", "TOML"],
        "Positions": ["Geodesy", "NavigationEvents", "Platform", "XML"],
        "Dashboard": ["NavigationEvents", "Pictures", "Platform"],
        "NavigationControl": ["EventBus", "NavigationEvents", "Platform"],
        "Recording": ["CZlib", "CZstd", "EventCodec", "NavigationEvents", "Platform"],
        "NavigationLoop": ["EventBus", "EventCodec", "Guidance", "NavigationEvents", "Platform", "Positions"],
        "PictureOutput": ["CZlib", "NavigationControl", "NavigationEvents", "Pictures", "Platform"],
        "ControlTesting": [
            "EventBus", "EventCodec", "NavigationControl", "NavigationEvents", "Platform", "Supervisor", "TOML",
            "ZeroMQ",
        ],
        "navbus-bus": ["NavigationLoop"],
        "Supervisor": [
            "CPlatform", "EventBus", "Foundation", "FoundationEssentials", "Logging", "NavigationControl",
            "NavigationEvents", "Platform", "Subprocess", "SystemPackage", "TOML",
        ],
    ]

    /// What the composition root and the controls may import.
    private static let top: Set<String> = [
        "Announcements", "ArgumentParser", "CEspeak", "CPulse", "Foundation", "FoundationEssentials", "Logging",
        "Pictures",
        "TOMLKit",
    ]

    /// What a control may import that none of the others needs.
    private static let extras: [String: Set<String>] = [
        "Lanes": ["PictureOutput"],
        "Signs": ["PictureOutput"],
        "Watch": ["Dashboard"],
        // It alone serves pages: through libmicrohttpd.
        "Web": ["CMicroHTTPD", "Dashboard"],
        // It alone speaks with routing servers: through libcurl, each transfer on a thread.
        "Router": ["CCurl", "Dispatch", "Geodesy", "Routes"],
        // Wristbands and phones on D-Bus; game controllers; pulses and offsets are written in tables.
        "Haptics": ["CInput", "CSystemd", "Geodesy", "TOML"],
        // Books are property lists of XML; clips come at any number of samples a second.
        "Speech": ["CSoxr", "XML"],
    ]

    /// What one folder of a control may import, and the rest of it not.
    private static let ofFolders: [String: Set<String>] = [
        // A preview guides a drive that nobody drives, and puts its cues into words; the control decides nothing.
        "Plugins/Speech/Sources/Preview/": ["Guidance", "Positions", "Routes", "TOML"],
        // A walk is guided that nobody walks, by the pulses alone; the control decides nothing.
        "Plugins/Haptics/Sources/Walker/": ["Guidance", "Positions", "Routes"],
    ]

    @Test(arguments: layers.keys.sorted()) func `every module imports only what lies below it`(module: String) throws {
        let allowed = Self.layers[module, default: []].union(Self.base)
        for line in try imports(below: "Sources/\(module)") where !allowed.contains(line.module) {
            Issue.record("\(line.place) imports \(line.module); \(module) may import \(allowed.sorted())")
        }
    }

    @Test func `there is no module without a layer`() throws {
        let modules = Set(
            try Repository.paths(below: "Sources").compactMap { $0.split(separator: "/").dropFirst().first })
        let known = Set(Self.layers.keys.map { Substring($0) }).union(["navbus"])
        for module in modules.subtracting(known) where !module.hasPrefix("C") {
            Issue.record("Sources/\(module) is in no layer: name what it may import in LayerTests")
        }
    }

    @Test func `a control knows the kit and the nouns, and neither guidance nor another control`() throws {
        for control in try Repository.controls() {
            let own = Self.extras[control, default: []]
            let allowed = Self.top.union(Self.base).union(["NavigationControl", "NavigationEvents"]).union(own)
            for line in try imports(below: "Plugins/\(control)/Sources") where !allowed.contains(line.module) {
                let folder = Self.ofFolders.first { line.place.hasPrefix($0.key) }
                if folder?.value.contains(line.module) == true { continue }
                Issue.record("\(line.place) imports \(line.module); a control may import \(allowed.sorted())")
            }
        }
    }

    private func imports(below folder: String) throws -> [(place: String, module: String)] {
        try Repository.texts(below: [folder], ending: [".swift"]).flatMap { file in
            file.lines.enumerated().compactMap { number, line in
                let words = line.split(separator: " ").filter { !["public", "internal", "package"].contains($0) }
                guard words.first == "import" || words.dropFirst().first == "import" && line.hasPrefix("@") else {
                    return nil
                }
                // `import struct Module.Name` names the module before the dot.
                let name = words.last?.split(separator: ".").first ?? ""
                return ("\(file.path):\(number + 1)", String(name))
            }
        }
    }
}
