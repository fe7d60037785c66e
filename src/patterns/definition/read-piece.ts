/** Reads the pieces of a definition document: outlines, folds, darts, marks. */

import type { Problems } from '../../problems.js';
import { cornerKinds } from '../allowance-corner.js';
import { ObjectReader } from '../json-reader.js';
import { readFastenerKind, readWords } from '../read-marks.js';
import { readEdges } from '../sewing/declaration.js';
import {
  definitionLimits,
  type EdgeMarks,
  type PieceDefinition,
  type PointReference,
  type Step,
} from './definition.js';

const idPattern = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** With the id of the document, if it has one. */
export type ReadPiece = Omit<PieceDefinition, 'id'> & { readonly id: string | null };

export function readPiece(value: unknown, path: string, problems: Problems): ReadPiece | null {
  const reader = ObjectReader.of(value, path, problems);
  if (!reader) return null;
  const name = reader.text('name', undefined, 100);
  const point = (entry: ObjectReader, key: string): PointReference =>
    readPoint(entry.raw(key), entry.place(key), problems);
  const steps = (entry: unknown, at: string): Step | null => readStep(entry, at, problems);
  const piece: ReadPiece = {
    id: reader.has('id') ? reader.text('id', undefined, 64) : null,
    name,
    quantity: reader.formula('quantity', 1),
    mirrored: reader.flag('mirrored'),
    material: reader.text('material', 'fabric', 64),
    when: readWhen(reader),
    allowance: reader.formula('allowance', 0),
    corner: reader.has('corner') ? reader.choice('corner', cornerKinds) : null,
    outline: reader.list('outline', definitionLimits.steps, steps, { required: true }),
    edges: readEdges(reader, (entry, at) => readPoint(entry, at, problems)),
    holes: reader.list('holes', 50, (hole, at) => {
      if (Array.isArray(hole))
        return hole.map((step, i) => readStep(step, `${at}[${i}]`, problems)).filter((step) => step !== null);
      problems.add(at, 'wrong_type', 'must be an array of steps');
      return null;
    }),
    grainline: readGrainline(reader, problems),
    notches: reader.list('notches', 200, (entry, at) => {
      const notch = ObjectReader.of(entry, at, problems);
      if (!notch) return null;
      const result = {
        at: point(notch, 'at'),
        type: notch.choice('type', ['slit', 'v', 'back'] as const, 'slit'),
        when: readWhen(notch),
      };
      notch.end();
      return result;
    }),
    drillHoles: reader.list('drillHoles', 200, (entry, at) => {
      const drill = ObjectReader.of(entry, at, problems);
      if (!drill) return null;
      const result = { at: point(drill, 'at'), diameter: drill.formula('diameter', 0), when: readWhen(drill) };
      drill.end();
      return result;
    }),
    internalLines: reader.list('internalLines', 200, (entry, at) => {
      const line = ObjectReader.of(entry, at, problems);
      if (!line) return null;
      const result = {
        kind: line.choice('kind', ['mark', 'dart', 'fold'] as const, 'mark'),
        path: line.list('path', definitionLimits.steps, steps, { required: true }),
      };
      line.end();
      return result;
    }),
    texts: reader.list('texts', 200, (entry, at) => {
      const words = ObjectReader.of(entry, at, problems);
      if (!words) return null;
      const result = { at: point(words, 'at'), text: readWords(words, 'text'), angle: words.formula('angle', 0) };
      words.end();
      return result;
    }),
    fasteners: reader.list('fasteners', 200, (entry, at) => {
      const fastener = ObjectReader.of(entry, at, problems);
      if (!fastener) return null;
      const result = {
        kind: readFastenerKind(fastener),
        at: point(fastener, 'at'),
        angle: fastener.formula('angle', 0),
        size: fastener.formula('size'),
      };
      fastener.end();
      return result;
    }),
  };
  reader.end();
  if (piece.id !== null && !idPattern.test(piece.id))
    reader.fail('id', 'invalid_name', 'must be lower case letters, digits and hyphens');
  checkSteps(piece.outline, reader.place('outline'), problems, true);
  for (const [i, hole] of piece.holes.entries()) checkSteps(hole, `${reader.place('holes')}[${i}]`, problems, true);
  for (const [i, line] of piece.internalLines.entries())
    checkSteps(line.path, `${reader.place('internalLines')}[${i}].path`, problems, false);
  return piece;
}

const readWhen = (reader: ObjectReader): string | null => (reader.has('when') ? reader.text('when') : null);

function readGrainline(reader: ObjectReader, problems: Problems): PieceDefinition['grainline'] {
  const value = reader.raw('grainline');
  if (value === undefined) return null;
  const line = ObjectReader.of(value, reader.place('grainline'), problems);
  if (!line) return null;
  const grainline = {
    from: readPoint(line.raw('from'), line.place('from'), problems),
    to: readPoint(line.raw('to'), line.place('to'), problems),
  };
  line.end();
  return grainline;
}

function readPoint(value: unknown, path: string, problems: Problems): PointReference {
  if (typeof value === 'string') return value;
  if (value === undefined) {
    problems.add(path, 'required', 'is missing');
    return { x: 0, y: 0 };
  }
  const reader = ObjectReader.of(value, path, problems);
  if (!reader) return { x: 0, y: 0 };
  const point = { x: reader.formula('x'), y: reader.formula('y') };
  reader.end();
  return point;
}

const stepKinds = ['move', 'line', 'cubic', 'curve', 'close'] as const;

function readStep(value: unknown, path: string, problems: Problems): Step | null {
  const reader = ObjectReader.of(value, path, problems);
  if (!reader) return null;
  const kinds = stepKinds.filter((kind) => reader.has(kind));
  const kind = kinds[0];
  if (kinds.length !== 1 || kind === undefined) {
    problems.add(path, 'invalid_step', `must have exactly one of ${stepKinds.join(', ')}`);
    return null;
  }
  const step = stepOf(kind, reader, problems);
  reader.end();
  return step;
}

function stepOf(kind: (typeof stepKinds)[number], reader: ObjectReader, problems: Problems): Step | null {
  const point = (key: string): PointReference => readPoint(reader.raw(key), reader.place(key), problems);
  if (kind === 'move') return { kind, to: point('move') };
  const marks: EdgeMarks = {
    allowance: reader.has('allowance') ? reader.formula('allowance') : null,
    allowanceEnd: reader.has('allowanceEnd') ? reader.formula('allowanceEnd') : null,
    corner: reader.has('corner') ? reader.choice('corner', cornerKinds) : null,
    dart: reader.flag('dart'),
    fold: reader.flag('fold'),
  };
  switch (kind) {
    case 'line':
      return { kind, to: point('line'), ...marks };
    case 'close':
      reader.flag('close');
      return { kind, ...marks };
    case 'curve':
      return {
        kind,
        curve: reader.text('curve', undefined, 64),
        from: reader.has('from') ? point('from') : null,
        to: reader.has('to') ? point('to') : null,
        bridge: reader.flag('bridge'),
        direction: reader.has('direction') ? reader.choice('direction', ['forward', 'backward'] as const) : null,
        ...marks,
      };
    case 'cubic': {
      const points = reader.list('cubic', 3, (entry, at) => readPoint(entry, at, problems));
      const [c1, c2, to] = points;
      if (c1 === undefined || c2 === undefined || to === undefined) {
        reader.fail('cubic', 'invalid_step', 'must be two handles and an end point');
        return null;
      }
      return { kind, points: [c1, c2, to], ...marks };
    }
  }
}

function checkSteps(steps: readonly Step[], path: string, problems: Problems, outline: boolean): void {
  const first = steps[0];
  if (!first) return;
  if (first.kind !== 'move') problems.add(`${path}[0]`, 'invalid_step', 'the first step must be a move');
  steps.forEach((step, i) => {
    if (i > 0 && step.kind === 'move') problems.add(`${path}[${i}]`, 'invalid_step', 'only the first step is a move');
    if (step.kind === 'close' && i < steps.length - 1)
      problems.add(`${path}[${i}]`, 'invalid_step', 'only the last step closes');
    if (step.kind !== 'move' && step.fold && step.kind !== 'line' && step.kind !== 'close') {
      problems.add(`${path}[${i}].fold`, 'invalid_step', 'the fold must be a straight line');
    }
  });
  const folds = steps.filter((step) => step.kind !== 'move' && step.fold).length;
  if (folds > (outline ? 1 : 0))
    problems.add(path, 'invalid_step', outline ? 'a piece has at most one fold' : 'only an outline has a fold');
  if (outline && steps.length < 3) problems.add(path, 'invalid_step', 'an outline has at least three steps');
}
