/** Collects the faults of a request or a document: every problem with its path, up to a number that still helps. */
import type { FieldProblem } from './errors.js';

/** A million wrong points must not become a million sentences. */
const mostProblems = 200;

export class Problems {
  readonly list: FieldProblem[] = [];

  /** Whether the list is already longer than anyone would read. */
  get isFull(): boolean {
    return this.list.length >= mostProblems;
  }

  push(problem: FieldProblem): void {
    if (!this.isFull) this.list.push(problem);
  }

  /** `message` continues a sentence that starts with the path, as "must be an object" does. */
  add(path: string, code: string, message: string): void {
    this.push({ path, code, message: path ? `${path}: ${message}` : message });
  }
}

/** The path of a member of an object: `variables.skirtLength`, or the key alone in the outermost object. */
export function memberPath(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
