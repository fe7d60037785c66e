/** How long a text is, for an estimate of its width in a font that is not known. */

/** Letters as wide as high in each font: Chinese, Japanese and Korean ones, their full width signs, and emoji. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]|\p{Emoji_Presentation}/u;
const broad = /[WMm@%ŒœÆЖШЩЮЫМѠФѲ…—]/u;
/** Marks above a letter, and signs that join two. */
const none = /\p{M}|\p{Cf}/u;

/** In letters of average width. */
export function letterCount(text: string): number {
  let count = 0;
  for (const letter of text.normalize('NFC')) {
    count += none.test(letter) ? 0 : wide.test(letter) ? 1.75 : broad.test(letter) ? 1.5 : 1;
  }
  return count;
}
