import Foundation
import Testing

@Suite("The service", .serialized)
struct ServiceTests {
    @Test("A real systemd starts it, hears that it is ready and alive, starts it again when it dies, and ends it")
    func systemd() throws {
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
            cat >/job.sh <<'END'
            exec >/shared/job.log 2>&1
            show() { systemctl show -P "$1" navbus; }
            within() { local try; for try in $(seq 300); do if eval "$*"; then return; fi; sleep 0.1; done; echo "not: $*"; }
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
            # What belongs to a machine and not to a copy of one.
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
        let told = try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(
            told == [
                "started 5 of 5 controls ready", "runs as navbus", "sockets navbus:navbus 750", "alive",
                "again 1 5 of 5 controls ready", "stopped inactive success", "no complaint", "default active",
            ], "\(told.joined(separator: "\n"))\n\(outcome.output)")
    }
}
