import Signs

SignsProgram.run()
