// swift-tools-version: 6.2
import PackageDescription

// All targets have the same language mode and the same strict flags.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let toml = Target.Dependency.product(name: "TOMLKit", package: "TOMLKit")

/// A module of the core: `Sources/<name>`, and its tests in `Tests/<name>Tests`.
func module(
    _ name: String, _ dependencies: [Target.Dependency] = [], tests: [Target.Dependency] = [], fixtures: [String] = []
) -> [Target] {
    [
        .target(name: name, dependencies: dependencies, swiftSettings: strict),
        .testTarget(
            name: "\(name)Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies + tests,
            exclude: fixtures, swiftSettings: strict),
    ]
}

/// A control: all its files are in `Plugins/<name>`. The control is a library, which its tests and the fuzzer import;
/// its executable `navbus-<name in lower case>` only runs it.
func control(
    _ name: String, _ dependencies: [Target.Dependency] = [], tests: [Target.Dependency] = [], fixtures: [String] = []
) -> [Target] {
    let all = ["NavigationControl", "NavigationEvents", "Platform"] + dependencies
    return [
        .target(name: name, dependencies: all, path: "Plugins/\(name)/Sources", swiftSettings: strict),
        .executableTarget(
            name: program(of: name), dependencies: [.byName(name: name)], path: "Plugins/\(name)/Program",
            swiftSettings: strict),
        .testTarget(
            name: "\(name)Tests",
            dependencies: [.byName(name: name), .byName(name: program(of: name)), "TestSupport"] + all + tests,
            path: "Plugins/\(name)/Tests", exclude: fixtures, swiftSettings: strict),
    ]
}

/// The executable of a control.
func program(of control: String) -> String { "navbus-\(control.lowercased())" }

/// The tools of a control: commands of `navbus <control>` that need no running control, such as previews and
/// simulations. All their files are in `Tools/<control>`: a library, which the tests import, and its executable.
func tools(
    _ control: String, _ dependencies: [Target.Dependency], tests: [Target.Dependency] = [], fixtures: [String] = []
) -> [Target] {
    let library = "\(control)Tools"
    let all = [.byName(name: control), "NavigationControl", "NavigationEvents", "Platform"] + dependencies
    return [
        .target(name: library, dependencies: all, path: "Tools/\(control)/Sources", swiftSettings: strict),
        .executableTarget(
            name: "\(program(of: control))-tools", dependencies: [.byName(name: library)],
            path: "Tools/\(control)/Program", swiftSettings: strict),
        .testTarget(
            name: "\(library)Tests", dependencies: [.byName(name: library), "TestSupport"] + all + tests,
            path: "Tools/\(control)/Tests", exclude: fixtures, swiftSettings: strict),
    ]
}

/// A benchmark program in `Benchmarks/<folder>`.
func benchmark(_ name: String, folder: String, _ dependencies: [Target.Dependency]) -> [Target] {
    [.executableTarget(name: name, dependencies: dependencies, path: "Benchmarks/\(folder)", swiftSettings: strict)]
}

let cLibraries: [Target] = [
    "CCairo", "CCurl", "CEspeak", "CExpat", "CGnuTLS", "CInput", "CMicroHTTPD", "CNATS", "CPNG", "CPango",
    "CPlatform", "CPulse", "CQREncode", "CSQLite", "CSoxr", "CSystemd", "CZeroMQ", "CZlib", "CZstd",
].map {
    .systemLibrary(name: $0)
}

// The controls of the repository, with their dependencies besides the kit.
let controls: [(name: String, dependencies: [Target.Dependency])] = [
    ("Console", []),
    ("Haptics", ["Geodesy", "HapticDevices", "TOML"]),
    ("Lanes", ["PictureOutput", "Pictures"]),
    (
        "Link",
        [
            "CMicroHTTPD", "CommandOutput", "EventBus", "EventCodec", "HTTPServer", "NATS", "NavigationLoop",
            "Positions", "Trackers",
        ]
    ),
    ("Map", ["Dashboard", "Maps", "PictureOutput", "Pictures"]),
    ("Router", ["CCurl", "CPlatform", "Geodesy", "Regions", "Routes"]),
    ("Signs", ["PictureOutput", "Pictures"]),
    ("Speech", ["Announcements", "SpeechEngine"]),
    ("Watch", ["Dashboard", "Maps", "Pictures"]),
    (
        "Web",
        [
            "CMicroHTTPD", "CQREncode", "Dashboard", "Geodesy", "HTTPServer", "Maps", "Pictures", "Regions",
            "RouteRequests",
        ]
    ),
]

// The executables of the tools.
let everyTool = ["Haptics", "Speech"].map { "\(program(of: $0))-tools" }

// The layers, from the lowest to the highest. Imports go downward only.
let layer0 =
    module("NavigationEvents") + module("Platform", ["CPlatform"])
    + module("DBus", ["CSystemd", "Platform"])
    + module("Geodesy", ["NavigationEvents"], tests: ["Platform"])
    + module("NATS", ["CNATS", "Platform"], tests: ["NATSTestSupport"])
    + module("XML", ["CExpat"]) + module("ZeroMQ", ["CPlatform", "CZeroMQ", "Platform"])
let layer1 =
    module("EventCodec", ["NavigationEvents", "Platform"])
    + module("Access", ["EventCodec", "NavigationEvents", "Platform", "ZeroMQ"], tests: ["BusTestSupport"])
    + module("Journal", ["Access", "EventCodec", "NavigationEvents", "Platform"], tests: ["BusTestSupport"])
    + module(
        "EventBus", ["Access", "EventCodec", "Journal", "NavigationEvents", "Platform", "ZeroMQ"],
        tests: ["BusTestSupport"])
    + module("Guidance", ["Geodesy", "NavigationEvents"], tests: ["Positions", "Routes"])
    + module("TOML", ["NavigationEvents", "Platform"], tests: [toml])
    + module("Announcements", ["NavigationEvents", "Platform", "TOML"], tests: ["Guidance"], fixtures: ["Fixtures"])
    + module("Routes", ["Geodesy", "NavigationEvents", "Platform", "XML"], fixtures: ["Fixtures"])
    + module("Pictures", ["CCairo", "CPNG", "CPango", "NavigationEvents", "TOML"])
    + module("Regions", ["CSQLite", "Geodesy", "NavigationEvents", "Platform"])
    + module("Positions", ["Geodesy", "NavigationEvents", "Platform", "XML"], fixtures: ["Fixtures"])
let layer2 =
    module("CommandOutput", ["NavigationEvents", "Platform"])
    + module("Dashboard", ["NavigationEvents", "Pictures"])
    + module(
        "HapticDevices", ["CInput", "CPlatform", "DBus", "Geodesy", "NavigationEvents", "Platform"],
        // The simulated devices are written in Python and C++.
        fixtures: ["Rigs"])
    + module("Maps", ["CCairo", "CSQLite", "CZlib", "Dashboard", "Geodesy", "NavigationEvents", "Pictures"])
    + module(
        "NavigationControl", ["EventBus", "NavigationEvents", "Platform"],
        tests: ["Access", "BusTestSupport", "EventCodec", "Journal"])
    + module("Recording", ["CZlib", "CZstd", "EventCodec", "NavigationEvents", "Platform"])
    + module(
        "SpeechEngine",
        ["Announcements", "CEspeak", "CPulse", "CSoxr", "NavigationEvents", "Platform", "XML"],
        tests: ["SpeechTestSupport"])
let layer3 =
    module("HTTPServer", ["CGnuTLS", "CMicroHTTPD", "NavigationControl", "Platform"])
    + module(
        "LineControl", ["EventCodec", "NavigationControl", "NavigationEvents", "Platform"], tests: ["BusTestSupport"])
    + module(
        "NavigationLoop",
        [
            "Announcements", "EventBus", "EventCodec", "Guidance", "Journal", "NavigationEvents", "Platform",
            "Positions",
            "ZeroMQ",
        ],
        tests: ["Routes", "navbus-bus"])
    + module(
        "Trackers",
        ["CMicroHTTPD", "HTTPServer", "NavigationControl", "NavigationEvents", "Platform", "Positions"])
    + module(
        "Receivers",
        [
            "DBus", "HTTPServer", "NavigationControl", "NavigationEvents", "NavigationLoop", "Platform", "Positions",
            "Trackers",
        ],
        // GeoClue and its receivers are simulated in Python.
        tests: ["EventBus", "navbus-receivers"], fixtures: ["Rigs"])
    + module("PictureOutput", ["NavigationControl", "NavigationEvents", "Platform", "Pictures"])
    + module(
        "Supervisor",
        ["CPlatform", "EventBus", "NavigationControl", "NavigationEvents", "Platform", "TOML", subprocess])
let layer3b =
    module(
        "ControlConformance",
        [
            "EventBus", "EventCodec", "Journal", "NavigationControl", "NavigationEvents", "Platform", "Supervisor",
            "TOML", "ZeroMQ",
        ],
        tests: controls.map { .byName(name: program(of: $0.name)) } + ["navbus", "navbus-badcontrol"],
        // A control in Python.
        fixtures: ["Rigs"])
    + module(
        "RouteRequests",
        ["NavigationControl", "NavigationEvents", "Platform", "Regions", "Routes", "Supervisor", "TOML"])
    + module("SettingsGenerator", ["NavigationControl", "NavigationEvents", "Supervisor", "TOML"])
let layer3c =
    module(
        "Launcher",
        [
            "CommandOutput", "EventBus", "EventCodec", "NavigationControl", "NavigationEvents",
            "Platform", "Positions", "Regions", "RouteRequests", "Routes", "Supervisor", "TOML",
        ])
    + module(
        "Metrics", ["CommandOutput", "Launcher", "NavigationControl", "NavigationEvents", "Platform"],
        tests: ["EventBus", "navbus", "navbus-bus"])
    + module(
        "RecordingTools",
        [
            "CommandOutput", "EventBus", "EventCodec", "Launcher", "NavigationControl",
            "NavigationEvents", "Platform", "Recording", "Supervisor",
        ])
let modules = (layer0 + layer1 + layer2 + layer3 + layer3b + layer3c).filter { $0.type == .regular }.map(\.name)
// Helpers and programs for the tests of several modules. The helpers are test targets, so a plain build leaves them out.
let testSupport: [Target] = [
    // Events for the tests of the bus.
    .testTarget(
        name: "BusTestSupport", dependencies: ["NavigationEvents"], path: "Tests/BusSupport", swiftSettings: strict),
    // A sound server, a recognizer and builders for the tests of speech.
    .testTarget(
        name: "SpeechTestSupport",
        dependencies: ["Announcements", "NavigationEvents", "Platform", "SpeechEngine", "TestSupport"],
        path: "Tests/SpeechSupport", swiftSettings: strict),
    // A cluster of real NATS servers.
    .testTarget(
        name: "NATSTestSupport", dependencies: ["NATS", "Platform", "TestSupport"], path: "Tests/NATSSupport",
        swiftSettings: strict),
    // A control that prints every call of the kit.
    .executableTarget(
        name: "navbus-witness", dependencies: ["NavigationControl", "NavigationEvents"],
        path: "Tests/Witness",
        swiftSettings: strict),
    // A control with selectable errors, for the tests of the conformance test.
    .executableTarget(
        name: "navbus-badcontrol", dependencies: ["EventCodec", "NavigationEvents", "Platform", "ZeroMQ"],
        path: "Tests/BadControl",
        swiftSettings: strict),
]
// With explicit types, since the compiler cannot check sums of many types.
let everyControl: [Target.Dependency] =
    controls.map { .byName(name: program(of: $0.name)) } + everyTool.map { .byName(name: $0) }
    + ["navbus-jsonl", "navbus-receivers"]
let controlModules: [Target.Dependency] = controls.map { .byName(name: $0.name) }
let everyModule: [Target.Dependency] = modules.map { .byName(name: $0) }
let programs: [Target] = [
    .executableTarget(
        name: "navbus",
        dependencies: [
            "Access", "CommandOutput", "ControlConformance", "EventBus", "EventCodec", "Guidance", "Launcher",
            "Metrics", "NavigationControl", "NavigationEvents", "NavigationLoop", "Platform", "Positions", "Recording",
            "RecordingTools", "Regions", "RouteRequests", "Routes", "SettingsGenerator", "Supervisor", "TOML",
            argumentParser,
        ],
        swiftSettings: strict),
    // The process of bus and guidance, which `navbus run` starts; small, since it must never fail.
    .executableTarget(name: "navbus-bus", dependencies: ["NavigationLoop"], swiftSettings: strict),
    // The same for the sources that need further libraries: `navbus run` starts it only for them.
    .executableTarget(name: "navbus-receivers", dependencies: ["Receivers"], swiftSettings: strict),
    // Joins the bus for a control that reads lines of JSON.
    .executableTarget(name: "navbus-jsonl", dependencies: ["LineControl"], swiftSettings: strict),
    .testTarget(
        name: "NavbusTests",
        dependencies: [
            "Access", "CommandOutput", "EventBus", "EventCodec", "Journal", "Launcher", "NavigationEvents",
            "NavigationLoop", "Platform", "Positions", "Recording", "Supervisor", "TOML", "TestSupport", "navbus",
            "navbus-bus", "navbus-jsonl", "navbus-receivers",
        ],
        swiftSettings: strict),
    .testTarget(
        name: "RerouteTests",
        dependencies: [
            "NavigationEvents", "Platform", "Regions", "Router", "TestSupport", "navbus", "navbus-bus", "navbus-router",
        ],
        swiftSettings: strict),
    // Haptic devices in complete runs.
    .testTarget(
        name: "HapticsRunTests",
        dependencies: [
            "EventBus", "Geodesy", "HapticDevices", "Haptics", "HapticsTools", "NavigationEvents", "Platform",
            "Routes", "Speech", "TestSupport", "navbus", "navbus-bus", "navbus-haptics", "navbus-speech",
        ],
        swiftSettings: strict),
    // The pages of the contract: decodes their samples, and runs a peer written from the pages alone against the bus.
    .testTarget(
        name: "ContractPageTests",
        dependencies: ["EventCodec", "NavigationControl", "NavigationEvents", "Platform", "TestSupport", "navbus-bus"],
        exclude: ["Peer"], swiftSettings: strict),
    // The Python kit and its controls on a real bus.
    .testTarget(
        name: "PythonKitTests", dependencies: ["TestSupport", "navbus", "navbus-bus", "navbus-router"],
        swiftSettings: strict),
    // A fleet on real NATS servers, with vehicles in Python.
    .testTarget(
        name: "FleetTests",
        dependencies: ["TestSupport", "navbus", "navbus-bus", "navbus-link", "navbus-router", "navbus-speech"],
        exclude: ["Rig"],
        swiftSettings: strict),
    // Attackers written from the contract alone, in Python, against the real programs.
    .testTarget(
        name: "AttackTests",
        dependencies: everyControl + ["NavigationEvents", "Platform", "TestSupport", "navbus", "navbus-bus"],
        exclude: ["Attackers"], swiftSettings: strict),
    .testTarget(name: "RepositoryTests", dependencies: ["SettingsGenerator", toml], swiftSettings: strict),
    // Feeds the fuzz targets with all kept inputs; Fuzz/Package.swift builds the fuzzer itself.
    .testTarget(
        name: "FuzzTests",
        dependencies: everyModule + controlModules + ["TestSupport", "navbus"],
        path: "Fuzz",
        exclude: ["Cases", "Corpus", "Dictionaries", "Package.swift", "Seeds", "Sources/Program"],
        sources: ["Sources/Targets", "Tests"], swiftSettings: strict),
    .testTarget(
        name: "TownTests",
        dependencies: [
            "Announcements", "Guidance", "NavigationEvents", "Platform", "Positions", "Regions", "Routes",
            "TestSupport",
        ],
        exclude: ["Towns"], swiftSettings: strict),
    // The page of the display in a browser, with invented states and during a real drive.
    .testTarget(
        name: "PageTests", dependencies: everyControl + ["Speech", "TestSupport", "Web", "navbus", "navbus-bus"],
        path: "Plugins/Web/Tests/Browser",
        exclude: [
            "browser.py", "page_server.py", "scenes.py", "schema.py", "test_begin.py", "test_drive.py",
            "test_events.py", "test_look.py", "test_map.py", "test_phone.py", "test_tls.py", "test_use.py", "town.py",
        ],
        swiftSettings: strict),
    // Runs every command of the documents.
    .testTarget(
        name: "DocumentationTests",
        dependencies: everyControl + ["TestSupport", "navbus", "navbus-bus"], swiftSettings: strict),
    // The installation, the Debian package in a separate root, and the service under a separate systemd.
    .testTarget(
        name: "PackageTests", dependencies: everyControl + ["Platform", "TestSupport", "navbus", "navbus-bus"],
        exclude: ["Rig"],
        swiftSettings: strict),
]
// Further dependencies of the tests of single controls.
let controlTests: [String: [Target.Dependency]] = [
    "Haptics": ["Guidance", "Positions"],
    "Lanes": ["EventBus"], "Link": ["NATSTestSupport"], "Map": ["EventBus"], "Router": ["navbus"],
    "Signs": ["EventBus"], "Watch": ["EventBus"],
    "Speech": ["EventBus", "Guidance", "Positions", "Routes", "SpeechTestSupport"],
    "Web": ["CSQLite"],
]
let layer4 =
    programs
    + controls.flatMap {
        control(
            $0.name, $0.dependencies,
            tests: controlTests[$0.name] ?? [],
            // The browser tests of Web are written in Python.
            fixtures: ["Web": ["Browser", "state.sample.json"]][$0.name] ?? [])
    }
    + tools("Haptics", ["Geodesy", "Guidance", "HapticDevices", "Positions", "Routes", "TOML"])
    + tools(
        "Speech", ["Announcements", "Guidance", "Positions", "Routes", "SpeechEngine", "TOML"],
        tests: ["SpeechTestSupport"], fixtures: ["Routes"])
// Programs that measure navbus, for `make bench`, `make drives` and `make faults`.
let benchmarks =
    benchmark(
        "navbus-bench-bus", folder: "Bus",
        ["EventBus", "EventCodec", "Journal", "NavigationEvents", "Platform", "ZeroMQ"])
    + benchmark("navbus-bench-codec", folder: "Codec", ["EventCodec", "NavigationEvents"])
    + benchmark(
        "navbus-bench-fleet", folder: "Fleet",
        ["EventBus", "EventCodec", "Guidance", "NATS", "NavigationEvents", "Positions", "ZeroMQ"])
    + benchmark("navbus-bench-guidance", folder: "Guidance", ["Guidance", "NavigationEvents", "Positions"])
    + benchmark("navbus-bench-haptics", folder: "Haptics", ["EventBus", "NavigationEvents"])
    + benchmark("navbus-bench-landmarks", folder: "Landmarks", ["NavigationEvents", "Platform", "Regions", "Routes"])
    + benchmark("navbus-bench-speech", folder: "Speech", ["EventBus", "NavigationEvents"])
    + benchmark("navbus-bench-pictures", folder: "Pictures", ["CCairo", "Maps", "NavigationEvents", "Pictures"])
    + benchmark("navbus-scenario", folder: "Scenario", ["Guidance", "NavigationEvents", "Platform", "Positions"])
    + [
        .executableTarget(
            name: "navbus-drives", dependencies: ["Guidance", "NavigationEvents", "Platform", "Positions", "Routes"],
            path: "Tests/Drives", swiftSettings: strict),
        .executableTarget(
            name: "navbus-faults",
            dependencies: [
                "EventBus", "EventCodec", "NavigationEvents", "Platform", "Recording", "Routes", "TestSupport",
            ],
            path: "Tests/Faults", exclude: ["Hostile"], swiftSettings: strict),
        .testTarget(
            name: "FaultTests",
            dependencies: everyControl + ["TestSupport", "navbus", "navbus-bus", "navbus-faults"],
            swiftSettings: strict),
    ]
let isMeasured = Context.environment["NAVBUS_BENCHMARKS"] != nil
// Only test targets can depend on a test target, so with navbus-faults it is a regular one.
let support: Target =
    isMeasured
    ? .target(
        name: "TestSupport", dependencies: ["CSQLite", "NavigationEvents", "Platform"], path: "Tests/Support",
        swiftSettings: strict)
    : .testTarget(
        name: "TestSupport", dependencies: ["CSQLite", "NavigationEvents", "Platform"], path: "Tests/Support",
        swiftSettings: strict)

let package = Package(
    name: "navbus",
    products: (controls.map { program(of: $0.name) } + everyTool).map { .executable(name: $0, targets: [$0]) } + [
        .executable(name: "navbus", targets: ["navbus"]),
        .executable(name: "navbus-bus", targets: ["navbus-bus"]),
        .executable(name: "navbus-jsonl", targets: ["navbus-jsonl"]),
        .executable(name: "navbus-receivers", targets: ["navbus-receivers"]),
        .library(name: "NavigationControl", targets: ["NavigationControl", "NavigationEvents", "Platform"]),
        // The words of a cue or a step, and the pictures of signs and lanes, for displays.
        .library(name: "Announcements", targets: ["Announcements"]),
        .library(name: "Pictures", targets: ["Pictures"]),
        // Only for the fuzzer, which is a separate package: Fuzz/Package.swift.
        .library(name: "NavbusModules", targets: modules + controls.map(\.name) + ["Link"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    targets: cLibraries + layer0 + layer1 + layer2 + layer3 + layer3b + layer3c + layer4 + testSupport
        + [support] + (isMeasured ? benchmarks : [])
)

// The modules of the bus and the smallest controls use no regular expressions, whose library takes a megabyte of each process. Checks for
// overlapping changes of a variable take 5 % of the time of an event; the tests run with them. SwiftPM refuses such flags in the dependency
// of another package.
let lean: Set = [
    "Access", "Console", "DBus", "EventBus", "EventCodec", "Geodesy", "Guidance", "HTTPServer", "Journal",
    "LineControl", "NavigationControl", "NavigationEvents", "NavigationLoop", "Platform", "Positions", "Receivers",
    "Trackers", "XML", "ZeroMQ", "navbus-bus", "navbus-console", "navbus-jsonl", "navbus-receivers",
]
if !Context.packageDirectory.contains("/checkouts/") {
    for target in package.targets where lean.contains(target.name) {
        target.swiftSettings =
            strict + [
                .unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"]),
                .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
            ]
    }
}
