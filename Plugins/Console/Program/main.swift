import Console

ConsoleProgram.run()
