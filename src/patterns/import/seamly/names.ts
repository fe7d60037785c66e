/** Gives everything of an imported pattern a name that formulas of a definition can use, and finds it again. */

import { reservedNames } from '../../definition/compile-formula.js';
import { namePattern } from '../../definition/read-definition.js';

export class NameTable {
  readonly #taken = new Set<string>();
  readonly #byLabel = new Map<string, string>();

  /** A name like the label, or `fallback` where the label is no name, is a word of the language, or is taken. */
  claim(label: string, fallback: string): string {
    const plain = label
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/[^A-Za-z0-9_]/g, '_');
    const usable = /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
    let name = namePattern.test(usable) && /[A-Za-z0-9]/.test(usable) ? usable : fallback;
    if (reservedNames.has(name)) name = fallback;
    const stem = name.slice(0, 56);
    for (let i = 2; this.#taken.has(name); i++) name = `${stem}_${i}`;
    this.#taken.add(name);
    if (!this.#byLabel.has(label)) this.#byLabel.set(label, name);
    return name;
  }

  isFree(name: string): boolean {
    return !this.#taken.has(name);
  }

  /** Finds a name under another label as well. */
  alias(label: string, name: string): string {
    this.#byLabel.set(label, name);
    return name;
  }

  /** Nothing has this label any more. */
  forget(label: string): void {
    this.#byLabel.delete(label);
  }

  of(label: string): string | undefined {
    return this.#byLabel.get(label);
  }
}
