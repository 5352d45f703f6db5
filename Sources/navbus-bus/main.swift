import NavigationLoop

LoopProcess.run()
