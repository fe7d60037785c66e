/** The quality of each zone of a sheet, above the parts: where no part lies, or at least beside the names of the parts. */
import { useMemo } from 'preact/hooks';
import type { Placement } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { zoneNames } from '../../../src/drawing/marker/sheet-cloth.js';
import { boxOf } from '../../../src/drawing/plane.js';
import type { Point } from '../../../src/geometry/point.js';
import { type Name, type PartShape, sizeOfCapital } from './part.js';
import { zoneText } from './part-details.js';
import { showsMarks } from './piece-marks.js';
import { type DrawnSheet, zonesOf } from './sheet-ground.js';

interface ZoneWordsProps {
  readonly sheet: DrawnSheet;
  readonly shapes: readonly PartShape[];
  readonly placements: readonly Placement[];
  /** Millimetres in one unit of the request. */
  readonly unit: number;
}

/** Height of a capital over the smaller side of the sheet, as in the files of the marker. */
const tallest = 0.022;

export function ZoneWords({ sheet, shapes, placements, unit }: ZoneWordsProps) {
  const zones = zonesOf(sheet);
  const isNamed = showsMarks.value;
  const words = useMemo(() => {
    const { left, top, right, bottom } = boxOf(sheet.outline);
    const drawn = {
      outline: sheet.outline,
      keepOut: sheet.keepOut,
      parts: sheet.parts().map((outline) => ({ outline })),
      zones: zones.map(({ quality, outline }) => ({ quality: quality!, outline })),
    };
    const names = isNamed ? nameBoxes(sheet, shapes, placements, unit) : [];
    return zoneNames(drawn, (point) => point, tallest * Math.min(right - left, bottom - top), names);
  }, [sheet, isNamed, JSON.stringify(zones)]);
  return (
    <>
      {words.map(({ text, at: [x, y], height, rotation, anchor }, i) => (
        <text
          key={i}
          class="zone-word"
          x={x}
          y={y}
          font-size={height * sizeOfCapital}
          text-anchor={anchor}
          transform={rotation === 0 ? undefined : `rotate(${rotation} ${x} ${y})`}
        >
          {text}
        </text>
      ))}
    </>
  );
}

/** The boxes around the words on the parts of a sheet. */
function nameBoxes(
  { bin, offset }: DrawnSheet,
  shapes: readonly PartShape[],
  placements: readonly Placement[],
  unit: number,
): Point[][] {
  return placements.flatMap(({ index, bin: on, position, rotation, mirrored }) => {
    const shape = shapes[index!];
    if (!shape || on !== bin) return [];
    const turn = (rotation! * Math.PI) / 180;
    const place = ([x, y]: Point): Point => {
      const across = mirrored ? -x : x;
      return [
        position!.x * unit + offset[0] + across * Math.cos(turn) - y * Math.sin(turn),
        position!.y * unit + offset[1] + across * Math.sin(turn) + y * Math.cos(turn),
      ];
    };
    const words = [{ name: shape.name, text: shape.id }, ...shape.zones.map(zoneText)];
    return words.flatMap(({ name, text }) => (name ? [boxAround(name, text).map(place)] : []));
  });
}

function boxAround({ at: [x, y], size, upright }: Name, text: string): Point[] {
  const [along, across] = [0.33 * size * text.length, 0.6 * size];
  const [right, down] = upright ? [across, along] : [along, across];
  return [
    [x - right, y - down],
    [x + right, y - down],
    [x + right, y + down],
    [x - right, y + down],
  ];
}
