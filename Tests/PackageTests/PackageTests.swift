import Foundation
import Platform
import Testing

@Suite("The Debian package", .serialized)
struct PackageTests {
    @Test func `the package guides a drive without Swift, and its removal leaves no files`() throws {
        let outcome = try TestRoot.run(
            """
            dpkg -s navbus >/dev/null 2>&1 && dpkg -P navbus >/dev/null 2>&1
            find /changes -mindepth 1 | sort >/tmp/before
            dpkg -i $package
            echo "version $(navbus --version) $(dpkg-query -W -f '${Version}' navbus)"
            id navbus
            mkdir /tmp/drive && cd /tmp/drive
            cat >drive.toml <<'END'
            controls = ["speech", "signs", "lanes", "haptics", "console"]
            [source]
            kind = "nmea"
            path = "/usr/share/navbus/examples/first-drive/drive.nmea"
            speed = "max"
            [route]
            path = "/usr/share/navbus/examples/first-drive/route.json"
            [speech]
            output = "wav"
            END
            navbus run --config drive.toml --run-folder /tmp/drive/run | tail -n 40
            ls -R
            navbus controls
            navbus doctor || true
            cd /
            ldd /usr/bin/navbus /usr/bin/navbus-* | grep -F 'not found' || true
            dpkg -r navbus && dpkg -P navbus
            echo "--- left"
            find /changes -name '*navbus*' -not -type c -not -path '/changes/var/lib/dpkg/*'
            # Other packages keep caches of icons and desktop entries.
            find /changes -mindepth 1 -not -type d | sort | comm -13 /tmp/before - |
                grep -v -E '^/changes/(var/(lib/dpkg|cache|log)|usr/share/.*[.]cache$|etc/(passwd|group|shadow|gshadow|subuid|subgid)-?$|etc/[.]pwd.lock)' || true
            getent passwd navbus || true
            """)
        #expect(outcome.exitCode == 0, "\(outcome.output)")
        let parts = outcome.output.components(separatedBy: "--- left\n")
        let life = parts[0]
        let versions = outcome.lines.first { $0.hasPrefix("version ") }?.split(separator: " ").dropFirst() ?? []
        #expect(versions.count == 2 && Set(versions).count == 1, "\(outcome.output)")
        #expect(life.contains("(navbus)"), "the user of the service is there: \(life)")
        #expect(life.contains("the destination is reached"), "\(life)")
        #expect(life.contains("navbus-speech.wav") && life.contains("next.svg"), "\(life)")
        for control in try Self.controls() {
            #expect(life.contains("\n\(control)  "), "navbus controls lists \(control): \(life)")
        }
        #expect(!life.contains("fault  "), "doctor finds nothing wrong: \(life)")
        #expect(!life.contains("not found"), "\(life)")
        #expect(parts.count == 2 && parts[1].isEmpty, "left behind: \(parts.last ?? "")")
    }

    @Test func `the package has its dependencies and the only used runtime of Swift`() throws {
        let package = try BuiltPackage.package().path
        let fields = try Shell.run("dpkg-deb -f '\(package)'").output
        #expect(fields.contains("\nArchitecture: \(try Shell.run("dpkg --print-architecture").lines.first ?? "")\n"))
        for library in ["libc6 (>= ", "libzmq5 (>= ", "libcairo2 (>= ", "libespeak-ng1", "libpulse0", "adduser"] {
            #expect(fields.contains(library), "\(fields)")
        }
        let inside = try Shell.run(
            """
            folder=$(mktemp -d) && dpkg-deb -x '\(package)' "$folder" && cd "$folder"
            for file in usr/bin/*; do readelf -d "$file" | grep -E 'R(UN)?PATH'; done | sed 's/.*: //' | sort -u
            for file in usr/bin/*; do env -i LD_LIBRARY_PATH= ldd "$file"; done | grep -F swift | awk '{ print $3 }' |
                sed "s#^$folder/usr/bin/../##" | xargs -n 1 dirname | sort -u
            find etc -type f -printf '/%p\\n' | sort >conffiles && dpkg-deb --ctrl-tarfile '\(package)' | tar -x -O ./conffiles | diff conffiles -
            grep -l '"[.][.]/' etc/navbus/* || true
            rm -r "$folder"
            """)
        #expect(inside.lines == ["[$ORIGIN/../lib/navbus]", "lib/navbus"], "\(inside.output)")
    }

    @Test func `the packages of libnavbus contain its files`() throws {
        let folder = try BuiltPackage.package().deletingLastPathComponent().path
        let outcome = try Shell.run(
            """
            cd '\(folder)' && for name in libnavbus1 libnavbus-dev; do
                dpkg-deb -c $name'_'*.deb | awk '$1 !~ /^d/' | sed 's#.*/##'
                dpkg-deb -f $name'_'*.deb Depends
            done
            dpkg-deb -c navbus_*.deb | grep -E 'include/|pkgconfig|/libnavbus[.]' || true
            """)
        let lines = outcome.lines
        for name in ["libnavbus.so.1", "libnavbus.so -> libnavbus.so.1", "libnavbus.a", "navbus.h", "navbus.pc"] {
            #expect(lines.contains(name), "\(outcome.output)")
        }
        #expect(lines.contains { $0.contains("libzmq5 (>= ") && $0.contains("libc6 (>= ") }, "\(outcome.output)")
        #expect(lines.contains { $0.hasPrefix("libnavbus1 (= ") && $0.contains("libzmq3-dev") }, "\(outcome.output)")
        #expect(!outcome.output.contains("usr/lib/libnavbus"), "\(outcome.output)")
    }

    @Test func `lintian reports nothing`() throws {
        let folder = try BuiltPackage.package().deletingLastPathComponent().path
        let outcome = try Shell.run("lintian --allow-root '\(folder)'/*.deb")
        #expect(outcome.exitCode == 0 && outcome.output.isEmpty, "\(outcome.output)")
    }

    @Test func `the units are valid and their processes restricted`() throws {
        let outcome = try TestRoot.installed(
            """
            systemd-analyze verify navbus.service
            XDG_RUNTIME_DIR=/tmp systemd-analyze --user verify navbus@walker.service
            echo "--- verified"
            systemd-analyze security --offline=true --no-pager navbus.service | tail -n 1
            systemctl --root=/ enable navbus.service 2>&1
            udevadm test /sys/devices/virtual/tty/tty0 2>&1 | grep -F navbus | grep -v 'Reading rules file' || true
            """)
        #expect(outcome.output.hasPrefix("--- verified\n"), "\(outcome.output)")
        let exposure = outcome.lines.compactMap { $0.firstMatch(of: /level for navbus.service: ([0-9.]+)/) }.first
        // 10 is an unrestricted service.
        #expect((exposure.flatMap { Double($0.1) } ?? 10) <= 2, "\(outcome.output)")
        #expect(outcome.lines.last?.contains("multi-user.target.wants/navbus.service") == true, "\(outcome.output)")
    }

    /// The ids of the installed controls.
    private static func controls() throws -> [String] {
        let folder = BuiltPackage.repository.appending(path: "Plugins").path
        return try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
            FileManager.default.fileExists(atPath: "\(folder)/\(name)/plugin.toml")
        }.map { $0.lowercased() }
    }
}
