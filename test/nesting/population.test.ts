/** How widely a search on sheets begins. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Search, SearchContext } from '../../src/nesting/search/search.js';
import { densestSearch } from '../../src/nesting/search/strip.js';
import { bin, nest, type Points, part, rectangle, request } from './nest.js';

const shapes = Array.from({ length: 6 }, (_, i): Points => {
  const [a, b, c] = [(i * 37) % 17, (i * 53) % 23, (i * 29) % 13];
  return [
    [0, a],
    [30 + b, 0],
    [25 + c, 30 + a],
    [b / 3, 20 + c],
  ];
});

test('a larger population begins with more layouts', () => {
  const offered = (populationSize: number): number => {
    let offers = 0;
    const search: Search = (context, plan) => {
      const offer: SearchContext['offer'] = (layout) => {
        offers++;
        return context.offer(layout);
      };
      densestSearch(Object.create(context, { offer: { value: offer } }), plan);
    };
    const polygons = shapes.map((points) => part(points));
    nest(
      request(polygons, [bin(rectangle(900, 120), { holes: [rectangle(9, 9, 40, 40)] })], {
        populationSize,
        workLimit: 150,
      }),
      {
        search,
      },
    );
    return offers;
  };
  const few = offered(1);
  assert.ok(offered(10) >= few + 4, 'five starts more');
  assert.ok(offered(20) >= few + 9, 'eleven starts more');
});

test.run();
