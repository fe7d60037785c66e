// Runs against a service: SELVAGE_SERVER, SELVAGE_KEY; SELVAGE_CUTTING_PROXY, a proxy to it that loses connections;
// SELVAGE_BUSY_PROXY, which has no room at first; SELVAGE_FORGETFUL_PROXY, which loses the first answer of each call;
// SELVAGE_STREAMLESS_PROXY, which cuts each stream; and SELVAGE_AWAY_PROXY, which is away for a while.
package selvage_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"os"
	"strings"
	"testing"

	"connectrpc.com/connect"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	bodyv1 "selvage.local/go/gen/selvage/body/v1"
	nestv1 "selvage.local/go/gen/selvage/nest/v1"
	patternv1 "selvage.local/go/gen/selvage/pattern/v1"
	projectv1 "selvage.local/go/gen/selvage/project/v1"
	"selvage.local/go/neststream"
	"selvage.local/go/selvage"
	"selvage.local/go/selvagegrpc"
)

func environment(t *testing.T, name string) string {
	t.Helper()
	value := os.Getenv(name)
	if value == "" {
		t.Fatalf("%s is not set", name)
	}
	return value
}

func square(side float64) []*nestv1.Point {
	return []*nestv1.Point{{}, {X: side}, {X: side, Y: side}, {Y: side}}
}

func nestRequest(seconds float64) *nestv1.NestRequest {
	request := &nestv1.NestRequest{
		Bins:                 []*nestv1.Bin{{Boundary: &nestv1.Polyline{Points: square(100)}}},
		MaximumExecutionTime: proto.Float64(seconds),
		ReportInterval:       proto.Float64(50),
	}
	for i := range 12 {
		part := &nestv1.Polygon{Id: fmt.Sprint("part-", i), Points: square(float64(10 + i))}
		request.Polygons = append(request.Polygons, part)
	}
	return request
}

// assertWhole expects every event once and in order, done last, and all parts placed.
func assertWhole(t *testing.T, events iter.Seq2[*nestv1.NestEvent, error]) {
	t.Helper()
	var seq int32
	var best *nestv1.NestSolution
	done := 0
	for event, err := range events {
		if err != nil {
			t.Fatal(err)
		}
		if seq++; event.GetSeq() != seq || done > 0 {
			t.Fatalf("event %d came as number %d, after %d done", event.GetSeq(), seq, done)
		}
		if solution := event.GetSolution(); solution != nil {
			best = solution
		}
		if event.GetDone() != nil {
			done++
		}
	}
	if done != 1 || len(best.GetPlacements()) != 12 {
		t.Fatalf("%d done, %d parts placed", done, len(best.GetPlacements()))
	}
}

var female = &bodyv1.InferMeasurementsRequest{
	Gender: bodyv1.Gender_GENDER_FEMALE, Unit: bodyv1.UnitSystem_UNIT_SYSTEM_METRIC, Height: proto.Float64(168),
}

func assertBody(t *testing.T, fields map[string]*bodyv1.Measurement) {
	t.Helper()
	waist := fields["waistGirth"]
	if fields["height"].GetValue() != 168 || waist.GetLow() >= waist.GetHigh() {
		t.Fatalf("height %v, waist %v", fields["height"], waist)
	}
}

func TestConnect(t *testing.T) {
	ctx := context.Background()
	client := selvage.New(environment(t, "SELVAGE_SERVER"), environment(t, "SELVAGE_KEY"), selvage.Options{Organization: "personal"})
	body, err := client.Body.InferMeasurements(ctx, connect.NewRequest(female))
	if err != nil {
		t.Fatal(err)
	}
	assertBody(t, body.Msg.GetFields())
	listed, err := client.Patterns.ListPatterns(ctx, connect.NewRequest(&patternv1.ListPatternsRequest{}))
	if err != nil {
		t.Fatal(err)
	}
	pattern := listed.Msg.GetPatterns()[0].GetPatternId()
	draft, err := client.Patterns.DraftPattern(ctx, connect.NewRequest(&patternv1.DraftPatternRequest{PatternId: pattern}))
	if err != nil || len(draft.Msg.GetPattern().GetPieces()) == 0 {
		t.Fatal(draft, err)
	}
	assertWhole(t, client.Nest(ctx, nestRequest(3)))
	_, err = selvage.New(environment(t, "SELVAGE_SERVER"), "wrong", selvage.Options{}).Body.InferMeasurements(ctx, connect.NewRequest(female))
	if connect.CodeOf(err) != connect.CodeUnauthenticated {
		t.Fatal(err)
	}
}

func TestGrpc(t *testing.T) {
	ctx := context.Background()
	client, err := selvagegrpc.Dial(environment(t, "SELVAGE_SERVER"), environment(t, "SELVAGE_KEY"), "personal")
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	body, err := client.Body.InferMeasurements(ctx, female)
	if err != nil {
		t.Fatal(err)
	}
	assertBody(t, body.GetFields())
	listed, err := client.Patterns.ListPatterns(ctx, &patternv1.ListPatternsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	draft, err := client.Patterns.DraftPattern(ctx, &patternv1.DraftPatternRequest{PatternId: listed.GetPatterns()[0].GetPatternId()})
	if err != nil || len(draft.GetPattern().GetPieces()) == 0 {
		t.Fatal(draft, err)
	}
	assertWhole(t, client.Nest(ctx, nestRequest(3)))
	wrong, err := selvagegrpc.Dial(environment(t, "SELVAGE_SERVER"), "wrong", "")
	if err != nil {
		t.Fatal(err)
	}
	defer wrong.Close()
	if _, err = wrong.Body.InferMeasurements(ctx, female); status.Code(err) != codes.Unauthenticated {
		t.Fatal(err)
	}
}

// The client repeats a call without room, after the requested time.
func TestNoRoom(t *testing.T) {
	ctx := context.Background()
	client := selvage.New(environment(t, "SELVAGE_BUSY_PROXY"), environment(t, "SELVAGE_KEY"), selvage.Options{})
	overConnect, err := client.Body.InferMeasurements(ctx, connect.NewRequest(female))
	if err != nil {
		t.Fatal(err)
	}
	assertBody(t, overConnect.Msg.GetFields())
	framed, err := selvagegrpc.Dial(environment(t, "SELVAGE_BUSY_PROXY"), environment(t, "SELVAGE_KEY"), "")
	if err != nil {
		t.Fatal(err)
	}
	defer framed.Close()
	overGrpc, err := framed.Body.InferMeasurements(ctx, female)
	if err != nil {
		t.Fatal(err)
	}
	assertBody(t, overGrpc.GetFields())
}

func TestLeavingTheLoopCancelsTheJob(t *testing.T) {
	ctx := context.Background()
	client := selvage.New(environment(t, "SELVAGE_SERVER"), environment(t, "SELVAGE_KEY"), selvage.Options{})
	var job string
	for event, err := range client.Nest(ctx, nestRequest(30)) {
		if err != nil {
			t.Fatal(err)
		}
		job = event.GetJobId()
		break
	}
	rest, err := client.Nests.ResumeNest(ctx, connect.NewRequest(&nestv1.ResumeNestRequest{JobId: job}))
	if err != nil {
		t.Fatal(err)
	}
	var last *nestv1.NestEvent
	for rest.Receive() {
		last = rest.Msg().GetEvent()
	}
	if last.GetDone() == nil {
		t.Fatal(last, rest.Err())
	}
}

// No event is lost or comes twice over a refused connection and a lost one.
func TestLostConnections(t *testing.T) {
	client := selvage.New(environment(t, "SELVAGE_CUTTING_PROXY"), environment(t, "SELVAGE_KEY"), selvage.Options{})
	assertWhole(t, client.Nest(context.Background(), nestRequest(3)))
}

func both(t *testing.T, proxy string) (*selvage.Client, *selvagegrpc.Client) {
	t.Helper()
	key := environment(t, "SELVAGE_KEY")
	framed, err := selvagegrpc.Dial(environment(t, proxy), key, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = framed.Close() })
	return selvage.New(environment(t, proxy), key, selvage.Options{}), framed
}

// A call whose answer is lost makes one thing, and a request that is sent as two calls two.
func TestLostAnswers(t *testing.T) {
	ctx := context.Background()
	overConnect, overGrpc := both(t, "SELVAGE_FORGETFUL_PROXY")
	names := []string{rand.Text(), rand.Text()}
	var requests []*projectv1.CreateProjectRequest
	for _, name := range names {
		document := fmt.Sprintf(`{"format": "selvage-project", "version": 1, "name": %q}`, name)
		requests = append(requests, &projectv1.CreateProjectRequest{Document: document})
	}
	request := connect.NewRequest(requests[0])
	for range 2 {
		if _, err := overConnect.Projects.CreateProject(ctx, request); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := overGrpc.Projects.CreateProject(ctx, requests[1]); err != nil {
		t.Fatal(err)
	}
	direct, _ := both(t, "SELVAGE_SERVER")
	listed, err := direct.Projects.ListProjects(ctx, connect.NewRequest(&projectv1.ListProjectsRequest{}))
	if err != nil {
		t.Fatal(err)
	}
	made := map[string]int{}
	for _, project := range listed.Msg.GetProjects() {
		made[project.GetName()]++
	}
	if made[names[0]] != 2 || made[names[1]] != 1 {
		t.Fatal(made)
	}
}

func jobs(t *testing.T) int {
	t.Helper()
	direct, _ := both(t, "SELVAGE_SERVER")
	listed, err := direct.Nests.ListNestJobs(
		context.Background(), connect.NewRequest(&nestv1.ListNestJobsRequest{PageSize: proto.Int32(100)}),
	)
	if err != nil {
		t.Fatal(err)
	}
	return len(listed.Msg.GetJobs())
}

// A nest that is lost before its first event makes one job.
func TestLostBeginnings(t *testing.T) {
	ctx := context.Background()
	overConnect, overGrpc := both(t, "SELVAGE_FORGETFUL_PROXY")
	before := jobs(t)
	assertWhole(t, overConnect.Nest(ctx, nestRequest(3)))
	assertWhole(t, overGrpc.Nest(ctx, nestRequest(3)))
	if made := jobs(t) - before; made != 2 {
		t.Fatalf("%d jobs", made)
	}
}

// A stream goes on for as long as its job is kept.
func TestMoreLostConnectionsThanACallOutlives(t *testing.T) {
	ctx := context.Background()
	overConnect, overGrpc := both(t, "SELVAGE_AWAY_PROXY")
	assertWhole(t, overConnect.Nest(ctx, nestRequest(3)))
	assertWhole(t, overGrpc.Nest(ctx, nestRequest(3)))
}

func TestTheJobOfACutStreamGoesOn(t *testing.T) {
	ctx := context.Background()
	request := nestRequest(30)
	request.KeepSeconds = proto.Float64(2)
	overConnect, overGrpc := both(t, "SELVAGE_STREAMLESS_PROXY")
	direct, _ := both(t, "SELVAGE_SERVER")
	for _, events := range []iter.Seq2[*nestv1.NestEvent, error]{
		overConnect.Nest(ctx, request), overGrpc.Nest(ctx, request),
	} {
		var cut *neststream.CutError
		for _, err := range events {
			if err != nil && !errors.As(err, &cut) {
				t.Fatal(err)
			}
		}
		running, err := direct.Nests.GetNestJob(ctx, connect.NewRequest(&nestv1.GetNestJobRequest{JobId: cut.Job}))
		if err != nil || running.Msg.GetJob().Outcome != nil {
			t.Fatal(running, err)
		}
		if _, err := direct.Nests.CancelNest(ctx, connect.NewRequest(&nestv1.CancelNestRequest{JobId: cut.Job})); err != nil {
			t.Fatal(err)
		}
	}
}

// counting counts the calls that leave the client.
type counting struct{ calls int }

func (c *counting) RoundTrip(request *http.Request) (*http.Response, error) {
	c.calls++
	return http.DefaultTransport.RoundTrip(request)
}

func TestATooLargeCallIsSentOnce(t *testing.T) {
	sent := &counting{}
	options := selvage.Options{HTTPClient: &http.Client{Transport: sent}}
	client := selvage.New(environment(t, "SELVAGE_SERVER"), environment(t, "SELVAGE_KEY"), options)
	large := &projectv1.CreateProjectRequest{Document: strings.Repeat(" ", 34<<20)}
	_, err := client.Projects.CreateProject(context.Background(), connect.NewRequest(large))
	if connect.CodeOf(err) != connect.CodeResourceExhausted || sent.calls != 1 {
		t.Fatal(sent.calls, err)
	}
}
