package thrift

import "github.com/rpcctl/rpcctl/schema"

// keyword reports whether s is a word of the language, which nothing can have
// for a name.
func keyword(s string) bool {
	switch s {
	case "namespace", "include", "cpp_include", "cpp_type", "typedef", "struct", "union", "exception", "extends", "throws",
		"service", "enum", "senum", "const", "required", "optional", "oneway", "async", "void", "true", "false",
		"xsd_all", "xsd_optional", "xsd_nillable", "xsd_attrs", "list", "set", "map":
		return true
	}
	_, ok := base(s)
	return ok || oldNamespaces[s] != "" && s != "cocoa_prefix" && s != "csharp_namespace"
}

// base returns the kind that a word for a type means.
func base(s string) (schema.Kind, bool) {
	switch s {
	case "bool":
		return schema.KindBool, true
	case "byte", "i8":
		return schema.KindInt8, true
	case "i16":
		return schema.KindInt16, true
	case "i32":
		return schema.KindInt32, true
	case "i64":
		return schema.KindInt64, true
	case "double":
		return schema.KindFloat64, true
	case "string", "slist":
		return schema.KindString, true
	case "binary":
		return schema.KindBytes, true
	}
	return 0, false
}

// reserved reports whether the compiler refuses s as a name, for it means
// something in one of the languages that it writes.
func reserved(s string) bool {
	switch s {
	case "BEGIN", "END", "__CLASS__", "__DIR__", "__FILE__", "__FUNCTION__", "__LINE__", "__METHOD__", "__NAMESPACE__",
		"abstract", "alias", "and", "args", "as", "assert", "begin", "break", "case", "catch", "class", "clone", "continue",
		"declare", "def", "default", "del", "delete", "do", "dynamic", "elif", "else", "elseif", "elsif", "end", "enddeclare",
		"endfor", "endforeach", "endif", "endswitch", "endwhile", "ensure", "except", "exec", "finally", "float", "for",
		"foreach", "from", "function", "global", "goto", "if", "implements", "import", "in", "inline", "instanceof",
		"interface", "is", "lambda", "module", "native", "new", "next", "nil", "not", "or", "package", "pass", "public",
		"print", "private", "protected", "raise", "redo", "rescue", "retry", "register", "return", "self", "sizeof",
		"static", "super", "switch", "synchronized", "then", "this", "throw", "transient", "try", "undef", "unless",
		"unsigned", "until", "use", "var", "virtual", "volatile", "when", "while", "with", "xor", "yield":
		return true
	}
	return false
}
