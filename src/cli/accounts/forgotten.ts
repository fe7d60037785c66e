/** Prints what went with a user or an organisation. */
import type { MessageShape } from '@bufbuild/protobuf';
import type { ForgottenSchema } from '../../../gen/selvage/account/v1/account_pb.js';
import { printRecord } from '../print-records.js';

export function printForgotten(
  forgotten: MessageShape<typeof ForgottenSchema> | undefined,
  options: { readonly json?: boolean | undefined },
): void {
  const { $typeName: _, $unknown: __, ...counts } = forgotten!;
  printRecord(counts, options);
}
