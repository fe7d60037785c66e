/** The operations that would make a second thing if they were repeated, and their answers to a repetition. */
import {
  create,
  type DescMessage,
  fromJsonString,
  type MessageInitShape,
  type MessageShape,
  toJsonString,
} from '@bufbuild/protobuf';
import {
  CreateOwnKeyRequestSchema,
  type CreateOwnKeyResponseSchema,
  RotateOwnKeyRequestSchema,
  type RotateOwnKeyResponseSchema,
} from '../../../gen/selvage/account/v1/account_pb.js';
import {
  CreateKeyRequestSchema,
  type CreateKeyResponseSchema,
  CreateOrganizationRequestSchema,
  CreateOrganizationResponseSchema,
  CreateUserRequestSchema,
  CreateUserResponseSchema,
  PublishPatternVersionRequestSchema,
  PublishPatternVersionResponseSchema,
  RotateKeyRequestSchema,
  type RotateKeyResponseSchema,
  SavePatternDraftRequestSchema,
  SavePatternDraftResponseSchema,
} from '../../../gen/selvage/admin/v1/admin_pb.js';
import { CreatePopulationRequestSchema, CreatePopulationResponseSchema } from '../../../gen/selvage/body/v1/body_pb.js';
import {
  CreateProjectRequestSchema,
  CreateProjectResponseSchema,
  UpdateProjectRequestSchema,
  UpdateProjectResponseSchema,
} from '../../../gen/selvage/project/v1/project_pb.js';
import { CreateSizeTableRequestSchema, CreateSizeTableResponseSchema } from '../../../gen/selvage/size/v1/size_pb.js';
import {
  CreateWebhookRequestSchema,
  type CreateWebhookResponseSchema,
  ReplayWebhookDeliveryRequestSchema,
  ReplayWebhookDeliveryResponseSchema,
  RotateWebhookSecretRequestSchema,
  type RotateWebhookSecretResponseSchema,
  SendTestEventRequestSchema,
  SendTestEventResponseSchema,
} from '../../../gen/selvage/webhook/v1/webhook_pb.js';
import type { Operations } from '../services.js';
import { answeredWithSecret } from './refusals.js';

export interface Repetition {
  readonly request: DescMessage;
  /** The text that the store keeps. */
  text(answer: object): string;
  /** The answer to a repetition, or its refusal. */
  answer(text: string): object;
}

/** A repetition gets the same answer. */
function sameAnswer<Answer extends DescMessage>(request: DescMessage, schema: Answer): Repetition {
  return {
    request,
    text: (answer) => toJsonString(schema, create(schema, answer as MessageInitShape<Answer>)),
    answer: (text): MessageShape<Answer> => fromJsonString(schema, text),
  };
}

/** The answer holds a secret, which the store must not have. A repetition learns the id of the record. */
function secretOnce<Answer extends DescMessage>(
  request: DescMessage,
  idOf: (answer: MessageInitShape<Answer>) => string | undefined,
): Repetition {
  return {
    request,
    text: (answer) => idOf(answer as MessageInitShape<Answer>) ?? '',
    answer(id) {
      throw answeredWithSecret(id);
    },
  };
}

export const repetitions: { readonly [Name in keyof Operations]?: Repetition } = {
  createUser: sameAnswer(CreateUserRequestSchema, CreateUserResponseSchema),
  createOrganization: sameAnswer(CreateOrganizationRequestSchema, CreateOrganizationResponseSchema),
  createKey: secretOnce<typeof CreateKeyResponseSchema>(CreateKeyRequestSchema, ({ key }) => key?.keyId),
  rotateKey: secretOnce<typeof RotateKeyResponseSchema>(RotateKeyRequestSchema, ({ key }) => key?.keyId),
  createOwnKey: secretOnce<typeof CreateOwnKeyResponseSchema>(CreateOwnKeyRequestSchema, ({ key }) => key?.keyId),
  rotateOwnKey: secretOnce<typeof RotateOwnKeyResponseSchema>(RotateOwnKeyRequestSchema, ({ key }) => key?.keyId),

  createWebhook: secretOnce<typeof CreateWebhookResponseSchema>(
    CreateWebhookRequestSchema,
    ({ webhook }) => webhook?.webhookId,
  ),
  rotateWebhookSecret: secretOnce<typeof RotateWebhookSecretResponseSchema>(
    RotateWebhookSecretRequestSchema,
    ({ webhook }) => webhook?.webhookId,
  ),
  sendTestEvent: sameAnswer(SendTestEventRequestSchema, SendTestEventResponseSchema),
  replayWebhookDelivery: sameAnswer(ReplayWebhookDeliveryRequestSchema, ReplayWebhookDeliveryResponseSchema),

  savePatternDraft: sameAnswer(SavePatternDraftRequestSchema, SavePatternDraftResponseSchema),
  publishPatternVersion: sameAnswer(PublishPatternVersionRequestSchema, PublishPatternVersionResponseSchema),
  createSizeTable: sameAnswer(CreateSizeTableRequestSchema, CreateSizeTableResponseSchema),
  createPopulation: sameAnswer(CreatePopulationRequestSchema, CreatePopulationResponseSchema),
  createProject: sameAnswer(CreateProjectRequestSchema, CreateProjectResponseSchema),
  updateProject: sameAnswer(UpdateProjectRequestSchema, UpdateProjectResponseSchema),
};
