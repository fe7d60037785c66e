/**
 * Checks the rules of the contract (protovalidate annotations in proto/) once for every protocol. Reports field problems with
 * the names and paths of the REST bodies.
 */

import { create, type DescMessage, type MessageShape } from '@bufbuild/protobuf';
import { type Path, reflect } from '@bufbuild/protobuf/reflect';
import { createValidator, type Violation } from '@bufbuild/protovalidate';
import { DraftPatternRequestSchema } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { type ErrorKind, type FieldProblem, ServiceError } from '../errors.js';
import { Forgetting } from '../forgetting.js';
import { formInWords } from './name-forms.js';

/**
 * The patterns of the contract are few and plain, so that expressions of the language serve. The validator's own engine builds
 * tables of Unicode first, a fifth of a second at every start.
 */
const expressions = new Map<string, RegExp>();
function regexMatch(pattern: string, text: string): boolean {
  const expression = expressions.get(pattern) ?? new RegExp(pattern, 'u');
  expressions.set(pattern, expression);
  return expression.test(text);
}

const validator = createValidator({ regexMatch });
/** The validator holds the last message that it checked with a CEL rule. This hands it an empty one instead. */
const forgetting = new Forgetting(() => {
  validator.validate(DraftPatternRequestSchema, create(DraftPatternRequestSchema));
});

/** The most problems that a caller can still read. A refusal lists no more. */
const mostProblems = 100;

/** Throws a ServiceError of `kind` that lists every violated rule, and the `further` problems of the domain. */
export function requireValid<Desc extends DescMessage>(
  schema: Desc,
  message: MessageShape<Desc>,
  options: { kind?: ErrorKind; further?: readonly FieldProblem[] } = {},
): void {
  requireNone(withFurther(violatedRules(schema, message), options.further ?? []), options.kind);
}

/**
 * Throws a ServiceError if there are problems: unreadable fields, rules violated by the rest, and `further` problems of the
 * domain.
 */
export function requireAll(
  { unread = [] }: { readonly unread?: readonly FieldProblem[] },
  violated: readonly FieldProblem[],
  further: readonly FieldProblem[],
): void {
  if (unread.length === 0) requireNone(withFurther(violated, further));
  else throw ServiceError.ofProblems('invalid', withFurtherOfRest(withFurtherOfRest(unread, violated), further));
}

/** Throws a ServiceError of `kind` that lists the problems, if there are any. */
export function requireNone(problems: readonly FieldProblem[], kind: ErrorKind = 'invalid'): void {
  if (problems.length > 0) throw ServiceError.ofProblems(kind, problems.slice(0, mostProblems));
}

/** Adds `further` problems of fields without a problem so far: a text that is too long, say, has no other faults. */
export function withFurther(problems: readonly FieldProblem[], further: readonly FieldProblem[]): FieldProblem[] {
  const told = new Set(problems.map(({ path }) => path));
  const isNew = (path: string) => !told.has(path) && !outerPaths(path).some((outer) => told.has(outer));
  return [...problems, ...(told.size === 0 ? further : further.filter(({ path }) => isNew(path)))];
}

/** `withFurther` for unreadable fields: the fields around them may only look wrong. */
export function withFurtherOfRest(unread: readonly FieldProblem[], further: readonly FieldProblem[]): FieldProblem[] {
  // the path of the whole request is empty
  const holders = new Set(['', ...unread.flatMap(({ path }) => outerPaths(path))]);
  return withFurther(
    unread,
    further.filter(({ path }) => !holders.has(path)),
  );
}

/** The paths around `polygons[3].points[2]`: `polygons`, `polygons[3]`, `polygons[3].points`. */
function outerPaths(path: string): string[] {
  return [...path.matchAll(/[.[]/g)].map(({ index }) => path.slice(0, index));
}

/** One problem for each field: the first rule that it violates. */
export function violatedRules<Desc extends DescMessage>(schema: Desc, message: MessageShape<Desc>): FieldProblem[] {
  const result = validator.validate(schema, message);
  forgetting.kept();
  if (result.kind === 'valid') return [];
  if (result.kind === 'error') throw result.error;
  const problems = new Map<string, FieldProblem>();
  for (const violation of result.violations) {
    const path = jsonPath(violation.field);
    if (!problems.has(path)) problems.set(path, problemOf(violation, path, valueAt(schema, message, violation.field)));
  }
  return [...problems.values()];
}

function problemOf(violation: Violation, path: string, found: unknown): FieldProblem {
  const value = shortText(found);
  // whichever rule noticed it
  if (/^(-?Infinity|NaN)$/.test(value)) {
    return { path, code: 'not_finite', message: `${path} is ${value}; it must be finite` };
  }
  const fewest = leastItems(violation);
  if (fewest > 1 && (found as { size: number }).size > 0)
    return { path, code: 'too_few', message: `${path}: at least ${fewest} entries are required` };
  if (codeOf(violation.ruleId) === 'required')
    return { path, code: 'required', message: requiredSentence(violation, path) };
  const subject = path === '' ? '' : `${path}${value === '' ? '' : ` is ${value}`}: `;
  return { path, code: codeOf(violation.ruleId), message: `${subject}${sentence(violation)}` };
}

function sentence(violation: Violation): string {
  switch (violation.ruleId) {
    case 'enum.defined_only':
      return 'one of the defined values is required';
    case 'string.uuid':
    case 'string.uuid_empty':
      return 'a UUID is required';
    case 'string.in':
      return violation.message.replace(/^.*\[(.*)\]$/, 'one of $1 is required');
    case 'string.pattern':
      return formInWords(/`(.*)`/.exec(violation.message)?.[1] ?? '') ?? violation.message;
    default:
      // 1e15 is easier to read than 1000000000000000
      return violation.message.replace(/\b10{15}\b/, '1e15');
  }
}

/** The number in the rule's own sentence; 0: another rule. */
const leastItems = ({ ruleId, message }: Violation): number =>
  ruleId === 'repeated.min_items' ? Number(/\d+/.exec(message)?.[0] ?? 1) : 0;

const requiredSentence = ({ ruleId }: Violation, path: string): string =>
  ruleId === 'repeated.min_items' ? `${path}: at least one entry is required` : `${path} is required`;

function codeOf(ruleId: string): string {
  const rule = ruleId.slice(ruleId.indexOf('.') + 1);
  if (/^(gt|gte|lt|lte)(_|$)/.test(rule)) return 'out_of_range';
  if (rule === 'finite') return 'not_finite';
  // the unspecified value of an enum counts as missing
  if (rule === 'min_items' || rule === 'required' || rule === 'not_in') return 'required';
  if (rule === 'max_items' || rule === 'max_pairs') return 'too_many';
  if (rule === 'defined_only' || rule === 'in') return 'unknown_value';
  if (rule === 'uuid' || rule === 'uuid_empty') return 'invalid_uuid';
  if (ruleId.startsWith('string.')) return `invalid_${rule.replace(/_empty$/, '')}`;
  return ruleId.replaceAll('.', '_');
}

/** Such as polygons[3].points[2], in the JSON names of the fields. */
function jsonPath(path: Path): string {
  let text = '';
  for (const step of path) {
    if (step.kind === 'field') text += text === '' ? step.jsonName : `.${step.jsonName}`;
    else if (step.kind === 'oneof') text += text === '' ? step.name : `.${step.name}`;
    else if (step.kind === 'list_sub') text += `[${step.index}]`;
    else if (step.kind === 'map_sub') text += `.${String(step.key)}`;
  }
  return text;
}

/** The offending value, lists and messages as reflected. */
function valueAt<Desc extends DescMessage>(schema: Desc, message: MessageShape<Desc>, path: Path): unknown {
  let here: unknown = reflect(schema, message);
  for (const step of path) {
    if (step.kind === 'field') here = (here as ReturnType<typeof reflect>).get(step as never);
    else if (step.kind === 'list_sub') here = (here as { get(index: number): unknown }).get(step.index);
    else if (step.kind === 'map_sub') here = (here as { get(key: unknown): unknown }).get(step.key);
    else return '';
  }
  return here;
}

/** A short scalar as text; else ''. */
function shortText(here: unknown): string {
  if (typeof here === 'string') return here.length <= 40 ? JSON.stringify(here) : '';
  return typeof here === 'number' || typeof here === 'bigint' || typeof here === 'boolean' ? String(here) : '';
}
