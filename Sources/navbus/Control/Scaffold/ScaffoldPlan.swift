import Platform

/// The files of a new control. They depend only on the template, the name and the two locations.
struct ScaffoldPlan: Hashable {
    /// Sorted by path.
    let files: [ScaffoldFile]

    /// Makes the plan.
    ///
    /// - Parameters:
    ///   - name: The name of the control.
    ///   - language: The language of the control.
    ///   - template: The files of the template of that language.
    ///   - data: The data folder of navbus, with the recorded drive.
    ///   - package: The location of the package navbus; only for Swift.
    init(
        _ name: ControlName, in language: ScaffoldLanguage, template: [ScaffoldFile], data: String,
        package: NavbusPackage?
    ) throws(ScaffoldError) {
        var made: [ScaffoldFile]
        switch language {
        case .swift:
            guard let package else { throw .noPackage }
            made = Self.swiftFiles(name, template, package)
        case .python, .c, .shell, .node, .go:
            let words = [
                ("my-control", name.kebab), ("my_control", name.snake), ("MyControl", name.camel),
            ]
            made = template.map { $0.withoutTestComments.replacing(words) }
        }
        made.append(Self.drive(name, data))
        files = made.sorted { $0.path < $1.path }
    }

    /// The configuration of the recorded drive of navbus, with only this control.
    private static func drive(_ name: ControlName, _ data: String) -> ScaffoldFile {
        ScaffoldFile(
            path: "drive.toml",
            text: """
                # The recorded drive of navbus, with only this control:
                #
                #   NAVBUS_CONTROLS_PATH=. navbus run --config drive.toml

                controls = ["\(name.kebab)"]

                [source]
                kind = "nmea"
                path = \(SourceText.literal("\(data)/examples/first-drive/drive.nmea"))
                speed = 20                                  # times the recorded pace, or "max"

                [route]
                path = \(SourceText.literal("\(data)/examples/first-drive/route.json"))

                """)
    }

    /// The next commands for the author, in the present working folder.
    static func nextSteps(folder: String, language: ScaffoldLanguage) -> [String] {
        [
            "cd \(SourceText.shellWord(folder))", language.build, "navbus control check .",
            "NAVBUS_CONTROLS_PATH=. navbus run --config drive.toml",
        ]
    }
}
