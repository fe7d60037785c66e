/** The JSON of drawings and layouts as files, for agents: REST has no such routes. */
import {
  CutterSchema,
  type DrawingFormat,
  DrawingFormatSchema,
  type LayoutFormat,
  LayoutFormatSchema,
  type LayoutLengths,
  LayoutLengthsSchema,
  type LayoutPage,
  LayoutPageSchema,
  ReadPartsRequestSchema,
  ReadPartsResponseSchema,
  WriteLayoutRequestSchema,
} from '../../gen/selvage/file/v1/file_pb.js';
import { type GravityDirection, GravityDirectionSchema } from '../../gen/selvage/nest/v1/nest_pb.js';
import { choice, flag, list, message, number, required, text } from './codec.js';
import { binJson, fabric, matchError, placement, polygon, sheetUsage } from './nest.js';

/** The limits of the contract. Longer lists are not read. */
const most = { polygons: 10_000, bins: 1_000 };

export const readPartsRequest = message(ReadPartsRequestSchema, {
  file: required(text),
  format: required(choice<DrawingFormat>(DrawingFormatSchema)),
  unitMm: number,
  size: text,
});

export const readPartsResponse = message(ReadPartsResponseSchema, {
  polygons: list(polygon),
  bins: list(binJson),
  notes: list(text),
});

export const writeLayoutRequest = message(WriteLayoutRequestSchema, {
  polygons: required(list(polygon, most.polygons)),
  bins: required(list(binJson, most.bins)),
  placements: list(placement, most.polygons),
  unplaced: list(text, most.polygons),
  gravityDirection: choice<GravityDirection>(GravityDirectionSchema),
  format: required(choice<LayoutFormat>(LayoutFormatSchema)),
  title: text,
  unitMm: number,
  page: choice<LayoutPage>(LayoutPageSchema),
  scale: number,
  lengths: choice<LayoutLengths>(LayoutLengthsSchema),
  roll: flag,
  cutter: message(CutterSchema, {
    kerfMm: number,
    commonLines: flag,
    feedMmPerSecond: number,
    travelMmPerSecond: number,
    startSeconds: number,
  }),
  fabric,
  matches: list(matchError, most.polygons),
  sheets: list(sheetUsage, most.bins),
  plainUtilisation: number,
});
