// swift-tools-version: 6.2
import PackageDescription

// A separate package, since libFuzzer is linked into everything that is built with it; scripts/fuzz.sh builds it.
//
// The targets (Fuzz/Sources/Targets) use `@testable import`, so that parsers stay internal; the script builds the
// release with `-enable-testing`. The modules come as the product NavbusModules of the package around this one. The
// code of the executable `navbus` cannot come so, as nothing may depend on another package's executable: Fuzz/Navbus is
// a link to its sources, and they are built here as a library whose `main` has another name.
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
        .executableTarget(
            name: "navbus-fuzz",
            dependencies: [
                modules, "NavbusCommand",
            ],
            path: "Sources",
            swiftSettings: strict + [.treatAllWarnings(as: .error), .unsafeFlags(["-parse-as-library"])]),
    ]
)
