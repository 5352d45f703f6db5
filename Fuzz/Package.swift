// swift-tools-version: 6.2
import PackageDescription

// A separate package, since libFuzzer is linked into everything that is built with it; scripts/fuzz.sh builds it.
//
// The targets (Fuzz/Sources/Targets) use `@testable import`, so that parsers stay internal; the script builds the
// release with `-enable-testing`. The modules come as the product NavbusModules of the package around this one. The
// code of the executable `navbus` cannot come so, as nothing may depend on another package's executable: Fuzz/Navbus is
// a link to its sources, and they are built here as a library whose `main` has another name. Of Speech, the files that
// read what others wrote and that decide what is said are built likewise, through the links in Fuzz/Speech; of the
// other controls those that decide, ask or show, from links to their sources.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let modules = Target.Dependency.product(name: "NavbusModules", package: "navbus")

let package = Package(
    name: "navbus-fuzz",
    dependencies: [
        .package(name: "navbus", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .target(
            name: "NavbusCommand",
            dependencies: [
                modules, .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Navbus",
            // Without the warning about conformances of types of another package, since the code is from the same
            // package.
            swiftSettings: strict + [
                .unsafeFlags([
                    "-suppress-warnings", "-Xfrontend", "-entry-point-function-name", "-Xfrontend", "navbus_main",
                ])
            ]),
        .target(
            name: "ConsoleFiles", dependencies: [modules], path: "Console", exclude: ["main.swift"],
            swiftSettings: strict
        ),
        .target(
            name: "HapticsFiles", dependencies: [modules], path: "Haptics",
            exclude: [
                "Commands", "DeviceEventHandler.swift", "HapticsControl+Devices.swift", "Walker", "main.swift",
            ],
            sources: [
                "Calibration", "Devices/DeviceChoice.swift", "Devices/HapticActuator.swift",
                "Devices/HapticCommand.swift", "Devices/HapticDevice.swift",
                "Devices/UARTLine.swift", "Devices/VibrationSite+Pulse.swift", "EventClock.swift",
                "HapticsControl+Calibration.swift", "HapticsControl+Commands.swift", "HapticsControl+Playing.swift",
                "HapticsControl.swift", "HapticsError.swift", "HapticsSettings+Devices.swift", "HapticsSettings.swift",
                "MuteState.swift", "Patterns", "Signals", "Steering",
            ], swiftSettings: strict),
        .target(
            name: "LanesFiles", dependencies: [modules], path: "Lanes", exclude: ["main.swift"], swiftSettings: strict),
        .target(
            name: "RouterFiles", dependencies: [modules], path: "Router",
            exclude: [
                "BlockingResult.swift", "AskArguments.swift", "AskCommand.swift", "CheckCommand.swift",
                "CurlHandle.swift", "CurlHTTPClient.swift", "ExitCode.swift", "RouteFinder.swift",
                "RouterControl.swift", "SearchQueue.swift", "RouteRequestHandler.swift", "main.swift",
            ], swiftSettings: strict),
        .target(
            name: "SignsFiles", dependencies: [modules], path: "Signs", exclude: ["Catalogue", "main.swift"],
            swiftSettings: strict),
        .target(name: "SpeechFiles", dependencies: [modules], path: "Speech", swiftSettings: strict),
        .target(
            name: "WatchFiles", dependencies: [modules], path: "Watch",
            exclude: [
                "Lines/TextOutput.swift", "Terminal", "WatchCommand.swift", "WatchControl.swift", "WatchError.swift",
                "WatchOutput.swift", "WatchSettings.swift", "main.swift",
            ],
            sources: ["Rendering", "Lines/DashboardLines.swift", "Screen", "Text"], swiftSettings: strict),
        .target(
            name: "WebFiles", dependencies: [modules], path: "Web",
            exclude: [
                "Pages", "Server/StateStream.swift", "Server/ServerLoop.swift", "Server/DashboardMailbox.swift",
                "Server/WebRequestHandler.swift", "Server/WebReply.swift", "Server/WebServer.swift", "WebControl.swift",
                "main.swift",
            ],
            sources: ["Server", "State", "WebError.swift", "WebSettings.swift"], swiftSettings: strict),
        .executableTarget(
            name: "navbus-fuzz",
            dependencies: [
                modules, "ConsoleFiles", "HapticsFiles", "LanesFiles", "NavbusCommand", "RouterFiles", "SignsFiles",
                "SpeechFiles", "WatchFiles", "WebFiles",
            ],
            path: "Sources",
            swiftSettings: strict + [.treatAllWarnings(as: .error), .unsafeFlags(["-parse-as-library"])]),
    ]
)
