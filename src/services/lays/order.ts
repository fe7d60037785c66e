/** Turns the request into the domain's order, and finds the faults that need more than one field. */
import type { PlanLaysRequest } from '../../../gen/selvage/lay/v1/lay_pb.js';
import type { FieldProblem } from '../../errors.js';
import type { Garment, GarmentPart, LayOrder } from '../../lays/order.js';
import { defaultSettings, type Polygon } from '../../nesting/request.js';
import { clothFormOf } from '../nest/request.js';
import type { OrderedGarments } from './garments.js';
import { partsOfCopies } from './marker-parts.js';
import { layingRulesOf } from './marker-request.js';
import { rollsOf } from './rolls.js';

/** Fields of a line that exclude or need each other. */
export function lineProblems({ lines }: PlanLaysRequest): FieldProblem[] {
  return lines.flatMap((line, i): FieldProblem[] => {
    const path = `lines[${i}]`;
    const { patternId, versionId, versionNumber, variables, body, table, tableVersion, size } = line;
    const ofPatterns = { versionId, versionNumber, body, table, tableVersion, size };
    const rules: [boolean, string, string][] = [
      [
        patternId === undefined &&
          (Object.values(ofPatterns).some((value) => value !== undefined) || Object.keys(variables).length > 0),
        'only_of_patterns',
        'versions, variables, body, table and size go with patternId, which is not sent',
      ],
      [
        versionId !== undefined && versionNumber !== undefined,
        'version_once',
        'versionId and versionNumber must not both be sent',
      ],
      [body !== undefined && size !== undefined, 'body_or_size', 'body and size must not both be sent'],
      [
        (size === undefined) !== (table === undefined),
        'size_of_table',
        'size and table must be sent together or not at all',
      ],
      [
        tableVersion !== undefined && table === undefined,
        'version_of_table',
        'tableVersion goes with table, which is not sent',
      ],
    ];
    const broken = rules.find(([isBroken]) => isBroken);
    return broken ? [{ path, code: broken[1], message: `${path}: ${broken[2]}` }] : [];
  });
}

/** Fields that a nest knows and a lay does not: its cloth is open and of one quality, and only drafts match on its pattern. */
export function nestProblems({ lines, fabric }: PlanLaysRequest): FieldProblem[] {
  const form = clothFormOf(fabric);
  const ofFabric: FieldProblem[] =
    form === 'open'
      ? []
      : [
          {
            path: 'fabric.form',
            code: 'only_of_nests',
            message: `fabric.form is ${form}, but the plies of lays lie open`,
          },
        ];
  const ofParts = lines.flatMap(({ parts }, i) =>
    parts.flatMap((part, j) => {
      const { foldLine, open, matchPoints, quality, zones } = part;
      const given = { foldLine, matchPoints, zones, open: open ? [open] : [], quality: quality ? [quality] : [] };
      return Object.entries(given)
        .filter(([, values]) => values.length > 0)
        .map(([name]): FieldProblem => {
          const path = `lines[${i}].parts[${j}].${name}`;
          const message = `${path} goes with a nest: the cloth of lays is open and of one quality, and only patterns match on it`;
          return { path, code: 'only_of_nests', message };
        });
    }),
  );
  return [...ofFabric, ...ofParts];
}

/** The cloths and their colours: every line must find its cloth. */
export function colourProblems({ lines, cloths }: PlanLaysRequest): FieldProblem[] {
  const colours = cloths.map(({ colour }) => colour);
  const choices = colours.map((colour) => JSON.stringify(colour)).join(', ');
  const twice = colours.flatMap((colour, i): FieldProblem[] => {
    if (colours.indexOf(colour) === i) return [];
    const path = `cloths[${i}].colour`;
    return [
      { path, code: 'duplicate_name', message: `${path} is ${JSON.stringify(colour)}, as that of a cloth before it` },
    ];
  });
  const unknown = lines.flatMap(({ colour }, i): FieldProblem[] => {
    const path = `lines[${i}].colour`;
    if (colour === undefined && cloths.length > 1) {
      return [{ path, code: 'required', message: `${path} is required: the cloths are ${choices}`, choices: colours }];
    }
    if (colour === undefined || cloths.length === 0 || colours.includes(colour)) return [];
    const message = `${path} is ${JSON.stringify(colour)}, but the cloths are ${choices}`;
    return [{ path, code: 'unknown_value', message, choices: colours }];
  });
  return [...twice, ...unknown];
}

/** Lays are told one by one, and an answer with more could not be read. */
const mostLays = 20_000;

/** The order and its table: each ply cuts a garment at least. */
export function sizeProblems({ lines, table }: PlanLaysRequest): FieldProblem[] {
  const garments = lines.reduce(
    (sum, { quantity = 0, over = 0 }) => sum + Math.max(0, quantity) + Math.max(0, over),
    0,
  );
  const plies = table?.plies ?? 0;
  if (plies < 1 || garments <= mostLays * plies) return [];
  const most = mostLays * plies;
  const message = `lines have ${garments} garments; at most ${most} are accepted with ${plies} plies: ${mostLays} lays of one garment`;
  return [{ path: 'lines', code: 'too_many', message, limit: most }];
}

export function layOrder(request: PlanLaysRequest, { garments, ofLine }: OrderedGarments): LayOrder {
  const { lines, cloths, table, costs, minDistance = defaultSettings.minDistance } = request;
  const { allowedRotations, rotationTolerance } = layingRulesOf(request);
  return {
    garments: garments.map(
      (one, g): Garment => ({
        name: one.name,
        size: lines[ofLine.indexOf(g)]!.size,
        parts: partsOfCopies(one, 1).map((part) => partOf({ rotationTolerance, ...part }, allowedRotations)),
      }),
    ),
    lines: lines.map(({ colour, quantity = 0, over = 0, under = 0 }, i) => ({
      garment: ofLine[i]!,
      cloth: colour === undefined ? 0 : cloths.findIndex((cloth) => cloth.colour === colour),
      quantity,
      over,
      under: Math.min(under, quantity),
    })),
    cloths: cloths.map((cloth) => {
      const { colour, width = 0, price = 1, endLoss = 0 } = cloth;
      return { colour, width, rolls: cloth.rolls.length === 0 ? null : rollsOf(cloth), price, endLoss };
    }),
    table: { length: table!.length ?? 0, plies: table!.plies ?? 1 },
    costs: {
      marker: costs?.marker ?? 0,
      lay: costs?.lay ?? 0,
      ply: costs?.ply ?? 0,
      cutting: costs?.cutting ?? 0,
    },
    minDistance,
  };
}

function partOf(
  { points, holes = [], quantity = 1, allowedRotations, rotationTolerance = 0 }: Polygon,
  usual: readonly number[],
): GarmentPart {
  // a part that may tilt counts by its area alone, as one that may turn to any side
  const rotations = rotationTolerance > 0 ? null : (allowedRotations ?? usual);
  return { points, holes: holes.map((hole) => hole.points), quantity, rotations };
}
