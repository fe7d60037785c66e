/** Holds the constructions of a pattern while its tools are translated: names, labels, and the reason for each loss. */

import { descendants, type XmlElement } from '../../../drawing/xml.js';
import type { ImportNote } from '../note.js';
import { curveTools } from './curve-tools.js';
import { drawnLines } from './drawn-lines.js';
import type { NameTable } from './names.js';
import { itemsOf, operationTools } from './operation-tools.js';
import { pointTools } from './point-tools.js';
import type { Construction, Doubt, SourceCurve, Tool, ToolContext } from './tool-context.js';
import { TranslationError, translateFormula } from './translate-formula.js';
import { translateUnions } from './union-tool.js';

interface SourcePoint {
  readonly name: string;
  readonly label: string;
  /** The number of the draft block to which it belongs. */
  readonly block: number;
}

export class ConstructionTable implements ToolContext {
  readonly points: Record<string, Construction> = {};
  readonly curves: Record<string, Construction> = {};
  readonly doubts: Doubt[] = [];
  readonly #names: NameTable;
  readonly #points = new Map<string, SourcePoint>();
  readonly #curves = new Map<string, SourceCurve>();
  /** For each label, the latest point in each block, the latest block last. Blocks may use the same labels. */
  readonly #pointLabels = new Map<string, Map<number, SourcePoint>>();
  readonly #lines = new Map<string, readonly [SourcePoint, SourcePoint]>();
  readonly #curveLabels = new Map<string, SourceCurve>();
  /** The reason why an id, a name of the definition, or a label of the source was lost. */
  readonly #lostIds = new Map<string, string>();
  readonly #lostNames = new Map<string, string>();
  readonly #lostLabels = new Map<string, string>();
  #helpers = 0;
  #block = 0;

  constructor(names: NameTable) {
    this.#names = names;
  }

  /** Translates every tool of a pattern, and notes each tool that it cannot. @param mm in one unit of the pattern */
  translate(root: XmlElement, mm: number, notes: ImportNote[]): void {
    const tools: Readonly<Record<string, Tool>> = { ...pointTools(mm), ...curveTools, ...operationTools };
    for (const calculation of descendants(root, 'calculation')) {
      this.#block++;
      for (const element of calculation.children) {
        if (element.name === 'line') {
          this.#drawLines(element);
          continue;
        }
        const kind = `${element.name}:${element.attributes.get('type') ?? ''}`;
        try {
          const tool = Object.hasOwn(tools, kind) ? tools[kind] : undefined;
          if (!tool) throw new TranslationError(`the tool ${kind} is unknown`);
          tool(element, this);
          this.#drawLines(element);
        } catch (error) {
          if (!(error instanceof TranslationError)) throw error;
          const label = labelsOf(element)[0] ?? '';
          const place = label === '' ? `${kind} ${element.attributes.get('id') ?? ''}`.trim() : label;
          for (const id of idsOf(element)) this.#lostIds.set(id, error.root ?? `${place}: ${error.message}`);
          for (const lost of labelsOf(element)) this.#lostLabels.set(lost, error.root ?? `${place}: ${error.message}`);
          notes.push({
            code: 'tool_left_out',
            message: `${`${kind} ${label}`.trim()}: not converted: ${error.message}`,
          });
        }
      }
    }
    translateUnions(root, this, (id, why) => this.#lostIds.set(id, why));
  }

  /** Removes a translated point or curve that has no value. */
  lose(name: string, reason: string): void {
    this.#lostNames.set(name, reason);
    delete this.points[name];
    delete this.curves[name];
  }

  /** The label in the source of a point or curve of the definition. */
  labelOfName(name: string): string {
    const point = [...this.#points.values()].find((entry) => entry.name === name);
    return point?.label ?? [...this.#curves.values()].find((entry) => entry.name === name)?.labels[0] ?? name;
  }

  point = (id: string): string => this.#find(this.#points, id, 'point').name;

  label = (id: string): string => this.#find(this.#points, id, 'point').label;

  curve = (id: string): SourceCurve => this.#find(this.#curves, this.#curveId(id), 'curve');

  isCurve = (id: string): boolean => !this.#points.has(id) && this.#curves.has(this.#curveId(id));

  formula = (text: string, current?: string): string =>
    translateFormula(text, {
      variable: (label) => this.#names.of(`variable ${label}`),
      pair: (a, b) => this.#pair(a, b),
      curve: (label) => this.#curveLength(label),
      value: (label) => this.#curveValue(label),
      lost: (label) => this.#lostReason(label),
      ...(current === undefined ? {} : { current }),
    });

  helper = (construction: Construction): string => {
    const name = this.#names.claim('', `helper${++this.#helpers}`);
    this.points[name] = construction;
    return name;
  };

  helperCurve = (construction: Construction): string => {
    const name = this.#names.claim('', `helper${++this.#helpers}`);
    this.curves[name] = construction;
    return name;
  };

  addPoint = (id: string, label: string, construction: Construction): void => {
    const name = this.#names.claim(label, `P${id}`);
    const entry = { name, label, block: this.#block };
    this.#points.set(id, entry);
    this.#pointLabels.set(label, (this.#pointLabels.get(label) ?? new Map()).set(this.#block, entry));
    this.points[name] = construction;
  };

  doubt = (id: string, reason: string, when: string | null): void => {
    const { name, label } = this.#points.get(id)!;
    this.doubts.push({ name, label, reason, when });
  };

  addCurve = (id: string, curve: Omit<SourceCurve, 'name'>, construction: Construction): void => {
    const name = this.#names.claim(curve.labels[0] ?? '', `C${id.replace('+', '_')}`);
    const entry = { ...curve, name };
    this.#curves.set(id, entry);
    // If two curves share a name, a formula means the latest one before it.
    for (const label of curve.labels) this.#curveLabels.set(label, entry);
    this.curves[name] = construction;
  };

  /** In old files, the two parts of a divided curve have the two ids that follow the id of the point. */
  #curveId(id: string): string {
    if (this.#curves.has(id) || this.#points.has(id) || this.#lostIds.has(id)) return id;
    for (const next of [1, 2]) {
      const part = `${Number(id) - next}+${next}`;
      if (this.#curves.has(part)) return part;
    }
    return id;
  }

  #find<T extends { readonly name: string }>(map: ReadonlyMap<string, T>, id: string, what: string): T {
    const found = map.get(id);
    const lost = found === undefined ? this.#lostIds.get(id) : this.#lostNames.get(found.name);
    if (lost !== undefined) throw new TranslationError(`it depends on something left out (${lost})`, lost);
    if (found === undefined) throw new TranslationError(`the ${what} ${id} is missing`);
    return found;
  }

  #drawLines(element: XmlElement): void {
    for (const ends of drawnLines(element)) {
      const [one, other] = ends.map((id) => this.#points.get(id));
      if (one && other) this.#lines.set(`${one.label} ${other.label}`, [one, other]);
    }
  }

  /** The points of the latest line between two labels; else the latest points of these labels, of one block if possible. */
  #pair(a: string, b: string): readonly [string, string] | undefined {
    const drawn = this.#lines.get(`${a} ${b}`);
    const [ones, others] = [this.#pointLabels.get(a), this.#pointLabels.get(b)];
    if (!ones || !others) return undefined;
    const together = [...ones.keys()].filter((block) => others.has(block)).at(-1);
    const latest = (points: ReadonlyMap<number, SourcePoint>): SourcePoint =>
      together === undefined ? [...points.values()].at(-1)! : points.get(together)!;
    const [one, other] = drawn ?? [latest(ones), latest(others)];
    if (this.#lostNames.has(one.name) || this.#lostNames.has(other.name)) return undefined;
    return [one.name, other.name];
  }

  #present(name: string | undefined): string | undefined {
    return name === undefined || this.#lostNames.has(name) ? undefined : name;
  }

  #curveLength(label: string): string | undefined {
    const whole = this.#curveLabels.get(label);
    if (whole) return this.#present(whole.name);
    const [, of, number] = /^(.*)_Seg_(\d+)$/.exec(label) ?? [];
    const path = of === undefined ? undefined : this.#curveLabels.get(of);
    const [from, to] = [path?.nodes?.[Number(number) - 1], path?.nodes?.[Number(number)]];
    if (!path || from === undefined || to === undefined || this.#lostNames.has(path.name)) return undefined;
    const part = this.helperCurve({ op: 'part', curve: path.name, from, to });
    this.#curveLabels.set(label, { name: part, labels: [label] });
    return part;
  }

  /** E.g. `Angle1Spl_A_B`, `RadiusArc_C_12`, `C1LengthSplPath_A_B_Seg_2`. */
  #curveValue(label: string): string | undefined {
    const [, word, of, segment = ''] =
      /^(Angle1|Angle2|C1Length|C2Length|Radius)(.*?)(?:_(Seg_\d+))?$/.exec(label) ?? [];
    const curve = of === undefined ? undefined : this.#curveLabels.get(of);
    if (!curve || this.#lostNames.has(curve.name)) return undefined;
    return curve.values?.[segment === '' ? word! : `${word} ${segment}`];
  }

  /** The reason why a name of a formula has no value, such as `Line_A_B` after the loss of B. */
  #lostReason(label: string): string | undefined {
    const words = label.split('_');
    for (const [lost, reason] of this.#lostLabels) if (lost === label || words.includes(lost)) return reason;
    for (const word of words) {
      const reason = [...(this.#pointLabels.get(word)?.values() ?? [])]
        .map(({ name }) => this.#lostNames.get(name))
        .find(Boolean);
      if (reason !== undefined) return reason;
    }
    const curve = this.#curveLabels.get(label);
    return curve && this.#lostNames.get(curve.name);
  }
}

/** The ids of everything that a tool makes. */
function idsOf(element: XmlElement): string[] {
  const own = ['id', 'point1', 'point2'].flatMap((key) => {
    const id = element.attributes.get(key);
    return id === undefined || (key !== 'id' && element.attributes.get('type') !== 'trueDarts') ? [] : [id];
  });
  return [...own, ...itemsOf(element, 'destination')];
}

const labelsOf = (element: XmlElement): string[] =>
  ['name', 'name1', 'name2'].flatMap((key) => element.attributes.get(key) ?? []);
