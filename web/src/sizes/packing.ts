/** The tech pack of the chosen pattern: its settings, and the nests that find the fabric need. */
import { computed, effect, signal } from '@preact/signals';
import { type FabricNeed, type Pattern, TechPackFormat } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { numberIn, shown } from '../body/measurements.js';
import { chosen } from '../pattern/drafting.js';
import { patternService } from '../service/clients.js';
import { passing } from '../service/passing.js';
import { type Trouble, troubleOf } from '../service/trouble.js';
import { download, fileName } from '../shell/download.js';
import { convertedText, lengthUnit, mmIn, patternLengths } from '../shell/lengths.js';
import { choose, type PackSetup, range, sizesRequest, wanted } from './sizing.js';

/** The fields, lengths in the unit of the page. The project keeps them. */
export const packSetup = signal<PackSetup>({
  ...{ seconds: '10', width: '1500', distance: '3', lengths: 'mm' },
  ...wanted.peek().pack,
});

effect(() => {
  const { width, distance, lengths: from } = packSetup.value;
  const to = lengthUnit.value;
  if (from === to) return;
  const converted = { width: convertedText(width, from, to), distance: convertedText(distance, from, to) };
  packSetup.value = { ...packSetup.value, ...converted, lengths: to };
});
packSetup.subscribe((pack) => choose({ pack }));

/** Millimetres or seconds in a typed unit. */
const scaleOf = (name: PackField): number => (name === 'seconds' ? 1 : mmIn[lengthUnit.value]);

export type PackField = Exclude<keyof PackSetup, 'lengths'>;

/** Least and largest values, as the service takes them: s, mm. */
const limits: Readonly<Record<PackField, readonly [number, number]>> = {
  seconds: [0, 30],
  width: [100, 10_000],
  distance: [0, 100],
};

/** Problems of the typed numbers. */
export const packMistakes = computed<ReadonlyMap<PackField, string>>(() => {
  const found = new Map<PackField, string>();
  for (const [name, [least, most]] of Object.entries(limits) as [PackField, readonly [number, number]][]) {
    const value = numberIn(packSetup.value[name]);
    const scale = scaleOf(name);
    if (value !== null && scale * value >= least && scale * value <= most) continue;
    found.set(name, `must be between ${shown(least / scale)} and ${shown(most / scale)}`);
  }
  return found;
});

/** The progress of the running tech pack; null: none runs. */
export const packing = signal<{
  readonly done: number;
  readonly total: number;
  readonly need: FabricNeed | null;
} | null>(null);
export const packTrouble = signal<Trouble | null>(null);
passing(packTrouble, () => [packSetup.value, chosen.value && range.value && sizesRequest(chosen.value, range.value)]);

let running: AbortController | null = null;

export const packFiles = [
  { name: 'HTML', end: 'html', type: 'text/html', format: TechPackFormat.HTML },
  { name: 'PDF', end: 'pdf', type: 'application/pdf', format: TechPackFormat.PDF },
] as const;

/** Makes the tech pack and hands it to the downloads. Call it only without `packMistakes`. */
export async function makePack(pattern: Pattern, { end, type, format }: (typeof packFiles)[number]): Promise<void> {
  if (running) return;
  running = new AbortController();
  packing.value = { done: 0, total: 0, need: null };
  packTrouble.value = null;
  const amount = (name: PackField): number => scaleOf(name) * numberIn(packSetup.value[name])!;
  try {
    const request = {
      ...sizesRequest(pattern, range.value!),
      format,
      ...patternLengths(),
      seconds: amount('seconds'),
      // without a nest its settings mean nothing, and the service refuses them
      ...(amount('seconds') > 0 && { fabricWidth: amount('width'), minDistance: amount('distance') }),
    };
    for await (const { message } of patternService.makeTechPack(request, { signal: running.signal })) {
      if (message.case === 'progress') {
        const { done, total, need } = message.value;
        packing.value = { done, total, need: need ?? null };
      } else if (message.case === 'techPack') {
        download(`${fileName(pattern.name)}-tech-pack.${end}`, type, message.value.file.value!);
      }
    }
  } catch (error) {
    packTrouble.value = troubleOf(error);
  } finally {
    running = null;
    packing.value = null;
  }
}

/** The service ends the running nest, too. */
export function cancelPack(): void {
  running?.abort();
}
