/** The ways to take the measurements that are taken in several. */

/** The ways of each measurement; the first is that of the field. */
export const waysToTake = {
  neckGirth: ['base', 'middle'],
  waistGirth: ['midway', 'navel', 'narrowest'],
  bicepGirth: ['relaxed', 'flexed'],
} as const;

type Ways = typeof waysToTake;
/** How measurements were taken, by name. */
export type Taken = { readonly [Name in keyof Ways]?: Ways[Name][number] };
