import Foundation

/// `navbus-drives FOLDER [SUBFOLDER=URL]...` guides every recorded drive and reads every route below a folder, prints
/// tables, and ends with 1 if anything is wrong, with 64 if it was called wrongly. With the URL of a routing server that
/// has the map of the drives in a subfolder, those that leave their plan are rerouted.
func run() async throws -> [String] {
    guard CommandLine.arguments.count >= 2 else {
        FileHandle.standardError.write(Data("usage: navbus-drives FOLDER [SUBFOLDER=URL]...\n".utf8))
        exit(64)
    }
    let data = URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory)
    for part in ["drives", "routes"] where !FileManager.default.fileExists(atPath: data.appending(path: part).path) {
        throw DriveMistake.noDrives(folder: data.path)
    }
    let documents = try DocumentReport(data: data)
    print(documents.table.lines().joined(separator: "\n"), terminator: "\n\n")
    let drives = try DriveReport(data: data)
    print(drives.table.lines().joined(separator: "\n"), terminator: "\n\n")
    let receivers = try await ReceiverReport(data: data)
    print(receivers.table.lines().joined(separator: "\n"), terminator: "\n\n")
    let routers = try AskedRouter.all(of: Array(CommandLine.arguments.dropFirst(2)))
    let rerouted = try ReroutedReport(data: data, routers: routers)
    if !routers.isEmpty { print(rerouted.table.lines().joined(separator: "\n"), terminator: "\n\n") }
    return documents.mistakes + drives.mistakes + receivers.mistakes + rerouted.mistakes
}

do {
    let mistakes = try await run()
    print(mistakes.isEmpty ? "all is well" : "\(mistakes.count) mistakes:")
    for mistake in mistakes { print("  \(mistake)") }
    exit(mistakes.isEmpty ? 0 : 1)
} catch {
    FileHandle.standardError.write(Data("navbus-drives: \(error)\n".utf8))
    exit(1)
}
