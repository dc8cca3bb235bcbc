package model

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"variantlab/sim/game"
)

func checkpointName(number int) string { return fmt.Sprintf("ckpt-%06d", number) }

var checkpointPattern = regexp.MustCompile(`^ckpt-(\d{6,})$`)

func checkpointNumber(name string) (int, bool) {
	m := checkpointPattern.FindStringSubmatch(name)
	if m == nil {
		return 0, false
	}
	n, err := strconv.Atoi(m[1])
	return n, err == nil && checkpointName(n) == name
}

// LatestCheckpoint loads the newest usable checkpoint under models: the one that LATEST names or, where that is damaged,
// the nearest before it, with a message for each that was passed over. It returns nil without error when there is none
// yet; when there are some and none is whole, it returns the first one's error.
func LatestCheckpoint(models string, info game.Info) (c *Checkpoint, number int, passed []string, err error) {
	numbers, err := checkpointNumbers(models)
	if err != nil || len(numbers) == 0 {
		return nil, 0, nil, err
	}
	limit := numbers[len(numbers)-1]
	switch named, ok, err := latestName(models); {
	case err != nil:
		return nil, 0, nil, err
	case ok:
		limit = named
	default:
		passed = append(passed, fmt.Sprintf("%s: unreadable; looking for the newest whole checkpoint", filepath.Join(models, latestFile)))
	}
	var first error
	for _, n := range slices.Backward(numbers) {
		if n > limit {
			continue
		}
		c, err := LoadCheckpoint(filepath.Join(models, checkpointName(n)), info)
		if err == nil {
			return c, n, passed, nil
		}
		if !errors.Is(err, ErrDamaged) {
			return nil, 0, passed, err
		}
		if first == nil {
			first = err
		}
		passed = append(passed, fmt.Sprintf("%v; falling back to the checkpoint before it", err))
	}
	if first == nil {
		return nil, 0, passed, nil
	}
	return nil, 0, passed, fmt.Errorf("no whole checkpoint under %s: %w", models, first)
}

// latestName reads LATEST; ok is false when it is missing or does not name a checkpoint.
func latestName(models string) (number int, ok bool, err error) {
	text, err := os.ReadFile(filepath.Join(models, latestFile))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, err
	}
	number, ok = checkpointNumber(strings.TrimSpace(string(text)))
	return number, ok, nil
}

// checkpointNumbers lists the checkpoints under models, ascending. Unfinished ones have another name.
func checkpointNumbers(models string) ([]int, error) {
	entries, err := os.ReadDir(models)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var numbers []int
	for _, e := range entries {
		if n, ok := checkpointNumber(e.Name()); ok && e.IsDir() {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	return numbers, nil
}

// FindCheckpoint turns what a user writes for a network, PATH or PATH@NUMBER, into a checkpoint folder. PATH is a run
// folder, its models folder, or a checkpoint folder; without a number the latest is meant.
func FindCheckpoint(word string) (string, error) {
	path, number := word, -1
	if i := strings.LastIndexByte(word, '@'); i >= 0 {
		n, err := strconv.Atoi(word[i+1:])
		if err != nil || n < 0 {
			return "", fmt.Errorf("model: %q: %q is no checkpoint number; write PATH@12", word, word[i+1:])
		}
		path, number = word[:i], n
	}
	if _, err := os.Stat(filepath.Join(path, manifestFile)); err == nil && number < 0 {
		return path, nil
	}
	for _, models := range []string{filepath.Join(path, "models"), path} {
		numbers, err := checkpointNumbers(models)
		if err != nil || len(numbers) == 0 {
			continue
		}
		if number < 0 {
			number = numbers[len(numbers)-1]
			if named, ok, err := latestName(models); err == nil && ok {
				number = named
			}
		}
		if !slices.Contains(numbers, number) {
			return "", fmt.Errorf("model: %s has no checkpoint %d; it has %s", models, number, describe(numbers))
		}
		return filepath.Join(models, checkpointName(number)), nil
	}
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("model: no network at %s: %w; name a run folder or a checkpoint folder", path, err)
	}
	return "", fmt.Errorf("model: %s holds no checkpoint; name a run folder after training, or models/%s", path, checkpointName(12))
}

func describe(numbers []int) string {
	if len(numbers) > 8 {
		return fmt.Sprintf("%d to %d", numbers[0], numbers[len(numbers)-1])
	}
	return strings.Trim(fmt.Sprint(numbers), "[]")
}
