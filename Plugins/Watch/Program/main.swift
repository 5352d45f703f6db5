import Watch

WatchProgram.run()
