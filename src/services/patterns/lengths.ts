/** Units of a file for people, as a request names them. */
import { PatternLengths } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import type { Lengths } from '../../drawing/lengths.js';

export const lengthsOf = (lengths: PatternLengths | undefined): Lengths =>
  lengths === PatternLengths.INCHES ? 'inches' : 'metric';
