/** Small pictures of patterns at their defaults. Each is drafted and drawn once. */
import { ServiceError } from '../../errors.js';
import { LruCache } from '../../lru-cache.js';
import { draftPicture } from '../../patterns/draft-picture.js';
import type { PatternVersion } from '../../patterns/pattern-version.js';
import type { Drafter } from './drafter.js';

const picturesKept = 500;

export class PatternPictures {
  readonly #drawn = new LruCache<string, Promise<string>>(picturesKept);

  readonly #drafter: Drafter;
  readonly #beforehand: ReadonlyMap<string, string>;

  /** @param beforehand ready-made pictures, by the version's `sha256` */
  constructor(drafter: Drafter, beforehand: ReadonlyMap<string, string>) {
    this.#drafter = drafter;
    this.#beforehand = beforehand;
  }

  /** The text of an SVG; empty if the defaults cannot be drafted now. */
  async of(version: PatternVersion): Promise<string> {
    const known = this.#beforehand.get(version.sha256);
    return known ?? this.#drawn.getOrMake(version.sha256, () => this.#draw(version));
  }

  async #draw(version: PatternVersion): Promise<string> {
    try {
      return draftPicture(await this.#drafter.draft(version, { variables: {}, unfold: true }));
    } catch (error) {
      // busy, or the version's engine is gone: a list is useful without the picture
      if (!(error instanceof ServiceError)) throw error;
      this.#drawn.delete(version.sha256);
      return '';
    }
  }
}
