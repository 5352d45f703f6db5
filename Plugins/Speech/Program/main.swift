import Speech

SpeechProgram.run()
