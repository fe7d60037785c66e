/** SizeService: size tables of the library and of the caller. */
import { Gender, UnitSystem } from '../../../gen/selvage/body/v1/body_pb.js';
import {
  type CreateSizeTableRequest,
  CreateSizeTableRequestSchema,
  ListSizeTablesRequestSchema,
} from '../../../gen/selvage/size/v1/size_pb.js';
import { type FieldProblem, ServiceError } from '../../errors.js';
import type { TableSize } from '../../patterns/size-tables/size-table.js';
import type { SizeTables } from '../../patterns/size-tables/size-tables.js';
import { formInWords, sizeNameForm } from '../name-forms.js';
import { pageOf, readPageToken, tokenProblems } from '../page-token.js';
import type { PatternBodies } from '../patterns/body.js';
import type { SizeOperations } from '../services.js';
import { requireAll, requireNone, requireValid, violatedRules } from '../validate.js';
import { bodyOf, sizeOf, tableMessage } from './message.js';
import { readSizesCsv } from './read-csv.js';

const defaultPageSize = 50;
const mostSizes = 200;
const nameForm = new RegExp(sizeNameForm);

export function sizeOperations(tables: SizeTables, bodies: PatternBodies): SizeOperations {
  return {
    async listSizeTables(request, { caller }) {
      requireValid(ListSizeTablesRequestSchema, request, { further: tokenProblems(request.pageToken) });
      const limit = request.pageSize || defaultPageSize;
      const found = await tables.list(caller, readPageToken(request.pageToken), limit + 1);
      const { entries, nextPageToken } = pageOf(
        found.map((table) => ({ name: table.name, id: table.tableId, table })),
        limit,
      );
      return { tables: entries.map(({ table }) => tableMessage(table)), nextPageToken };
    },

    async createSizeTable(request, call) {
      const violated = violatedRules(CreateSizeTableRequestSchema, request);
      if ((call.unread ?? []).length > 0 || violated.length > 0) requireAll(call, violated, []);
      const { name, description, source, tableId = null } = request;
      const { sizes, problems } = readSizes(request);
      const ofSizes = await sizeProblems(sizes, request.csv !== '', (size, path) =>
        bodies.of(bodyOf(size), path, call.caller),
      );
      requireNone([...problems, ...ofSizes, ...controlCharacters(request)]);
      const saved = await tables.save(tableId, { name, description, source, sizes }, call.caller);
      return { table: tableMessage(saved.table), stored: saved.stored };
    },
  };
}

function readSizes({ sizes, csv, gender, unit }: CreateSizeTableRequest): {
  sizes: readonly TableSize[];
  problems: readonly FieldProblem[];
} {
  if (csv !== '') {
    return readSizesCsv(csv, {
      gender: gender === Gender.FEMALE ? 'female' : gender === Gender.MALE ? 'male' : undefined,
      unit: unit === UnitSystem.IMPERIAL ? 'imperial' : 'metric',
    });
  }
  const problems = Object.entries({ gender, unit }).flatMap(([path, value]): FieldProblem[] => {
    const message = `${path} goes with csv; each of sizes says its own`;
    return value === undefined ? [] : [{ path, code: 'other_format', message }];
  });
  const unread = {
    taken: 'a size table takes measurements as their fields say',
    population: 'a size table has no population; the bodies of a request may name one',
  };
  for (const [i, { body }] of sizes.entries()) {
    for (const key of ['taken', 'population'] as const) {
      const path = `sizes[${i}].body.${key}`;
      if (body?.[key] !== undefined) problems.push({ path, code: 'unknown_key', message: `${path}: ${unread[key]}` });
    }
  }
  return { sizes: sizes.map(({ body, ...size }) => sizeOf({ ...size, body: body! })), problems };
}

/** The faults of sizes: wrong or repeated names, missing measurements, and measurements that the model refuses. */
async function sizeProblems(
  sizes: readonly TableSize[],
  fromCsv: boolean,
  complete: (size: TableSize, path: string) => Promise<unknown>,
): Promise<FieldProblem[]> {
  if (sizes.length > mostSizes) {
    const message = `csv has ${sizes.length} sizes; at most ${mostSizes} are accepted`;
    return [{ path: 'csv', code: 'too_many', message }];
  }
  const names = sizes.map(({ name }) => name);
  const problemsOf = async (size: TableSize, i: number): Promise<FieldProblem[]> => {
    const path = `sizes[${i}]`;
    const wrong = (code: string, message: string): FieldProblem[] => [
      { path: `${path}.name`, code, message: `${path}.name is ${JSON.stringify(size.name.slice(0, 40))}: ${message}` },
    ];
    if (fromCsv && !nameForm.test(size.name)) return wrong('invalid_pattern', formInWords(sizeNameForm)!);
    if (names.indexOf(size.name) < i) return wrong('duplicate_name', 'a size of the table has this name already');
    if (Object.keys(size.measurements).length === 0) {
      const message = `${path}.body has no measurement; at least one is required`;
      return [{ path: `${path}.body`, code: 'required', message }];
    }
    try {
      await complete(size, `${path}.body`);
      return [];
    } catch (error) {
      if (error instanceof ServiceError && error.kind === 'invalid') return [...error.problems];
      throw error;
    }
  };
  return (await Promise.all(sizes.map(problemsOf))).flat();
}

/** A name is one line. No text holds U+0000, since some stores refuse it. */
function controlCharacters({ name, description, source }: CreateSizeTableRequest): FieldProblem[] {
  const wrong = [
    ...(/\p{Cc}/u.test(name) ? ['name'] : []),
    ...Object.entries({ description, source }).flatMap(([path, text]) => (text.includes('\0') ? [path] : [])),
  ];
  return wrong.map((path) => ({ path, code: 'invalid_name', message: `${path} has control characters` }));
}
