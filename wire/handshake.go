package wire

// GeneratedCode1 is named by generated code that needs what this version of the
// package has; so a program with an older one fails to compile, and says why.
const GeneratedCode1 = true
