/** Reads the file of a size table: CSV as it is, or JSON as the REST route takes it. */

import { create } from '@bufbuild/protobuf';
import { Reading } from '../../../gateway/json/reading.js';
import { createSizeTableRequest } from '../../../gateway/json/size.js';
import { type CreateSizeTableRequest, CreateSizeTableRequestSchema } from '../../../gen/selvage/size/v1/size_pb.js';
import { ServiceError } from '../../../src/errors.js';
import { parsedText } from '../service/parsed-text.js';

/** @throws ServiceError `invalid` that names the faults */
export function readTable(text: string): CreateSizeTableRequest {
  const start = text.trimStart();
  if (start === '') throw new ServiceError('invalid', 'The file is empty');
  if (!/^[{[]/.test(start)) return create(CreateSizeTableRequestSchema, { csv: text });
  const reading = new Reading({ nullMeansAbsent: true });
  const parsed = parsedText(text);
  // A list of sizes alone is enough, since the form has the name.
  const request = createSizeTableRequest.decode(
    Array.isArray(parsed) ? new Map([['sizes', parsed]]) : parsed,
    '',
    reading,
  );
  const problems = reading.problems.filter(({ path }) => path !== 'name');
  if (problems.length > 0) throw ServiceError.ofProblems('invalid', problems);
  return request!;
}
