import Foundation

/// `navbus-drives FOLDER [SUBFOLDER=URL]...` guides every recorded drive and reads every route below a folder, and
/// prints tables. Parts that are missing are named and left out. The exit code is 1 if there are mistakes, and 64 for
/// wrong arguments. With the URL of a routing server for the drives of a subfolder, drives that leave their plan are
/// rerouted.
func run() async throws -> [String] {
    guard CommandLine.arguments.count >= 2 else {
        FileHandle.standardError.write(Data("usage: navbus-drives FOLDER [SUBFOLDER=URL]...\n".utf8))
        exit(64)
    }
    let data = URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory)
    let parts = ["routes", "drives/synthetic", "drives/porto-taxi", "nmea", "nmea/gpsd", "gpsd"]
    let missing = parts.filter { !FileManager.default.fileExists(atPath: data.appending(path: $0).path) }
    guard missing.count < parts.count else { throw DriveError.noDrives(folder: data.path) }
    if !missing.isEmpty { print("missing in \(data.path), left out: \(missing.joined(separator: ", "))\n") }
    let documents = try DocumentReport(data: data)
    print(documents.table.lines().joined(separator: "\n"), terminator: "\n\n")
    let drives = try DriveReport(data: data)
    print(drives.table.lines().joined(separator: "\n"), terminator: "\n\n")
    let receivers = try await ReceiverReport(data: data)
    print(receivers.table.lines().joined(separator: "\n"), terminator: "\n\n")
    let routers = try RouterProgram.all(of: Array(CommandLine.arguments.dropFirst(2)))
    let rerouted = try ReroutedReport(data: data, routers: routers)
    if !routers.isEmpty { print(rerouted.table.lines().joined(separator: "\n"), terminator: "\n\n") }
    return documents.mistakes + drives.mistakes + receivers.mistakes + rerouted.mistakes
}

do {
    let mistakes = try await run()
    print(mistakes.isEmpty ? "no mistakes" : "\(mistakes.count) mistakes:")
    for mistake in mistakes { print("  \(mistake)") }
    exit(mistakes.isEmpty ? 0 : 1)
} catch {
    FileHandle.standardError.write(Data("navbus-drives: \(error)\n".utf8))
    exit(1)
}
