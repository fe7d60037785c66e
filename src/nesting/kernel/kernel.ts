/**
 * The compiled kernel and its memory. The memory may grow at any call, which detaches every view of it. So take each
 * view afresh through `f32`, `i32` and so on, and never keep one.
 */
import { ItemWord, TypeWord } from './blocks.js';
import { kernelBase64 } from './module.js';

interface KernelExports {
  readonly memory: WebAssembly.Memory;
  allocate(bytes: number): number;
  release(address: number): void;
  /** `block`: address of the words of `ItemWord`. */
  bindItems(block: number): void;
  /** `block`: address of the words of `TypeWord`. */
  bindTypes(block: number): void;
  /** After a release of tables: the kernel looks up all tables afresh. */
  forgetMeetings(): void;
  bindLines(stepX: number, stepY: number, crossings: number, mapped: boolean): void;
  /** Stretches of the strip, the grid of each, and the anchors of the bound items, as in `Offers`. */
  bindOffers(stretches: number, grids: number, anchors: number): void;
  /** A closed strip repeats itself after its length. */
  setStrip(length: number, height: number, closed: boolean): void;
  seed(value: number): void;
  depthOf(table: number, x: number, y: number): number;
  /** Of an outline moved by (x, y) in another one. */
  depthByOutlines(standing: number, moving: number, x: number, y: number): number;
  sweep(): number;
  reweight(): void;
  resetWeights(): void;
  pass(): number;
  place(item: number, x: number, y: number, orientation: number): void;
  getTotalLoss(): number;
  getGreatestDepth(): number;
  getEvaluations(): number;
  getWeighingsByOutlines(): number;
}

/** The compiled module, shared by all instances of a thread. */
let compiled: WebAssembly.Module | undefined;

export class Kernel {
  readonly call: KernelExports;

  /**
   * `requestTable(typeA, typeB, difference)` must write the address of a table into the directory, and
   * `requestOutline(type, orientation)` that of an outline into its place. `poll` is called between weighings by
   * outlines, and may throw.
   */
  constructor(
    requestTable: (typeA: number, typeB: number, difference: number) => void,
    requestOutline: (type: number, orientation: number) => void,
    poll: () => void,
  ) {
    compiled ??= new WebAssembly.Module(Buffer.from(kernelBase64, 'base64'));
    const abort = (): never => {
      throw new Error('the nesting kernel ran out of memory');
    };
    const instance = new WebAssembly.Instance(compiled, {
      host: { requestTable, requestOutline, poll },
      env: { abort },
    });
    this.call = instance.exports as unknown as KernelExports;
  }

  /** Address of `bytes` fresh bytes, 16-byte aligned, zeroed. Throws a RangeError for a number that is none of bytes. */
  allocate(bytes: number): number {
    // A block of NaN bytes has no room, and the kernel would write over its neighbours.
    if (!Number.isSafeInteger(bytes)) throw new RangeError(`the nesting kernel has no block of ${bytes} bytes`);
    const address = this.call.allocate(Math.max(16, bytes)) >>> 0;
    new Uint8Array(this.call.memory.buffer, address, bytes).fill(0);
    return address;
  }

  /** Binds items by a block of memory, needed only for the call. */
  bindItems(words: Readonly<Record<keyof typeof ItemWord, number>>): void {
    this.#withBlock(ItemWord, words, (block) => this.call.bindItems(block));
  }

  /** Binds types likewise. */
  bindTypes(words: Readonly<Record<keyof typeof TypeWord, number>>): void {
    this.#withBlock(TypeWord, words, (block) => this.call.bindTypes(block));
  }

  #withBlock(
    places: Readonly<Record<string, number | string>>,
    words: Readonly<Record<string, number>>,
    call: (block: number) => void,
  ): void {
    const names = Object.keys(words);
    const block = this.allocate(4 * names.length);
    const memory = this.i32(block, names.length);
    for (const name of names) memory[places[name] as number] = words[name]!;
    call(block);
    this.call.release(block);
  }

  f32(address: number, length: number): Float32Array {
    return new Float32Array(this.call.memory.buffer, address, length);
  }

  f64(address: number, length: number): Float64Array {
    return new Float64Array(this.call.memory.buffer, address, length);
  }

  i32(address: number, length: number): Int32Array {
    return new Int32Array(this.call.memory.buffer, address, length);
  }

  u16(address: number, length: number): Uint16Array {
    return new Uint16Array(this.call.memory.buffer, address, length);
  }
}
