/**
 * The model on disk. `model.json` names the tensors and the training data, `weights.bin` holds the tensors one after
 * the other as little-endian 32-bit floats. The meaning of the tensors is unknown here.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measurementNames } from '../fields.js';

const artifactFormat = 'selvage-body/4';

/** Folder of the packaged model. */
export const modelFolder = fileURLToPath(new URL('../../../../models/body', import.meta.url));

export interface Tensor {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** The training data of the model, for people to read. */
export interface Provenance {
  readonly seed: number;
  /** Number of people per survey. */
  readonly people: Readonly<Record<string, number>>;
}

export interface Artifact {
  readonly provenance: Provenance;
  readonly tensors: ReadonlyMap<string, Tensor>;
}

interface Manifest {
  readonly format: string;
  readonly fields: readonly string[];
  readonly provenance: Provenance;
  readonly tensors: readonly { readonly name: string; readonly shape: readonly number[] }[];
}

const sizeOf = (shape: readonly number[]): number => shape.reduce((product, side) => product * side, 1);

export function writeArtifact(folder: string, { provenance, tensors }: Artifact): void {
  const manifest: Manifest = {
    format: artifactFormat,
    fields: measurementNames,
    provenance,
    tensors: [...tensors].map(([name, { shape }]) => ({ name, shape })),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'model.json'), `${JSON.stringify(manifest, null, 1)}\n`);
  const buffers = [...tensors.values()].map(({ values }) =>
    Buffer.from(values.buffer, values.byteOffset, values.byteLength),
  );
  writeFileSync(join(folder, 'weights.bin'), Buffer.concat(buffers));
}

/** Reads a model folder. Throws with the folder's name unless it is a model for these 69 fields in this order. */
export function readArtifact(folder: string = modelFolder): Artifact {
  const manifest = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')) as Manifest;
  if (manifest.format !== artifactFormat)
    throw new Error(`${folder}: format ${manifest.format}, expected ${artifactFormat}`);
  if (manifest.fields.join() !== measurementNames.join()) throw new Error(`${folder}: made for other fields`);
  const bytes = readFileSync(join(folder, 'weights.bin'));
  const total = manifest.tensors.reduce((sum, { shape }) => sum + sizeOf(shape), 0);
  if (bytes.byteLength !== total * 4) {
    throw new Error(`${folder}: weights.bin has ${bytes.byteLength} bytes, expected ${total * 4}`);
  }
  const all = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const tensors = new Map<string, Tensor>();
  let offset = 0;
  for (const { name, shape } of manifest.tensors) {
    tensors.set(name, { shape, values: all.subarray(offset, offset + sizeOf(shape)) });
    offset += sizeOf(shape);
  }
  return { provenance: manifest.provenance, tensors };
}
