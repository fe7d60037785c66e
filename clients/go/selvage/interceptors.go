package selvage

import (
	"context"
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

// retrying repeats calls for which the service had no room: UNAVAILABLE (503) and RESOURCE_EXHAUSTED (429).
type retrying struct{}

const (
	attempts    = 5
	firstWait   = 200 * time.Millisecond
	longestWait = 30 * time.Second
)

func (retrying) WrapUnary(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
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
	var failure *connect.Error
	if errors.As(err, &failure) {
		for _, detail := range failure.Details() {
			value, err := detail.Value()
			if err != nil {
				continue
			}
			switch info := value.(type) {
			case *errdetails.RetryInfo:
				wait += info.GetRetryDelay().AsDuration()
			case *errdetails.ErrorInfo:
				if info.GetReason() == "TOO_LARGE" {
					return 0, false
				}
			}
		}
	}
	return wait, wait <= longestWait
}
