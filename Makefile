.DEFAULT_GOAL := help
.PHONY: help up demo providers cluster rekey rotate-secrets test check bench profile verify-ledger chaos gen build clean

# ./run brings the pinned Node.js and pnpm and the locked dependencies before each command.

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

up: ## start the gateway in the foreground; Ctrl-C stops it
	@./run node tools/launcher/src/main.ts

demo: ## start it with simulated providers and show a failover; no provider key needed
	@./run node tools/demo/src/main.ts

providers: ## start the simulated providers alone and print how a gateway that runs gets keys for them; Ctrl-C ends them
	@./run node tools/demo/src/providers.ts

cluster: ## start three proxies behind a balancer, two of control and metering, on a Redis Cluster; all on this machine, nothing is kept
	@./run node tools/cluster/src/main.ts

rekey: ## give the gateway a new master key while it runs; nothing has to be entered again
	@./run node tools/launcher/src/rotate.ts rekey

rotate-secrets: ## a new master key, and every provider key must be entered again; CONFIRM=yes skips the question
	@./run node tools/launcher/src/rotate.ts rotate-secrets $(if $(filter yes,$(CONFIRM)),--confirmed)

test: ## run every test there is
	@./run node tools/prepare-tests.ts
	@./run vitest run

check: ## format, lint, types, boundaries, generated files, docs, manifests
	@./run vitest run --project checks

bench: ## measure speed and memory against other programs; BASE=<commit> compares with that build, with PAIR=1 nothing else; ROUNDS=<n> (5); GROWTH=1 what users, sessions, log entries and workers change
	@./run node tools/bench/src/$(if $(GROWTH),growth,main).ts $(if $(BASE),--base=$(BASE)) $(if $(PAIR),--pair-only) $(if $(ROUNDS),--rounds=$(ROUNDS))

profile: ## where a proxy's time goes under load; LOAD=session or stream for others than plain calls
	@./run node tools/bench/src/profile.ts $(LOAD)

verify-ledger: ## prove that log, sums and counters agree; ARGS=--poison lists what could not be read, ARGS=--replay-poison tries it again
	@./run node tools/launcher/src/verify-ledger.ts $(ARGS)

chaos: ## kill parts of a gateway under load, then weigh its books; SEED=<n> repeats a run, REQUESTS=<n> (10000)
	@./run node tests/e2e/chaos/main.ts $(if $(SEED),--seed $(SEED)) $(if $(REQUESTS),--requests $(REQUESTS))

gen: ## write the generated files
	@./run node tools/generate.ts

build: ## build the service bundles and the dashboard
	@./run node tools/launcher/src/build/main.ts

clean: ## remove what was built; the data folder stays
	@rm -rf dist web/dist .cache
