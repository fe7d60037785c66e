/** Writes pages of shapes as PDF, as their layout places them with the widths of the font. */
import { PDFDocument, popGraphicsState } from 'pdf-lib';
import { type DrawnShape, textsOf } from './drawing.js';
import { PdfFonts } from './pdf-fonts/pdf-fonts.js';
import { PdfLayers } from './pdf-layers.js';
import { Pen, window } from './pdf-pen.js';
import { mmToPoints, type PageSize } from './tiles.js';

export interface PdfHead {
  readonly title: string;
  readonly subject: string;
  /** ISO 8601; the date in the file, so that equal pages give equal bytes. */
  readonly createdAt: string;
  readonly size: PageSize;
}

/** mm, of a text with capitals of a height in mm. */
export type WidthOf = (content: string, height: number) => number;

/** @param layOut gives the shapes of each page, in mm from its top left; called again where a text needs another font */
export async function writePdfPages(
  head: PdfHead,
  layOut: (widthOf: WidthOf) => readonly (readonly DrawnShape[])[],
): Promise<Uint8Array> {
  const document = await newPdf(head);
  const fonts = await PdfFonts.of(document);
  const pen = new Pen(fonts, new PdfLayers(document, new Map()));
  const laidOut = () => layOut((content, capitals) => pen.widthOf(content, capitals));
  let pages = laidOut();
  // the letters of another font have other widths
  if (await fonts.widenFor(pages.flatMap(textsOf))) pages = laidOut();
  const { width, height } = head.size;
  for (const shapes of pages) {
    const page = document.addPage([width * mmToPoints, height * mmToPoints]);
    page.pushOperators(...window({ minX: 0, minY: 0, maxX: width, maxY: height }, [0, 0]));
    pen.draw(page, shapes);
    page.pushOperators(popGraphicsState());
  }
  return document.save();
}

/** An empty document with its facts. */
export async function newPdf({ title, subject, createdAt }: Omit<PdfHead, 'size'>): Promise<PDFDocument> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const created = new Date(createdAt);
  document.setTitle(title);
  document.setSubject(subject);
  document.setProducer('Selvage');
  document.setCreator('Selvage');
  document.setCreationDate(created);
  document.setModificationDate(created);
  return document;
}
