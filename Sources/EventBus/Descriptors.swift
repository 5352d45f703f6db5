import Glibc

/// How many more file descriptors this process may open, leaving some for the journal and the like.
func spareDescriptors() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return Int.max }
    let most = Int(clamping: limit.rlim_cur)
    var used = 0
    // Few are open when a bus starts.
    for descriptor in 0..<Int32(min(most, 256)) where fcntl(descriptor, F_GETFD) >= 0 { used += 1 }
    return max(most - used - 24, 4)
}

/// The user this process acts as.
func currentUser() -> UInt32 { geteuid() }

/// The system's words for an error.
func systemReason(_ code: Int32) -> String { String(cString: strerror(code)) }
