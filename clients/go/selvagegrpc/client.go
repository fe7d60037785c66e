// Package selvagegrpc is the client of Selvage over grpc-go.
package selvagegrpc

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/url"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	accountv1 "selvage.local/go/gen/selvage/account/v1"
	adminv1 "selvage.local/go/gen/selvage/admin/v1"
	bodyv1 "selvage.local/go/gen/selvage/body/v1"
	filev1 "selvage.local/go/gen/selvage/file/v1"
	layv1 "selvage.local/go/gen/selvage/lay/v1"
	nestv1 "selvage.local/go/gen/selvage/nest/v1"
	patternv1 "selvage.local/go/gen/selvage/pattern/v1"
	projectv1 "selvage.local/go/gen/selvage/project/v1"
	sizev1 "selvage.local/go/gen/selvage/size/v1"
	webhookv1 "selvage.local/go/gen/selvage/webhook/v1"
	"selvage.local/go/neststream"
)

// Client has a client of each service over one connection. It may be used by many goroutines.
type Client struct {
	Body     bodyv1.BodyServiceClient
	Patterns patternv1.PatternServiceClient
	Sizes    sizev1.SizeServiceClient
	Projects projectv1.ProjectServiceClient
	Account  accountv1.AccountServiceClient
	Webhooks webhookv1.WebhookServiceClient
	Nests    nestv1.NestServiceClient
	Lays     layv1.LayServiceClient
	Files    filev1.FileServiceClient
	Admin    adminv1.AdminServiceClient
	conn     *grpc.ClientConn
}

// retries repeats calls for which the service had no room, after a random share of a doubling time. UNAVAILABLE is a
// lost connection, too: the key of keyed makes the repeated call the same one.
const retries = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 5, "initialBackoff": "0.2s",
  "maxBackoff": "10s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE", "RESOURCE_EXHAUSTED"]}}]}`

// largestMessage exceeds gRPC's 4 MiB, since a layout of ten thousand parts is larger.
const largestMessage = 256 << 20

// Dial makes a client of the service at origin, for example http://127.0.0.1:8080. Organization is the organisation to
// run against; "personal" is none, "" the user's active one.
func Dial(origin, key, organization string, options ...grpc.DialOption) (*Client, error) {
	parsed, err := url.Parse(origin)
	if err != nil || (parsed.Scheme != "http" && parsed.Scheme != "https") || parsed.Host == "" {
		return nil, fmt.Errorf("%q is not an origin such as http://127.0.0.1:8080", origin)
	}
	security := insecure.NewCredentials()
	host := parsed.Host
	if parsed.Scheme == "https" {
		security = credentials.NewTLS(nil)
	}
	if parsed.Port() == "" {
		host += map[string]string{"http": ":80", "https": ":443"}[parsed.Scheme]
	}
	own := []grpc.DialOption{
		grpc.WithTransportCredentials(security),
		grpc.WithPerRPCCredentials(identity{key, organization}),
		grpc.WithDefaultServiceConfig(retries),
		grpc.WithChainUnaryInterceptor(keyedUnary),
		grpc.WithChainStreamInterceptor(keyedStream),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(largestMessage)),
	}
	conn, err := grpc.NewClient("passthrough:///"+host, append(own, options...)...)
	if err != nil {
		return nil, err
	}
	return &Client{
		Body:     bodyv1.NewBodyServiceClient(conn),
		Patterns: patternv1.NewPatternServiceClient(conn),
		Sizes:    sizev1.NewSizeServiceClient(conn),
		Projects: projectv1.NewProjectServiceClient(conn),
		Account:  accountv1.NewAccountServiceClient(conn),
		Webhooks: webhookv1.NewWebhookServiceClient(conn),
		Nests:    nestv1.NewNestServiceClient(conn),
		Lays:     layv1.NewLayServiceClient(conn),
		Files:    filev1.NewFileServiceClient(conn),
		Admin:    adminv1.NewAdminServiceClient(conn),
		conn:     conn,
	}, nil
}

// Close ends the connection.
func (c *Client) Close() error { return c.conn.Close() }

// Nest yields every event up to done, each once and in order, over as many connections as it takes. Leaving the loop
// cancels the job. An error is the last item.
func (c *Client) Nest(ctx context.Context, request *nestv1.NestRequest) iter.Seq2[*nestv1.NestEvent, error] {
	request = neststream.Kept(request)
	return neststream.Events(ctx, opener{c.Nests, func(ctx context.Context) (neststream.Stream, error) {
		return open(c.Nests.Nest(ctx, request))
	}}, request.GetKeepSeconds())
}

// NestPatterns is Nest for patterns and bodies.
func (c *Client) NestPatterns(
	ctx context.Context, request *nestv1.NestPatternsRequest,
) iter.Seq2[*nestv1.NestEvent, error] {
	request = neststream.Kept(request)
	return neststream.Events(ctx, opener{c.Nests, func(ctx context.Context) (neststream.Stream, error) {
		return open(c.Nests.NestPatterns(ctx, request))
	}}, request.GetKeepSeconds())
}

type identity struct{ key, organization string }

func (i identity) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	metadata := map[string]string{"authorization": "Bearer " + i.key}
	if i.organization != "" {
		metadata["x-service-organization-id"] = i.organization
	}
	return metadata, nil
}

// RequireTransportSecurity is false: a service on the same machine speaks cleartext.
func (identity) RequireTransportSecurity() bool { return false }

const keyHeader = "idempotency-key"

// keyed adds an idempotency key to a call that has none.
func keyed(ctx context.Context) context.Context {
	if sent, _ := metadata.FromOutgoingContext(ctx); len(sent.Get(keyHeader)) > 0 {
		return ctx
	}
	return metadata.AppendToOutgoingContext(ctx, keyHeader, rand.Text())
}

func keyedUnary(
	ctx context.Context, method string, request, reply any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker,
	options ...grpc.CallOption,
) error {
	return invoke(keyed(ctx), method, request, reply, conn, options...)
}

func keyedStream(
	ctx context.Context, desc *grpc.StreamDesc, conn *grpc.ClientConn, method string, open grpc.Streamer,
	options ...grpc.CallOption,
) (grpc.ClientStream, error) {
	return open(keyed(ctx), desc, conn, method, options...)
}

type opener struct {
	nests nestv1.NestServiceClient
	begin func(context.Context) (neststream.Stream, error)
}

func (o opener) Begin(ctx context.Context, key string) (neststream.Stream, error) {
	return o.begin(metadata.AppendToOutgoingContext(ctx, keyHeader, key))
}

func (o opener) Resume(ctx context.Context, job string, after int32) (neststream.Stream, error) {
	return open(o.nests.ResumeNest(ctx, &nestv1.ResumeNestRequest{JobId: job, After: after}))
}

func (o opener) Cancel(ctx context.Context, job string) error {
	_, err := o.nests.CancelNest(ctx, &nestv1.CancelNestRequest{JobId: job})
	return err
}

func (o opener) Code(err error) uint32 { return uint32(status.Code(err)) }

func (o opener) Details(err error) []any { return status.Convert(err).Details() }

// receiver is the common part of the three streams of events.
type receiver[A answer] interface{ Recv() (A, error) }

type answer interface{ GetEvent() *nestv1.NestEvent }

type stream[A answer] struct{ answers receiver[A] }

func open[A answer, R receiver[A]](answers R, err error) (neststream.Stream, error) {
	if err != nil {
		return nil, err
	}
	return stream[A]{answers}, nil
}

func (s stream[A]) Next() (*nestv1.NestEvent, error) {
	message, err := s.answers.Recv()
	if errors.Is(err, io.EOF) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return message.GetEvent(), nil
}
