/** Sentences of the service in the words of the page: its paths name fields of requests, which a person has never seen. */

/** A path or a field as the page calls it; of a list, one entry. The others are told by their own words. */
const names: Readonly<Record<string, string>> = {
  allowedRotations: 'rotations',
  bins: 'sheet',
  boundary: 'outline',
  cloths: 'cloth',
  costs: 'cost',
  edgeDistance: 'from the edge',
  'fabric.form': 'how the cloth lies',
  'fabric.offsetX': 'first stripe →',
  'fabric.offsetY': 'first stripe ↓',
  'fabric.repeatX': 'stripes, every →',
  'fabric.repeatY': 'stripes, every ↓',
  holes: 'opening',
  instances: 'solvers',
  keepOut: 'keep-out',
  lines: 'line',
  match: 'seam',
  matchPoints: 'match point',
  maximumExecutionTime: 'time limit',
  minDistance: 'between parts',
  organizationId: 'organisation',
  patterns: 'garment',
  pieces: 'piece',
  points: 'point',
  polygons: 'part',
  projectId: 'project',
  rolls: 'roll',
  rows: 'row',
  rotationTolerance: 'tilt',
  serverId: 'queue',
  sizes: 'size',
  tableId: 'size table',
  versionNumber: 'version',
  zones: 'zone',
};

/** Steps that say nothing to a person: the field below them does. */
const silent: ReadonlySet<string> = new Set(['body', 'csv', 'document', 'fabric', 'measurements', 'variables']);

/** Quoted text, which stays; or a field with those around it, and whether nobody knows it. */
const quotedOrPath =
  /"[^"]*"|(?<![\w./])[a-z]\w*(?:\[\d+\])*(?:\.[a-z]\w*(?:\[\d+\])*)*(?![\w/])( is not a known key)?/g;

/** `sizes[0].name is required` as `Size 1, name is required`. */
export function inWords(sentence: string): string {
  if (sentence.startsWith('X-Service-Organization-Id'))
    return 'The account of this key does not belong to the chosen organisation';
  const told = sentence.replace(quotedOrPath, (found: string, unknown = '') => {
    const path = found.slice(0, found.length - unknown.length);
    return isOfRequest(path) ? `${wordsOf(path, unknown !== '')}${unknown}` : found;
  });
  return told === sentence ? told : told.charAt(0).toUpperCase() + told.slice(1);
}

/** Whether it is a path, and no word or name of a file with a dot. */
function isOfRequest(path: string): boolean {
  if (path.startsWith('"')) return false;
  const [first = ''] = path.split(/[.[]/);
  const isKnown = Object.hasOwn(names, path) || Object.hasOwn(names, first) || silent.has(first);
  return path.includes('[') || (path.includes('.') ? isKnown : isKnown && /[A-Z]/.test(path));
}

/** An unknown name stays as it is written: in words nobody would see its misspelling. */
function wordsOf(path: string, isUnknown: boolean): string {
  const whole = names[path];
  if (whole !== undefined) return whole;
  const steps = path.split('.');
  const last = isUnknown ? steps.pop() : undefined;
  const told = steps.filter((step, i) => !silent.has(step) || (i === steps.length - 1 && last === undefined));
  return [...told.map(wordsOfStep), ...(last === undefined ? [] : [`"${last}"`])].join(', ');
}

function wordsOfStep(step: string): string {
  const [name = '', ...indices] = step.split(/[[\]]+/).filter((each) => each !== '');
  const words = names[name] ?? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  // The rows of a CSV have the numbers of its lines.
  const first = name === 'rows' ? 0 : 1;
  return [words, ...indices.map((index) => Number(index) + first)].join(' ');
}
