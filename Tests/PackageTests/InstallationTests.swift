import Foundation
import TestSupport
import Testing

@Suite("make install", .serialized)
struct InstallationTests {
    @Test func `removing deletes all files and folders except changed profiles`() throws {
        let folder = try TemporaryFolder()
        let root = folder.path
        try folder.write("mine", to: "usr/local/share/another")
        try BuiltPackage.script("install.sh", "--built", BuiltPackage.programs.path, root, "/usr/local")
        let installed = try Self.files(below: root)
        for path in [
            "usr/local/bin/navbus", "usr/local/bin/navbus-bus", "usr/local/bin/navbus-jsonl",
            "usr/local/bin/navbus-receivers",
            "usr/local/lib/navbus/libswiftCore.so", "usr/local/include/navbus.h", "usr/local/lib/libnavbus.a",
            "usr/local/lib/libnavbus.so", "usr/local/lib/libnavbus.so.1", "usr/local/lib/pkgconfig/navbus.pc",
            "usr/local/share/navbus/libnavbus/process.c",
            "usr/local/lib/navbus/controls/Speech/Languages/de.toml",
            "usr/local/lib/navbus/controls/Speech/Languages/phonetics/US.toml", "usr/local/share/navbus/Plugins",
            "usr/local/lib/systemd/system/navbus.service", "usr/local/lib/udev/rules.d/70-navbus-devices.rules",
            "usr/local/share/man/man1/navbus-run.1", "usr/local/share/applications/org.navbus.Navbus.desktop",
            "usr/local/share/navbus/packaging/grafana/navbus-bus.json", "etc/navbus/headless-logger.toml",
        ] {
            #expect(installed.contains(path), "\(path) is missing in \(installed)")
        }
        #expect(try Shell.run("'\(root)/usr/local/bin/navbus' --version").exitCode == 0)
        let unit = try String(contentsOfFile: "\(root)/usr/local/lib/systemd/system/navbus.service", encoding: .utf8)
        #expect(unit.contains("ExecStart=/usr/local/bin/navbus run"))

        try folder.write("controls = []\n", to: "etc/navbus/walker.toml")
        // A second installation keeps changed profiles and reports them.
        try BuiltPackage.script("install.sh", "--built", BuiltPackage.programs.path, root, "/usr/local")
        #expect(try folder.bytes("etc/navbus/walker.toml") == Array("controls = []\n".utf8))
        try BuiltPackage.script("uninstall.sh", root, "/usr/local")
        #expect(try Self.files(below: root) == ["etc/navbus/walker.toml", "usr/local/share/another"])
        #expect(folder.names == ["etc", "usr"])
    }

    @Test func `an installation below a private folder writes nothing outside of it`() throws {
        let folder = try TemporaryFolder()
        try BuiltPackage.script("install.sh", "--built", BuiltPackage.programs.path, folder.path, "/me/.local")
        #expect(folder.names == ["me"])
        let listing = try Shell.run("'\(folder.path)/me/.local/bin/navbus' controls")
        #expect(listing.exitCode == 0 && listing.output.contains("speech"), "\(listing.output)")
        try BuiltPackage.script("uninstall.sh", folder.path, "/me/.local")
        #expect(folder.names.isEmpty)
    }

    @Test func `a missing destination folder is created`() throws {
        let folder = try TemporaryFolder()
        let root = "\(folder.path)/not/there yet"
        try BuiltPackage.script("install.sh", "--built", BuiltPackage.programs.path, root, "/usr")
        #expect(try Self.files(below: root) == Self.files(below: BuiltPackage.installation().path))
        try BuiltPackage.script("uninstall.sh", root, "/usr")
        #expect(try Shell.run("ls -A '\(root)'").output.isEmpty)
    }

    @Test func `a failed installation leaves no files and does not change an earlier one`() throws {
        let folder = try TemporaryFolder()
        let programs = BuiltPackage.programs.path
        let root = "\(folder.path)/root"
        // Some programs are missing.
        _ = try Shell.run("mkdir '\(folder.path)/few' && cp '\(programs)/navbus' '\(folder.path)/few'")
        #expect(throws: BuiltPackage.Failure.self) {
            try BuiltPackage.script("install.sh", "--built", "\(folder.path)/few", root, "/usr/local")
        }
        #expect(try Shell.run("ls -A '\(root)'").output.isEmpty)
        // A failure in the middle: a folder is at the path of a page.
        _ = try Shell.run("mkdir -p '\(root)/usr/local/share/man/man1/navbus.1'")
        #expect(throws: BuiltPackage.Failure.self) {
            try BuiltPackage.script("install.sh", "--built", programs, root, "/usr/local")
        }
        let folders = "usr usr/local usr/local/share usr/local/share/man usr/local/share/man/man1"
        let left = try Shell.run("cd '\(root)' && find . -mindepth 1 -printf '%P\\n' | sort").lines
        #expect(left == folders.split(separator: " ").map(String.init) + ["usr/local/share/man/man1/navbus.1"])

        _ = try Shell.run("rm -r '\(root)'")
        try BuiltPackage.script("install.sh", "--built", programs, root, "/usr/local")
        let state = "cd '\(root)' && find . -printf '%m %y %P %l %i\\n' | sort"
        let before = try Shell.run(state).output
        #expect(throws: BuiltPackage.Failure.self) {
            try BuiltPackage.script("install.sh", "--built", "\(folder.path)/few", root, "/usr/local")
        }
        #expect(try Shell.run(state).output == before)
    }

    @Test func `an update removes obsolete files and replaces unchanged profiles`()
        throws
    {
        let folder = try TemporaryFolder()
        let root = folder.path
        let programs = BuiltPackage.programs.path
        try BuiltPackage.script("install.sh", "--built", programs, root, "/usr/local")
        let installed = try Self.files(below: root)
        // As if the earlier installation had an additional file and another text of a profile.
        let prepared = try Shell.run(
            """
            cd '\(root)' && mkdir usr/local/share/navbus/old && touch usr/local/share/navbus/old/file
            echo 'controls = []' >etc/navbus/walker.toml
            sum=$(sha256sum <etc/navbus/walker.toml | cut -c 1-64)
            sed -i "s#^configuration .* /etc/navbus/walker.toml#configuration $sum /etc/navbus/walker.toml#" \
                usr/local/share/navbus/installed
            printf 'folder /usr/local/share/navbus/old\nfile /usr/local/share/navbus/old/file\n' >>usr/local/share/navbus/installed
            """)
        #expect(prepared.exitCode == 0, "\(prepared.output)")
        try BuiltPackage.script("install.sh", "--built", programs, root, "/usr/local")
        #expect(try Self.files(below: root) == installed)
        #expect(try folder.bytes("etc/navbus/walker.toml") != Array("controls = []\n".utf8))
        try BuiltPackage.script("uninstall.sh", root, "/usr/local")
        #expect(folder.names.isEmpty)
    }

    @Test func `build products in the examples are not installed, with and without git`() throws {
        let folder = try TemporaryFolder()
        let copied = try Shell.run(
            """
            cd '\(BuiltPackage.repository.path)'
            parts='.gitignore scripts packaging Plugins config proto examples libnavbus docs LICENSE README.md CHANGELOG.md'
            tar --exclude=.build -c $parts | tar -x -p -C '\(folder.path)'
            cd '\(folder.path)/examples'
            ../scripts/install.sh --built '\(BuiltPackage.programs.path)' '\(folder.path)/before' /usr
            mkdir -p write-a-control/c/build/tools ../libnavbus/build write-a-control/python/navbus python/build/lib \
                python/navbus.egg-info python/template/.venv/bin python/navbus/__pycache__
            for file in write-a-control/c/my-control write-a-control/c/build/tools/x python/template/.venv/bin/python \
                ../libnavbus/build/libnavbus.so.1; do
                cp -f /bin/true "$file"
            done
            for file in write-a-control/python/navbus/bus_pb2.py python/build/lib/a.py python/navbus.egg-info/PKG-INFO \
                python/navbus/__pycache__/a.pyc ../libnavbus/life.o; do echo built >"$file"; done
            ../scripts/install.sh --built '\(BuiltPackage.programs.path)' '\(folder.path)/without' /usr
            cd .. && git init -q . && git add $parts
            scripts/install.sh --built '\(BuiltPackage.programs.path)' '\(folder.path)/with' /usr
            """)
        #expect(copied.exitCode == 0, "\(copied.output)")
        let expected = try Self.files(below: "\(folder.path)/before")
        #expect(try Self.files(below: "\(folder.path)/without") == expected)
        #expect(try Self.files(below: "\(folder.path)/with") == expected)
    }

    @Test func `every command and control has a manual page without warnings of man and mandoc`()
        throws
    {
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

    @Test func `the desktop entries and the AppStream data are valid`() throws {
        let share = try BuiltPackage.installation().path + "/usr/share"
        let example = BuiltPackage.repository.appending(path: "examples/geo-uri/navbus-geo.desktop").path
        let entryFile = "\(share)/applications/org.navbus.Navbus.desktop"
        let entries = try Shell.run("desktop-file-validate '\(entryFile)' '\(example)'")
        #expect(entries.exitCode == 0 && entries.output.isEmpty, "\(entries.output)")
        let installation = try BuiltPackage.installation().path
        let data = try Shell.run("appstreamcli validate-tree --strict --no-net '\(installation)'")
        #expect(data.exitCode == 0 && data.output.contains("org.navbus.Navbus.metainfo.xml"), "\(data.output)")
        let entry = try String(contentsOfFile: entryFile, encoding: .utf8)
        for line in ["Exec=navbus watch", "Icon=org.navbus.Navbus"] {
            #expect(entry.contains("\n\(line)\n"), "\(entry)")
        }
        #expect(FileManager.default.fileExists(atPath: "\(share)/icons/hicolor/scalable/apps/org.navbus.Navbus.svg"))
    }

    @Test func `bash and fish complete commands and options, and zsh reads its file`() throws {
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
