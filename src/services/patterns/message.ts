/** Turns drafts and variables into the messages of the contract. */

import type { MessageInitShape } from '@bufbuild/protobuf';
import type { Value, ValueSchema } from '@bufbuild/protobuf/wkt';
import {
  type DraftPatternResponseSchema,
  type DraftSizesResponseSchema,
  type PatternDataSchema,
  type PatternPieceSchema,
  type VariableSchema,
  VariableSource,
} from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import type { Point } from '../../geometry/point.js';
import type { Draft, NotchPlace, Piece, SeamEdge } from '../../patterns/draft.js';
import type { SizedSewing } from '../../patterns/sewing/sized-sewing.js';
import type { VariableSource as DraftSource, Variable, VariableValue } from '../../patterns/variable.js';

type ValueInit = MessageInitShape<typeof ValueSchema>;

export function patternData(draft: Draft): MessageInitShape<typeof PatternDataSchema> {
  const { name, description, unit, pieces, hints } = draft;
  return { name, description, unit, pieces: pieces.map(pieceMessage), hints: [...hints] };
}

const seamEdges = (side: readonly SeamEdge[]) => side.map(({ piece, edge, reversed }) => ({ piece, edge, reversed }));
const notchPlace = ({ piece, at, along }: NotchPlace) => ({ piece, at: point(at), along });

/** The walk along the seams of a draft, and its finished measurements. */
export function sewingMessages({
  seams,
  finished,
}: Pick<Draft, 'seams' | 'finished'>): Pick<MessageInitShape<typeof DraftPatternResponseSchema>, 'seams' | 'finished'> {
  return {
    seams: seams.map(({ name, first, second, firstLength, secondLength, ease, difference, notches }) => ({
      name,
      first: seamEdges(first),
      second: seamEdges(second),
      firstLength,
      secondLength,
      ease,
      difference,
      notches: notches.map((pair) => ({ first: notchPlace(pair.first), second: notchPlace(pair.second) })),
    })),
    finished: finished.map(({ name, unit, value, body, ease }) => ({
      name,
      unit,
      value,
      body: body ?? '',
      ease: ease ?? undefined,
    })),
  };
}

/** The same of every size, one entry for each seam and measurement of any size. */
export function sizedSewingMessages({
  seams,
  finished,
}: SizedSewing): Pick<MessageInitShape<typeof DraftSizesResponseSchema>, 'seams' | 'finished'> {
  return {
    seams: seams.map(({ name, first, second, sizes }) => ({
      name,
      first: seamEdges(first),
      second: seamEdges(second),
      lengths: sizes.map(({ size, seam }) => ({ size, first: seam.firstLength, second: seam.secondLength })),
      ease: sizes.map(({ size, seam }) => ({ size, value: seam.ease })),
      difference: sizes.map(({ size, seam }) => ({ size, value: seam.difference })),
    })),
    finished: finished.map(({ name, unit, body, sizes }) => ({
      name,
      unit,
      body: body ?? '',
      values: sizes.map(({ size, measurement }) => ({ size, value: measurement.value })),
      ease: sizes.flatMap(({ size, measurement: { ease } }) => (ease === null ? [] : [{ size, value: ease }])),
    })),
  };
}

const point = ([x, y]: Point) => ({ x, y });
const points = (line: readonly Point[] | null) => (line ?? []).map(point);

export function pieceMessage(piece: Piece): MessageInitShape<typeof PatternPieceSchema> {
  const { id, name, seamAllowance, quantity, mirrored, material } = piece;
  return {
    id,
    name,
    boundary: points(piece.boundary),
    seamLine: points(piece.seamLine),
    seamAllowance,
    edges: piece.edges.map(({ name: edge, lines, length }) => ({
      name: edge,
      lines: lines.map((line) => ({ points: points(line), kind: 'edge' })),
      length,
    })),
    grainline: points(piece.grainline),
    grainlineReason: piece.grainlineReason,
    notches: piece.notches.map(({ at, type, angle, depth }) => ({ at: point(at), type, angle, depth })),
    drillHoles: piece.drillHoles.map(({ at, diameter }) => ({ at: point(at), diameter })),
    holes: piece.holes.map((hole) => ({ points: points(hole), kind: 'hole' })),
    internalLines: piece.internalLines.map((line) => ({ points: points(line.points), kind: line.kind })),
    texts: piece.texts.map(({ at, text, angle }) => ({ at: point(at), text, angle })),
    fasteners: piece.fasteners.map(({ kind, at, angle, size }) => ({ kind, at: point(at), angle, size })),
    foldLine: points(piece.foldLine),
    quantity,
    mirrored,
    material,
  };
}

export function variableMessage(variable: Variable): MessageInitShape<typeof VariableSchema> {
  const { key, label, group, unit, type, min, max, step, choices, editable } = variable;
  return {
    key,
    label,
    group,
    unit,
    type,
    default: valueMessage(variable.default),
    min: min ?? undefined,
    max: max ?? undefined,
    step: step ?? undefined,
    choices: [...choices],
    editable,
  };
}

export function valueMessage(value: VariableValue): ValueInit {
  switch (typeof value) {
    case 'number':
      return { kind: { case: 'numberValue', value } };
    case 'boolean':
      return { kind: { case: 'boolValue', value } };
    default:
      return { kind: { case: 'stringValue', value } };
  }
}

/** The variables of a request as plain values. A null counts as not sent. A list stays one, so that its refusal says so. */
export function variablesOfRequest(variables: Readonly<Record<string, Value>>): Record<string, unknown> {
  const values: [string, unknown][] = [];
  for (const [key, { kind }] of Object.entries(variables)) {
    if (kind.case === undefined || kind.case === 'nullValue') continue;
    values.push([key, kind.case === 'listValue' ? kind.value.values : kind.value]);
  }
  return Object.fromEntries(values);
}

const sources: Record<DraftSource, VariableSource> = {
  request: VariableSource.REQUEST,
  body: VariableSource.BODY,
  predicted: VariableSource.PREDICTED,
  derived: VariableSource.DERIVED,
  default: VariableSource.DEFAULT,
};

export function variableSourceMessages(draft: Draft): Record<string, VariableSource> {
  return Object.fromEntries(Object.entries(draft.variableSources).map(([key, source]) => [key, sources[source]]));
}

export function valueMessages(draft: Draft): Record<string, ValueInit> {
  return Object.fromEntries(Object.entries(draft.variables).map(([key, value]) => [key, valueMessage(value)]));
}
