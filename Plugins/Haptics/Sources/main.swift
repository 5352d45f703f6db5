import NavigationControl

ControlProcess.run("haptics") { context in try HapticsControl(context) }
