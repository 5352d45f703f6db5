import Glibc
import NavigationControl
import Platform

/// The command `navbus link up`: `navbus run` with the configuration of a worker or a gateway.
enum FleetUpCommand {
    private static let help = """
        navbus link up: starts a bus with its link on this machine, as a worker, a gateway or both.

        Usage: navbus link up [CONFIGURATION] [OPTION]…

          CONFIGURATION         file, or name of a shipped configuration; default: fleet-worker
          OPTION                as navbus run takes it, such as --set link.name=worker-1

        It is navbus run --config CONFIGURATION, and ends with its exit codes.
        """

    /// Replaces this process by `navbus run`; returns if that cannot be started.
    static func run(_ arguments: [String]) -> ExitStatus {
        if CommandArguments.requestsHelp(arguments) {
            Terminal.lines(help)
            return .success
        }
        let isNamed = arguments.first.map { !$0.hasPrefix("-") } ?? false
        let words =
            [
                navbus, "run", "--config", isNamed ? arguments[0] : "fleet-worker",
            ] + arguments.dropFirst(isNamed ? 1 : 0)
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        execv(navbus, &pointers)
        complain("failed to run \(navbus): \(String(cString: strerror(errno)))")
        return .systemError
    }

    /// The program `navbus` in the folder of this program.
    private static var navbus: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let path = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path[..<(path.lastIndex(of: "/") ?? path.startIndex)] + "/navbus"
    }
}
