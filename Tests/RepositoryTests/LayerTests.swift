import Testing

@Suite("The layers")
struct LayerTests {
    /// Imports that every module may have: the C library and the locks of the standard library.
    private static let base: Set<String> = ["Glibc", "Synchronization"]

    /// Further imports of each module, as in the table of docs/architecture.md.
    static let layers: [String: Set<String>] = [
        "NavigationEvents": [],
        "Platform": ["CPlatform"],
        "DBus": ["CSystemd", "Platform"],
        "Geodesy": ["NavigationEvents"],
        "NATS": ["CNATS", "Platform"],
        "XML": ["CExpat"],
        "ZeroMQ": ["CZeroMQ", "Platform"],
        "EventCodec": ["NavigationEvents", "Platform"],
        "Access": ["EventCodec", "NavigationEvents", "Platform", "ZeroMQ"],
        "Journal": ["Access", "EventCodec", "NavigationEvents", "Platform"],
        "EventBus": ["Access", "EventCodec", "Journal", "NavigationEvents", "Platform", "ZeroMQ"],
        "Guidance": ["Geodesy", "NavigationEvents"],
        "TOML": ["NavigationEvents", "Platform"],
        "Announcements": ["NavigationEvents", "Platform", "TOML"],
        "Routes": ["Geodesy", "NavigationEvents", "Platform", "XML"],
        "Pictures": ["CCairo", "CPango", "CPNG", "NavigationEvents", "TOML"],
        "Positions": ["Geodesy", "NavigationEvents", "Platform", "XML"],
        "Regions": ["CSQLite", "Geodesy", "NavigationEvents", "Platform"],
        "Dashboard": ["NavigationEvents", "Pictures"],
        "Maps": ["CCairo", "CSQLite", "CZlib", "Dashboard", "Geodesy", "NavigationEvents", "Pictures"],
        "CommandOutput": ["Dispatch", "NavigationEvents", "Platform"],
        "HapticDevices": ["CInput", "CPlatform", "DBus", "Geodesy", "NavigationEvents", "Platform"],
        "NavigationControl": ["EventBus", "NavigationEvents", "Platform"],
        "HTTPServer": ["CGnuTLS", "CMicroHTTPD", "NavigationControl", "Platform"],
        "LineControl": ["EventCodec", "NavigationControl", "NavigationEvents", "Platform"],
        "Recording": ["CZlib", "CZstd", "EventCodec", "NavigationEvents", "Platform"],
        "SpeechEngine": [
            "Announcements", "CEspeak", "CPulse", "CSoxr", "NavigationEvents", "Platform", "XML",
        ],
        "NavigationLoop": [
            "Announcements", "EventBus", "EventCodec", "Guidance", "Journal", "NavigationEvents", "Platform",
            "Positions", "ZeroMQ",
        ],
        "PictureOutput": ["NavigationControl", "NavigationEvents", "Pictures", "Platform"],
        "ControlConformance": [
            "EventBus", "EventCodec", "Journal", "NavigationControl", "NavigationEvents", "Platform", "Supervisor",
            "TOML", "ZeroMQ",
        ],
        "SettingsGenerator": ["NavigationControl", "NavigationEvents", "Supervisor", "TOML"],
        "navbus-bus": ["NavigationLoop"],
        "navbus-jsonl": ["LineControl"],
        "Trackers": ["CMicroHTTPD", "HTTPServer", "NavigationControl", "NavigationEvents", "Platform", "Positions"],
        "Receivers": [
            "DBus", "HTTPServer", "NavigationControl", "NavigationEvents", "NavigationLoop", "Platform", "Positions",
            "Trackers",
        ],
        "navbus-receivers": ["Receivers"],
        "Launcher": [
            "CommandOutput", "Dispatch", "EventBus", "EventCodec", "NavigationControl",
            "NavigationEvents", "Platform", "Positions", "Regions", "RouteRequests", "Routes", "Supervisor", "TOML",
        ],
        "RouteRequests": [
            "NavigationControl", "NavigationEvents", "Platform", "Regions", "Routes", "Supervisor", "TOML",
        ],
        "Metrics": ["CommandOutput", "Dispatch", "Launcher", "NavigationControl", "NavigationEvents", "Platform"],
        "RecordingTools": [
            "CommandOutput", "EventBus", "EventCodec", "Launcher", "NavigationControl",
            "NavigationEvents", "Platform", "Recording", "Supervisor",
        ],
        "Supervisor": [
            "CPlatform", "EventBus", "Foundation", "FoundationEssentials", "Logging", "NavigationControl",
            "NavigationEvents", "Platform", "Subprocess", "SystemPackage", "TOML",
        ],
    ]

    /// Imports of the composition root and of the controls.
    private static let top: Set<String> = [
        "Announcements", "ArgumentParser", "Foundation", "FoundationEssentials", "Logging",
        "Pictures",
        "TOMLKit",
    ]

    /// Imports of a single control.
    private static let extras: [String: Set<String>] = [
        "Lanes": ["PictureOutput"],
        "Map": ["Dashboard", "Maps", "PictureOutput"],
        "Signs": ["PictureOutput"],
        "Watch": ["Dashboard", "Maps"],
        // Serves pages with libmicrohttpd and the tiles of a region, shows their address as a QR code, and begins drives.
        "Web": [
            "CMicroHTTPD", "CQREncode", "Dashboard", "Dispatch", "Geodesy", "HTTPServer", "Maps", "Regions",
            "RouteRequests",
        ],
        // Feeds a bus with the inputs of a fleet on NATS; listens to trackers over HTTP.
        // It is also the program of a bus, which reads sources and launch orders as navbus-bus does.
        "Link": [
            "CMicroHTTPD", "CommandOutput", "EventBus", "EventCodec", "HTTPServer", "NATS", "NavigationLoop",
            "Positions", "Trackers",
        ],
        // Queries routing servers with libcurl, each transfer on a thread; starts the server of an offline region, and
        // adds its landmarks.
        "Router": ["CCurl", "CPlatform", "Dispatch", "Geodesy", "Regions", "Routes"],
        // Wristbands, phones and game controllers; tables of pulses and offsets.
        "Haptics": ["Geodesy", "HapticDevices", "TOML"],
        "Speech": ["SpeechEngine"],
    ]

    @Test(arguments: layers.keys.sorted()) func `a module imports only lower layers`(module: String) throws {
        let allowed = Self.layers[module, default: []].union(Self.base)
        for line in try imports(below: "Sources/\(module)") where !allowed.contains(line.module) {
            Issue.record("\(line.place) imports \(line.module); \(module) may import \(allowed.sorted())")
        }
    }

    @Test func `every module has a layer`() throws {
        let modules = Set(
            try Repository.paths(below: "Sources").compactMap { $0.split(separator: "/").dropFirst().first })
        let known = Set(Self.layers.keys.map { Substring($0) }).union(["navbus"])
        for module in modules.subtracting(known) where !module.hasPrefix("C") {
            Issue.record("Sources/\(module) is in no layer: add its imports to LayerTests")
        }
    }

    @Test func `a control imports the kit and the events, but neither guidance nor another control`() throws {
        for control in try Repository.controls() {
            let own = Self.extras[control, default: []]
            let allowed = Self.top.union(Self.base).union(["NavigationControl", "NavigationEvents", "Platform"]).union(
                own)
            for line in try imports(below: "Plugins/\(control)/Sources") where !allowed.contains(line.module) {
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
                // In `import struct Module.Name`, the module is before the dot.
                let name = words.last?.split(separator: ".").first ?? ""
                return ("\(file.path):\(number + 1)", String(name))
            }
        }
    }
}
