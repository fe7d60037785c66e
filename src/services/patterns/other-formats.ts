/** Finds options of a file format that the draft request does not ask for. */
import { type DescMessage, isFieldSet, type MessageShape } from '@bufbuild/protobuf';
import {
  type DraftPatternRequest,
  DxfOptionsSchema,
  PatternFormat,
  PdfOptionsSchema,
} from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import type { FieldProblem } from '../../errors.js';

/** One problem for each option; none if the requested format is itself unknown. Options without a field ask for nothing. */
export function optionsOfOtherFormats({ format, dxf, pdf }: DraftPatternRequest): FieldProblem[] {
  const asked = PatternFormat[format || PatternFormat.JSON]?.toLowerCase();
  const given = { dxf: asksForSomething(DxfOptionsSchema, dxf), pdf: asksForSomething(PdfOptionsSchema, pdf) };
  return Object.entries(given)
    .filter(([name, isGiven]) => isGiven && asked !== undefined && name !== asked)
    .map(([path]) => ({
      path,
      code: 'other_format',
      message: `${path} applies to the format ${path}; the request asks for ${asked}`,
    }));
}

function asksForSomething<D extends DescMessage>(schema: D, options: MessageShape<D> | undefined): boolean {
  return options !== undefined && schema.fields.some((field) => isFieldSet(options, field));
}
