// swift-tools-version: 6.2
import PackageDescription

// A separate package, since libFuzzer is linked into everything that is built with it; scripts/fuzz.sh builds it.
//
// The targets (Fuzz/Sources/Targets) use `@testable import`, so that parsers stay internal; the script builds the
// release with `-enable-testing`. The modules come as the product NavbusModules of the package around this one. The
// metrics server of the executable `navbus` cannot come so, as nothing may depend on another package's executable:
// Fuzz/Navbus is a link to the sources of the command, and those that read requests are built here as a library.
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
        .package(name: "navbus", path: "..")
    ],
    targets: [
        .target(
            name: "NavbusCommand", dependencies: [modules], path: "Navbus",
            sources: ["Metrics/MetricsAccess.swift", "Metrics/MetricsExchange.swift", "Metrics/RequestHead.swift"],
            swiftSettings: strict + [.treatAllWarnings(as: .error)]),
        .executableTarget(
            name: "navbus-fuzz",
            dependencies: [
                modules, "NavbusCommand",
            ],
            path: "Sources",
            swiftSettings: strict + [.treatAllWarnings(as: .error), .unsafeFlags(["-parse-as-library"])]),
    ]
)
