import NavigationControl

ControlProcess.run("speech") { context in try SpeechControl(context) }
