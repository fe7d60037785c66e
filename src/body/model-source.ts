/** Where operations get the body model from. */
import type { BodyModel } from './complete.js';

/** Rejects with the reason if the model cannot be used. */
export type BodyModelSource = () => Promise<BodyModel>;

/** A source that loads when first asked: most commands ask for no body, and the model takes half a second to load. */
export function onFirstUse(load: BodyModelSource): BodyModelSource {
  let model: Promise<BodyModel> | undefined;
  return () => {
    model ??= load();
    return model;
  };
}
