import CommandOutput
import ArgumentParser
import Glibc
import NavigationControl
import NavigationEvents
import Platform
import Supervisor

/// `navbus control new`
struct ControlNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Create a folder with a new control that builds, runs and passes navbus control check.",
        discussion: """
            The folder has the manifest, the sources and their tests, and the configuration of a recorded drive to try \
            it. A control in Swift is built with the kit, from a checkout of navbus or from the URL of its repository; \
            a control in Python uses the Python kit of this navbus; a control in C uses libnavbus, and libzmq. In the shell, in \
            JavaScript for Node and in Go, navbus writes the events as lines of JSON to the control, which needs no library.
            """)

    @Argument(help: "The name of the control: a-z, 0-9 and -, such as next-street.")
    var name: String

    @Option(help: "The language of the control: \(ScaffoldLanguage.allCases.map(\.rawValue).joined(separator: ", ")).")
    var language = ScaffoldLanguage.swift

    @Option(
        help: ArgumentHelp(
            "The folder in which the new folder is created; default: the working folder.", valueName: "folder"),
        completion: .directory)
    var into = "."

    @Option(
        help: ArgumentHelp(
            "For Swift: a checkout of navbus, or the URL of its repository; default: the checkout of this navbus.",
            valueName: "path or url"),
        completion: .directory)
    var navbus: String?

    func run() throws {
        guard let data = InstalledFiles.dataFolder else {
            throw ScaffoldError.noTemplate(language.template)
        }
        let name = try ControlName(name, taken: Self.shipped(in: data))
        let writer = ScaffoldWriter(parent: PathResolver.absolute(into), name: name.kebab)
        try writer.check()
        let plan = try ScaffoldPlan(
            name, in: language, template: ControlTemplate.files(in: "\(data)/\(language.template)"), data: data,
            package: language == .swift ? try package(data) : nil)
        try writer.write(plan.files)
        printNextSteps(name, plan, writer.folder)
    }

    /// The controls that are part of navbus, with their folders. Their names are always taken.
    private static func shipped(in data: String) -> [String: String] {
        let catalog = ControlCatalog(folders: ["\(data)/Plugins"], executableFolder: nil, origin: .checkout)
        let found = catalog.entries.map { ($0.manifest.id, InstalledFiles.parent(of: $0.file) ?? $0.file) }
        return Dictionary(found) { first, _ in first }
    }

    /// The location of the package navbus; `nil` without the option, if this navbus is not in a checkout.
    private func package(_ data: String) throws(ScaffoldError) -> NavbusPackage? {
        guard let navbus else { return NavbusPackage.isCheckout(data) ? .path(data) : nil }
        if NavbusPackage.isURL(navbus) {
            guard NavbusPackage.namesRepository(navbus) else { throw .notNavbus(navbus.printable) }
            return .url(navbus)
        }
        let path = PathResolver.absolute(navbus)
        guard NavbusPackage.isCheckout(path) else { throw .notNavbus(path) }
        return .path(path)
    }

    private func printNextSteps(_ name: ControlName, _ plan: ScaffoldPlan, _ folder: String) {
        let typed = into == "." ? name.kebab : folder
        Output.line("made \(typed): \(plan.files.count) files. Next steps:")
        Output.line("")
        for step in ScaffoldPlan.nextSteps(folder: typed, language: language) { Output.line("    \(step)") }
        if let remark = language.remark { Output.lines("\n\(remark)") }
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        let folders = path.split(separator: ":")
        for tool in language.tools
        where !folders.contains(where: { InstalledFiles.isExecutable("\($0)/\(tool.program)") }) {
            Output.error("\(Style.error.yellow("warning:")) there is no \(tool.program) on the path: \(tool.way)")
        }
    }
}
