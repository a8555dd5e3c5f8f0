// Package rules holds the lint rules, one file each, with a contract of the
// rule's name in testdata that shows it firing and quiet.
package rules

import "github.com/rpcctl/rpcctl/lint"

// All returns the rules. To add one, write RULE.go and testdata/RULE.rpc.hcl
// (or .gfj) and its line here; the tests name what is missing, and
// RPCCTL_UPDATE=1 go test prints docs/rules.md anew.
func All() []*lint.Rule {
	return []*lint.Rule{
		rpchFieldNotExported,
		rpchMethodNotExported,
		rpchArgsMany,
		rpchInt64InJSON,
		rpchNameCollision,
		frameEmptyResult,
		frameDerivedID,
		requiredIgnored,

		enumAlias,
		defaultDiffers,
		boundsInvalid,
		importUnused,
		typeUnused,
		timeoutOutOfRange,
		idempotentOneway,
		errorCodeDuplicate,
		errorCodeRange,
		reservedWord,
		nameCollision,

		enumZeroFirst,
		enumClosedInResponse,
		requestResponseShared,
		paramsMany,
		timeoutMissing,
		deprecatedWithoutReason,
		deprecatedUsed,
		importUnstable,
		enumZeroUnspecified,
		thriftRequired,
		boundsMissing,
		fieldNumberImplicit,

		servicePascalCase,
		methodPascalCase,
		messagePascalCase,
		enumPascalCase,
		errorPascalCase,
		fieldSnakeCase,
		paramSnakeCase,
		oneofSnakeCase,
		enumValueUpperSnake,
		enumValuePrefix,
		stutteredName,
		serviceSuffix,
		requestStandardName,
		responseStandardName,

		packageSnakeCase,
		packageDefined,
		packageVersionSuffix,
		packageSameDirectory,
		packageDirectoryMatch,
		directorySamePackage,
		packageSameOption,
		syntaxSpecified,
		fileSnakeCase,
		importPublic,
		importWeak,

		commentService,
		commentMethod,
		commentMessage,
		commentField,
		commentEnum,
		commentEnumValue,
		commentOneOf,
		commentError,
		commentParam,

		noClientStreaming,
		noServerStreaming,
	}
}

// Known returns the ids of the catalogue that are no rules here: those that
// linking reports, which are never off, and those that are planned.
func Known() []lint.Entry {
	linked := func(id string, c lint.Category, what string) lint.Entry {
		return lint.Entry{ID: id, Category: c, What: what}
	}
	planned := func(id string, c lint.Category, what string) lint.Entry {
		return lint.Entry{ID: id, Category: c, What: what, Planned: true}
	}
	return []lint.Entry{
		linked("wire-type-unsupported", lint.Wire, "a promised wire carries every type that is used"),
		linked("wire-shape-unsupported", lint.Wire, "a promised wire carries every method's shape"),
		linked("field-number-range", lint.Correct, "a number is from 1 to what every promised wire has"),
		linked("field-number-reused", lint.Correct, "a number or name is used once and is not reserved"),
		linked("message-cycle", lint.Correct, "a value of every message can end"),
		linked("import-missing", lint.Correct, "what is imported is found"),
		linked("import-cycle", lint.Correct, "packages do not import each other in a circle"),

		planned("prpc-empty-request", lint.Wire, "a request has at least one byte on prpc"),
		planned("prpc-required-ignored", lint.Wire, "required is not enforced by every peer on prpc"),
		planned("prpc-negative-error-code", lint.Wire, "an error code is not negative on prpc"),

		planned("was-stale", lint.Evolve, "was names something that the older contract has"),
		planned("removed-not-retired", lint.Evolve, "a field is retired on a positional wire, not taken out"),
		planned("removed-not-reserved", lint.Evolve, "a removed number or name is reserved"),
	}
}
