extension ScaffoldPlan {
    /// The files of a Swift package, made from the control Console: its sources, tests, manifest and settings under
    /// another name.
    static func swiftFiles(
        _ name: ControlName, _ template: [ScaffoldFile], _ package: NavbusPackage
    ) -> [ScaffoldFile] {
        // The longer words come first, since they contain the shorter ones.
        let words = [
            ("executable = \"navbus-console\"", "executable = \".build/debug/\(name.kebab)\""),
            ("navbus-console", name.kebab), ("ConsoleControl", "\(name.camelStem)Control"),
            ("ConsoleSettings", "\(name.camelStem)Settings"), ("ConsoleProgram", "\(name.camelStem)Program"),
            ("Console", name.camel), ("console", name.kebab),
        ]
        let made = template.filter { $0.path != "README.md" }.map { $0.replacing(words) }
        let readme =
            template.first { $0.path == "README.md" }.map { $0.withoutTestComments.replacing(words).text } ?? ""
        return made + [
            ScaffoldFile(path: "Package.swift", text: manifest(name, package)),
            ScaffoldFile(path: "README.md", text: guide(name, made, readme)),
            ScaffoldFile(path: ".gitignore", text: ".build/\n"),
        ]
    }

    private static func manifest(_ name: ControlName, _ package: NavbusPackage) -> String {
        """
        // swift-tools-version: 6.2
        import PackageDescription

        // The flags of navbus itself: many errors at run time become errors of the build.
        let strict: [SwiftSetting] = [
            .swiftLanguageMode(.v6),
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .treatAllWarnings(as: .error),
        ]
        let kit = Target.Dependency.product(name: "NavigationControl", package: \(SourceText.literal(package.identity)))

        let package = Package(
            name: "\(name.kebab)",
            dependencies: [\(package.dependency)],
            targets: [
                .target(name: "\(name.camel)", dependencies: [kit], path: "Sources", swiftSettings: strict),
                .executableTarget(
                    name: "\(name.kebab)", dependencies: ["\(name.camel)"], path: "Program", swiftSettings: strict),
                .testTarget(
                    name: "\(name.camel)Tests", dependencies: ["\(name.camel)", kit], path: "Tests", swiftSettings: strict),
            ]
        )

        """
    }

    private static func guide(_ name: ControlName, _ files: [ScaffoldFile], _ readme: String) -> String {
        let summary = files.first { $0.path == "plugin.toml" }.flatMap { summaryLine($0.text) } ?? ""
        return """
            # \(name.kebab)

            \(summary) A control of navbus in Swift, made of its teaching control.

            \(table(of: readme))
            | command | what it does |
            |---|---|
            | `swift build` | builds it; `plugin.toml` names the executable |
            | `swift test` | runs the tests |
            | `navbus control settings .` | makes the settings structure and sample from `plugin.toml` |
            | `navbus control check .` | tests it against the contract |
            | `NAVBUS_CONTROLS_PATH=. navbus run --config drive.toml` | runs it with the recorded drive |

            To ship it, build it with `swift build -c release --static-swift-stdlib`, put the executable next
            to `plugin.toml`, name it there (`executable = "\(name.kebab)"`), and copy both to
            `~/.local/share/navbus/controls/\(name.camel)/`.

            """
    }

    private static func summaryLine(_ manifest: String) -> String? {
        manifest.split(separator: "\n").first { $0.hasPrefix("summary = \"") }.map {
            String($0.dropFirst("summary = \"".count).dropLast())
        }
    }

    /// The first table of a page, which describes the files.
    private static func table(of page: String) -> String {
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        let rows = lines.drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
        return rows.map { "\($0)\n" }.joined()
    }
}
