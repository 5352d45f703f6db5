# The targets for all tasks of development and continuous integration.
# `make help` lists them.

PREFIX ?= /usr/local
DESTDIR ?=
DATA ?=
ROUTERS ?=
MAP ?=
PORT ?= 8002
ONLY ?=
OUT ?= out/deb

ENGINES := $(CURDIR)/.build/engines
PYTHON := $(CURDIR)/.build/python
MAPLIBRE := $(CURDIR)/.build/maplibre
# An import that Package.swift does not declare is an error, so the layers of docs/architecture.md hold.
CHECKED := --explicit-target-dependency-import-check error
SWIFT_SOURCES := Sources Plugins Tools Tests Benchmarks Fuzz/Sources Fuzz/Tests Fuzz/Package.swift examples Package.swift

# The programs that measure navbus or inject faults are no part of a plain build.
MEASURED := NAVBUS_BENCHMARKS=1

.DEFAULT_GOAL := help
.PHONY: docs help setup setup-tests python engines maplibre build release demo fleet-demo test test-all test-quick lint bench router drives walks faults fuzz sanitize install settings demo-picture uninstall deb clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install the Debian packages for the build and the demo
	@scripts/setup.sh build

setup-tests: ## Install the Debian packages for the tests too
	@scripts/setup.sh build tests

build: setup ## Build everything (debug)
	@scripts/build.sh $(CHECKED)

release: setup ## Build everything (release)
	@scripts/build.sh -c release $(CHECKED)

demo: build ## Guide a recorded drive through Heidelberg at 20x with four controls
	@scripts/maplibre.sh "$(MAPLIBRE)" || true
	@"$$(swift build --show-bin-path)/navbus" demo

fleet-demo: setup-tests python build ## Show a fleet of 200 vehicles while a worker is killed; on the routes in DATA=FOLDER, if given
	@"$(PYTHON)/bin/python3" Tests/FleetTests/Rig/demo.py "$$(swift build --show-bin-path)" $(DATA)

# Suites run side by side, each in a process of its own; the tests of a suite one after another. Many of them start
# programs and wait for them, which takes the few threads that a bus in the same process needs.
TESTS = PATH="$(PYTHON)/bin:$$PATH" NAVBUS_ENGINES="$(ENGINES)" scripts/test.py

test: setup-tests python engines maplibre lint ## Check the format, build, and run the tests, without those that take minutes
	@$(MEASURED) scripts/build.sh --build-tests $(CHECKED)
	@$(TESTS) --no-long

test-all: setup-tests python engines maplibre lint ## Check the format, build, and run every test (continuous integration)
	@$(MEASURED) scripts/build.sh --build-tests $(CHECKED)
	@$(TESTS)

test-quick: ## Build, and run the tests that start no programs and take no time
	@$(MEASURED) scripts/build.sh --build-tests $(CHECKED)
	@$(TESTS) --quick

lint: ## Check the format of every Swift file
	swift format lint --strict --recursive $(wildcard $(SWIFT_SOURCES))

bench: setup ## Build the benchmarks in release and run those that need no data files
	@scripts/bench.sh

router: engines ## Serve routes on the map MAP=FILE.osm.pbf at 127.0.0.1, PORT=8002, until Ctrl-C
	@swift build --product navbus $(CHECKED)
	@swift build --product navbus-router $(CHECKED)
	@NAVBUS_ENGINES="$(ENGINES)" scripts/router.sh "$$(swift build --show-bin-path)" "$(CURDIR)/.build/regions" "$(MAP)" $(PORT)

drives: setup ## Guide every recorded drive in DATA=FOLDER and print tables; ROUTERS="SUBFOLDER=URL ..." reroutes
	@test -n "$(DATA)" || { echo "make drives: name the folder of the drives: make drives DATA=FOLDER" >&2; exit 2; }
	@$(MEASURED) swift build --product navbus-drives $(CHECKED)
	@$(MEASURED) swift build --product navbus-router $(CHECKED)
	@"$$(swift build --show-bin-path)/navbus-drives" "$(DATA)" $(ROUTERS)

walks: setup ## Simulate walkers that follow only the pulses, on every walking route (foot*) in DATA=FOLDER
	@test -n "$(DATA)" || { echo "make walks: name the folder of the routes: make walks DATA=FOLDER" >&2; exit 2; }
	@swift build --product navbus-haptics-tools $(CHECKED)
	@scripts/walks.sh "$$(swift build --show-bin-path)/navbus-haptics-tools" "$(DATA)"

fuzz: setup ## Feed every parser with hostile bytes, or ONLY=name, for SECONDS=60 each
	@scripts/fuzz.sh $(or $(SECONDS),60) $(ONLY)

sanitize: setup-tests python ## Run the tests with the thread and the address sanitizer
	@PATH="$(PYTHON)/bin:$$PATH" scripts/sanitize.sh $(ONLY)

faults: setup-tests python ## Inject faults into guided drives and print a table (long; ONLY=NAME: one fault)
	@$(MEASURED) swift build $(CHECKED)
	PATH="$(PYTHON)/bin:$$PATH" "$$(swift build --show-bin-path)/navbus-faults" $(if $(ONLY),--only $(ONLY))

settings: setup ## Make the files that repeat the settings of the controls from their plugin.toml
	@swift build --product navbus $(CHECKED)
	@"$$(swift build --show-bin-path)/navbus" control settings Plugins/*/ --document docs/configuration.md

demo-picture: build ## Draw docs/demo.svg from the output of the demo
	@python3 scripts/demo-picture.py "$$(swift build --show-bin-path)/navbus" docs/demo.svg 30

docs: setup ## Build the documentation of the kit and the contract as a site in out/docs
	@scripts/docs.sh

install: setup ## Install below PREFIX (/usr/local); DESTDIR is for packagers
	@scripts/install.sh "$(DESTDIR)" "$(PREFIX)"

uninstall: ## Remove the installation below PREFIX
	@scripts/uninstall.sh "$(DESTDIR)" "$(PREFIX)"

deb: setup ## Build a Debian package, including the Swift runtime, in the folder OUT (out/deb)
	@scripts/deb.sh "$(OUT)"

clean: ## Remove build products; the downloads for the tests stay
	swift package clean
	rm -rf out

python: $(PYTHON)/.done ## Create the Python environment of the tests (.build/python)

$(PYTHON)/.done: Tests/requirements.txt
	scripts/python.sh "$(PYTHON)" Tests/requirements.txt

maplibre: $(PYTHON)/.done ## Download MapLibre, which draws the map of the page (.build/maplibre)
	@scripts/maplibre.sh "$(MAPLIBRE)"

engines: $(ENGINES)/.done ## Download the routing engines of the tests (.build/engines)

$(ENGINES)/.done: scripts/engines.sh | $(PYTHON)/.done
	scripts/engines.sh "$(ENGINES)" "$(PYTHON)/bin/python"
