// How the sanitizers behave, linked into every program that scripts/sanitize.sh builds: the tests start many processes,
// and some with an environment of their own. LOG is the beginning of the names of the files for reports.

const char *__tsan_default_options(void) { return "exitcode=66:log_path=" LOG; }

// libzmq is not compiled for the thread sanitizer: what its threads hand over to each other through its own lock-free
// pipes looks like races. This leaves out what happens within libzmq and what it calls, and nothing that calls it.
const char *__tsan_default_suppressions(void) { return "called_from_lib:libzmq.so\n"; }

// Leaks are not looked for here: Swift keeps marks in the pointers to its strings, and to arrays that may be bridged, so
// what they hold looks lost. Whether memory grows is judged by the fault suite, over a long day.
const char *__asan_default_options(void) { return "exitcode=66:detect_leaks=0:log_path=" LOG; }
