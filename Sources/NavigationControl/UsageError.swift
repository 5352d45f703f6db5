import Platform

/// Writes two lines to standard error about a command line that is wrong: the problem, after the name of the program,
/// and the command that prints the help, such as "try: navbus speech say --help".
///
/// - Parameters:
///   - text: What is wrong.
///   - isOfCommand: Whether the first argument is a subcommand, which has a help of its own.
public func complain(usage text: String, isOfCommand: Bool = true) {
    complain(text)
    Terminal.error("try: \(helpCommand(of: CommandLine.arguments, isOfCommand: isOfCommand))")
}

/// The command that prints the help of a program: `navbus` runs the programs of its controls, and their tools.
func helpCommand(of arguments: [String], isOfCommand: Bool) -> String {
    let path = arguments.first ?? ""
    var name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    if name.hasPrefix("navbus-") {
        name = name.dropFirst("navbus-".count)
        if name.hasSuffix("-tools") { name = name.dropLast("-tools".count) }
        name = "navbus " + name
    }
    let command = isOfCommand ? arguments.dropFirst().first { !$0.hasPrefix("-") }.map { " \($0)" } ?? "" : ""
    return "\(name)\(command) --help"
}
