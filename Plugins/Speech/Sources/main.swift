import NavigationControl

ControlProcess.run("speech", summary: "Speaks the announcements, to a sound file or the sound server.") { context in
    try SpeechControl(context)
}
