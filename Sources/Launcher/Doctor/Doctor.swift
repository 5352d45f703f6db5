import CommandOutput
import EventBus
import Glibc
import NavigationControl
import NavigationEvents
import Platform
import Supervisor
import TOML

/// Checks everything that navbus needs on this machine, and the running bus.
package struct Doctor {
    let requestsEndpoint: String
    let runFolder: String
    let configuration: String?

    /// - Parameters:
    ///   - requestsEndpoint: The request endpoint of the bus.
    ///   - runFolder: The folder for the sockets of the bus.
    ///   - configuration: The path of a configuration file, with the settings of the controls to check; `nil`: those of no
    ///     drive.
    package init(requestsEndpoint: String, runFolder: String, configuration: String? = nil) {
        self.requestsEndpoint = requestsEndpoint
        self.runFolder = runFolder
        self.configuration = configuration
    }

    /// All findings, in the order in which they should be repaired.
    package func findings() async -> [Finding] {
        var findings = [launcher()]
        findings += await controls()
        findings.append(folder())
        findings += bus()
        findings += [gpsd(), MagneticModelCheck.finding()] + RegionFindings.all()
        return await findings + receivers() + [ReceiverDoctor.finding()]
    }

    private func launcher() -> Finding {
        for program in ["setpriv", "prlimit"] where OnPath.find(program) == nil {
            return Finding(
                grade: .fault, subject: program, text: "not found; controls cannot be started",
                remedy: "install the package util-linux")
        }
        return Finding(grade: .fine, subject: "setpriv", text: "controls end with their launcher")
    }

    private func controls() async -> [Finding] {
        let catalog = ControlCatalog.discover()
        var findings = catalog.problems.map {
            Finding(grade: .fault, subject: "manifest", text: "\($0)", remedy: "correct the file or remove its folder")
        }
        var settings: [String: [String: SettingValue]] = [:]
        do {
            settings = try configured(catalog)
        } catch {
            findings.append(
                Finding(
                    grade: .fault, subject: "configuration", text: "\(error)".printable,
                    remedy: "correct the file; navbus run --config refuses it too"))
        }
        for entry in catalog.entries {
            let program = await control(entry)
            findings.append(program)
            // A program that does not start has no doctor either.
            guard program.grade == .fine else { continue }
            findings += await ControlDoctor.findings(entry, settings: settings[entry.manifest.id])
        }
        if catalog.entries.isEmpty {
            findings.append(
                Finding(
                    grade: .fault, subject: "controls", text: "none is installed",
                    remedy: "run make install, or set NAVBUS_CONTROLS_PATH to a folder that holds <name>/plugin.toml"))
        }
        return findings
    }

    /// The settings of the controls in the configuration, by id; empty without one.
    private func configured(_ catalog: ControlCatalog) throws(ConfigurationError) -> [String: [String: SettingValue]] {
        guard let configuration else { return [:] }
        let read = try ConfigurationReader(
            file: configuration, knownControls: catalog.entries.map(\.manifest.id),
            refusal: { catalog.refusal($0)?.error }
        ).configuration()
        let controls = try ControlSet(configuration: read, catalog: catalog, overrides: [])
        return Dictionary(uniqueKeysWithValues: controls.members.map { ($0.entry.manifest.id, $0.settings) })
    }

    private func control(_ entry: ControlCatalog.Entry) async -> Finding {
        let subject = "control \(entry.manifest.id)"
        guard let executable = entry.executable else {
            let (reason, remedy) = entry.obstacle.map { ($0.text, $0.remedy) } ?? ("it has no executable", "build it")
            return Finding(
                grade: .fault, subject: subject, text: "cannot be started: \(reason)", remedy: remedy)
        }
        // A program that reads lines need not know --version.
        if let problem = await ControlProbe.problem(of: entry.adapter ?? executable) {
            return Finding(
                grade: .fault, subject: subject, text: "\(executable) \(problem)",
                remedy: entry.origin.isOfNavbus
                    ? "run make setup, then make build" : "check the output of \(executable) --version")
        }
        return Finding(grade: .fine, subject: subject, text: executable)
    }

    private func folder() -> Finding {
        do {
            try RunFolder(path: runFolder).check()
            return Finding(grade: .fine, subject: "run folder", text: runFolder)
        } catch {
            return Finding(
                grade: .fault, subject: "run folder", text: "\(error)",
                remedy: "move away the existing file or folder")
        }
    }

    private func bus() -> [Finding] {
        do {
            let client = try BusClient(ofRunningBusAt: requestsEndpoint)
            guard case .status(let status) = try client.request(.status, timeout: .milliseconds(500)) else {
                return [Finding(grade: .fault, subject: "bus", text: "its answer cannot be read")]
            }
            return Self.findings(status)
        } catch BusError.noAnswer, BusError.noBus {
            return [silentBus()]
        } catch BusError.refused(let error) where error.code == .unavailable {
            return [Finding(grade: .absent, subject: "bus", text: error.text)]
        } catch {
            return [
                Finding(
                    grade: .fault, subject: "bus", text: "failed to \(error)",
                    remedy: "check --endpoint and NAVBUS_ENDPOINT")
            ]
        }
    }

    /// The finding for a bus that does not answer: no bus runs, or it hangs.
    private func silentBus() -> Finding {
        let scheme = "ipc://"
        guard requestsEndpoint.hasPrefix(scheme),
            LocalSocket.problem(path: String(requestsEndpoint.dropFirst(scheme.count))) == nil
        else {
            return Finding(
                grade: .absent, subject: "bus", text: "none runs at \(requestsEndpoint)",
                remedy: "start one: navbus run --config FILE")
        }
        return Finding(
            grade: .fault, subject: "bus", text: "one listens at \(requestsEndpoint) but does not answer",
            remedy: "its launcher replaces it within seconds; without a launcher, resume it (kill -CONT) or end it "
                + "(kill -9): the file lock next to the socket names its process")
    }

    /// The findings in the status of a running bus.
    static func findings(_ status: BusStatus) -> [Finding] {
        var findings = [
            Finding(
                grade: .fine, subject: "bus",
                text: "process \(status.processID), up \(Quantity.duration(status.uptimeSeconds))")
        ]
        findings += status.controls.compactMap(finding)
        findings += status.sessions.filter { $0.source == .stale }.map { session in
            Finding(
                grade: .fault, subject: "source of \(session.session.name)", text: "has fallen silent",
                remedy: "check the receiver and its cable, or gpsd")
        }
        findings += BusProblem.all(in: status).map { problem in
            Finding(
                grade: .fault, subject: "bus", text: "counted \(problem.counter) \(problem.count): \(problem.text)",
                remedy: problem.remedy)
        }
        return findings
    }

    /// The problem of a control; `nil` if it has none.
    private static func finding(_ control: ControlStatus) -> Finding? {
        let subject = "control \(control.control.printable)"
        if control.state == .failed {
            return Finding(
                grade: .fault, subject: subject, text: "has failed: \(control.text.printable)",
                remedy: "read its last output in the log of the run; fix the cause, and start the run again")
        }
        if let age = control.silenceSeconds {
            return Finding(
                grade: .absent, subject: subject, text: "was last heard \(Quantity.duration(age)) ago",
                remedy: "it was killed, or hangs: process \(control.processID)")
        }
        return nil
    }

    private func gpsd() -> Finding {
        guard let problem = LocalSocket.problem(localPort: 2947) else {
            return Finding(grade: .fine, subject: "gpsd", text: "answers on port 2947")
        }
        return Finding(
            grade: .absent, subject: "gpsd", text: "no answer on port 2947: \(problem)",
            remedy:
                "install it (sudo apt-get install gpsd) and start it (sudo systemctl start gpsd.socket), or use a source of kind \"nmea\""
        )
    }

    private func receivers() -> [Finding] {
        let names = InstalledFiles.names(in: "/dev").filter { $0.hasPrefix("ttyUSB") || $0.hasPrefix("ttyACM") }
        return names.map { name in
            let path = "/dev/\(name)"
            if access(path, R_OK) == 0 { return Finding(grade: .fine, subject: "receiver", text: path) }
            return Finding(
                grade: .fault, subject: "receiver", text: "\(path) may not be read by this user",
                remedy: "add the user to the group dialout and log in again")
        }
    }
}
