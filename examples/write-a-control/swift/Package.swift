// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "next-step",
    dependencies: [.package(name: "navbus", path: "../../..")],
    targets: [
        .executableTarget(
            name: "NextStep", dependencies: [.product(name: "NavigationControl", package: "navbus")])
    ]
)
