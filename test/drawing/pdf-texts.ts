/** The texts that a PDF of the project shows, in the order of its objects. */
import { decodePDFRawStream, PDFDict, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';

export async function pdfTexts(bytes: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(bytes);
  const letters = lettersOf(document);
  return document.context.enumerateIndirectObjects().flatMap(([, object]) => {
    if (!(object instanceof PDFRawStream)) return [];
    let font = '';
    return [...contentOf(object).matchAll(/\/(\S+) [\d.]+ Tf|<([0-9A-F]+)> Tj/g)].flatMap(([, name, hex]) => {
      if (hex === undefined) {
        font = name!;
        return [];
      }
      const own = letters.get(font);
      if (!own) return [Buffer.from(hex, 'hex').toString('latin1')];
      return [
        hex
          .match(/.{4}/g)!
          .map((glyph) => own.get(glyph) ?? '')
          .join(''),
      ];
    });
  });
}

/** The letters of the glyphs of embedded fonts, by the name of the font on its pages: their `ToUnicode`. */
function lettersOf(document: PDFDocument): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const { node } of document.getPages()) {
    const fonts = node.Resources()?.lookupMaybe(PDFName.of('Font'), PDFDict);
    for (const key of fonts?.keys() ?? []) {
      const map = fonts!.lookup(key, PDFDict).lookup(PDFName.of('ToUnicode'));
      if (!(map instanceof PDFRawStream)) continue;
      const pairs = [...contentOf(map).matchAll(/^<([0-9A-F]{4})> <([0-9A-F]+)>$/gm)];
      found.set(
        key.decodeText(),
        new Map(pairs.map(([, glyph, hex]) => [glyph!, Buffer.from(hex!, 'hex').swap16().toString('utf16le')])),
      );
    }
  }
  return found;
}

const contentOf = (stream: PDFRawStream): string => Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
