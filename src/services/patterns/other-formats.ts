/** Options of a file format that a draft is not asked for in. */
import { type DraftPatternRequest, PatternFormat } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import type { FieldProblem } from '../../errors.js';

/** One problem for each; none where the format itself is no known one. */
export function optionsOfOtherFormats({ format, dxf, pdf }: DraftPatternRequest): FieldProblem[] {
  const asked = PatternFormat[format || PatternFormat.JSON]?.toLowerCase();
  const options = Object.entries({ dxf, pdf });
  return options
    .filter(([name, value]) => value !== undefined && asked !== undefined && name !== asked)
    .map(([path]) => ({
      path,
      code: 'other_format',
      message: `${path} goes with the format ${path}; the draft is asked for as ${asked}`,
    }));
}
