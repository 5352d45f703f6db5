import Glibc

/// A process to start, in a group of its own.
struct Spawn {
    /// The program, found on the search path, and its arguments.
    var words: [String]
    /// Environment variables, each as `NAME=value`.
    var environment: [String]
    /// Its first descriptors.
    var descriptors: [Int32]
    /// Its working folder.
    var folder: String

    /// Starts the process, and returns its number.
    func run() throws(CaseEnding) -> Int32 {
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
        // The threads of the test block all signals, which a child would inherit.
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
        var variables = environment.map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var processID: pid_t = 0
        let status = posix_spawnp(&processID, "env", &actions, &attributes, &arguments, &variables)
        guard status == 0 else { throw .broken("start \(words[0]): \(String(cString: strerror(status)))") }
        return processID
    }
}

/// Both ends of a pipe, which no child inherits.
struct Pipe {
    /// The end for reading.
    let end: Int32
    /// The end for writing.
    let start: Int32

    /// Opens a named pipe in a folder and removes its name: unlike `pipe`, this leaves no moment in which another
    /// process that is being started could inherit it.
    init(in folder: String) throws(CaseEnding) {
        let name = folder + "/pipe"
        defer { unlink(name) }
        guard mkfifo(name, 0o600) == 0 else { throw .broken("make a pipe in \(folder): \(systemReason())") }
        end = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        start = open(name, O_WRONLY | O_CLOEXEC)
        guard end >= 0, start >= 0, fcntl(end, F_SETFL, 0) == 0 else {
            let reason = systemReason()
            for descriptor in [end, start] where descriptor >= 0 { close(descriptor) }
            throw .broken("open a pipe in \(folder): \(reason)")
        }
    }
}

/// The text of the last system error of this thread.
func systemReason() -> String { String(cString: strerror(errno)) }
