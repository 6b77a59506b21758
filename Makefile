# Jeton's front door. `make` alone lists what there is; every command sets itself up the first time.

BIN := .venv/bin
# More words for the command behind a target: make test ARGS="-k noble"
ARGS ?=

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup play terminal shots test quick steady lint format docs notebooks bench bench-page bench-server compare bench-envs soak pictures lock audit clean

help: ## Show this list
	@echo 'Jeton: Splendor and its cousins, to play and to build on.'
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo 'Words for the command behind it go in ARGS: make play ARGS="--port 9000"'

setup: ## Install everything into this folder (.venv, .tools); needs only Python 3.11 or newer
	@sh scripts/setup.sh

play: setup ## Play: start the server and open the table in the browser
	@$(BIN)/jeton serve $(ARGS)

terminal: setup ## Play Splendor in the terminal against the bots
	@$(BIN)/jeton play splendor $(ARGS)

shots: setup ## Take pictures of every screen into docs/pictures; needs Chromium
	@$(BIN)/python tests/e2e/shots.py $(ARGS)

test: setup ## Run every check and every test, as continuous integration does
	@$(BIN)/python scripts/test.py $(ARGS)

quick: ## Check and test only what has changed against main, without browsers: half a minute
	@JETON_OLD_WILL_DO=1 sh scripts/setup.sh
	@$(BIN)/python scripts/test.py --quick

steady: setup ## Run the browser tests 20 times and name what is not green each time: ARGS="20 tests/e2e/test_learn.py"
	@$(BIN)/python scripts/steady.py $(ARGS)

lint: setup ## Run only the static checks: style, layout, types, imports
	@$(BIN)/python scripts/test.py --lint

format: setup ## Put the code into its layout and mend what can be mended by itself
	@$(BIN)/ruff check --fix --quiet .; $(BIN)/ruff format .; sh scripts/ui.sh format

docs: setup ## Write the docs as a site for any static host to build/docs/site; ARGS=serve shows it while you write
	@sh scripts/docs.sh $(ARGS)

notebooks: setup ## Run the examples again as notebooks, and keep what they show: examples/notebooks; ppo's needs torch
	@$(BIN)/python tools/docs/notebooks.py $(ARGS)

bench: setup ## Measure how fast the rules and the bots are
	@$(BIN)/jeton bench $(ARGS)

bench-server: setup ## Measure the server under load: 2,000 sockets, 500 moves a second
	@$(BIN)/python scripts/bench_server.py $(ARGS)

compare: setup ## Measure this checkout beside an earlier commit, in turn: ARGS=f587c96
	@$(BIN)/python scripts/compare.py $(ARGS)

bench-page: setup ## Measure the engine in the browser: its build, its search in Chromium beside the host's, its memory
	@$(BIN)/python tests/e2e/measure_engine.py $(ARGS)

bench-envs: setup ## Measure the environments for agents, beside those of PettingZoo and OpenSpiel
	@.tools/bin/uv pip install --python .venv --quiet pygame rlcard || echo 'Without RLCard: its card games are left out.'
	@$(BIN)/python scripts/bench_envs.py $(ARGS)

soak: setup ## Test for longer: many more examples, and the tests that take minutes; figures go to build/soak.txt
	@mkdir -p build && rm -f build/soak.txt
	@.tools/bin/uv pip install --python .venv --quiet atheris==3.0.0 || echo 'atheris is not to be had: no fuzzing.'
	@JETON_FIGURES=build/soak.txt \
		$(BIN)/pytest --numprocesses $${WORKERS:-2} --hypothesis-profile soak --timeout 7200 -m '' $(ARGS); \
		status=$$?; cat build/soak.txt 2>/dev/null; exit $$status

pictures: setup ## Print the islands, postcards and cards of Guardians again; needs npm and some minutes
	@.tools/bin/uv pip install --python .venv --quiet -r tools/press/requirements.txt
	@mkdir -p build/press && npm pack --silent --pack-destination build/press @iconify-json/game-icons@1.2.4
	@cd build/press && sha256sum --check ../../tools/press/inputs.sha256
	@$(BIN)/python -m tools.press $(ARGS)

lock: setup ## Renew uv.lock, and what is made from it, after a change of the dependencies
	@.tools/bin/uv lock $(ARGS)
	@$(BIN)/python scripts/supply.py

audit: setup ## Look all dependencies up in a database of known holes, where it can be reached
	@$(BIN)/python scripts/supply.py --audit

clean: ## Remove everything the commands above have made
	@rm -rf .venv .tools ui/node_modules src/jeton/server/static src/jeton/server/engine build dist htmlcov \
		.coverage .coverage.* .hypothesis \
		.mypy_cache .ruff_cache .pytest_cache .import_linter_cache
	@find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
