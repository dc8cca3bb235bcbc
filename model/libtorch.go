//go:build torch

package model

import (
	"bufio"
	"os"
	"strings"

	"variantlab/model/internal/torch"
)

// Libtorch describes the library that this program was linked with.
func Libtorch() Library {
	l := Library{Found: true, Path: mappedFile("libtorch_cpu"), Devices: []string{"cpu"}}
	if torch.Cuda() {
		l.Devices = append(l.Devices, "cuda")
	}
	return l
}

// mappedFile finds a file in this process's memory map by a part of its name.
func mappedFile(part string) string {
	f, err := os.Open("/proc/self/maps")
	if err != nil {
		return ""
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if _, path, ok := strings.Cut(lines.Text(), "/"); ok && strings.Contains(path, part) {
			return "/" + path
		}
	}
	return ""
}
