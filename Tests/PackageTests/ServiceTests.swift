import Foundation
import Platform
import Testing

@Suite("The service", .serialized)
struct ServiceTests {
    @Test func `systemd starts, watches, restarts and stops the service`()
        throws
    {
        let told = try Self.booted(
            """
            systemctl start navbus && echo "started $(show StatusText)"
            first=$(show MainPID)
            ps -o user= -p "$first" | sed 's/^/runs as /'
            stat -c 'sockets %U:%G %a' /run/navbus
            # The watchdog hears of it more than once.
            stamp=$(show WatchdogTimestampMonotonic)
            within '[ "$(show WatchdogTimestampMonotonic)" -gt "$stamp" ]' && echo "alive"
            kill -KILL "$first"
            within '[ "$(show ActiveState)/$(show MainPID)" != "active/$first" ] && [ "$(show ActiveState)" = active ]'
            echo "again $(show NRestarts) $(show StatusText)"
            systemctl stop navbus
            echo "stopped $(show ActiveState) $(show Result)"
            ls /run/navbus 2>/dev/null
            journalctl -u navbus --no-pager -o cat | grep -E 'fail|denied|not permitted' || echo "no complaint"
            rm /etc/default/navbus && systemctl start navbus && echo "default $(show ActiveState)"
            systemctl stop navbus
            """)
        #expect(
            told == [
                "started 5 of 5 controls ready", "runs as navbus", "sockets navbus:navbus 750", "alive",
                "again 1 5 of 5 controls ready", "stopped inactive success", "no complaint", "default active",
            ], "\(told.joined(separator: "\n"))")
    }

    @Test
    func
        `an upgrade keeps changed profiles, and a purge disables the service`()
        throws
    {
        let told = try Self.booted(
            """
            systemctl enable --now --quiet navbus
            systemctl --global enable --quiet navbus@walker
            echo "enabled $(systemctl is-enabled navbus) $(show ActiveState)"
            first=$(show MainPID)
            echo "# mine" >>/etc/navbus/head-unit.toml
            # The next version: another text of one profile, and a file fewer.
            dpkg-deb -R "$package" /tmp/next
            sed -i 's/^Version: .*/&+1/' /tmp/next/DEBIAN/control
            echo "# next" >>/tmp/next/etc/navbus/walker.toml
            rm /tmp/next/usr/share/man/man1/navbus-run.1.gz
            sed -i '/navbus-run/d' /tmp/next/DEBIAN/md5sums
            dpkg-deb --root-owner-group -Znone -b /tmp/next /tmp/next.deb >/dev/null
            dpkg -i /tmp/next.deb >/tmp/upgrade.log 2>&1 || cat /tmp/upgrade.log
            within '[ "$(show ActiveState)/$(show SubState)" = active/running ]'
            [ "$(show MainPID)" != "$first" ] && echo "runs again $(show StatusText)"
            echo "enabled $(systemctl is-enabled navbus)"
            tail -q -n 1 /etc/navbus/head-unit.toml /etc/navbus/walker.toml
            ls /usr/share/man/man1/navbus-run.1.gz 2>/dev/null
            # A removal stops it; the choices of the administrator stay, and apply when it is installed again.
            dpkg -r navbus >/tmp/remove.log 2>&1 || cat /tmp/remove.log
            echo "removed $(show ActiveState) $(pgrep -c -f /usr/bin/navbus)"
            dpkg -i /tmp/next.deb >/tmp/again.log 2>&1 || cat /tmp/again.log
            echo "again $(systemctl is-enabled navbus) $(systemctl --global is-enabled navbus@walker) $(show ActiveState)"
            systemctl start navbus
            rm /etc/navbus/test.toml
            dpkg -P navbus >/tmp/purge.log 2>&1 || cat /tmp/purge.log
            echo "purged $(show ActiveState) $(pgrep -c -f /usr/bin/navbus)"
            find /etc /usr/lib /var/lib -name '*navbus*' -not -path '/var/lib/dpkg/*'
            getent passwd navbus
            systemctl --failed --no-legend --plain | grep navbus
            """)
        #expect(
            told == [
                "enabled enabled active", "runs again 5 of 5 controls ready", "enabled enabled", "# mine", "# next",
                "removed inactive 0", "again enabled enabled inactive", "purged inactive 0",
            ], "\(told.joined(separator: "\n"))")
    }

    /// Runs a shell script as a job of a real systemd and returns its output. The package is installed with a profile
    /// for the service, which simulates a drive with five controls.
    private static func booted(_ job: String) throws -> [String] {
        let outcome = try TestRoot.installed(
            """
            cat >/etc/navbus/test.toml <<'END'
            controls = ["console", "speech", "signs", "haptics", "web"]
            [source]
            kind = "simulate"
            [route]
            path = "/usr/share/navbus/examples/first-drive/route.json"
            END
            echo NAVBUS_PROFILE=test >/etc/default/navbus
            echo "package=$package" >/job.sh
            cat >>/job.sh <<'END'
            exec >/shared/job.log 2>&1
            show() { systemctl show -P "$1" navbus; }
            within() { local try; for try in $(seq 300); do if eval "$*"; then return; fi; sleep 0.1; done; echo "not: $*"; }
            \(job)
            END
            cat >/etc/systemd/system/job.service <<'END'
            [Unit]
            After=basic.target
            [Service]
            Type=oneshot
            ExecStart=/bin/bash /job.sh
            ExecStopPost=/bin/systemctl exit --force
            TimeoutStartSec=120
            END
            printf '[Unit]\\nRequires=sysinit.target job.service\\nAfter=job.service\\n' >/etc/systemd/system/job.target
            # Images of Debian for containers have services neither started nor ended by packages.
            rm -f /usr/sbin/policy-rc.d
            # The files that belong to one machine, and not to a copy of it.
            for unit in systemd-udevd.service systemd-udev-trigger.service systemd-udevd-control.socket \\
                systemd-udevd-kernel.socket systemd-update-utmp.service systemd-random-seed.service \\
                systemd-binfmt.service systemd-hwdb-update.service ldconfig.service systemd-remount-fs.service \\
                systemd-sysctl.service systemd-modules-load.service systemd-networkd.service; do
                ln -sf /dev/null "/etc/systemd/system/$unit"
            done
            export container=test
            exec /lib/systemd/systemd --unit=job.target --log-target=console --log-level=warning
            """)
        let log = try BuiltPackage.package().deletingLastPathComponent().appending(path: "job.log")
        let told = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        return told.isEmpty ? outcome.lines : told.split(separator: "\n").map(String.init)
    }
}
