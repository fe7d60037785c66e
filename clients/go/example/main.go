// Example nests a few squares and completes a body. Its first lines are those of the README.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"

	bodyv1 "selvage.local/go/gen/selvage/body/v1"
	nestv1 "selvage.local/go/gen/selvage/nest/v1"
	"selvage.local/go/selvage"
)

func main() {
	ctx := context.Background()
	client := selvage.New(os.Getenv("SELVAGE_SERVER"), os.Getenv("SELVAGE_KEY"), selvage.Options{})
	parts := []*nestv1.Polygon{{Points: square(40)}, {Points: square(30)}}
	sheets := []*nestv1.Bin{{Boundary: &nestv1.Polyline{Points: square(100)}}}
	for event, err := range client.Nest(ctx, &nestv1.NestRequest{Polygons: parts, Bins: sheets}) {
		if err != nil {
			log.Fatal(err)
		}
		if best := event.GetSolution(); best != nil {
			fmt.Println(best.GetUtilisation())
		}
	}
	body, err := client.Body.InferMeasurements(ctx, connect.NewRequest(&bodyv1.InferMeasurementsRequest{
		Gender: bodyv1.Gender_GENDER_FEMALE, Unit: bodyv1.UnitSystem_UNIT_SYSTEM_METRIC, Height: proto.Float64(168),
	}))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("waist", body.Msg.GetFields()["waistGirth"].GetValue())
}

func square(side float64) []*nestv1.Point {
	return []*nestv1.Point{{}, {X: side}, {X: side, Y: side}, {Y: side}}
}
