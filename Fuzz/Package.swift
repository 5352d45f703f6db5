// swift-tools-version: 6.2
import PackageDescription

// A separate package, since libFuzzer is linked into everything that is built with it; scripts/fuzz.sh builds it.
//
// The targets (Fuzz/Sources/Targets) use `@testable import`, so that parsers stay internal; the script builds the
// release with `-enable-testing`. The modules come as the product NavbusModules of the package around this one.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "navbus-fuzz",
    dependencies: [
        .package(name: "navbus", path: "..")
    ],
    targets: [
        .executableTarget(
            name: "navbus-fuzz",
            dependencies: [.product(name: "NavbusModules", package: "navbus")],
            path: "Sources",
            swiftSettings: strict + [.treatAllWarnings(as: .error), .unsafeFlags(["-parse-as-library"])])
    ]
)
