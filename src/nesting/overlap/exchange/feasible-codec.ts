/** A layout without overlap in the memory of an exchange: its length, then x, y and the orientation of each item. */
import type { Feasible } from '../compact.js';
import type { Codec } from './exchange.js';

export function feasibleCodec(items: number): Codec<Feasible> {
  const views = (memory: SharedArrayBuffer, at: number) => ({
    length: new Float64Array(memory, at, 1),
    x: new Float64Array(memory, at + 8, items),
    y: new Float64Array(memory, at + 8 + 8 * items, items),
    orientation: new Int32Array(memory, at + 8 + 16 * items, items),
  });
  return {
    bytes: 8 + 8 * Math.ceil(2.5 * items),
    write(memory, at, layout) {
      const { length, x, y, orientation } = views(memory, at);
      length[0] = layout.length;
      x.set(layout.at.x);
      y.set(layout.at.y);
      orientation.set(layout.at.orientation);
    },
    read(memory, at) {
      const { length, x, y, orientation } = views(memory, at);
      return { at: { x: x.slice(), y: y.slice(), orientation: orientation.slice() }, length: length[0]! };
    },
  };
}
