/** The number of starts of a search on sheets. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { densestSearch } from '../../src/nesting/bridge/densest.js';
import type { Search, SearchContext } from '../../src/nesting/construct/search.js';
import { bin, nest, part, quadrilaterals, rectangle, request } from './nest.js';

const shapes = quadrilaterals(6);

test('a search with a larger population begins with more layouts', () => {
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
  assert.ok(offered(10) >= few + 4, 'fewer than five more starts');
  assert.ok(offered(20) >= few + 9, 'fewer than eleven more starts');
});

test.run();
