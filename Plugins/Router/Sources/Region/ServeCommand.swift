import Dispatch
import Glibc
import NavigationControl
import Platform
import Regions

/// The command `navbus-router serve`: serves the routes of an offline region to other programs.
enum ServeCommand {
    private static let usualPort: UInt16 = 8002

    private static let help = """
        navbus-router serve: serves the routes of an offline region with Valhalla, until Ctrl-C.

        Usage: navbus-router serve [NAME] [--port PORT]

          NAME                     the region; default: the only one with routes
          --port PORT              the port on 127.0.0.1; default: \(usualPort)

        A drive needs no such server: the control starts one for itself. This one is for programs that request routes
        of Valhalla themselves.

        Exit codes: 0 ended by a signal, 64 wrong usage, 69 it cannot be served.
        """

    /// Serves until a signal arrives, or Valhalla dies.
    static func run(_ arguments: [String]) -> ExitStatus {
        if CommandArguments.requestsHelp(arguments) {
            Terminal.lines(help)
            return .success
        }
        var (name, port): (String?, UInt16) = (nil, usualPort)
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if word == "--port", let value = rest.popFirst().flatMap({ UInt16($0) }), value > 0 {
                port = value
            } else if name == nil, !word.hasPrefix("-") {
                name = word
            } else {
                complain(usage: "serve takes the name of a region and --port PORT, a number from 1 to 65535")
                return .usage
            }
        }
        do throws(RouterError) {
            return try serve(try region(name), port: port)
        } catch {
            complain("failed to \(error)")
            return .unavailable
        }
    }

    private static func region(_ text: String?) throws(RouterError) -> Region {
        let roads = RegionRoads(library: .ofThisProcess)
        guard let text else {
            let all = roads.all
            guard let region = all.first, all.count == 1 else {
                let names = all.map(\.name.description).joined(separator: ", ")
                throw .region("(none)", reason: all.isEmpty ? "no region has routes" : "name one of \(names)")
            }
            return region
        }
        let name: RegionName
        do throws(RegionError) {
            name = try RegionName(text)
        } catch {
            throw .region(text, reason: "failed to \(error)")
        }
        return try roads.region(name)
    }

    private static func serve(_ region: Region, port: UInt16) throws(RouterError) -> ExitStatus {
        let ended = BlockingResult<String?>()
        let signals = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { ended.put(nil) }
            source.resume()
            return source
        }
        defer { for source in signals { source.cancel() } }
        let server = try ValhallaProcess(region, port: port) { ended.put($0) }
        defer { server.end() }
        try server.waitUntilItListens()
        Terminal.line("serving the routes of the region \(region.name) at \(server.address); end it with Ctrl-C")
        fflush(nil)
        guard let reason = ended.wait() else { return .success }
        throw .region(region.name.description, reason: "Valhalla \(reason)")
    }
}
