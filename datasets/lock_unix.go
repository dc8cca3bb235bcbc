//go:build unix

package datasets

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// lockFolder keeps other writers out of a data folder until the returned file is closed. The system drops the lock when
// the process dies, however it dies.
func lockFolder(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, lockName), os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, fmt.Errorf("datasets: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, fmt.Errorf("datasets: %s: %w", dir, ErrLocked)
	}
	return f, nil
}

// syncFolder makes renames in a folder survive a power cut.
func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
