package rules

import (
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var serviceSuffix = &lint.Rule{
	ID: "service-suffix", Category: lint.Naming, Severity: diag.Warning, Off: true, Buf: "SERVICE_SUFFIX",
	Languages: []string{"hcl", "proto", "thrift", "go"}, // hgen puts one behind each name itself
	What:      "the name of a service ends in Service",
	Why: `A service and a message of one name can't both stand in a package: with the word
behind it the short name stays free for the thing itself.`,
	Bad:  `service "Users" {}`,
	Good: `service "UsersService" {}`,
	Service: func(p *lint.Pass, s *schema.Service) {
		if !strings.HasSuffix(s.Name, "Service") {
			p.Report(s, diag.Span{}, "service "+s.FullName()+" does not end in Service").Help = "write " + s.Name + "Service, before the first release: the name travels on some wires"
		}
	},
}
