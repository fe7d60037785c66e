/**
 * Compiles the rules of the contract at the start. Otherwise the first request would wait a quarter of a second for its own.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { create, type DescFile } from '@bufbuild/protobuf';
import { file_selvage_account_v1_account } from '../../gen/selvage/account/v1/account_pb.js';
import { file_selvage_body_v1_body } from '../../gen/selvage/body/v1/body_pb.js';
import { file_selvage_lay_v1_lay } from '../../gen/selvage/lay/v1/lay_pb.js';
import { file_selvage_nest_v1_nest } from '../../gen/selvage/nest/v1/nest_pb.js';
import { file_selvage_pattern_v1_pattern } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { file_selvage_size_v1_size } from '../../gen/selvage/size/v1/size_pb.js';
import { file_selvage_webhook_v1_webhook } from '../../gen/selvage/webhook/v1/webhook_pb.js';
import { violatedRules } from './validate.js';

const files: readonly DescFile[] = [
  file_selvage_nest_v1_nest,
  file_selvage_pattern_v1_pattern,
  file_selvage_size_v1_size,
  file_selvage_body_v1_body,
  file_selvage_lay_v1_lay,
  file_selvage_account_v1_account,
  file_selvage_webhook_v1_webhook,
];

/** Compiles one message each turn of the event loop, its component messages first, so that no call waits for all of them. */
export async function compileRules(): Promise<void> {
  for (const { messages } of files) {
    for (const schema of messages) {
      violatedRules(schema, create(schema));
      await turn();
    }
  }
}
