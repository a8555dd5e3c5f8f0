// Package compiled holds the tests that import generated code and run it. They
// are apart from the generator's, so that goldens which don't compile can still
// be refreshed.
package compiled
