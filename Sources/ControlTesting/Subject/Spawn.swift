import Glibc

/// A process that is to be started, in a group of its own.
struct Spawn {
    /// The program, found on the search path, and its arguments.
    var words: [String]
    /// Each as `NAME=value`.
    var environment: [String]
    /// What it finds as its first descriptors.
    var descriptors: [Int32]
    /// Its working folder.
    var folder: String

    /// Starts it, and gives its number.
    func run() throws(CaseEnding) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (place, descriptor) in descriptors.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(place))
        }
        // The threads of the exam take no signals, and hand that on.
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

/// Both ends of a pipe, inherited by nobody.
struct Pipe {
    /// Where it is read.
    let end: Int32
    /// Where it is written.
    let start: Int32

    /// Makes one by way of a name in a folder: what has one can be opened so that no process inherits it that happens to
    /// be started at this moment.
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

/// The system's words for the last error of this thread.
func systemReason() -> String { String(cString: strerror(errno)) }
