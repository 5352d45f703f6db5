import Glibc
import NavigationControl

/// `navbus watch`: what a person starts to look at a drive.
enum WatchCommand {
    static let options: Set<String> = [
        "--characters", "--colors", "--endpoint", "--session", "--theme", "--units", "--width",
    ]
    static let flags: Set<String> = ["--ascii", "--lines", "--no-color"]

    static let help = """
        Shows a drive in the terminal: the sign, the lanes, the streets, what is being said, and how all of it fares.

        Usage: navbus watch [options]

          --ascii             plain ASCII only; --characters blocks | dots | ascii chooses what pictures are made of
          --units SYSTEM      metric, us (feet, miles), uk (yards, miles)
          --theme THEME       day, night, contrast, or a file such as mine.toml: the colours of signs
          --no-color          no colours, as with NO_COLOR; --colors 16 | 256 | true says how many there are
          --width COLUMNS     no wider than that
          --lines             a line for each thing that is new, as where output is no terminal
          --endpoint ENDPOINT request endpoint of the bus; --session NAME whose drive

        q or Ctrl-C ends it, Ctrl-L draws everything anew, Ctrl-Z sets it aside. Any number of people may watch.
        """

    /// Runs until the person leaves.
    static func run(_ arguments: [String]) throws(CommandWords.Problem) -> Never {
        let words = try CommandWords(arguments, options: options, flags: flags)
        let settings = try WatchSettings(words)
        let joining = ControlProcess.Joining.asOnlooker(
            endpoint: words.text("--endpoint"), session: words.text("--session"))
        ControlProcess.run("watch", joining: joining, arguments: []) { context in
            let canDraw = !words.has("--lines") && TerminalTraits.canDraw(variable)
            let path = canDraw ? TerminalDevice.standardOutput() : nil
            return WatchControl(session: context.session, output: output(on: path, settings))
        }
    }

    /// A screen on a terminal; lines where there is none, or where it cannot be opened, as after `su`, which leaves a
    /// person before a terminal of somebody else's.
    static func output(
        on path: String?, _ settings: WatchSettings, tell: (String) -> Void = { complain($0) }
    ) -> any WatchOutput {
        let traits = TerminalTraits(settings, variable: variable)
        guard let path else { return LineOutput(options: traits.options) }
        do throws(WatchError) {
            let port = try TerminalDevice(path: path, hasKeys: true)
            return Screen(port: port, traits: traits, mostColumns: settings.columns) { kill(getpid(), SIGTERM) }
        } catch {
            tell("failed to \(error); here are lines instead (--lines)")
            return LineOutput(options: traits.options)
        }
    }

    /// The control that a launcher runs.
    static func runControl() -> Never {
        ControlProcess.run("watch", summary: "Shows a drive on a terminal, or in lines of text.") { context in
            let settings = try WatchSettings(context.settings)
            let traits = TerminalTraits(settings, variable: variable)
            guard !settings.terminal.isEmpty else {
                return WatchControl(session: context.session, output: LineOutput(options: traits.options))
            }
            let port: TerminalDevice
            do throws(WatchError) {
                port = try TerminalDevice(path: settings.terminal, hasKeys: false)
            } catch {
                // It may be plugged in again: the launcher tries anew.
                if access(settings.terminal, F_OK) != 0 { throw error }
                throw SettingsError.invalid(
                    key: "terminal", value: "\"\(settings.terminal)\"",
                    reason: "failed to \(error); set it to a terminal that this user may write to, such as "
                        + "/dev/tty1, or to \"\" for lines of text")
            }
            let gone = WatchError.gone(path: settings.terminal)
            return WatchControl(session: context.session, output: Screen(port: port, traits: traits), gone: gone)
        }
    }

    /// A variable of the environment; empty counts as absent.
    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
