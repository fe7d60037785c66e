/** The units of `--lengths` in requests for patterns. */
import { PatternLengths } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import type { Lengths } from '../../drawing/lengths.js';

export const patternLengths: Readonly<Record<Lengths, PatternLengths>> = {
  metric: PatternLengths.METRIC,
  inches: PatternLengths.INCHES,
};
