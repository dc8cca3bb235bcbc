# Everything that a person does with the project. Bare `make` lists the targets.
.DEFAULT_GOAL := help
SHELL := /bin/sh
BUILD := .build
STATICCHECK := go tool -modfile=tools/go.mod staticcheck
BENCHSTAT := go tool -modfile=tools/go.mod benchstat

include model/setup/torch.mk

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sort | awk -F':.*## ' '{printf "  %-14s %s\n", $$1, $$2}'

# --- the main job ---------------------------------------------------------------------------------------------------

DEMO := $(BUILD)/demo
DEMO_MATCHUPS := limitless:limitless,limitless:shrine,shrine:shrine

.PHONY: demo
demo: build ## self-play, training and a balance report of Checkmate Domain, in some minutes
	@rm -rf $(DEMO)
	bin/variantlab selfplay domain --out $(DEMO)/teacher --matchups $(DEMO_MATCHUPS) --games 192 --agent material:32 --set cap.full=0.5 --seed 1
	bin/variantlab data verify $(DEMO)/teacher
	bin/variantlab train --run $(DEMO)/run --data $(DEMO)/teacher --iterations 1 --set train.steps=600 --seed 1
	bin/variantlab match domain net:$(DEMO)/run:16 random --matchups $(DEMO_MATCHUPS) --pairs 24 --seed 2
	bin/variantlab balance domain --out $(DEMO)/balance --matchups $(DEMO_MATCHUPS) --agent net:$(DEMO)/run:16 --first-pairs 16 --max-games 96 --seed 3
	@echo
	@echo "The balance report is $(DEMO)/balance/reports/balance/index.html; open it in a browser, for instance:"
	@echo "  xdg-open $(DEMO)/balance/reports/balance/index.html"

# --- checks ---------------------------------------------------------------------------------------------------------

.PHONY: test
test: lint test-plain test-torch test-data race smoke ## all checks, sized for about 15 minutes on 2 cores

.PHONY: test-plain
test-plain: ## tests that need no libtorch
	go build ./...
	go test ./...

.PHONY: race
race: ## the race detector on the short set
	go test -race -short ./sim ./mcts ./datasets ./internal/protocol ./cmd/...

.PHONY: lint
lint: ## formatting, vet and staticcheck
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); \
	if [ -n "$$unformatted" ]; then echo "gofmt would change:" $$unformatted "(make fmt does it)"; exit 1; fi
	go vet ./...
	$(STATICCHECK) ./...

.PHONY: fmt
fmt: ## format all Go files
	gofmt -w $$(git ls-files '*.go')

PYTHON_DATA := $(BUILD)/python/bin/python
$(PYTHON_DATA): .ci/requirements-data.txt
	@echo "installing pyarrow, polars, duckdb and safetensors into $(BUILD)/python"
	python3 -m venv $(BUILD)/python
	$(BUILD)/python/bin/pip install --quiet --disable-pip-version-check --require-hashes -r .ci/requirements-data.txt
	@touch $@

.PHONY: test-data
test-data: $(PYTHON_DATA) ## pyarrow, polars, duckdb and safetensors read our files
	VARIANTLAB_PYTHON=$(CURDIR)/$(PYTHON_DATA) go test -count=1 -run Python ./datasets ./model

.PHONY: smoke
smoke: build $(PYTHON_DATA) ## self-play, files, training, match and report end to end, in seconds
	.ci/smoke

.PHONY: verify
verify: build $(PYTHON_DATA) ## the full counts that the claims stand on; takes hours
	VARIANTLAB_FULL=1 VARIANTLAB_PYTHON=$(CURDIR)/$(PYTHON_DATA) .ci/verify

.PHONY: cover
cover: ## test coverage of each package
	go test -cover ./...

FUZZTIME := 30s
.PHONY: fuzz
fuzz: ## every fuzz target for FUZZTIME (30s)
	.ci/fuzz $(FUZZTIME)

.PHONY: golden
golden: ## rewrite golden files; read the difference as rules before committing it
	go test ./... -run Playthrough -update

# --- speed ----------------------------------------------------------------------------------------------------------

.PHONY: bench
bench: ## benchmarks of rules, search and data
	go test -run '^$$' -bench . -benchmem -benchtime 200ms ./sim/... ./mcts ./datasets | tee $(BUILD)/bench.txt

.PHONY: bench-compare
bench-compare: ## compare the benchmarks of OLD with those of the last make bench
	$(BENCHSTAT) $(OLD) $(BUILD)/bench.txt

PEERS := $(BUILD)/peers
PIN := $(shell command -v taskset >/dev/null && echo taskset -c $$(($$(nproc) - 1)))
.PHONY: bench-peers
bench-peers: ## orthodox chess beside two Rust libraries in short turns on one core: ratios (needs cargo)
	@command -v cargo >/dev/null || { \
		echo "bench-peers compiles Rust libraries: install Rust with its package manager cargo, version 1.85 or newer"; \
		echo "(https://www.rust-lang.org/tools/install), so that 'cargo --version' works, and try again"; exit 1; }
	@RUSTFLAGS="-C target-cpu=native" cargo build --quiet --release --locked --manifest-path tools/peers/Cargo.toml --target-dir $(PEERS)
	@go build -o $(PEERS)/variantlab ./cmd/variantlab
	@$(PIN) $(PEERS)/variantlab bench --game chess --rounds 9 --turn 500ms --beside $(PEERS)/release/peers

.PHONY: clean
clean: ## remove what was built here; shared caches stay
	rm -rf $(BUILD) bin
