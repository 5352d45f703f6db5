// swift-tools-version: 6.2
import PackageDescription

// A package of its own, since libFuzzer is linked into everything that is built with it: scripts/fuzz.sh builds it.
//
// The targets (Fuzz/Sources/Targets) use `@testable import`, so that parsers stay internal; the script builds the
// release with `-enable-testing`. The rooms come as the product NavbusRooms of the package around this one. The code of
// the executable `navbus` cannot come so, as nothing may depend on another package's executable: Fuzz/Navbus is a link
// to its sources, and they are built here as a library whose `main` has another name. Of the control Speech, the files
// that read what others wrote are built likewise, through the links in Fuzz/Speech.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let rooms = Target.Dependency.product(name: "NavbusRooms", package: "navbus")

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
                rooms, .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Navbus",
            // Without the warning that it makes types of another package conform: there it is the same package.
            swiftSettings: strict + [
                .unsafeFlags([
                    "-suppress-warnings", "-Xfrontend", "-entry-point-function-name", "-Xfrontend", "navbus_main",
                ])
            ]),
        .target(name: "SpeechFiles", dependencies: [rooms], path: "Speech", swiftSettings: strict),
        .executableTarget(
            name: "navbus-fuzz", dependencies: [rooms, "NavbusCommand", "SpeechFiles"], path: "Sources",
            swiftSettings: strict + [.treatAllWarnings(as: .error), .unsafeFlags(["-parse-as-library"])]),
    ]
)
