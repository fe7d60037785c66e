/** The forms of names, as the contract has them, and in words. */

/** Of a size. */
export const sizeNameForm = '^[A-Za-z0-9._-]{1,16}$';

const words = new Map([
  [sizeNameForm, '1 to 16 letters from A to Z, digits, dots, hyphens or underscores are accepted'],
  [
    '^[\\p{L}\\p{N}][\\p{L}\\p{N}._ -]{0,63}$',
    '1 to 64 letters, digits, spaces, dots, hyphens or underscores are accepted, the first a letter or a digit',
  ],
]);

/** Undefined for a form that the contract has no words for. */
export const formInWords = (form: string): string | undefined => words.get(form);
