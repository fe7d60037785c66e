/**
 * FreeSewing (MIT, freesewing.eu) as used here. Its packages carry no types; these interfaces name the few members in
 * use. Its modules enter through `loadDesign` alone.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface FreesewingPoint {
  readonly x: number;
  readonly y: number;
}

export type PathOperation =
  | { readonly type: 'move'; readonly to: FreesewingPoint }
  | { readonly type: 'line'; readonly to: FreesewingPoint }
  | {
      readonly type: 'curve';
      readonly cp1: FreesewingPoint;
      readonly cp2: FreesewingPoint;
      readonly to: FreesewingPoint;
    }
  | { readonly type: 'close' | 'noop' };

export interface FreesewingAttributes {
  get(name: string): string | false;
  /** Texts are lists of words and translation keys, nested where several are added at once. */
  getAsArray(name: string): readonly unknown[] | false;
}

export interface FreesewingPath {
  readonly hidden: boolean;
  readonly ops: readonly PathOperation[];
  readonly attributes: FreesewingAttributes;
}

export interface FreesewingSnippet {
  readonly def: string;
  readonly anchor: FreesewingPoint;
  readonly attributes: FreesewingAttributes;
}

export interface FreesewingPart {
  readonly hidden: boolean;
  readonly paths: Readonly<Record<string, FreesewingPath>>;
  readonly snippets: Readonly<Record<string, FreesewingSnippet>>;
  readonly points: Readonly<Record<string, FreesewingPoint & { readonly attributes?: FreesewingAttributes }>>;
}

/** Only the grain of FreeSewing's own cut list is used; `CutListReader` has the rest. */
export interface CutList {
  /** Degrees counter-clockwise, 90 is up. */
  readonly grain?: number;
}

export interface FreesewingStore {
  readonly logs: { readonly error: readonly unknown[] };
  get(path: readonly string[]): unknown;
}

export interface DraftedDesign {
  readonly parts: readonly Readonly<Record<string, FreesewingPart>>[];
  readonly setStores: readonly FreesewingStore[];
}

export type OptionDefinition = string | number | boolean | Readonly<Record<string, unknown>>;

export interface DesignConfig {
  readonly measurements: readonly string[];
  readonly optionalMeasurements?: readonly string[];
  readonly options: Readonly<Record<string, OptionDefinition>>;
}

export interface DesignSettings {
  readonly measurements: Readonly<Record<string, number>>;
  readonly options: Readonly<Record<string, string | number | boolean>>;
  readonly sa: number;
  readonly complete: true;
  readonly paperless: false;
  readonly expand: true;
}

/** The props of a macro, from the part that calls it. */
interface MacroProps {
  readonly part: { readonly name: string };
  readonly store: { set(path: readonly string[], value: unknown): void };
}

/** The argument of a hook before a part is drafted: `inject` has the parent of each part. */
interface DraftInProgress {
  readonly activePart: string;
  readonly config: { readonly inject: Readonly<Record<string, string | undefined>> };
}

export interface Plugin {
  readonly name: string;
  readonly version: string;
  readonly macros?: Readonly<Record<string, (config: Readonly<Record<string, unknown>>, props: MacroProps) => void>>;
  readonly hooks?: { readonly prePartDraft: readonly ((draft: DraftInProgress) => void)[] };
  /** Methods of the store by their path; the last plugin to name one wins. */
  readonly store?: readonly (readonly [path: string, method: (store: FreesewingStore, ...args: unknown[]) => void])[];
}

interface DesignInstance {
  getConfig(): DesignConfig;
  use(plugin: Plugin): DesignInstance;
  draft(): DraftedDesign;
}

/** English texts: `t` title, `d` description, `p` parts, `s` words on parts and hints, `o` options. */
export interface DesignTexts {
  readonly t: string;
  readonly d: string;
  readonly p: Readonly<Record<string, string>>;
  readonly s: Readonly<Record<string, string>>;
  readonly o: Readonly<Record<string, { readonly t?: string; readonly d?: string }>>;
}

export interface LoadedDesign {
  readonly construct: new (settings?: DesignSettings) => DesignInstance;
  readonly texts: DesignTexts;
  /** Exact versions of the packages that make the draft. */
  readonly engine: Readonly<Record<string, string>>;
}

/** The wearers that a design is drawn for: the default measurements. No other names can be loaded. */
export const designs: Readonly<Record<string, 'female' | 'male'>> = {
  aaron: 'male',
  bella: 'female',
  bent: 'male',
  breanna: 'female',
  brian: 'male',
  bruce: 'male',
  carlton: 'male',
  charlie: 'male',
  diana: 'female',
  florent: 'male',
  huey: 'male',
  jaeger: 'male',
  jane: 'female',
  lily: 'female',
  noble: 'female',
  paco: 'male',
  penelope: 'female',
  sandy: 'female',
  shin: 'male',
  simon: 'male',
  simone: 'female',
  sven: 'male',
  tamiko: 'female',
  teagan: 'male',
  titan: 'male',
  trayvon: 'male',
  wahid: 'male',
  yuri: 'male',
};

const loaded = new Map<string, Promise<LoadedDesign>>();

/** Loads an allow-listed design once. */
export function loadDesign(name: string): Promise<LoadedDesign> {
  if (!Object.hasOwn(designs, name)) throw new RangeError(`no design "${name}"`);
  let design = loaded.get(name);
  if (!design) {
    design = load(name);
    loaded.set(name, design);
  }
  return design;
}

async function load(name: string): Promise<LoadedDesign> {
  const specifier = `@freesewing/${name}`;
  const module = (await import(specifier)) as Record<string, unknown>;
  const construct = module[name.charAt(0).toUpperCase() + name.slice(1)];
  const { en } = module.i18n as { en: DesignTexts };
  const packages = [specifier, '@freesewing/core'];
  return {
    construct: construct as LoadedDesign['construct'],
    texts: en,
    engine: Object.fromEntries(packages.map((packageName) => [packageName, installedVersion(packageName)])),
  };
}

/** The version in the package's own package.json, hidden by its exports. */
function installedVersion(packageName: string): string {
  const entry = fileURLToPath(import.meta.resolve(packageName));
  const json: unknown = JSON.parse(readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8'));
  return (json as { version: string }).version;
}
