package selvage.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import selvage.body.v1.Gender;
import selvage.body.v1.InferMeasurementsRequest;
import selvage.body.v1.Measurement;
import selvage.body.v1.UnitSystem;
import selvage.nest.v1.Bin;
import selvage.nest.v1.CancelNestRequest;
import selvage.nest.v1.GetNestJobRequest;
import selvage.nest.v1.ListNestJobsRequest;
import selvage.nest.v1.NestEvent;
import selvage.nest.v1.NestRequest;
import selvage.nest.v1.Point;
import selvage.nest.v1.Polygon;
import selvage.nest.v1.Polyline;
import selvage.nest.v1.ResumeNestRequest;
import selvage.nest.v1.ResumeNestResponse;
import selvage.pattern.v1.DraftPatternRequest;
import selvage.pattern.v1.ListPatternsRequest;
import selvage.project.v1.CreateProjectRequest;
import selvage.project.v1.ListProjectsRequest;

/**
 * Against a service: SELVAGE_SERVER, SELVAGE_KEY; SELVAGE_CUTTING_PROXY, a proxy to it that loses connections;
 * SELVAGE_BUSY_PROXY, which has no room at first; SELVAGE_FORGETFUL_PROXY, which loses the first answer of each call;
 * SELVAGE_STREAMLESS_PROXY, which cuts each stream; and SELVAGE_AWAY_PROXY, which is away for a while.
 */
class SelvageClientTest {
  private static final String URL = environment("SELVAGE_SERVER");
  private static final String KEY = environment("SELVAGE_KEY");

  private static String environment(String name) {
    return Objects.requireNonNull(System.getenv(name), name + " is not set");
  }

  private static List<Point> square(double side) {
    double[][] corners = {{0, 0}, {side, 0}, {side, side}, {0, side}};
    return Arrays.stream(corners).map(at -> Point.newBuilder().setX(at[0]).setY(at[1]).build()).toList();
  }

  private static NestRequest request(double seconds) {
    NestRequest.Builder request =
        NestRequest.newBuilder()
            .addBins(Bin.newBuilder().setBoundary(Polyline.newBuilder().addAllPoints(square(100))))
            .setMaximumExecutionTime(seconds)
            .setReportInterval(50);
    for (int i = 0; i < 12; i++) {
      request.addPolygons(Polygon.newBuilder().setId("part-" + i).addAllPoints(square(10 + i)));
    }
    return request.build();
  }

  /** Every event once and in order, done last, all parts placed. */
  private static void assertWhole(List<NestEvent> events) {
    assertEquals(IntStream.rangeClosed(1, events.size()).boxed().toList(), events.stream().map(NestEvent::getSeq).toList());
    assertEquals(1, events.stream().filter(NestEvent::hasDone).count());
    assertTrue(events.get(events.size() - 1).hasDone());
    NestEvent best = events.stream().filter(NestEvent::hasSolution).reduce((before, after) -> after).orElseThrow();
    assertEquals(12, best.getSolution().getPlacementsCount());
  }

  private static List<NestEvent> all(NestStream stream) {
    List<NestEvent> events = new ArrayList<>();
    stream.forEachRemaining(events::add);
    return events;
  }

  @Test
  void bodyPatternAndNest() {
    try (SelvageClient client = SelvageClient.connect(URL, KEY, "personal")) {
      InferMeasurementsRequest person =
          InferMeasurementsRequest.newBuilder()
              .setGender(Gender.GENDER_FEMALE)
              .setUnit(UnitSystem.UNIT_SYSTEM_METRIC)
              .setHeight(168)
              .build();
      var fields = client.body().inferMeasurements(person).getFieldsMap();
      assertEquals(168, fields.get("height").getValue());
      Measurement waist = fields.get("waistGirth");
      assertTrue(waist.getLow() < waist.getHigh());
      var listed = client.patterns().listPatterns(ListPatternsRequest.getDefaultInstance());
      var draft =
          client
              .patterns()
              .draftPattern(DraftPatternRequest.newBuilder().setPatternId(listed.getPatterns(0).getPatternId()).build());
      assertFalse(draft.getPattern().getPiecesList().isEmpty());
      try (NestStream stream = client.nest(request(3))) {
        assertWhole(all(stream));
      }
    }
  }

  @Test
  void aRefusedCallSaysWhy() {
    try (SelvageClient client = SelvageClient.connect(URL, "wrong")) {
      var error =
          assertThrows(
              StatusRuntimeException.class,
              () -> client.body().inferMeasurements(InferMeasurementsRequest.getDefaultInstance()));
      assertEquals(Status.Code.UNAUTHENTICATED, error.getStatus().getCode());
    }
  }

  @Test
  void aCallWithoutRoomIsSentAgainAfterTheTimeAskedFor() {
    InferMeasurementsRequest man =
        InferMeasurementsRequest.newBuilder()
            .setGender(Gender.GENDER_MALE)
            .setUnit(UnitSystem.UNIT_SYSTEM_METRIC)
            .setWeight(80)
            .build();
    try (SelvageClient client = SelvageClient.connect(environment("SELVAGE_BUSY_PROXY"), KEY)) {
      assertEquals(80, client.body().inferMeasurements(man).getFieldsOrThrow("weight").getValue());
    }
  }

  @Test
  void closingTheStreamCancelsTheJob() {
    try (SelvageClient client = SelvageClient.connect(URL, KEY)) {
      String job;
      try (NestStream stream = client.nest(request(30))) {
        job = stream.next().getJobId();
      }
      Iterator<ResumeNestResponse> rest =
          client.nests().resumeNest(ResumeNestRequest.newBuilder().setJobId(job).build());
      NestEvent last = null;
      while (rest.hasNext()) {
        last = rest.next().getEvent();
      }
      assertTrue(last.hasDone());
    }
  }

  @Test
  void withoutBlocking() {
    List<NestEvent> events = new ArrayList<>();
    var executor = Executors.newSingleThreadExecutor();
    try (SelvageClient client = SelvageClient.connect(URL, KEY)) {
      client.nest(request(1)).forEachAsync(events::add, executor).join();
    } finally {
      executor.shutdown();
    }
    assertWhole(events);
  }

  @Test
  void noEventIsLostOverLostConnections() {
    try (SelvageClient client = SelvageClient.connect(environment("SELVAGE_CUTTING_PROXY"), KEY);
        NestStream stream = client.nest(request(3))) {
      assertWhole(all(stream));
    }
  }

  @Test
  void aCallWhoseAnswerIsLostMakesOneThing() {
    String name = UUID.randomUUID().toString();
    String document = "{\"format\": \"selvage-project\", \"version\": 1, \"name\": \"" + name + "\"}";
    try (SelvageClient client = SelvageClient.connect(environment("SELVAGE_FORGETFUL_PROXY"), KEY)) {
      client.projects().createProject(CreateProjectRequest.newBuilder().setDocument(document).build());
    }
    try (SelvageClient client = SelvageClient.connect(URL, KEY)) {
      var listed = client.projects().listProjects(ListProjectsRequest.getDefaultInstance()).getProjectsList();
      assertEquals(1, listed.stream().filter(project -> project.getName().equals(name)).count());
    }
  }

  private static int jobs() {
    try (SelvageClient client = SelvageClient.connect(URL, KEY)) {
      return client.nests().listNestJobs(ListNestJobsRequest.newBuilder().setPageSize(100).build()).getJobsCount();
    }
  }

  @Test
  void aNestThatIsLostBeforeItsFirstEventMakesOneJob() {
    int before = jobs();
    try (SelvageClient client = SelvageClient.connect(environment("SELVAGE_FORGETFUL_PROXY"), KEY);
        NestStream stream = client.nest(request(3))) {
      assertWhole(all(stream));
    }
    assertEquals(before + 1, jobs());
  }

  @Test
  void aStreamOutlivesMoreLostConnectionsThanACall() {
    try (SelvageClient client = SelvageClient.connect(environment("SELVAGE_AWAY_PROXY"), KEY);
        NestStream stream = client.nest(request(3))) {
      assertWhole(all(stream));
    }
  }

  @Test
  void theJobOfACutStreamGoesOn() {
    NestStream.NestCutException cut;
    try (SelvageClient client = SelvageClient.connect(environment("SELVAGE_STREAMLESS_PROXY"), KEY);
        NestStream stream = client.nest(request(30).toBuilder().setKeepSeconds(2).build())) {
      cut = assertThrows(NestStream.NestCutException.class, () -> all(stream));
    }
    try (SelvageClient client = SelvageClient.connect(URL, KEY)) {
      var running = client.nests().getNestJob(GetNestJobRequest.newBuilder().setJobId(cut.jobId()).build());
      assertFalse(running.getJob().hasOutcome());
      client.nests().cancelNest(CancelNestRequest.newBuilder().setJobId(cut.jobId()).build());
    }
  }
}
