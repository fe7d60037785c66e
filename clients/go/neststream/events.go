// Package neststream makes one stream of the events of a nest job, over as many connections as it takes.
package neststream

import (
	"context"
	cryptorand "crypto/rand"
	"fmt"
	"iter"
	"math/rand/v2"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/protobuf/proto"

	nestv1 "selvage.local/go/gen/selvage/nest/v1"
)

const (
	attempts = 5
	// Waits double up to 3.2 s.
	firstWait     = 200 * time.Millisecond
	mostDoublings = 4
	// keepSeconds is the time for which the work continues without a connection.
	keepSeconds = 60
)

// Stream gives events until it ends: with nil and nil, or with an error.
type Stream interface {
	Next() (*nestv1.NestEvent, error)
}

// Opener opens the connections of one job, over any protocol.
type Opener interface {
	// Begin submits the request under an idempotency key, so that a repetition makes no second job.
	Begin(ctx context.Context, key string) (Stream, error)
	Resume(ctx context.Context, job string, after int32) (Stream, error)
	Cancel(ctx context.Context, job string) error
	// Code is the gRPC code of an error.
	Code(err error) uint32
	// Details are the details of google.rpc of an error.
	Details(err error) []any
}

// CutError says that a stream was cut off and no new connection could resume it.
type CutError struct {
	// Job to resume, after the event Seq.
	Job string
	Seq int32
	Err error
}

func (e *CutError) Error() string {
	return fmt.Sprintf("the stream of the job %s was cut off after event %d: %v", e.Job, e.Seq, e.Err)
}

func (e *CutError) Unwrap() error { return e.Err }

// Events yields every event up to done, each once and in order. Leaving the loop, or the end of the context, cancels
// the job. It connects again for keepSeconds after the last event. An error is the last item; it leaves the job running, so
// that the caller may resume it.
func Events(ctx context.Context, opener Opener, keepSeconds float64) iter.Seq2[*nestv1.NestEvent, error] {
	return func(yield func(*nestv1.NestEvent, error) bool) {
		calls, end := context.WithCancel(ctx)
		defer end()
		var job string
		var seq int32
		key := cryptorand.Text()
		done, failed := false, false
		keep := time.Duration(keepSeconds * float64(time.Second))
		var broken time.Time
		defer func() {
			if job != "" && !done && !failed {
				last, release := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
				defer release()
				_ = opener.Cancel(last, job) // its end is not waited for: the job ends by itself a minute later
			}
		}()
		for failures := 0; !done; {
			stream, err := connection(calls, opener, key, job, seq)
			for err == nil && !done {
				var event *nestv1.NestEvent
				if event, err = stream.Next(); err != nil || event == nil {
					break
				}
				if event.GetJobId() == job && event.GetSeq() <= seq {
					continue
				}
				job, seq, failures = event.GetJobId(), event.GetSeq(), 0
				done = event.GetDone() != nil
				if !yield(event, nil) {
					return
				}
			}
			if done {
				return
			}
			failures++
			if failures == 1 {
				broken = time.Now()
			}
			if job == "" && err != nil {
				if job = begun(opener.Details(err)); job != "" {
					continue
				}
			}
			runs := job != "" && time.Since(broken) < keep
			if failure := given(ctx, opener, err, job, seq, runs || failures < attempts); failure != nil {
				failed = ctx.Err() == nil
				yield(nil, failure)
				return
			}
			select {
			case <-ctx.Done():
				yield(nil, ctx.Err())
				return
			case <-time.After(time.Duration(rand.Int64N(int64(firstWait) << min(failures, mostDoublings)))):
			}
		}
	}
}

func connection(ctx context.Context, opener Opener, key, job string, seq int32) (Stream, error) {
	if job == "" {
		return opener.Begin(ctx, key)
	}
	return opener.Resume(ctx, job, seq)
}

// begun is the job that an attempt with a lost answer began; "" if the details of the refusal name none.
func begun(details []any) string {
	for _, detail := range details {
		if info, ok := detail.(*errdetails.ErrorInfo); ok && info.GetReason() == "IDEMPOTENCY_KEY_IN_PROGRESS" {
			return info.GetMetadata()["jobId"]
		}
	}
	return ""
}

// given is the error to give up with; nil if another connection may resume. An err of nil is a stream without done.
func given(ctx context.Context, opener Opener, err error, job string, seq int32, goesOn bool) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil && isFinal(opener.Code(err)) {
		return err
	}
	if goesOn {
		return nil
	}
	if err != nil && job == "" {
		return err
	}
	return &CutError{Job: job, Seq: seq, Err: err}
}

// isFinal reports failures that another connection does not mend.
func isFinal(code uint32) bool {
	switch code {
	case 3, 4, 5, 6, 7, 8, 9, 11, 12, 16:
		return true
	}
	return false
}

// Kept is the request, whose job outlives a lost connection unless the request forbids it.
func Kept[R interface {
	proto.Message
	*nestv1.NestRequest | *nestv1.NestPatternsRequest
}](request R) R {
	kept := proto.Clone(request).(R)
	switch request := any(kept).(type) {
	case *nestv1.NestRequest:
		if request.KeepSeconds == nil {
			request.KeepSeconds = proto.Float64(keepSeconds)
		}
	case *nestv1.NestPatternsRequest:
		if request.KeepSeconds == nil {
			request.KeepSeconds = proto.Float64(keepSeconds)
		}
	}
	return kept
}
