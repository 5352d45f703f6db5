import SettingsGenerator
import TOML
import TestSupport
import Testing

@Suite struct SettingsFilesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.manifest, to: "plugin.toml")
    }

    private static let manifest = """
        id = "next-street"
        summary = "Prints the street to turn into."
        executable = "next-street"
        contract = 1
        topics = ["onNavigation"]

        [settings.form]
        type = "text"
        default = "as-written"
        help = "Form of the names."

        [settings.form.choices]
        as-written = "As on the map."
        upper = "In capitals."

        [settings.depth]
        type = "text"
        default = "16"
        choices = ["16", "true"]
        help = "Number of colours."

        [settings.mark]
        type = "text"
        default = "\\""
        choices = ["\\"", "'"]
        help = "Quotation mark, \\" or | or '."

        [settings.within-meters]
        type = "number"
        default = 500.0
        min = 10
        max = 10000
        help = "Distance from which the street is printed, in metres."

        [settings.default]
        type = "integer"
        default = -1
        max = 5
        help = "A number."

        [settings.voice.names]
        type = "list"
        default = []
        help = "Names of voices."

        [settings.voice.file]
        type = "path"
        default = "voice.toml"
        choices = ["none"]
        help = "File of the voice."

        """

    /// The texts of the made files, by their path below the folder.
    private func made() throws -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: try SettingsFiles.files(of: folder.path).map {
                ($0.path.replacing(folder.path + "/", with: ""), $0.text)
            })
    }

    @Test func `a control without Swift has a sample only`() throws {
        #expect(try made().keys.sorted() == ["settings.sample.toml"])
    }

    @Test func `the sample has every setting with its description and its default`() throws {
        #expect(
            try made()["settings.sample.toml"] == """
                # The settings of the control next-street with their defaults; copy those that you change into your configuration.
                # Made from plugin.toml by navbus control settings: change plugin.toml instead.

                [next-street]
                # Form of the names. One of: as-written, upper.
                form = "as-written"
                # Number of colours. One of: 16, true.
                depth = "16"
                # Quotation mark, " or | or '. One of: ", '.
                mark = "\\""
                # Distance from which the street is printed, in metres. Range: 10 to 10000.
                within-meters = 500.0
                # A number. Range: 5 or less.
                default = -1

                [next-street.voice]
                # Names of voices.
                names = []
                # File of the voice. One of: none, a path.
                file = "voice.toml"

                """)
    }

    @Test func `the structure reads every setting with its default, bounds and choices`() throws {
        try folder.write("", to: "Sources/main.swift")
        #expect(
            try made()["Sources/NextStreetSettings.swift"] == """
                // Made from plugin.toml by navbus control settings: change plugin.toml instead.
                // swift-format-ignore-file
                import NavigationControl

                /// The section `[next-street]` of the configuration.
                struct NextStreetSettings: Hashable, Sendable {
                    /// The values of `form`.
                    enum FormChoice: String, CaseIterable, Sendable {
                        /// As on the map.
                        case asWritten = "as-written"
                        /// In capitals.
                        case upper
                    }

                    /// The values of `depth`.
                    enum DepthChoice: String, CaseIterable, Sendable {
                        case depth16 = "16"
                        case `true`
                    }

                    /// The table `[next-street.voice]`.
                    struct Voice: Hashable, Sendable {
                        /// Names of voices.
                        var names: [String] = []
                        /// File of the voice. One of: `none`, a path.
                        var file = "voice.toml"
                    }

                    /// Form of the names. One of: `as-written`, `upper`.
                    var form = FormChoice.asWritten
                    /// Number of colours. One of: `16`, `true`.
                    var depth = DepthChoice.depth16
                    /// Quotation mark, " or | or '. One of: `"`, `'`.
                    var mark = "\\""
                    /// Distance from which the street is printed, in metres. Range: 10 to 10000.
                    var withinMeters = 500.0
                    /// A number. Range: 5 or less.
                    var `default` = -1
                    /// The table `[next-street.voice]`.
                    var voice = Voice()

                    /// The default settings.
                    init() {}

                    /// Reads the section.
                    ///
                    /// - Throws: ``SettingsError`` for a value of the wrong type or outside its range.
                    init(_ settings: Settings) throws(SettingsError) {
                        form = try settings.choice("form", default: form)
                        depth = try settings.choice("depth", default: depth)
                        mark = try settings.text("mark", default: mark, choices: ["\\"", "'"])
                        withinMeters = try settings.number("within-meters", default: withinMeters, in: 10...10000)
                        `default` = try settings.integer("default", default: `default`, in: Int.min...5)
                        voice.names = try settings.paths("voice.names", default: voice.names)
                        voice.file = try settings.path("voice.file", default: voice.file, choices: ["none"])
                    }
                }

                """)
    }

    @Test func `the structure uses the author's types and calls the author's check`() throws {
        try folder.write(
            """
            import Forms

            extension NextStreetSettings {
                typealias FormChoice = Form
                func check() throws(SettingsError) {}
            }
            """, to: "Sources/NextStreetSettings+Checks.swift")
        let text = try #require(try made()["Sources/NextStreetSettings.swift"])
        #expect(text.contains("\nimport Forms\nimport NavigationControl\n"))
        #expect(!text.contains("enum FormChoice") && text.contains("var form = FormChoice.asWritten"))
        #expect(text.contains("enum DepthChoice") && text.contains("        try check()\n    }\n"))
    }

    @Test func `a structure that its author has written is left alone, and a made one keeps its name`() throws {
        try folder.write("struct StreetSettings {}\n", to: "Sources/StreetSettings.swift")
        #expect(try made().keys.sorted() == ["settings.sample.toml"])
        try folder.write(
            "// Made from plugin.toml by navbus control settings: change plugin.toml instead.\n",
            to: "Sources/StreetSettings.swift")
        #expect(try made()["Sources/StreetSettings.swift"]?.contains("struct StreetSettings:") == true)
    }

    @Test func `a guide has a table between its marks, and keeps its other text`() throws {
        try folder.write("# A\n\n\(SettingsTable.start)\n| old |\n\(SettingsTable.end)\n\nMore.\n", to: "README.md")
        let expected = """
            # A

            \(SettingsTable.start)

            | key | default | range | meaning |
            |---|---|---|---|
            | `form` | `"as-written"` | `as-written`, `upper` | Form of the names. |
            | `depth` | `"16"` | `16`, `true` | Number of colours. |
            | `mark` | `"\\""` | `"`, `'` | Quotation mark, " or \\| or '. |
            | `within-meters` | `500.0` | 10 to 10000 | Distance from which the street is printed, in metres. |
            | `default` | `-1` | 5 or less | A number. |
            | `voice.names` | `[]` | | Names of voices. |
            | `voice.file` | `"voice.toml"` | `none`, path | File of the voice. |

            - `form = "as-written"`: As on the map.
            - `form = "upper"`: In capitals.

            \(SettingsTable.end)

            More.

            """
        #expect(try made()["README.md"] == expected)
        try folder.write(expected, to: "README.md")
        #expect(try made()["README.md"] == expected, "the same again")
    }

    @Test func `a document has one table of several controls`() throws {
        let page = try folder.write("\(SettingsTable.start)\n\(SettingsTable.end)\n", to: "all.md")
        let text = try SettingsFiles.document(page, folders: [folder.path, folder.path]).text
        #expect(text.ranges(of: "| `next-street.voice.names` |").count == 2 && !text.contains("- `form"))
    }

    @Test func `missing marks and files are errors`() throws {
        let page = try folder.write("no marks", to: "all.md")
        for path in [page, folder.path + "/none.md"] {
            #expect(throws: ConfigurationError.self) { try SettingsFiles.document(path, folders: [folder.path]) }
        }
        #expect(throws: ConfigurationError.self) { try SettingsFiles.files(of: folder.path + "/nothing") }
        try folder.write("\(SettingsTable.start)\n", to: "README.md")
        #expect(throws: ConfigurationError.self) { try SettingsFiles.files(of: folder.path) }
    }
}
