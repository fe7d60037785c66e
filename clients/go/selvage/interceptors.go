package selvage

import (
	"context"
	cryptorand "crypto/rand"
	"errors"
	"math/rand/v2"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
)

// identity sends key and organisation along with each call.
type identity struct{ key, organization string }

func (i identity) add(header interface{ Set(string, string) }) {
	header.Set("Authorization", "Bearer "+i.key)
	if i.organization != "" {
		header.Set("X-Service-Organization-Id", i.organization)
	}
}

func (i identity) WrapUnary(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
		i.add(request.Header())
		return next(ctx, request)
	}
}

func (i identity) WrapStreamingClient(next connect.StreamingClientFunc) connect.StreamingClientFunc {
	return func(ctx context.Context, spec connect.Spec) connect.StreamingClientConn {
		conn := next(ctx, spec)
		i.add(conn.RequestHeader())
		return conn
	}
}

func (i identity) WrapStreamingHandler(next connect.StreamingHandlerFunc) connect.StreamingHandlerFunc {
	return next
}

// retrying repeats calls for which the service had no room: UNAVAILABLE (503) and RESOURCE_EXHAUSTED (429). UNAVAILABLE
// is a lost connection, too: an idempotency key makes the repeated call the same one.
type retrying struct{}

const keyHeader = "Idempotency-Key"

const (
	attempts    = 5
	firstWait   = 200 * time.Millisecond
	longestWait = 30 * time.Second
)

func (retrying) WrapUnary(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
		if request.Header().Get(keyHeader) == "" {
			request.Header().Set(keyHeader, cryptorand.Text())
			// The caller may send the request again as another call.
			defer request.Header().Del(keyHeader)
		}
		for attempt := 0; ; attempt++ {
			response, err := next(ctx, request)
			wait, again := retryAfter(err, attempt)
			if !again {
				return response, err
			}
			select {
			case <-ctx.Done():
				return response, err
			case <-time.After(wait):
			}
		}
	}
}

func (retrying) WrapStreamingClient(next connect.StreamingClientFunc) connect.StreamingClientFunc {
	return next
}

func (retrying) WrapStreamingHandler(next connect.StreamingHandlerFunc) connect.StreamingHandlerFunc {
	return next
}

// retryAfter is the wait requested by the service, plus a random share of a doubling time. So clients do not come back
// together.
func retryAfter(err error, attempt int) (time.Duration, bool) {
	code := connect.CodeOf(err)
	if err == nil || attempt >= attempts-1 || (code != connect.CodeUnavailable && code != connect.CodeResourceExhausted) {
		return 0, false
	}
	wait := time.Duration(rand.Int64N(int64(firstWait) << attempt))
	for _, detail := range detailsOf(err) {
		switch info := detail.(type) {
		case *errdetails.RetryInfo:
			wait += info.GetRetryDelay().AsDuration()
		case *errdetails.ErrorInfo:
			if info.GetMetadata()["kind"] == "too_large" {
				return 0, false
			}
		}
	}
	var failure *connect.Error
	if errors.As(err, &failure) && failure.Meta().Get("Grpc-Retry-Pushback-Ms") == "-1" {
		return 0, false
	}
	return wait, wait <= longestWait
}

// detailsOf are the details of google.rpc that an error carries.
func detailsOf(err error) []any {
	var failure *connect.Error
	if !errors.As(err, &failure) {
		return nil
	}
	var details []any
	for _, detail := range failure.Details() {
		if value, err := detail.Value(); err == nil {
			details = append(details, value)
		}
	}
	return details
}
