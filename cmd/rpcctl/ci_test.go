package main

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// repository makes a git repository with a branch that breaks the contract of
// main, and returns its directory.
func repository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	contract := func(id string) {
		t.Helper()
		path := filepath.Join(dir, "api dir", "users.rpc.hcl")
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		text := "package \"users\" {\n  wires = [frame]\n}\n\nservice \"Users\" {\n  id = 1\n\n  method \"Get\" {\n    id      = 1\n    params  = { id = " + id + " }\n    returns = string\n    timeout = \"1s\"\n  }\n}\n"
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	git := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=someone", "-c", "user.email=someone@example.com"}, args...)...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	git("init", "-q", "-b", "main")
	contract("int32")
	git("add", ".")
	git("commit", "-q", "-m", "one")
	git("update-ref", "refs/remotes/origin/main", "main")
	git("checkout", "-q", "-b", "feature")
	contract("int64")
	git("commit", "-q", "-a", "-m", "two")
	return dir
}

// shell runs a script as a runner does and returns what it printed and its exit code.
func shell(t *testing.T, dir, script string, env map[string]string) (string, int) {
	t.Helper()
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
	cmd.Dir = dir
	for _, e := range os.Environ() { // a pipeline that this test itself runs in must not be seen
		if !strings.HasPrefix(e, "GITHUB_") && !strings.HasPrefix(e, "CI_") && !strings.HasPrefix(e, "RUNNER_") {
			cmd.Env = append(cmd.Env, e)
		}
	}
	for k, v := range env {
		cmd.Env = append(cmd.Env, k+"="+v)
	}
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

type action struct {
	Inputs map[string]struct{ Default string }
	Runs   struct {
		Steps []struct {
			Name, ID, If, Shell, Run, Uses string
			Env                            map[string]string
		}
	}
}

var expression = regexp.MustCompile(`\$\{\{ (.*?) \}\}`)

// TestAction runs the steps of action.yml as a runner would, in a branch that
// breaks a contract: twice, since the comment is written again.
func TestAction(t *testing.T) {
	var a action
	if err := yaml.Unmarshal([]byte(read(t, "../../action.yml")), &a); err != nil {
		t.Fatal(err)
	}
	dir, temp := repository(t), t.TempDir()
	bin := filepath.Join(temp, "bin")
	if err := os.MkdirAll(bin, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		// It says what it is asked to build, and the rpcctl of these tests stands for it.
		"go": "echo \"go $*\" >> \"$RUNNER_TEMP/calls\"\nln -sf \"$(command -v rpcctl)\" \"$3\"\n",
		"gh": "echo \"gh $*\" >> \"$RUNNER_TEMP/calls\"\ncase \"$*\" in *--jq*) cat \"$RUNNER_TEMP/comments\";; esac\n",
	} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"comments", "summary", "output", "path"} {
		if err := os.WriteFile(filepath.Join(temp, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	values := map[string]string{
		"github.base_ref": "main", "github.event.pull_request.number": "7",
		"inputs.working-directory": "api dir", "inputs.against": a.Inputs["against"].Default, "inputs.token": "secret",
		"inputs.fail": a.Inputs["fail"].Default,
	}
	runner := map[string]string{
		"PATH": bin + ":" + os.Getenv("PATH"), "RUNNER_TEMP": temp, "GITHUB_ACTION_PATH": dir, "GITHUB_REPOSITORY": "some/repo",
		"GITHUB_PATH": filepath.Join(temp, "path"), "GITHUB_OUTPUT": filepath.Join(temp, "output"), "GITHUB_STEP_SUMMARY": filepath.Join(temp, "summary"),
	}
	step := func(name string) (string, int) {
		t.Helper()
		for _, s := range a.Runs.Steps {
			if s.Name != name {
				continue
			}
			if s.Shell != "bash" || strings.Contains(s.Run, "${{") {
				t.Errorf("%s: what a pull request can name must come by the environment, not be pasted into a script", name)
			}
			env := map[string]string{}
			for k, v := range runner {
				env[k] = v
			}
			for k, v := range s.Env {
				env[k] = expression.ReplaceAllStringFunc(v, func(e string) string {
					of := strings.TrimSuffix(expression.FindStringSubmatch(e)[1], " || '0'")
					value, ok := values[of]
					if !ok {
						t.Fatalf("%s: nothing is known of %s", name, of)
					}
					return value
				})
			}
			out, code := shell(t, dir, s.Run, env)
			for _, line := range strings.Split(read(t, temp, "output"), "\n") {
				if key, value, ok := strings.Cut(line, "="); ok {
					values["steps."+s.ID+".outputs."+key] = value
				}
			}
			if err := os.WriteFile(filepath.Join(temp, "output"), nil, 0o666); err != nil {
				t.Fatal(err)
			}
			return out, code
		}
		t.Fatalf("no step %s", name)
		return "", 0
	}

	if out, code := step("build rpcctl"); code != 0 {
		t.Fatalf("exit %d\n%s", code, out)
	}
	runner["PATH"] = strings.TrimSpace(read(t, temp, "path")) + ":" + runner["PATH"]
	if out, code := step("lint"); code != 0 || values["steps.lint.outputs.code"] != "0" {
		t.Errorf("lint: exit %d, %q\n%s", code, values["steps.lint.outputs.code"], out)
	}
	out, code := step("diff")
	if code != 0 || values["steps.diff.outputs.code"] != "1" || !strings.HasPrefix(out, "::error file=api dir/users.rpc.hcl,line=10,") {
		t.Errorf("diff: exit %d, %q\n%s", code, values["steps.diff.outputs.code"], out)
	}
	first := values["inputs.against"]
	values["inputs.against"] = "git:main\ngit:HEAD\n"
	if out, code := step("diff"); code != 0 || values["steps.diff.outputs.code"] != "1" || !strings.Contains(out, ", against git:main%0A") {
		t.Errorf("several: exit %d, %q\n%s", code, values["steps.diff.outputs.code"], out)
	}
	values["inputs.against"] = first
	if err := os.WriteFile(filepath.Join(temp, "summary"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"lint", "diff"} {
		step(name)
	}
	for _, id := range []string{"lint", "diff"} {
		if sarif := read(t, values["steps."+id+".outputs.sarif"]); !json.Valid([]byte(sarif)) || !strings.Contains(sarif, "rpcctl/"+id+"/") {
			t.Errorf("%s: %s", id, sarif)
		}
	}
	if page := read(t, values["steps.diff.outputs.report"]); !strings.Contains(page, "<h1 class=\"error\">lockstep") {
		t.Error(page)
	}
	if s := read(t, temp, "summary"); strings.Count("\n"+s, "\n### ") != 2 || !strings.Contains(s, "`api dir/users.rpc.hcl:10:22`") || !strings.Contains(s, "### ❌ lockstep") {
		t.Error(s)
	}
	for _, ids := range []string{"", "41\n42\n"} {
		if err := os.WriteFile(filepath.Join(temp, "comments"), []byte(ids), 0o666); err != nil {
			t.Fatal(err)
		}
		if out, code := step("comment"); code != 0 {
			t.Errorf("exit %d\n%s", code, out)
		}
	}
	calls := read(t, temp, "calls")
	for _, want := range []string{
		"go build -o " + temp + "/rpcctl/rpcctl ./cmd/rpcctl\n",
		`startswith("<!-- rpcctl diff -->")`,
		"gh api --method POST repos/some/repo/issues/7/comments -F body=@" + temp + "/rpcctl/diff.md\n",
		"gh api --method PATCH repos/some/repo/issues/comments/41 -F body=@" + temp + "/rpcctl/diff.md\n",
	} {
		if !strings.Contains(calls, want) {
			t.Errorf("%s was not called:\n%s", want, calls)
		}
	}
	for _, c := range []struct {
		lint, diff, fail string
		want             int
	}{{"0", "1", "true", 1}, {"0", "1", "false", 0}, {"1", "2", "false", 2}, {"0", "0", "true", 0}} {
		values["steps.lint.outputs.code"], values["steps.diff.outputs.code"], values["inputs.fail"] = c.lint, c.diff, c.fail
		if out, code := step("verdict"); code != c.want {
			t.Errorf("%+v: exit %d\n%s", c, code, out)
		}
	}
}

// TestGitLabTemplate runs the jobs of the template in the same branch.
func TestGitLabTemplate(t *testing.T) {
	var jobs map[string]struct {
		Extends      string
		Variables    map[string]string
		BeforeScript []string `yaml:"before_script"`
		Script       []string
		Artifacts    struct {
			Paths   []string
			Reports map[string]string
		}
	}
	if err := yaml.Unmarshal([]byte(read(t, "../../gitlab/rpcctl.yml")), &jobs); err != nil {
		t.Fatal(err)
	}
	dir := repository(t)
	base, _ := shell(t, dir, "git rev-parse main", nil)
	ran := 0
	for name, want := range map[string]int{"rpcctl-lint": 0, "rpcctl-diff": 1} {
		job := jobs[name]
		from := jobs[job.Extends]
		env := map[string]string{"CI_MERGE_REQUEST_DIFF_BASE_SHA": strings.TrimSpace(base)}
		for k, v := range from.Variables {
			env[k] = v
		}
		env["RPCCTL_DIR"] = "api dir"
		ran++
		out, code := shell(t, dir, strings.Join(slices.Concat(from.BeforeScript, job.Script), "\n"), env)
		if code != want {
			t.Errorf("%s: exit %d\n%s", name, code, out)
		}
		var issues []struct {
			Location struct{ Path string }
		}
		if err := json.Unmarshal([]byte(read(t, dir, job.Artifacts.Reports["codequality"])), &issues); err != nil || len(issues) != want {
			t.Errorf("%s: %v: %d issues", name, err, len(issues))
		}
		for _, is := range issues {
			if is.Location.Path != "api dir/users.rpc.hcl" {
				t.Errorf("%s: %s", name, is.Location.Path)
			}
		}
		var suites struct {
			Failures int `xml:"failures,attr"`
		}
		if err := xml.Unmarshal([]byte(read(t, dir, job.Artifacts.Reports["junit"])), &suites); err != nil || suites.Failures != want {
			t.Errorf("%s: %v: %d failures", name, err, suites.Failures)
		}
		for _, p := range job.Artifacts.Paths {
			if !strings.Contains(read(t, dir, p), "<!doctype html>") {
				t.Errorf("%s: %s is no page", name, p)
			}
		}
	}
	if ran != len(jobs)-1 {
		t.Errorf("%d of %d jobs were run", ran, len(jobs)-1)
	}
}
