"""Keeps the build files of setuptools out of this folder, which may be read-only. pyproject.toml has the metadata."""

import atexit
import shutil
import tempfile

from setuptools import setup

scratch = tempfile.mkdtemp(prefix="navbus-python-")
atexit.register(shutil.rmtree, scratch, ignore_errors=True)
setup(options={"egg_info": {"egg_base": scratch}, "build": {"build_base": scratch}})
