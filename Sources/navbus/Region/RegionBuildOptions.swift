import ArgumentParser
import Regions
import Supervisor
import TOML

/// The options of the commands that build a region.
struct RegionBuildOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The country by ISO 3166, such as DE, for an extract without borders; it decides on the driving side.",
            valueName: "code"))
    var country: String?

    @Option(help: "A part to leave out: map or routes; repeat for both.")
    var without: [RegionPart] = []

    func validate() throws {
        if let country, country.utf8.count != 2 || !country.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) {
            throw ValidationError("--country is a code of two capital letters, such as DE.")
        }
        if let part = without.first(where: { !$0.isOptional }) {
            throw ValidationError("A region needs \(part.rawValue); --without is for map and routes.")
        }
    }

    /// The builder of a region.
    func builder(_ name: RegionName, in folder: String, extract: ExtractFile) throws -> RegionBuilder {
        guard let data = InstalledFiles.dataFolder, InstalledFiles.isFolder("\(data)/scripts/region") else {
            throw ConfigurationError(
                file: "scripts/region", text: "is missing; install navbus again, or set NAVBUS_DATA to its data folder",
                isAboutAccess: true)
        }
        var builder = RegionBuilder(
            name: name, library: folder, extract: extract, scripts: "\(data)/scripts/region")
        builder.country = country
        builder.omitted = Set(without)
        return builder
    }
}

extension RegionPart: ExpressibleByArgument {}
