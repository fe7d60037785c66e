/** A FreeSewing design's notes to its maker beside the parts: hints for sewing, and warnings of a poor fit. */
import type { DraftProblem } from '../draft.js';
import type { DesignTexts, FreesewingStore } from './design.js';
import { english } from './english.js';

interface Flag {
  readonly title?: string;
  readonly desc?: string;
  readonly replace?: Readonly<Record<string, unknown>>;
  /** A button of FreeSewing's site that changes settings, mentioned in the description. */
  readonly suggest?: object;
}

/** Flags about FreeSewing's own settings, which have no use here. */
const ofSettings = /^flag:/;

const flagsOf = (store: FreesewingStore, kinds: readonly string[]): Flag[] =>
  kinds
    .flatMap((kind) => Object.values((store.get(['plugins', 'plugin-annotations', 'flags', kind]) ?? {}) as object))
    .filter((flag: Flag) => !ofSettings.test(flag.title ?? ''));

function sentence({ title = '', desc = '', replace = {}, suggest }: Flag, texts: DesignTexts): string {
  // the support mentioned there cannot help here
  return english(suggest || !desc ? title : desc, texts, replace).replace(/ before contacting support(?=\.)/, '');
}

/** Hints such as the length of a zip. */
export const hintsOf = (store: FreesewingStore, texts: DesignTexts): string[] =>
  flagsOf(store, ['note', 'info', 'tip']).map((flag) => sentence(flag, texts));

/** Warnings: the draft is usable, but the design found no good solution. */
export const warningsOf = (store: FreesewingStore, texts: DesignTexts): DraftProblem[] =>
  flagsOf(store, ['error', 'warn', 'fixme']).map((flag) => ({
    code: 'design_warning',
    message: sentence(flag, texts),
    path: 'variables',
  }));
