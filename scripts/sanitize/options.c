// How the sanitizers behave, linked into every program that scripts/sanitize.sh builds: the tests start many processes,
// and some with an environment of their own. LOG is the beginning of the names of the files for reports.

const char *__tsan_default_options(void) { return "exitcode=66:log_path=" LOG; }

// libzmq is not compiled for the thread sanitizer: what its threads hand over to each other through its own lock-free
// pipes looks like races. This leaves out what happens within libzmq and what it calls, and nothing that calls it.
const char *__tsan_default_suppressions(void) { return "called_from_lib:libzmq.so\n"; }

const char *__asan_default_options(void) { return "exitcode=66:detect_leaks=1:log_path=" LOG; }

// Caches of libraries that live as long as the process: fonts, and the sound server's answers.
const char *__lsan_default_suppressions(void) { return "leak:libfontconfig.so\nleak:libpulse.so\n"; }

const char *__lsan_default_options(void) { return "print_suppressions=0"; }
