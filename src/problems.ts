/** Collects what is wrong with a request or a document: every problem with its path, up to a number that helps anybody. */
import type { FieldProblem } from './errors.js';

/** A million wrong points must not become a million sentences. */
const mostProblems = 200;

export class Problems {
  readonly list: FieldProblem[] = [];

  /** Whether nobody would read on. */
  get isFull(): boolean {
    return this.list.length >= mostProblems;
  }

  push(problem: FieldProblem): void {
    if (!this.isFull) this.list.push(problem);
  }

  /** `message` goes on where the path ends, as "must be an object" does. */
  add(path: string, code: string, message: string): void {
    this.push({ path, code, message: path ? `${path}: ${message}` : message });
  }
}

/** The path of a member of an object: `variables.skirtLength`, and the key alone in the outermost one. */
export function memberPath(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
