/** Finds options of a file format that the draft request does not ask for. */
import { type DraftPatternRequest, PatternFormat } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import type { FieldProblem } from '../../errors.js';

/** One problem for each option; none if the requested format is itself unknown. */
export function optionsOfOtherFormats({ format, dxf, pdf }: DraftPatternRequest): FieldProblem[] {
  const asked = PatternFormat[format || PatternFormat.JSON]?.toLowerCase();
  const options = Object.entries({ dxf, pdf });
  return options
    .filter(([name, value]) => value !== undefined && asked !== undefined && name !== asked)
    .map(([path]) => ({
      path,
      code: 'other_format',
      message: `${path} applies to the format ${path}; the request asks for ${asked}`,
    }));
}
