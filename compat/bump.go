package compat

import (
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// versionOf returns the version of the first package that has one, OLD's first.
func versionOf(old, new *schema.Schema) string {
	for _, s := range []*schema.Schema{old, new} {
		for _, p := range s.Packages {
			if !p.Imported && p.Version != "" {
				return p.Version
			}
		}
	}
	return ""
}

// bump returns the least version bump: "" where nothing changed or no package
// has a version.
func (r *Report) bump() string {
	if r.version == "" || len(r.Changes) == 0 {
		return ""
	}
	major, minor := !r.Holds, false
	for _, c := range r.Changes {
		minor = minor || grows(c.Kind)
		for _, f := range c.Findings {
			if f.Use == User && f.Outcomes[OldNew] >= Reject && f.Accepted == nil && strings.HasPrefix(f.Wire, "source/") {
				major = true
			}
			if f.Use == Data && !f.Aspect && f.Rollout != AnyOrder && f.Rollout != ReadersFirst && f.Accepted == nil {
				major = true
			}
			major = major || f.Severity == diag.Error
		}
	}
	switch {
	case major && !strings.HasPrefix(r.version, "0."):
		return "major"
	case major || minor:
		return "minor"
	}
	return "patch"
}

// grows reports whether a kind adds, removes, deprecates, renames or retypes
// something.
func grows(k diff.Kind) bool {
	switch k {
	case diff.PackageVersionChanged, diff.FieldOrderChanged, diff.OptionChanged, diff.MethodTimeoutChanged, diff.MethodCompressChanged:
		return false
	}
	return true
}

// advice is the way round for changes that aren't safe.
func advice(k diff.Kind, worst Outcome) string {
	switch k {
	case diff.FieldRemoved, diff.MethodParamRemoved:
		return "keep it in its place, and say retired or deprecated"
	case diff.FieldRenamed, diff.MethodParamRenamed, diff.MethodRenamed, diff.EnumValueRenamed:
		if worst == Doubt {
			return "say was = the old name, where it means the same"
		}
	case diff.FieldAdded, diff.MethodParamAdded:
		return "append it with the next number, or add a method that takes it"
	case diff.FieldTypeChanged, diff.FieldPresenceChanged, diff.FieldNumberChanged, diff.FieldOneofChanged, diff.FieldJSONNameChanged, diff.FieldEncodingChanged:
		return "add a field and keep this one"
	case diff.MethodParamTypeChanged, diff.MethodParamPresenceChanged, diff.MethodParamNumberChanged, diff.MethodParamOrderChanged, diff.MethodParamJSONNameChanged:
		return "add a method, or a param, and keep this one"
	case diff.MethodReturnsTypeChanged, diff.MethodStreamingChanged, diff.MethodOnewayChanged:
		return "add a method and keep this one"
	case diff.MethodRemoved, diff.ServiceRemoved, diff.PackageRemoved:
		return "deprecate it until nobody calls it"
	case diff.MethodAdded, diff.ServiceAdded, diff.PackageAdded:
		return "upgrade servers before clients"
	case diff.PackageWireRemoved, diff.ServiceWireRemoved:
		return "promise the wire until nobody speaks it"
	case diff.EnumValueAdded:
		return "upgrade readers first, and let them expect numbers they don't know"
	case diff.EnumValueRemoved, diff.EnumValueNumberChanged:
		return "keep the value and its number, and deprecate it"
	case diff.FieldRetired, diff.MethodParamRetired:
		return "deprecate it in one release before it is retired"
	case diff.FieldDefaultChanged, diff.MethodParamDefaultChanged:
		return "write the value where it matters: readers of the old contract have the old default"
	}
	return "keep the old one beside the new until nobody uses it"
}
