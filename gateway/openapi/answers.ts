/** The schemas of answers that hold more than one message. */
import { comments } from '../../gen/comments.js';
import { LayEventSchema } from '../../gen/selvage/lay/v1/lay_pb.js';
import { NestEventSchema } from '../../gen/selvage/nest/v1/nest_pb.js';
import { DraftPatternResponseSchema, MakeTechPackResponseSchema } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { layEvents } from '../json/lay.js';
import { nestEvents } from '../json/nest.js';
import { draftFields, patternData } from '../json/pattern.js';
import { techPackLines } from '../json/tech-pack.js';
import { commentOf, type SchemaBook } from './json-schema.js';
import type { Schema } from './schema.js';

/** A drafted pattern: `data` is an object, or the text of a DXF. */
export function draftSchema(book: SchemaBook): Schema {
  const properties: Record<string, Schema> = {};
  for (const [name, codec] of Object.entries(draftFields)) {
    const description = commentOf(DraftPatternResponseSchema.fields.find(({ localName }) => localName === name));
    properties[name] = { ...book.of(codec, 'answer'), description: description ?? '' };
  }
  const data = book.of(patternData, 'answer');
  properties.data = {
    description: 'The pattern in the requested format: geometry, or the text of a DXF.',
    oneOf: [data, { type: 'string' }],
  };
  return book.add('Draft', {
    type: 'object',
    description: comments.get(DraftPatternResponseSchema.typeName) ?? '',
    properties,
    required: Object.keys(properties),
  });
}

const problemMembers = (description: string): Schema => ({
  type: 'object',
  description,
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    errors: { type: 'array', items: { $ref: '#/components/schemas/FieldProblem' } },
    requestId: { type: 'string' },
  },
});

/** One line of the stream of a tech pack, by its `type`. */
export function techPackLineSchema(book: SchemaBook): Schema {
  const line = (type: string, name: string, fields: Schema): Schema => {
    const { properties, required, ...rest } = fields as { properties?: Schema; required?: readonly string[] };
    return book.add(name, {
      type: 'object',
      ...rest,
      properties: { type: { type: 'string', const: type }, ...properties },
      required: ['type', ...(required ?? [])],
    });
  };
  const pack = book.object(techPackLines.techPack, 'answer', false) as { properties: Record<string, Schema> } & Schema;
  pack.properties.html = { type: 'string', description: 'The document, for the format html.' };
  pack.properties.pdf = { type: 'string', contentEncoding: 'base64', description: 'The document, for the format pdf.' };
  const error = {
    properties: {
      message: { type: 'string' },
      code: { type: 'string' },
      problem: problemMembers('The members of a problem body.'),
    },
    required: ['message', 'code', 'problem'],
  };
  const lines = {
    progress: line('progress', 'TechPackProgress', book.object(techPackLines.progress, 'answer', false)),
    techPack: line('techPack', 'TechPack', pack),
    error: line('error', 'TechPackError', error),
    done: line('done', 'TechPackDone', { description: 'The end of every whole stream.' }),
  };
  return book.add('TechPackLine', {
    description: comments.get(MakeTechPackResponseSchema.typeName) ?? '',
    oneOf: Object.values(lines),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(Object.entries(lines).map(([type, schema]) => [type, String(schema.$ref)])),
    },
  });
}

/** One line of a nest stream, by its `type`. */
export function lineSchema(book: SchemaBook): Schema {
  const place = {
    jobId: { type: 'string', format: 'uuid', description: comments.get(`${NestEventSchema.typeName}.job_id`) ?? '' },
    seq: { type: 'integer', minimum: 1, description: comments.get(`${NestEventSchema.typeName}.seq`) ?? '' },
  };
  const line = (type: string, name: string, fields: Schema, optional: readonly string[] = []): Schema => {
    const { properties, required, ...rest } = fields as { properties?: Schema; required?: readonly string[] };
    return book.add(name, {
      ...rest,
      properties: { type: { type: 'string', const: type }, ...properties, ...place },
      required: ['type', ...(required ?? []).filter((each) => !optional.includes(each)), 'jobId', 'seq'],
    });
  };
  const object = (type: keyof typeof nestEvents): { properties: Record<string, Schema> } & Schema =>
    // A message is always described by its properties.
    book.object(nestEvents[type], 'answer', false) as { properties: Record<string, Schema> } & Schema;

  const progress = object('progress');
  const { queuedPosition } = progress.properties;
  // The specification shows both spellings.
  progress.properties.queued_position = { ...queuedPosition, deprecated: true };
  const error = object('error');
  error.properties.problem = problemMembers('The members of a problem body, for a failure outside the job itself.');
  const done = { type: 'object', description: comments.get(`${NestEventSchema.typeName}.done`) ?? '' };
  const kinds = [
    line('progress', 'NestProgress', progress, ['warnings', 'parts', 'matches']),
    line('solution', 'NestSolution', object('solution'), ['matches']),
    line('info', 'NestInfo', object('info')),
    line('error', 'NestError', error),
    line('done', 'NestDone', done),
  ];
  const mapping = {
    progress: 'NestProgress',
    solution: 'NestSolution',
    info: 'NestInfo',
    error: 'NestError',
    done: 'NestDone',
  };
  return book.add('NestEvent', {
    description: comments.get(NestEventSchema.typeName) ?? '',
    oneOf: kinds,
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(
        Object.entries(mapping).map(([type, name]) => [type, `#/components/schemas/${name}`]),
      ),
    },
  });
}

/** One line of a stream of lay plans, by its `type`. */
export function layLineSchema(book: SchemaBook): Schema {
  const place = {
    jobId: { type: 'string', format: 'uuid', description: comments.get(`${LayEventSchema.typeName}.job_id`) ?? '' },
    seq: { type: 'integer', minimum: 1, description: comments.get(`${LayEventSchema.typeName}.seq`) ?? '' },
  };
  const names = { progress: 'LayProgress', plan: 'LayPlan', info: 'LayInfo', error: 'LayError', done: 'LayDone' };
  const optional = ['warnings', 'queuedPosition'];
  const line = (type: keyof typeof names): Schema => {
    const fields: Schema =
      type === 'done'
        ? { type: 'object', description: comments.get(`${LayEventSchema.typeName}.done`) ?? '' }
        : book.object(layEvents[type], 'answer', false);
    const { required = [], ...rest } = fields as { required?: readonly string[] };
    const own = (rest as { properties?: Schema }).properties;
    const failure = 'The members of a problem body, for a failure outside the job itself.';
    const properties = { ...own, ...(type === 'error' && { problem: problemMembers(failure) }) };
    return book.add(names[type], {
      ...rest,
      properties: { type: { type: 'string', const: type }, ...properties, ...place },
      required: ['type', ...required.filter((name) => !optional.includes(name)), 'jobId', 'seq'],
    });
  };
  const mapping = Object.entries(names).map(([type, name]) => [type, `#/components/schemas/${name}`]);
  return book.add('LayEvent', {
    description: comments.get(LayEventSchema.typeName) ?? '',
    oneOf: (Object.keys(names) as (keyof typeof names)[]).map(line),
    discriminator: { propertyName: 'type', mapping: Object.fromEntries(mapping) },
  });
}
