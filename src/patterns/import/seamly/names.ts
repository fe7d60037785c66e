/** Names everything of an imported pattern so that formulas of a definition can use it, and finds names by label. */

import { reservedNames } from '../../definition/compile-formula.js';
import { namePattern } from '../../definition/read-definition.js';

export class NameTable {
  readonly #taken = new Set<string>();
  readonly #byLabel = new Map<string, string>();

  /** A free name like the label; like `fallback` if the label is not a valid name or is a word of the language. */
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

  /** Makes a name known under a further label. */
  alias(label: string, name: string): string {
    this.#byLabel.set(label, name);
    return name;
  }

  /** Removes a label. */
  forget(label: string): void {
    this.#byLabel.delete(label);
  }

  of(label: string): string | undefined {
    return this.#byLabel.get(label);
  }
}
