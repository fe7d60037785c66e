/** The JSON of size tables. */
import type { Gender, UnitSystem } from '../../gen/selvage/body/v1/body_pb.js';
import { GenderSchema, UnitSystemSchema } from '../../gen/selvage/body/v1/body_pb.js';
import {
  CreateSizeTableRequestSchema,
  CreateSizeTableResponseSchema,
  ListSizeTablesRequestSchema,
  ListSizeTablesResponseSchema,
  SizeSchema,
  SizeTableSchema,
} from '../../gen/selvage/size/v1/size_pb.js';
import { body } from './body.js';
import { choice, flag, integer, list, message, required, text, time, uuid } from './codec.js';

const sizes = (maxItems?: number) =>
  list(message(SizeSchema, { name: required(text), body: required(body) }), maxItems);

export const createSizeTableRequest = message(CreateSizeTableRequestSchema, {
  tableId: uuid,
  name: required(text),
  description: text,
  source: text,
  sizes: sizes(200),
  csv: text,
  gender: choice<Gender>(GenderSchema),
  unit: choice<UnitSystem>(UnitSystemSchema),
});

export const sizeTable = message(SizeTableSchema, {
  tableId: text,
  versionNumber: integer,
  name: text,
  description: text,
  source: text,
  licence: text,
  library: flag,
  sizes: sizes(),
  createTime: required(time),
});

export const createSizeTableResponse = message(CreateSizeTableResponseSchema, {
  table: required(sizeTable),
  stored: flag,
});

export const listSizeTablesResponse = message(ListSizeTablesResponseSchema, {
  tables: list(sizeTable),
  nextPageToken: text,
});

/** The query of a listing. */
export const listSizeTablesQuery = message(ListSizeTablesRequestSchema, { pageSize: integer, pageToken: text });
