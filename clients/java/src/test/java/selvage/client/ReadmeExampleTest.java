package selvage.client;

import org.junit.jupiter.api.Test;
import selvage.nest.v1.Bin;
import selvage.nest.v1.NestEvent;
import selvage.nest.v1.NestRequest;
import selvage.nest.v1.Point;
import selvage.nest.v1.Polyline;

/** The example of the README, as it stands there. */
class ReadmeExampleTest {
  private static Polyline square(double side) {
    Polyline.Builder line = Polyline.newBuilder();
    double[][] corners = {{0, 0}, {side, 0}, {side, side}, {0, side}};
    for (double[] corner : corners) {
      line.addPoints(Point.newBuilder().setX(corner[0]).setY(corner[1]));
    }
    return line.build();
  }

  @Test
  void runs() {
    Polyline part = square(40);
    Bin sheet = Bin.newBuilder().setBoundary(square(100)).build();
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
