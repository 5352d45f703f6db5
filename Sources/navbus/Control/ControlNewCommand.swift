import ArgumentParser
import Glibc
import NavigationControl
import NavigationEvents
import Platform
import Supervisor

/// `navbus control new`
struct ControlNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Make a folder with a control that builds, runs and passes the exam.",
        discussion: """
            The folder holds the manifest, the sources and their tests, and a recorded drive to try it with. A control in \
            Swift is built with the kit, which it takes from a checkout of navbus or from the address of its repository; \
            one in Python takes the Python kit that came with this navbus; one in C needs libzmq alone.
            """)

    @Argument(help: "What the control is called: a-z, 0-9 and -, such as next-street.")
    var name: String

    @Option(help: "What it is written in: \(ScaffoldLanguage.allCases.map(\.rawValue).joined(separator: ", ")).")
    var language = ScaffoldLanguage.swift

    @Option(
        help: ArgumentHelp("The folder in which its own is made; default: the working folder.", valueName: "folder"),
        completion: .directory)
    var into = "."

    @Option(
        help: ArgumentHelp(
            "For Swift: a checkout of navbus, or the address of its repository; default: the checkout of this navbus.",
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
        tell(name, plan, writer.folder)
    }

    /// The controls that came along, with their folders: their names are taken, whatever else is installed.
    private static func shipped(in data: String) -> [String: String] {
        let catalog = ControlCatalog(folders: ["\(data)/Plugins"], executableFolder: nil, origin: .checkout)
        let found = catalog.entries.map { ($0.manifest.id, InstalledFiles.parent(of: $0.file) ?? $0.file) }
        return Dictionary(found) { first, _ in first }
    }

    /// Where a package takes navbus from; `nil` if nobody has said, and this navbus lies in no checkout.
    private func package(_ data: String) throws(ScaffoldError) -> NavbusPackage? {
        guard let navbus else { return Self.isCheckout(data) ? .path(data) : nil }
        if NavbusPackage.isURL(navbus) {
            guard NavbusPackage.namesRepository(navbus) else { throw .notNavbus(navbus.printable) }
            return .url(navbus)
        }
        let path = PathResolver.absolute(navbus)
        guard Self.isCheckout(path) else { throw .notNavbus(path) }
        return .path(path)
    }

    private static func isCheckout(_ folder: String) -> Bool {
        access("\(folder)/Package.swift", R_OK) == 0 && InstalledFiles.isFolder("\(folder)/Sources/NavigationControl")
    }

    private func tell(_ name: ControlName, _ plan: ScaffoldPlan, _ folder: String) {
        let typed = into == "." ? name.kebab : folder
        Output.line("made \(typed): \(plan.files.count) files. To go on:")
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
