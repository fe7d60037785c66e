/** The files of a plan for the cutting room: the cut plan with its pictures, and the bundles. */
import type { LayPlan, PlanLaysRequest } from '../../../gen/selvage/lay/v1/lay_pb.js';
import { MarkerDirection } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { csvCells } from '../../../src/body/csv.js';
import { documentToHtml } from '../../../src/drawing/document/document-html.js';
import { documentToPdf } from '../../../src/drawing/document/document-pdf.js';
import { bundleRows } from '../../../src/lays/bundles.js';
import { cutPlanDocument } from '../../../src/lays/cut-plan-document.js';
import { documentLengths } from '../shell/lengths.js';
import { layoutOf } from './markers.js';

export const planFiles = [
  { name: 'Cut plan PDF', file: 'cut-plan.pdf', type: 'application/pdf' },
  { name: 'Cut plan HTML', file: 'cut-plan.html', type: 'text/html' },
  { name: 'Bundles CSV', file: 'bundles.csv', type: 'text/csv' },
] as const;

const ways: Readonly<Record<number, 'garment' | 'all'>> = {
  [MarkerDirection.ONE_WAY_PER_GARMENT]: 'garment',
  [MarkerDirection.ONE_WAY]: 'all',
};

export type PlanFile = (typeof planFiles)[number];

export async function writePlan(
  { file }: PlanFile,
  plan: LayPlan,
  order: PlanLaysRequest,
): Promise<string | Uint8Array> {
  if (file === 'bundles.csv')
    return bundleRows(plan)
      .map((row) => `${csvCells(row, ',')}\n`)
      .join('');
  const layouts = await Promise.all(plan.markers.map((marker) => layoutOf(marker, order.fabric)));
  const facts = { title: 'Cut plan', createdAt: new Date().toISOString(), layouts, lengths: documentLengths() };
  const document = cutPlanDocument(plan, { ...order, oneWay: ways[order.direction ?? 0] }, facts);
  return file === 'cut-plan.html' ? documentToHtml(document) : documentToPdf(document);
}
