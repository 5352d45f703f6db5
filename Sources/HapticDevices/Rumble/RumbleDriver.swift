import Glibc
import Platform

/// Finds a device that rumbles: the named one, or the first of all input devices.
struct RumbleDriver: HapticDeviceDriver {
    /// The file of the device; `nil` for the first one that rumbles.
    let path: String?
    private static let folder = "/dev/input"

    init(path: String? = nil) { self.path = path }

    var name: String { path.map { "rumble \($0)" } ?? "rumble" }

    func open(while isWanted: @Sendable () -> Bool) throws(HapticDeviceError) -> any HapticDevice {
        guard let path else { return try first(while: isWanted) }
        do throws(RumbleNode.Refusal) {
            return try Self.opened(path)
        } catch {
            throw .rumble(name, error)
        }
    }

    private func first(while isWanted: @Sendable () -> Bool) throws(HapticDeviceError) -> any HapticDevice {
        var forbidden = 0
        // An error of a device that rumbles is more useful than that other devices do not rumble.
        var failure: HapticDeviceError?
        for path in Self.paths() where isWanted() {
            do throws(RumbleNode.Refusal) {
                return try Self.opened(path)
            } catch {
                switch error {
                case _ where error.isForbidden: forbidden += 1
                // The device was unplugged meanwhile, or does not rumble.
                case _ where error.isGone || [ENOTSUP, ENOTTY, EINVAL].contains(error.code): continue
                default: failure = .rumble("rumble \(path)", error)
                }
            }
        }
        if let failure { throw failure }
        guard forbidden == 0 else {
            throw .device(
                name: name, reason: "\(forbidden) of the devices in \(Self.folder) may not be opened by this user",
                remedy: "give the user the device by a udev rule (docs/haptics.md), or join the group input and log in "
                    + "again")
        }
        throw .device(
            name: name, reason: "no device in \(Self.folder) can rumble",
            remedy: "plug in a controller with force feedback; the search is repeated")
    }

    private static func opened(_ path: String) throws(RumbleNode.Refusal) -> RumbleDevice {
        let node = try RumbleNode(path)
        do throws(RumbleNode.Refusal) {
            return try RumbleDevice(node, path: path)
        } catch {
            node.close(erasing: [])
            throw error
        }
    }

    /// The files of all input devices, by number; empty if there is no such folder.
    private static func paths() -> [String] {
        let numbers = FolderNames.readable(in: folder).compactMap { $0.hasPrefix("event") ? Int($0.dropFirst(5)) : nil }
        return numbers.sorted().map { "\(Self.folder)/event\($0)" }
    }
}
