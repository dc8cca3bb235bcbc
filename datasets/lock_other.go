//go:build !unix

package datasets

import (
	"fmt"
	"os"
	"path/filepath"
)

// lockFolder only opens the lock file: there is no lock that dies with its process here.
func lockFolder(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, lockName), os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, fmt.Errorf("datasets: %w", err)
	}
	return f, nil
}

// syncFolder does nothing: folders can't be synced here.
func syncFolder(string) error { return nil }
