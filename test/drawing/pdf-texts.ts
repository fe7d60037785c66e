/** The texts that a PDF of the project shows, in the order of its objects. */
import { decodePDFRawStream, PDFDocument, PDFRawStream } from 'pdf-lib';

export async function pdfTexts(bytes: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(bytes);
  return document.context.enumerateIndirectObjects().flatMap(([, object]) => {
    if (!(object instanceof PDFRawStream)) return [];
    const content = Buffer.from(decodePDFRawStream(object).decode()).toString('latin1');
    return [...content.matchAll(/<([0-9A-F]+)> Tj/g)].map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1'));
  });
}
