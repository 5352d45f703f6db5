import ArgumentParser
import CommandOutput
import Regions

/// `navbus region add`
struct RegionAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Build a region from an OpenStreetMap extract (.osm.pbf).",
        discussion: """
            Example: navbus region add heidelberg.osm.pbf

            After an interruption, the same command resumes: finished parts are kept. Until all parts are finished, no \
            program uses the region. download.geofabrik.de has extracts of every country.
            """)

    @Argument(
        help: ArgumentHelp("The extract.", valueName: "extract"), completion: .file(extensions: ["pbf", "osm"]))
    var extract: String

    @Option(help: "The name of the region; default: from the name of the extract.")
    var name: String?

    @OptionGroup var options: RegionBuildOptions

    func run() throws {
        let name = try name.map { name in try RegionName(name) } ?? RegionName(extract: extract)
        let library = RegionLibrary.ofThisProcess
        if library.has(name) { throw RegionError.exists(name: name.description) }
        let builder = try options.builder(name, in: library.folders[0], extract: ExtractFile(extract))
        try Self.build(builder)
    }

    /// Builds a region with progress on the screen.
    static func build(_ builder: RegionBuilder) throws {
        let screen = RegionBuildScreen()
        let region: Region
        do {
            region = try builder.build(report: screen.show)
        } catch {
            screen.erase()
            throw error
        }
        let counts = region.manifest.counts
        let words = ["places", "addresses", "landmarks"].compactMap { name in counts[name].map { "\($0) \(name)" } }
        Output.line(
            "\(Style.output.bold(region.name.description)): \(words.joined(separator: ", ")), "
                + "\(Quantity.bytes(region.byteCount)) in \(region.folder)")
    }
}

/// `navbus region update`
struct RegionUpdateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update", abstract: "Build a region again if its extract has changed.",
        discussion: "The old region stays in use until the new one is finished.")

    @Argument(help: "The name of the region.")
    var name: String

    @Argument(
        help: "The new extract; default: the file from which the region was built.",
        completion: .file(extensions: ["pbf", "osm"]))
    var extract: String?

    @Flag(help: "Build the region even if the extract has not changed.")
    var force = false

    @OptionGroup var options: RegionBuildOptions

    func run() throws {
        let name = try RegionName(name)
        let old = try RegionLibrary.ofThisProcess.region(name)
        let folder = String(old.folder.dropLast(name.description.count + 1))
        var builder = try options.builder(
            name, in: folder, extract: ExtractFile(extract ?? old.manifest.extract.path))
        // A region without routes stays without them.
        if options.without.isEmpty {
            builder.omitted = Set(RegionPart.allCases.filter { $0.isOptional && old.manifest.parts[$0] == nil })
        }
        builder.country = builder.country ?? old.manifest.country
        if try !force && builder.checksum() == old.manifest.extract.sha256 {
            return Output.line("\(name) is up to date; --force builds it again")
        }
        try RegionAddCommand.build(builder)
    }
}
