package selvage.client;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import selvage.nest.v1.Bin;
import selvage.nest.v1.NestEvent;
import selvage.nest.v1.NestRequest;
import selvage.nest.v1.Point;
import selvage.nest.v1.Polygon;
import selvage.nest.v1.Polyline;

/** The example of the README, word for word. */
class ReadmeExampleTest {
  private static List<Point> square(double side) {
    double[][] corners = {{0, 0}, {side, 0}, {side, side}, {0, side}};
    return Arrays.stream(corners).map(at -> Point.newBuilder().setX(at[0]).setY(at[1]).build()).toList();
  }

  @Test
  void runs() {
    Polygon part = Polygon.newBuilder().addAllPoints(square(40)).build();
    Bin sheet = Bin.newBuilder().setBoundary(Polyline.newBuilder().addAllPoints(square(100))).build();
    try (SelvageClient client = SelvageClient.connect(System.getenv("SELVAGE_SERVER"), System.getenv("SELVAGE_KEY"));
        NestStream stream = client.nest(NestRequest.newBuilder().addPolygons(part).addBins(sheet).build())) {
      for (NestEvent event : stream) {
        if (event.hasSolution()) {
          System.out.println(event.getSolution().getUtilisation());
        }
      }
    }
  }
}
