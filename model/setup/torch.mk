# Building with libtorch. "make torch" finds a copy or fetches one; everything that needs it depends on that target.
TORCH_ENV := .build/torch.env
WITH_TORCH := . ./$(TORCH_ENV) &&

.PHONY: torch build test-torch
torch: ## find libtorch 2.1, or fetch it into the user's cache folder
	@go run ./model/setup -env $(TORCH_ENV)

build: torch ## build bin/variantlab with the neural network
	@$(WITH_TORCH) go build -tags torch -o bin/variantlab ./cmd/variantlab

test-torch: torch ## test what needs libtorch
	@$(WITH_TORCH) go test -tags torch ./model/... ./cmd/...
