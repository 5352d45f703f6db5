import os
import sys

# The folder of the module that the tests of all bridges share.
sys.path.append(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
