/** Translates how measurements were taken from the message to the domain's words. */
import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  ArmState,
  NeckLevel,
  type Taken as TakenMessage,
  type TakenSchema,
  WaistLevel,
} from '../../../gen/selvage/body/v1/body_pb.js';
import type { Taken } from '../../body/complete.js';

type Way<Name extends keyof Taken> = NonNullable<Taken[Name]>;

const waistLevels: Readonly<Partial<Record<WaistLevel, Way<'waistGirth'>>>> = {
  [WaistLevel.MIDWAY]: 'midway',
  [WaistLevel.NAVEL]: 'navel',
  [WaistLevel.NARROWEST]: 'narrowest',
};
const neckLevels: Readonly<Partial<Record<NeckLevel, Way<'neckGirth'>>>> = {
  [NeckLevel.BASE]: 'base',
  [NeckLevel.MIDDLE]: 'middle',
};
const armStates: Readonly<Partial<Record<ArmState, Way<'bicepGirth'>>>> = {
  [ArmState.RELAXED]: 'relaxed',
  [ArmState.FLEXED]: 'flexed',
};

/** The other way round. */
export function takenMessage(taken: Taken): MessageInitShape<typeof TakenSchema> {
  const named = <T extends number>(ways: Readonly<Partial<Record<T, string>>>, way: string | undefined) =>
    Object.keys(ways)
      .map(Number)
      .find((value) => ways[value as T] === way) as T | undefined;
  const [waistGirth, neckGirth, bicepGirth] = [
    named<WaistLevel>(waistLevels, taken.waistGirth),
    named<NeckLevel>(neckLevels, taken.neckGirth),
    named<ArmState>(armStates, taken.bicepGirth),
  ];
  return { ...(waistGirth && { waistGirth }), ...(neckGirth && { neckGirth }), ...(bicepGirth && { bicepGirth }) };
}

export function takenOf({ waistGirth, neckGirth, bicepGirth }: TakenMessage): Taken {
  const [waist, neck, arm] = [
    waistGirth && waistLevels[waistGirth],
    neckGirth && neckLevels[neckGirth],
    bicepGirth && armStates[bicepGirth],
  ];
  return { ...(waist && { waistGirth: waist }), ...(neck && { neckGirth: neck }), ...(arm && { bicepGirth: arm }) };
}
