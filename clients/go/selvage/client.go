// Package selvage is a client of Selvage: body measurements, sewing patterns and nesting, over Connect. Package
// selvagegrpc has the same over grpc-go; both stream nests that outlive a lost connection.
package selvage

import (
	"context"
	"iter"
	"net/http"
	"strings"

	"connectrpc.com/connect"

	"selvage.local/go/gen/selvage/account/v1/accountv1connect"
	"selvage.local/go/gen/selvage/admin/v1/adminv1connect"
	"selvage.local/go/gen/selvage/body/v1/bodyv1connect"
	"selvage.local/go/gen/selvage/file/v1/filev1connect"
	"selvage.local/go/gen/selvage/lay/v1/layv1connect"
	nestv1 "selvage.local/go/gen/selvage/nest/v1"
	"selvage.local/go/gen/selvage/nest/v1/nestv1connect"
	"selvage.local/go/gen/selvage/pattern/v1/patternv1connect"
	"selvage.local/go/gen/selvage/project/v1/projectv1connect"
	"selvage.local/go/gen/selvage/size/v1/sizev1connect"
	"selvage.local/go/gen/selvage/webhook/v1/webhookv1connect"
	"selvage.local/go/neststream"
)

// Client has a client of each service. It may be used by many goroutines.
type Client struct {
	Body     bodyv1connect.BodyServiceClient
	Patterns patternv1connect.PatternServiceClient
	Sizes    sizev1connect.SizeServiceClient
	Projects projectv1connect.ProjectServiceClient
	Account  accountv1connect.AccountServiceClient
	Webhooks webhookv1connect.WebhookServiceClient
	Nests    nestv1connect.NestServiceClient
	Lays     layv1connect.LayServiceClient
	Files    filev1connect.FileServiceClient
	Admin    adminv1connect.AdminServiceClient
}

// Options of New. The zero value is fine.
type Options struct {
	// Organisation to run against; "personal" is none; "" is the user's active one.
	Organization string
	// HTTPClient; nil stands for http.DefaultClient.
	HTTPClient connect.HTTPClient
	// Connect holds further options: other protocols, compression, interceptors.
	Connect []connect.ClientOption
}

// New makes a client of the service at url, for example http://127.0.0.1:8080.
func New(url, key string, options Options) *Client {
	if options.HTTPClient == nil {
		options.HTTPClient = http.DefaultClient
	}
	url = strings.TrimSuffix(url, "/")
	own := append([]connect.ClientOption{
		connect.WithInterceptors(retrying{}, identity{key: key, organization: options.Organization}),
	}, options.Connect...)
	return &Client{
		Body:     bodyv1connect.NewBodyServiceClient(options.HTTPClient, url, own...),
		Patterns: patternv1connect.NewPatternServiceClient(options.HTTPClient, url, own...),
		Sizes:    sizev1connect.NewSizeServiceClient(options.HTTPClient, url, own...),
		Projects: projectv1connect.NewProjectServiceClient(options.HTTPClient, url, own...),
		Account:  accountv1connect.NewAccountServiceClient(options.HTTPClient, url, own...),
		Webhooks: webhookv1connect.NewWebhookServiceClient(options.HTTPClient, url, own...),
		Nests:    nestv1connect.NewNestServiceClient(options.HTTPClient, url, own...),
		Lays:     layv1connect.NewLayServiceClient(options.HTTPClient, url, own...),
		Files:    filev1connect.NewFileServiceClient(options.HTTPClient, url, own...),
		Admin:    adminv1connect.NewAdminServiceClient(options.HTTPClient, url, own...),
	}
}

// Nest yields every event up to done, each once and in order, over as many connections as it takes. Leaving the loop
// cancels the job. An error is the last item.
func (c *Client) Nest(ctx context.Context, request *nestv1.NestRequest) iter.Seq2[*nestv1.NestEvent, error] {
	request = neststream.Kept(request)
	return neststream.Events(ctx, opener{c.Nests, func(ctx context.Context, key string) (neststream.Stream, error) {
		return open(c.Nests.Nest(ctx, keyed(request, key)))
	}}, request.GetKeepSeconds())
}

// NestPatterns is Nest for patterns and bodies.
func (c *Client) NestPatterns(
	ctx context.Context, request *nestv1.NestPatternsRequest,
) iter.Seq2[*nestv1.NestEvent, error] {
	request = neststream.Kept(request)
	return neststream.Events(ctx, opener{c.Nests, func(ctx context.Context, key string) (neststream.Stream, error) {
		return open(c.Nests.NestPatterns(ctx, keyed(request, key)))
	}}, request.GetKeepSeconds())
}

// opener opens the connections of one nest job.
type opener struct {
	nests nestv1connect.NestServiceClient
	begin func(ctx context.Context, key string) (neststream.Stream, error)
}

func keyed[R any](request *R, key string) *connect.Request[R] {
	keyed := connect.NewRequest(request)
	keyed.Header().Set(keyHeader, key)
	return keyed
}

func (o opener) Begin(ctx context.Context, key string) (neststream.Stream, error) {
	return o.begin(ctx, key)
}

func (o opener) Resume(ctx context.Context, job string, after int32) (neststream.Stream, error) {
	return open(o.nests.ResumeNest(ctx, connect.NewRequest(&nestv1.ResumeNestRequest{JobId: job, After: after})))
}

func (o opener) Cancel(ctx context.Context, job string) error {
	_, err := o.nests.CancelNest(ctx, connect.NewRequest(&nestv1.CancelNestRequest{JobId: job}))
	return err
}

func (o opener) Code(err error) uint32 { return uint32(connect.CodeOf(err)) }

func (o opener) Details(err error) []any { return detailsOf(err) }

// answer is the common part of the three streams of events.
type answer interface{ GetEvent() *nestv1.NestEvent }

// stream turns Connect's stream of answers into one of events.
type stream[A any] struct {
	answers *connect.ServerStreamForClient[A]
}

func open[A any](answers *connect.ServerStreamForClient[A], err error) (neststream.Stream, error) {
	if err != nil {
		return nil, err
	}
	return stream[A]{answers}, nil
}

func (s stream[A]) Next() (*nestv1.NestEvent, error) {
	if s.answers.Receive() {
		return any(s.answers.Msg()).(answer).GetEvent(), nil
	}
	return nil, s.answers.Err()
}
