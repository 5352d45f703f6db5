import ArgumentParser
import CommandOutput
import Supervisor

/// `navbus control kit`
struct ControlKitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kit",
        abstract: "Print the folder of the kit for controls in a language.",
        discussion: """
            The kit for C is libnavbus, as source; for Python it is a package for pip; for Swift it is the checkout of \
            this navbus. The Makefiles of new controls call this command, so that they contain no path of this machine.
            """)

    @Option(help: "The language: \(Self.languages).")
    var language: ScaffoldLanguage

    private static var languages: String {
        ScaffoldLanguage.allCases.filter { $0.kit != nil }.map(\.rawValue).joined(separator: ", ")
    }

    func validate() throws {
        guard language.kit != nil else {
            throw ValidationError("A control in \(language.rawValue) needs no kit; kits are for \(Self.languages).")
        }
    }

    func run() throws {
        guard let data = InstalledFiles.dataFolder else { throw ScaffoldError.noKit(language.kit ?? "") }
        Output.line(try Self.folder(of: language, in: data))
    }

    /// The absolute path of the kit.
    static func folder(of language: ScaffoldLanguage, in data: String) throws(ScaffoldError) -> String {
        if language == .swift {
            guard NavbusPackage.isCheckout(data) else { throw .noPackage }
            return data
        }
        let folder = "\(data)/\(language.kit ?? "")"
        guard InstalledFiles.isFolder(folder) else { throw .noKit(folder) }
        return folder
    }
}
