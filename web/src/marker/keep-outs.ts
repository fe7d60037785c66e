/** Rectangles of a sheet that parts keep off or that have another quality, as a person draws them on the marker. */
import { create } from '@bufbuild/protobuf';
import {
  type Bin,
  BinSchema,
  PointSchema,
  type Polyline,
  PolylineSchema,
  QualityZoneSchema,
} from '../../../gen/selvage/nest/v1/nest_pb.js';

/** In millimetres from the origin of its sheet. */
export interface KeepOut {
  /** Of the sheets in their order, from 0. */
  readonly sheet: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** On the stretch of folded or tubular cloth that is laid open. */
  readonly stretch?: true;
  /** Of the material there; missing: parts keep off. */
  readonly quality?: number;
}

/** Whether a roll begins with a stretch that is laid open; the search chooses where it ends. */
export const hasStretch = ({
  roll,
  bins,
}: {
  readonly roll: boolean | undefined;
  readonly bins: readonly Bin[];
}): boolean => roll === true && bins.length > 1 && bins[0]!.open === true;

export const behindStretch =
  'The roll behind the stretch laid open begins where the search ends the stretch, so a keep-out has no fixed place there.';

/** @param unitMm millimetres in a unit of the sheets */
export function withKeepOuts(bins: readonly Bin[], keepOuts: readonly KeepOut[], unitMm: number): Bin[] {
  return bins.map((bin, i) => {
    const own = keepOuts.filter(({ sheet }) => sheet === i);
    if (own.length === 0) return bin;
    const outline = (rectangle: KeepOut): Polyline => {
      const corners = cornersOf(rectangle).map(({ x, y }) => create(PointSchema, { x: x / unitMm, y: y / unitMm }));
      return create(PolylineSchema, { points: corners });
    };
    const holes = own.filter(({ quality }) => quality === undefined).map(outline);
    const zones = own.flatMap((rectangle) => {
      const { quality } = rectangle;
      return quality === undefined ? [] : [create(QualityZoneSchema, { boundary: outline(rectangle), quality })];
    });
    return create(BinSchema, { ...bin, holes: [...bin.holes, ...holes], zones: [...bin.zones, ...zones] });
  });
}

export const cornersOf = ({ x, y, width, height }: KeepOut): readonly { readonly x: number; readonly y: number }[] => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
];
