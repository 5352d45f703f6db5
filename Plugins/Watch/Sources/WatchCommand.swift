import Glibc
import NavigationControl

/// The command `navbus watch`, which shows a drive in the terminal.
enum WatchCommand {
    static let options: Set<String> = [
        "--characters", "--colors", "--endpoint", "--map", "--session", "--theme", "--units", "--width",
    ]
    static let flags: Set<String> = ["--ascii", "--lines", "--no-color"]

    static let help = """
        Shows a drive in the terminal: the sign, the lanes, the streets, the announcements and the controls.

        Usage: navbus watch [options]

          --ascii             plain ASCII only; --characters blocks | dots | ascii selects the characters of pictures
          --units SYSTEM      metric, us (feet, miles), uk (yards, miles)
          --theme THEME       day, night, contrast, or a file such as mine.toml: the colours of signs
          --no-color          no colours, as with NO_COLOR; --colors 16 | 256 | true sets their number
          --width COLUMNS     maximum width
          --map FILE          a map of braille beside the rest, on terminals with 100 or more columns: vector tiles in an
                              MBTiles file
          --lines             one line of text for each change, as without a terminal
          --endpoint ENDPOINT request endpoint of the bus; --session NAME for one of its sessions

        q or Ctrl-C quits, Ctrl-L draws everything again, Ctrl-Z suspends. Any number of terminals can watch.
        """

    /// Runs until the user quits.
    static func run(_ arguments: [String]) throws(CommandArguments.Problem) -> Never {
        let words = try CommandArguments(arguments, options: options, flags: flags)
        let options = try WatchOptions(words)
        let map = try WatchMap.named(words.text("--map"))
        let joining = ControlProcess.Joining.asObserver(
            endpoint: words.text("--endpoint"), session: words.text("--session"))
        ControlProcess.run("watch", joining: joining, arguments: []) { context in
            let canDraw = !words.has("--lines") && TerminalTraits.canDraw(variable)
            let path = canDraw ? TerminalDevice.standardOutput() : nil
            return WatchControl(session: context.session, output: output(on: path, options, map: map))
        }
    }

    /// A screen on a terminal; lines of text without a terminal, or if it cannot be opened, as after `su`, when the
    /// terminal belongs to another user.
    static func output(
        on path: String?, _ options: WatchOptions, map: WatchMap? = nil, warn: (String) -> Void = { complain($0) }
    ) -> any WatchOutput {
        let traits = TerminalTraits(options, variable: variable)
        guard let path else { return TextOutput(options: traits.options) }
        do throws(WatchError) {
            let port = try TerminalDevice(path: path, hasKeys: true)
            return Screen(port: port, traits: traits, maxColumns: options.columns, map: map) { kill(getpid(), SIGTERM) }
        } catch {
            warn("failed to \(error); showing lines of text instead (--lines)")
            return TextOutput(options: traits.options)
        }
    }

    /// Runs the control of a launcher.
    static func runControl() -> Never {
        ControlProcess.run("watch", summary: "Shows a drive on a terminal, or in lines of text.") { context in
            let options = try WatchOptions(context.settings)
            let terminal = options.settings.terminal
            let traits = TerminalTraits(options, variable: variable)
            guard !terminal.isEmpty else {
                return WatchControl(session: context.session, output: TextOutput(options: traits.options))
            }
            let port: TerminalDevice
            do throws(WatchError) {
                port = try TerminalDevice(path: terminal, hasKeys: false)
            } catch {
                // It may be connected again: the launcher tries again.
                if access(terminal, F_OK) != 0 { throw error }
                throw SettingsError.invalid(
                    key: "terminal", value: "\"\(terminal)\"",
                    reason: "failed to \(error); set it to a terminal that this user can write to, such as "
                        + "/dev/tty1, or to \"\" for lines of text")
            }
            let gone = WatchError.gone(path: terminal)
            return WatchControl(session: context.session, output: Screen(port: port, traits: traits), gone: gone)
        }
    }

    /// Reads an environment variable; an empty one counts as absent.
    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
