import Glibc

/// A process to start, in a group of its own.
public struct Spawn {
    /// The program, found on the search path, and its arguments; variables may come before it, each as `NAME=value`.
    public var words: [String]
    /// Environment variables, each as `NAME=value`; `nil` for those of this process.
    public var environment: [String]?
    /// Its first descriptors.
    public var descriptors: [Int32]
    /// Its working folder.
    public var folder: String

    /// Describes a process.
    public init(words: [String], environment: [String]? = nil, descriptors: [Int32], folder: String = ".") {
        (self.words, self.environment, self.descriptors, self.folder) = (words, environment, descriptors, folder)
    }

    /// Starts the process, and returns its number.
    public func run() throws(SystemError) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (index, descriptor) in descriptors.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(index))
        }
        // A thread that blocks signals would pass that on to the child.
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var arguments = (["env", "--chdir=\(folder)"] + words).map { strdup($0) } + [nil]
        var variables = (environment ?? []).map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var processID: pid_t = 0
        let status =
            if environment == nil {
                posix_spawnp(&processID, "env", &actions, &attributes, &arguments, environ)
            } else {
                posix_spawnp(&processID, "env", &actions, &attributes, &arguments, &variables)
            }
        guard status == 0 else { throw SystemError(operation: "start \(words.first ?? "")", code: status) }
        return processID
    }
}
