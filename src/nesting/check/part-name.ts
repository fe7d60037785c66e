/** How warnings name a part: by its place in the request, and its id if it has one. */

import type { NestRequest } from '../request.js';

export function partName({ polygons }: Pick<NestRequest, 'polygons'>, index: number): string {
  const { id } = polygons[index]!;
  return id === '' ? `polygons[${index}]` : `polygons[${index}] ("${id}")`;
}
