import SpeechTools

SpeechToolsProgram.run()
