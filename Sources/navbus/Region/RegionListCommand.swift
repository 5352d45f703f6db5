import ArgumentParser
import CommandOutput
import Launcher
import NavigationEvents
import Platform
import Regions

/// `navbus region list`
struct RegionListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the regions with their contents, sizes and ages.")

    @Flag(help: "Print them as JSON.")
    var json = false

    func run() throws {
        let library = RegionLibrary.ofThisProcess
        let (regions, problems) = library.contents()
        if json {
            Output.line(JSONText.array(regions.map(\.json)).text)
        } else {
            for region in regions {
                Output.line("\(Style.output.bold(region.name.description))  \(region.summary)")
                Output.line(Style.output.dim("    \(region.folder.printable)"))
            }
        }
        for problem in problems { Output.error("\(Style.error.yellow("warning:")) failed to \(problem)") }
        if regions.isEmpty, problems.isEmpty {
            Output.error(
                "there is no region in \(library.folders.joined(separator: ", ")); navbus region add FILE.osm.pbf builds one"
            )
        }
    }
}

/// `navbus region check`
struct RegionCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check the files of a region, or of all regions.")

    @Argument(help: "The name of the region; default: all.")
    var name: String?

    func run() throws {
        let library = RegionLibrary.ofThisProcess
        var (regions, problems) = library.contents()
        if let name {
            regions = [try library.region(RegionName(name))]
            problems = []
        }
        var isFaulty = !problems.isEmpty
        for problem in problems { Output.line("\(Style.output.red("fault "))  \(problem)") }
        for region in regions {
            let found = region.problems()
            isFaulty = isFaulty || !found.isEmpty
            for text in found { Output.line("\(Style.output.red("fault "))  \(region.name): \(text)") }
            if found.isEmpty { Output.line("\(Style.output.green("ok    "))  \(region.name): \(region.summary)") }
        }
        if isFaulty { throw ExitStatus.negative.code }
    }
}

/// `navbus region remove`
struct RegionRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a region, or what an interrupted build of it has left.")

    @Argument(help: "The name of the region.")
    var name: String

    func run() throws {
        let name = try RegionName(name)
        try RegionLibrary.ofThisProcess.remove(name)
        Output.line("removed \(name)")
    }
}

extension Region {
    /// The region as JSON.
    fileprivate var json: JSONText {
        [
            "name": .string(name.description), "folder": .string(folder), "bytes": .integer(byteCount),
            "country": JSONText(manifest.country), "builtAt": .string(manifest.builtAt.iso8601),
            "dataTime": JSONText(manifest.dataTime.map(\.iso8601)),
            "parts": .array(RegionPart.allCases.filter { manifest.parts[$0] != nil }.map { .string($0.rawValue) }),
            "counts": .object(
                manifest.counts.sorted { $0.key < $1.key }.map { JSONText.Member($0.key, .integer($0.value)) }),
        ]
    }
}
