/** The JSON of the jobs of lay plans: lists of jobs, and the state of one with its order. */
import {
  GetLaysResponseSchema,
  LayJobSchema,
  LayOrderLineSchema,
  LayOrderSchema,
  ListLaysRequestSchema,
  ListLaysResponseSchema,
} from '../../gen/selvage/lay/v1/lay_pb.js';
import {
  type JobState,
  JobStateSchema,
  type MarkerDirection,
  MarkerDirectionSchema,
} from '../../gen/selvage/nest/v1/nest_pb.js';
import { choice, integer, list, message, number, text } from './codec.js';
import { cloth, costs, table } from './lay.js';
import { fabric } from './nest.js';
import { jobFacts } from './nest-job.js';

const job = message(LayJobSchema, jobFacts);

/** The query of a listing. */
export const listLaysQuery = message(ListLaysRequestSchema, {
  pageSize: integer,
  pageToken: text,
  state: choice<JobState>(JobStateSchema),
});

export const listLaysResponse = message(ListLaysResponseSchema, { jobs: list(job), nextPageToken: text });

const order = message(LayOrderSchema, {
  lines: list(
    message(LayOrderLineSchema, { name: text, colour: text, quantity: integer, over: integer, under: integer }),
  ),
  cloths: list(cloth),
  table,
  costs,
  direction: choice<MarkerDirection>(MarkerDirectionSchema),
  rotationTolerance: number,
  fabric,
});

export const getLaysResponse = message(GetLaysResponseSchema, { job, order });
