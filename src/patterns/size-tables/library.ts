/** The size tables that come with the service. Each file names its public source and its licence. */
import astmMisses from './astm-d5585-misses.json' with { type: 'json' };
import enMen from './en-13402-men.json' with { type: 'json' };
import enWomen from './en-13402-women.json' with { type: 'json' };
import freesewingMen from './freesewing-men.json' with { type: 'json' };
import freesewingWomen from './freesewing-women.json' with { type: 'json' };
import type { SizeTable, TableSize } from './size-table.js';

const createdAt = Date.UTC(2026, 10, 24, 9);

/** In any order. There is none for children: the body model knows adults. */
export const librarySizeTables: readonly SizeTable[] = [enWomen, enMen, astmMisses, freesewingWomen, freesewingMen].map(
  ({ sizes, ...table }) => ({
    ...table,
    versionNumber: 1,
    library: true,
    createdAt,
    sizes: sizes as unknown as readonly TableSize[],
  }),
);
