import Foundation
import TestSupport
import Testing

@Suite("make install", .serialized)
struct InstallationTests {
    @Test("It is removed to the last file and folder, but for what somebody has changed")
    func removal() throws {
        let folder = try TemporaryFolder()
        let root = folder.path
        try folder.write("mine", to: "usr/local/share/another")
        try BuiltPackage.script("install.sh", "--built", BuiltPackage.programs.path, root, "/usr/local")
        let installed = try Self.files(below: root)
        for path in [
            "usr/local/bin/navbus", "usr/local/bin/navbus-bus", "usr/local/lib/navbus/libswiftCore.so",
            "usr/local/lib/navbus/controls/Speech/Languages/de.toml", "usr/local/share/navbus/Plugins",
            "usr/local/lib/systemd/system/navbus.service", "usr/local/lib/udev/rules.d/70-navbus-devices.rules",
            "usr/local/share/man/man1/navbus-run.1", "etc/navbus/headless-logger.toml",
        ] {
            #expect(installed.contains(path), "\(path) is missing in \(installed)")
        }
        #expect(try Shell.run("'\(root)/usr/local/bin/navbus' --version").exitCode == 0)
        let unit = try String(contentsOfFile: "\(root)/usr/local/lib/systemd/system/navbus.service", encoding: .utf8)
        #expect(unit.contains("ExecStart=/usr/local/bin/navbus run"))

        try folder.write("controls = []\n", to: "etc/navbus/walker.toml")
        // A second time over the first: what somebody has changed stays, and is told.
        try BuiltPackage.script("install.sh", "--built", BuiltPackage.programs.path, root, "/usr/local")
        #expect(try folder.bytes("etc/navbus/walker.toml") == Array("controls = []\n".utf8))
        try BuiltPackage.script("uninstall.sh", root, "/usr/local")
        #expect(try Self.files(below: root) == ["etc/navbus/walker.toml", "usr/local/share/another"])
        #expect(folder.names == ["etc", "usr"])
    }

    @Test("Below a folder of one's own it writes nothing outside of it")
    func ownPrefix() throws {
        let folder = try TemporaryFolder()
        try BuiltPackage.script("install.sh", "--built", BuiltPackage.programs.path, folder.path, "/me/.local")
        #expect(folder.names == ["me"])
        let listing = try Shell.run("'\(folder.path)/me/.local/bin/navbus' controls")
        #expect(listing.exitCode == 0 && listing.output.contains("speech"), "\(listing.output)")
        try BuiltPackage.script("uninstall.sh", folder.path, "/me/.local")
        #expect(folder.names.isEmpty)
    }

    @Test("Every command and every control has a page of the manual, which man and mandoc take without a word")
    func manual() throws {
        let root = try BuiltPackage.installation()
        let pages = try FileManager.default.contentsOfDirectory(atPath: "\(root.path)/usr/share/man/man1").sorted()
        let programs = try FileManager.default.contentsOfDirectory(atPath: "\(root.path)/usr/bin").sorted()
        let help = try Shell.run("'\(root.path)/usr/bin/navbus' --help").lines
        let start = try #require(help.firstIndex { $0.hasPrefix("SUBCOMMANDS") })
        let commands = help[(start + 1)...].compactMap { $0.firstMatch(of: /^  ([a-z]+)(  |$)/).map { String($0.1) } }
        #expect(commands.contains("run") && commands.contains("doctor"))
        #expect(pages == (programs + commands.map { "navbus-\($0)" }).map { "\($0).1" }.sorted())
        let said = try Shell.run(
            """
            cd '\(root.path)/usr/share/man/man1'
            for page in *; do
                LC_ALL=C.UTF-8 MANROFFSEQ= man --warnings -l "$page" 2>&1 >/dev/null
                mandoc -T lint -W warning "$page"
                lexgrog "$page" >/dev/null || echo "$page: no line for whatis"
            done
            """)
        #expect(said.output.isEmpty, "\(said.output)")
        let page = try Shell.run("MANWIDTH=100 man -l '\(root.path)/usr/share/man/man1/navbus-run.1'").output
        #expect(page.contains("--run-folder folder"), "\(page)")
        #expect(!page.contains(NSHomeDirectory()), "a page does not depend on who makes it")
    }

    @Test("bash and fish complete commands and options; zsh can read its file")
    func completions() throws {
        let share = try BuiltPackage.installation().path + "/usr/share"
        let bash = try Shell.run(
            """
            source /usr/share/bash-completion/bash_completion && source '\(share)/bash-completion/completions/navbus'
            complete -p navbus | grep -o -E -- '-F [^ ]+' | cut -c 4- >/dev/null
            ask() { COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE} COMPREPLY=()
                $(complete -p navbus | grep -o -E -- '-F [^ ]+' | cut -c 4-) navbus "${@: -1}" "${@: -2:1}"; echo "${COMPREPLY[@]}"; }
            ask navbus sta
            ask navbus run --log
            """)
        #expect(bash.lines == ["start status", "--log-format"], "\(bash.output)")
        let fish = try Shell.run(
            """
            command -v fish zsh >/dev/null || echo 'fish and zsh are needed: make setup-tests'
            HOME=$(mktemp -d) fish -N -c "source '\(share)/fish/vendor_completions.d/navbus.fish'; complete -C 'navbus sta'"
            zsh -n '\(share)/zsh/site-functions/_navbus'
            """)
        #expect(fish.lines.map { $0.split(separator: "\t").first ?? "" } == ["start", "status"], "\(fish.output)")
    }

    /// The files and links below a folder, sorted.
    private static func files(below root: String) throws -> [String] {
        try Shell.run("cd '\(root)' && find . -not -type d -printf '%P\\n' | LC_ALL=C sort").lines
    }
}
