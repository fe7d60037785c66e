/**
 * The document of a `freesewing` version: its design, its packages, and the whole list of its variables. The list is
 * stored, not read from the package, so that a version keeps its variables whatever is installed.
 */
import type { Variable } from '../variable.js';
import { type DesignConfig, designs, type LoadedDesign, loadDesign, type OptionDefinition } from './design.js';
import { derivations, type Gender, isMeasurement, measurementMap, measurementVariable } from './measurement-map.js';

export interface FreesewingContent {
  readonly schema: 'freesewing-design/1';
  readonly design: string;
  readonly name: string;
  readonly description: string;
  /** Package -> exact version; a draft by other versions is refused. */
  readonly engine: Readonly<Record<string, string>>;
  /** Proportions and defaults for requests without a gender. */
  readonly gender: Gender;
  /** FreeSewing's measurements that the design reads. */
  readonly measurements: readonly string[];
  /** Keys of options whose unit here is percent, passed on as fractions. */
  readonly fractions: readonly string[];
  /** Key -> FreeSewing's name, for options with the name of a measurement. */
  readonly renamed: Readonly<Record<string, string>>;
  readonly variables: readonly Variable[];
}

/** Our own variable beside the design's: width of the seam allowance in mm. */
export const allowanceKey = 'seamAllowance';

/** Describes an installed design, for `library.json`. */
export async function describeDesign(design: string): Promise<FreesewingContent> {
  const loaded = await loadDesign(design);
  const config = new loaded.construct().getConfig();
  const gender = designs[design]!;
  const measurements = [...config.measurements, ...(config.optionalMeasurements ?? [])].sort();
  const options = Object.entries(config.options).filter(([, option]) => option !== '');
  return {
    schema: 'freesewing-design/1',
    design,
    name: loaded.texts.t,
    description: loaded.texts.d,
    engine: loaded.engine,
    gender,
    measurements,
    fractions: options.flatMap(([name, option]) => (isRecord(option) && 'pct' in option ? [keyOf(name)] : [])).sort(),
    renamed: Object.fromEntries(options.flatMap(([name]) => (keyOf(name) === name ? [] : [[keyOf(name), name]]))),
    variables: [
      ...measurementKeys(measurements).map((key) => measurementVariable(key, gender)),
      seamAllowance,
      ...options.map(([name, option]) => optionVariable(name, option, loaded)).filter((variable) => variable !== null),
    ],
  };
}

/**
 * An option may share its name with a measurement, e.g. `waistHeight`: a share of the way from the hips to the waist.
 */
const keyOf = (option: string): string => (isMeasurement(option) ? `${option}Option` : option);

const seamAllowance: Variable = {
  key: allowanceKey,
  label: 'Seam allowance',
  description: 'width of the seam allowance; hems are multiples of it',
  group: 'sewing',
  unit: 'mm',
  type: 'length',
  default: 10,
  min: 3,
  max: 30,
  step: 0.5,
  choices: [],
  editable: true,
  measurement: false,
};

/** The variables behind FreeSewing's measurements, with the variables that others follow from. */
function measurementKeys(names: DesignConfig['measurements']): string[] {
  const keys = new Set(names.flatMap((name) => measurementMap[name]!.from));
  for (const { key, from } of [...derivations].reverse()) {
    if (keys.has(key)) for (const source of from) keys.add(source);
  }
  return [...keys].sort();
}

const isRecord = (option: OptionDefinition): option is Readonly<Record<string, unknown>> =>
  typeof option === 'object' && option !== null;

/** Null for constant texts: internal prefixes, useless to everybody. */
function optionVariable(name: string, option: OptionDefinition, { texts }: LoadedDesign): Variable | null {
  const text = texts.o[name];
  const base = {
    key: keyOf(name),
    label: text?.t ?? wordsOf(name),
    description: text?.d ?? '',
    group: 'advanced',
    unit: '',
    min: null,
    max: null,
    step: null,
    choices: [],
    editable: true,
    measurement: false,
  };
  if (typeof option === 'string') return null;
  if (typeof option === 'boolean')
    return { ...base, group: 'constants', type: 'boolean', default: option, editable: false };
  if (typeof option === 'number')
    return { ...base, group: 'constants', type: 'number', default: option, editable: false };
  const group = typeof option.menu === 'string' ? option.menu : base.group;
  if (typeof option.bool === 'boolean') return { ...base, group, type: 'boolean', default: option.bool };
  if (Array.isArray(option.list))
    return { ...base, group, type: 'choice', default: String(option.dflt), choices: option.list.map(String) };
  const kinds = {
    pct: ['percent', 'percent'],
    deg: ['angle', 'degrees'],
    mm: ['length', 'mm'],
    count: ['integer', ''],
  } as const;
  for (const [member, [type, unit]] of Object.entries(kinds)) {
    const value = option[member];
    if (typeof value !== 'number') continue;
    const limit = (name: string, otherwise: number): number =>
      typeof option[name] === 'number' ? option[name] : otherwise;
    const step = member === 'count' ? 1 : 0.5;
    return {
      ...base,
      group,
      type,
      unit,
      default: value,
      min: Math.min(limit('min', value), value),
      max: Math.max(limit('max', value), value),
      step,
    };
  }
  return null;
}

/** `frontArmholeDeeper` -> `Front armhole deeper`. */
export function wordsOf(key: string): string {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
    .replace(/[:_-]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
