/**
 * The fonts of a PDF. A text in Latin-1 letters is in Helvetica, which every reader has. Any other text is in DejaVu Sans, of
 * which the file then holds the used letters.
 */
import { type PDFDocument, type PDFFont, StandardFonts } from 'pdf-lib';
import { dejaVu, dejaVuCapitals } from './deja-vu.js';

/** Stands for a letter that neither font has. */
const replacement = '\ufffd';

interface Face {
  readonly font: PDFFont;
  readonly known: ReadonlySet<number>;
  /** Height of the capitals as a share of the font size. */
  readonly capitals: number;
}

/** A text as it is drawn. */
export interface SetText {
  readonly content: string;
  readonly font: PDFFont;
  /** Points in a document's own units, for capitals of the asked height. */
  readonly size: number;
  readonly width: number;
}

export class PdfFonts {
  readonly #document: PDFDocument;
  readonly #plain: Face;
  #wide: Face | null = null;

  private constructor(document: PDFDocument, plain: Face) {
    this.#document = document;
    this.#plain = plain;
  }

  static async of(document: PDFDocument): Promise<PdfFonts> {
    const font = await document.embedFont(StandardFonts.Helvetica);
    return new PdfFonts(document, faceOf(font, 0.718));
  }

  /** Takes up the second font where a text needs it. True: texts already set may now be other ones. */
  async widenFor(texts: Iterable<string>): Promise<boolean> {
    if (this.#wide || [...texts].every((text) => isIn(this.#plain, composed(text)))) return false;
    const [fontkit, bytes] = await dejaVu();
    this.#document.registerFontkit(fontkit);
    // its ligatures are of no use to a reader that looks for words
    const font = await this.#document.embedFont(bytes, { subset: true, features: { liga: false } });
    this.#wide = faceOf(font, dejaVuCapitals);
    return true;
  }

  /** @param height of a capital */
  set(text: string, height: number): SetText {
    const words = composed(text);
    const face = this.#wide && !isIn(this.#plain, words) ? this.#wide : this.#plain;
    const missing = face === this.#wide ? replacement : '?';
    const content = [...words].map((letter) => (face.known.has(letter.codePointAt(0)!) ? letter : missing)).join('');
    const size = height / face.capitals;
    return { content, font: face.font, size, width: face.font.widthOfTextAtSize(content, size) };
  }
}

const faceOf = (font: PDFFont, capitals: number): Face => ({ font, known: new Set(font.getCharacterSet()), capitals });

const isIn = ({ known }: Face, text: string): boolean => [...text].every((letter) => known.has(letter.codePointAt(0)!));

/** One letter for a letter and its mark, and a space for a break that would begin a line. */
const composed = (text: string): string => text.normalize('NFC').replace(/[\t-\r\u2028\u2029]/g, ' ');
