/** Text for a cell of a CSV that people open in a spreadsheet. */

/** Signs at the start of a cell that make it a formula for some spreadsheet: https://owasp.org/www-community/attacks/CSV_Injection */
const formulaSign = /^[=+\-@\t\r\n＝＋－＠]/;

/** The text; behind an apostrophe where a spreadsheet would evaluate it. A number stays a number. */
export function spreadsheetText(text: string): string {
  return formulaSign.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
}
