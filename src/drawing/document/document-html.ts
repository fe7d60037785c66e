/** A document as one HTML file that needs no other file; it prints on A4 or Letter. */
import { escapeXml, writeSvg } from '../svg.js';
import type { Block, PagedDocument, Picture, Table } from './paged-document.js';

const styleOf = (paper: 'a4' | 'letter'): string => `
  @page { size: ${paper === 'a4' ? 'A4' : 'Letter'}; margin: 14mm 12mm }
  * { box-sizing: border-box }
  body { font: 10pt/1.4 system-ui, sans-serif; color: #1c1b19; max-width: 186mm; margin: 8mm auto; padding: 0 2mm }
  h1 { font-size: 18pt; line-height: 1.2; margin: 0 } header p { margin: 0; color: #6b655b }
  h2 { font-size: 13pt; margin: 8mm 0 2mm; break-after: avoid } p { margin: 1mm 0 }
  figure { margin: 4mm 0; text-align: center; break-inside: avoid } figure svg { max-width: 100%; height: auto }
  figcaption { color: #6b655b; font-size: 8.5pt }
  .wide { overflow-x: auto }
  table { border-collapse: collapse; width: 100%; margin-top: 4mm; font-size: 8.5pt }
  caption { text-align: left; font-weight: 600; padding-bottom: 1mm }
  th, td { text-align: left; vertical-align: top; padding: .6mm 2mm; border-top: .2mm solid #d8d2c6 }
  thead { display: table-header-group } tr { break-inside: avoid }
  .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap } tbody th { font-weight: normal }
  .page { break-before: page }
  @media print { body { margin: 0; max-width: none } .wide { overflow: visible } }
`;

export function documentToHtml({ title, facts, blocks, paper = 'a4' }: PagedDocument): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeXml(title)}</title><style>${styleOf(paper)}</style></head>
<body>
<header><h1>${escapeXml(title)}</h1>${facts.map((fact) => `<p>${escapeXml(fact)}</p>`).join('')}</header>
${blocks.map(blockHtml).join('\n')}
</body>
</html>
`;
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h2${block.onNewPage ? ' class="page"' : ''}>${escapeXml(block.text)}</h2>`;
    case 'paragraph':
      return `<p>${escapeXml(block.text)}</p>`;
    case 'table':
      return tableHtml(block);
    case 'picture':
      return pictureHtml(block);
  }
}

function tableHtml({ caption, columns, rows }: Table): string {
  const numeric = columns.map(({ isNumber }) => (isNumber ? ' class="number"' : ''));
  const head = columns.map(({ title }, i) => `<th scope="col"${numeric[i]}>${escapeXml(title)}</th>`).join('');
  const body = rows.map((row) => {
    const cells = row.map((cell, i) =>
      i === 0 ? `<th scope="row"${numeric[i]}>${escapeXml(cell)}</th>` : `<td${numeric[i]}>${escapeXml(cell)}</td>`,
    );
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<div class="wide"><table><caption>${escapeXml(caption)}</caption><thead><tr>${head}</tr></thead>
<tbody>${body.join('\n')}</tbody></table></div>`;
}

function pictureHtml({ drawing, caption, height }: Picture): string {
  // the picture scales with the page, so it keeps its box and loses its size in mm
  const svg = writeSvg(drawing)
    .replace(/^<\?xml[^>]*\?>\n/, '')
    // ids of layers would come again with every picture
    .replace(/<g id="[^"]*"/g, '<g')
    .replace(/<svg([^>]*?) width="[^"]*" height="[^"]*"/, `<svg$1 style="max-height: ${height}mm"`);
  return `<figure>${svg}<figcaption>${escapeXml(caption)}</figcaption></figure>`;
}
