# Building with libtorch. "make torch" finds a copy or fetches one; everything that needs it depends on that target.
TORCH_ENV := .build/torch.env
WITH_TORCH := . ./$(TORCH_ENV) &&

BINDINGS := github.com/sugarme/gotch/libtch

.PHONY: torch bindings build test-torch
torch: ## find libtorch 2.1, or fetch it into the user's cache folder
	@go run ./model/setup -env $(TORCH_ENV)

# Go's build cache keeps the compiled bindings; all clones of a user share them.
bindings: torch
	@$(WITH_TORCH) if [ "$$(go list -tags torch -f '{{.Stale}}' $(BINDINGS))" = true ]; then \
		echo "compiling the bindings of libtorch, once for this user (about two minutes)"; \
		go build $(BINDINGS); \
	fi

build: bindings ## build bin/variantlab with the neural network
	@$(WITH_TORCH) go build -tags torch -o bin/variantlab ./cmd/variantlab

test-torch: bindings ## test what needs libtorch
	@$(WITH_TORCH) go test -tags torch ./model/... ./cmd/...
