/** Layers of a PDF that a reader can show and hide: groups of optional content (PDF 1.7, 8.11), all shown at first. */
import {
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  type PDFRef,
} from 'pdf-lib';

export class PdfLayers {
  readonly #groups: ReadonlyMap<string, { readonly name: PDFName; readonly group: PDFRef }>;

  /** @param layers layers of the drawing, with their names for people */
  constructor({ context, catalog }: PDFDocument, layers: ReadonlyMap<string, string>) {
    const groups = [...layers].map(([layer, title], i) => {
      const group = context.register(context.obj({ Type: 'OCG', Name: PDFHexString.fromText(title) }));
      return [layer, { name: PDFName.of(`L${i}`), group }] as const;
    });
    this.#groups = new Map(groups);
    if (groups.length === 0) return;
    const all = groups.map(([, { group }]) => group);
    const shown = { Name: PDFHexString.fromText('Layers'), Order: all, ON: all };
    catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: all, D: shown }));
  }

  /** Lets the content of a page name the layers. */
  nameOn(page: PDFPage): void {
    if (this.#groups.size === 0) return;
    const named = [...this.#groups.values()].map(({ name, group }) => [name.decodeText(), group] as const);
    const { Resources } = page.node.normalizedEntries();
    Resources.set(PDFName.of('Properties'), page.doc.context.obj(Object.fromEntries(named)));
  }

  has(layer: string): boolean {
    return this.#groups.has(layer);
  }

  /** Ends a layer and begins another; null: none. */
  change(from: string | null, to: string | null): PDFOperator[] {
    const operators: PDFOperator[] = [];
    if (from !== null) operators.push(PDFOperator.of(PDFOperatorNames.EndMarkedContent));
    const next = to === null ? undefined : this.#groups.get(to);
    if (next) {
      operators.push(PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [PDFName.of('OC'), next.name]));
    }
    return operators;
  }
}
