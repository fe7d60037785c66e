/** The cloth between the form as typed and the message of the API. */
import { create } from '@bufbuild/protobuf';
import { type Fabric, FabricForm, FabricSchema } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { exactText, numberIn } from '../body/measurements.js';
import type { Form, Setup } from './settings.js';

type ClothFields = Pick<Setup, 'form' | 'repeatX' | 'repeatY' | 'offsetX' | 'offsetY'>;

/** A cloth of the API without the rest of its message. */
export type Cloth = Pick<Fabric, 'form' | 'repeatX' | 'repeatY' | 'offsetX' | 'offsetY' | 'matchTolerance'>;

const forms: Readonly<Record<Form, FabricForm>> = {
  open: FabricForm.OPEN,
  folded: FabricForm.FOLDED,
  tubular: FabricForm.TUBULAR,
};

/**
 * @param scale units of the request in a typed one
 * @param base the cloth of a file, for a member that the form does not show
 */
export function clothOf(typed: ClothFields, scale: number, base?: Fabric): Fabric | undefined {
  const { form } = typed;
  const length = (text: string): number | null => {
    const value = numberIn(text);
    return value === null ? null : scale * value;
  };
  const [repeatX, repeatY] = [length(typed.repeatX), length(typed.repeatY)];
  if (form === 'open' && repeatX === null && repeatY === null && !base) return undefined;
  return create(FabricSchema, {
    ...(base?.matchTolerance !== undefined && { matchTolerance: base.matchTolerance }),
    ...(form !== 'open' && { form: forms[form] }),
    ...(repeatX !== null && { repeatX, offsetX: length(typed.offsetX) ?? 0 }),
    ...(repeatY !== null && { repeatY, offsetY: length(typed.offsetY) ?? 0 }),
  });
}

export const formOf = (fabric: Pick<Fabric, 'form'> | undefined): Form =>
  (Object.keys(forms) as Form[]).find((name) => forms[name] === fabric?.form) ?? 'open';

/** The fields of the form for the cloth of a file. */
export function clothFields(fabric: Fabric | undefined): ClothFields {
  const text = (value: number | undefined): string => (value === undefined ? '' : exactText(value));
  return {
    form: formOf(fabric),
    repeatX: text(fabric?.repeatX),
    repeatY: text(fabric?.repeatY),
    offsetX: text(fabric?.offsetX),
    offsetY: text(fabric?.offsetY),
  };
}

/** A message of its own is not kept over a reload. */
export const plainCloth = ({ form, repeatX, repeatY, offsetX, offsetY, matchTolerance }: Cloth): Cloth => ({
  form,
  repeatX,
  repeatY,
  offsetX,
  offsetY,
  matchTolerance,
});
