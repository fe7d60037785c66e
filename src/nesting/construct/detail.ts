/** The detail of the shapes that a search sees. Its cost grows with every corner, so a request gets a limited number. */
import type { Detail } from '../layout/problem.js';

/** At most about 3000 corners in all, so that no request can stall the search. */
export const searchDetail: Detail = { corners: 3000, fewestCorners: 24, openings: 24, openingCorners: 48 };
