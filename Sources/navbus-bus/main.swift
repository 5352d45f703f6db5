import NavigationLoop

await LoopProcess.run()
