package schema

import "testing"

func TestCanonicalNumber(t *testing.T) {
	for in, want := range map[string]string{
		"0": "0", "-0": "0", "007": "7", "1.50": "1.5", "-1.0": "-1", "1e3": "1000", "1E+3": "1000", "0.001": "0.001", "1e-7": "1e-7",
		"18446744073709551615": "18446744073709551615", "123456789012345678901234567890": "1.2345678901234567890123456789e29",
		"1e300": "1e300", "12.5e1": "125", "0.0": "0", "1e99999999999": "1e99999999999", "100": "100", "0.000001": "0.000001", "5e-1": "0.5",
	} {
		if got := CanonicalNumber(in); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
		if again := CanonicalNumber(want); again != want {
			t.Errorf("%s: then %s", want, again)
		}
	}
}
