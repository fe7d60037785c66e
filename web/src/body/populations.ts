/** The account's own populations, to one of which a person may belong. */
import { effect, signal } from '@preact/signals';
import { Gender, type Population } from '../../../gen/selvage/body/v1/body_pb.js';
import { bodyService } from '../service/clients.js';
import { key, organization } from '../service/key.js';
import { latest } from '../service/latest.js';
import { troubleOf } from '../service/trouble.js';
import type { Person } from './people.js';

const own = signal<readonly Population[]>([]);

const read = latest(0, async (_account: string, signal) => {
  try {
    own.value = (await bodyService.listPopulations({}, { signal })).populations;
  } catch (error) {
    // The inference with the same key tells of the trouble.
    if (troubleOf(error)) own.value = [];
  }
});

/** Reads them again: another program may have made one. */
export function readPopulations(): void {
  if (key.value) read(organization.value);
}

effect(() => {
  void organization.value;
  if (key.value) return readPopulations();
  read.cancel();
  own.value = [];
});

/** The populations that the person may be of, each with its name for people. The present one is always there. */
export function populationsFor({
  gender,
  population = 'unspecified',
}: Person): readonly (readonly [value: string, name: string])[] {
  const wanted = gender === 'female' ? Gender.FEMALE : Gender.MALE;
  const names = own.value.filter(({ genders }) => genders.some((one) => one.gender === wanted)).map(({ name }) => name);
  const all = new Set([...names, population]);
  all.delete('us');
  all.delete('unspecified');
  return [['unspecified', 'Anybody'], ['us', 'Americans'], ...[...all].map((name) => [name, name] as const)];
}
