/** Random orders for the bench: parts of every kind, few or thousands, on a strip, on sheets or on hides. */

import type { Point } from '../../src/geometry/point.js';
import type { NestRequest } from '../../src/nesting/request.js';
import { Random } from '../../src/random.js';
import { instanceRequest } from './instance.js';

/** An order to nest for so many seconds; the same for the same seed. */
export const randomOrder = (seed: number, seconds: number): NestRequest => new Order(seed).request(seconds);

class Order {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  #any<T>(list: readonly T[]): T {
    return list[this.#random.below(list.length)]!;
  }

  #between(least: number, most: number): number {
    return least + this.#random.next() * (most - least);
  }

  #whole(least: number, most: number): number {
    return least + this.#random.below(most - least + 1);
  }

  /** An outline about the origin: smooth with many corners, jagged with few. */
  #blob(corners: number, radius: number, depth: number): Point[] {
    const waves = [2, 3, 5, 7].map((k) => ({ k, phase: this.#between(0, 2 * Math.PI), share: this.#between(0, 0.25) }));
    const isJagged = corners <= 14;
    return Array.from({ length: corners }, (_, i): Point => {
      const angle = (2 * Math.PI * i) / corners;
      const smooth = waves.reduce(
        (sum, { k, phase, share }) => sum + share * (0.5 + 0.5 * Math.sin(k * angle + phase)),
        0,
      );
      const r = radius * (1 - depth * (isJagged ? this.#random.next() : smooth));
      return [r * Math.cos(angle), r * Math.sin(angle)];
    });
  }

  #comb(teeth: number, width: number, height: number): Point[] {
    const points: Point[] = [[0, 0]];
    for (let x = 0; x < 2 * teeth * width; x += 2 * width) {
      points.push([x, height], [x + width, height], [x + width, 0.1 * height], [x + 2 * width, 0.1 * height]);
    }
    return [...points, [2 * teeth * width, 0]];
  }

  #bent(length: number, width: number, steps: number): Point[] {
    const at = (i: number): number => 3 * width * Math.sin((6 * i) / steps);
    const low = Array.from({ length: steps + 1 }, (_, i): Point => [(length * i) / steps, at(i)]);
    return [...low, ...low.map(([x, y]): Point => [x, y + width]).reverse()];
  }

  #shape(): { points: Point[]; holes?: { points: Point[] }[] } {
    const r = this.#any([5, 20, 60, 200]) * this.#between(0.5, 1.5);
    const kind = this.#any(['few', 'many', 'rectangle', 'bent', 'comb', 'ring', 'some'] as const);
    if (kind === 'few') return { points: this.#blob(this.#whole(3, 12), r, 0.6) };
    if (kind === 'many') return { points: this.#blob(this.#whole(60, 500), r, this.#any([0, 0.2, 0.6])) };
    if (kind === 'rectangle') return { points: rectangle(r * this.#between(0.2, 1.2), r * this.#between(0.2, 1.2)) };
    if (kind === 'bent') return { points: this.#bent(4 * r, 0.1 * r, this.#whole(2, 40)) };
    if (kind === 'comb') return { points: this.#comb(this.#whole(2, 12), 0.15 * r, 2 * r) };
    if (kind === 'some') return { points: this.#blob(this.#whole(3, 30), r, 0.8) };
    const hole = this.#blob(this.#whole(6, 30), r * this.#any([0.5, 0.7, 0.9]), 0);
    return { points: this.#blob(this.#whole(8, 40), r, 0), holes: [{ points: hole }] };
  }

  #hide(radius: number): Point[] {
    return this.#blob(this.#whole(20, 400), radius, 0.5).map(([x, y]): Point => [x + radius, y + radius]);
  }

  request(seconds: number): NestRequest {
    const parts = this.#any([3, 10, 30, 100, 300, 1000, 2500]);
    const types = Math.min(parts, this.#any([1, 2, 5, 20, 100, 400]));
    const polygons = Array.from({ length: types }, (_, i) => ({
      ...{ id: `part ${i + 1}`, ...this.#shape(), quantity: Math.max(1, Math.floor(parts / types)) },
      ...(this.#random.next() < 0.1 && { mirror: true }),
      ...(this.#random.next() < 0.1 && { priority: this.#whole(0, 3) }),
      ...(this.#random.next() < 0.05 && { spacing: this.#whole(0, 10) }),
    }));
    const area = polygons.reduce((sum, { points, quantity }) => sum + Math.abs(areaOf(points)) * quantity, 0);
    const reach = Math.max(...polygons.flatMap(({ points }) => [0, 1].map((axis) => spanOf(points, axis as 0 | 1))));
    const kind = this.#any(['strip', 'strip', 'sheets', 'hides'] as const);
    const width = Math.max(1.1 * reach, this.#any([300, 1500, 2000]));
    const count = kind === 'strip' ? 1 : this.#any([1, 2, 5, 12]);
    const side = Math.max(Math.sqrt((area / count) * this.#any([0.7, 1.2, 2.5])), reach * this.#any([0.6, 1.05, 1.5]));
    const bins = Array.from({ length: count }, () => {
      if (kind === 'strip')
        return { boundary: { points: rectangle(Math.max(1.1 * reach, (3 * area) / width + 1000), width) } };
      const holes = Array.from({ length: this.#random.next() < 0.4 ? this.#whole(1, 6) : 0 }, () => {
        const [x, y] = [side * this.#between(0.2, 0.8), side * this.#between(0.2, 0.8)];
        return { points: this.#blob(this.#whole(4, 20), 0.06 * side, 0.3).map(([px, py]): Point => [px + x, py + y]) };
      });
      const points = kind === 'hides' ? this.#hide(0.8 * side) : rectangle(side * this.#any([1, 1.5]), side);
      return { boundary: { points }, holes };
    });
    return instanceRequest(
      {
        polygons,
        bins,
        gravityDirection: this.#any(['left', 'right', 'top', 'bottom']),
        minDistance: this.#any([0, 0, 1, 3, 10]),
        edgeDistance: this.#any([0, 0, 2]),
        curveTolerance: this.#any([0, 0, 0.5]),
        allowedRotations: this.#any([[0], [0, 180], [0, 90, 180, 270], every(10), [0, 7.5, 33]]),
        rotationTolerance: this.#any([0, 0, 0, 2]),
        optimization: { type: this.#any(['length', 'length', 'area']) },
      },
      { maximumExecutionTime: seconds },
    );
  }
}

export const rectangle = (width: number, height: number): Point[] => [
  [0, 0],
  [width, 0],
  [width, height],
  [0, height],
];

const every = (degrees: number): number[] => Array.from({ length: 360 / degrees }, (_, i) => i * degrees);

function areaOf(points: readonly Point[]): number {
  return points.reduce((sum, [x, y], i) => {
    const [u, v] = points[(i + 1) % points.length]!;
    return sum + (x * v - u * y) / 2;
  }, 0);
}

function spanOf(points: readonly Point[], axis: 0 | 1): number {
  const at = points.map((point) => point[axis]);
  return Math.max(...at) - Math.min(...at);
}
