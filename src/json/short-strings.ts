/**
 * Short strings of ASCII bytes, kept where they were last seen. The same keys come with every request, and thousands of
 * times within one. A string that is already there costs no memory, and no call out of JavaScript. The strings are
 * forgotten after some minutes, since a text may be private.
 */
import { Forgetting } from '../forgetting.js';

/** Bytes of the longest string that is kept. */
export const longestKept = 32;

const slots = 1024;
const kept = new Array<string>(slots).fill('');
const forgetting = new Forgetting(() => kept.fill(''));

/** The string of the bytes from `start` to `end`: ASCII, and at most `longestKept` of them. */
export function shortString(bytes: Buffer, start: number, end: number): string {
  let hash = end - start;
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + bytes[i]!) | 0;
  const slot = (hash ^ (hash >>> 15)) & (slots - 1);
  const last = kept[slot]!;
  if (isAt(bytes, start, end, last)) return last;
  const string = bytes.toString('latin1', start, end);
  kept[slot] = string;
  forgetting.kept();
  return string;
}

function isAt(bytes: Buffer, start: number, end: number, string: string): boolean {
  if (string.length !== end - start) return false;
  for (let i = start; i < end; i++) if (string.charCodeAt(i - start) !== bytes[i]) return false;
  return true;
}
