import HapticsTools

HapticsToolsProgram.run()
