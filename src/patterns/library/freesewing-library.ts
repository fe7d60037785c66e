/**
 * The FreeSewing designs of the library: fixed ids, and the contents that `write-library.ts` read from the pinned
 * packages.
 */

import type { Json } from '../../json/json.js';
import type { FreesewingContent } from '../freesewing/content.js';
import { contentHash, type PatternVersion } from '../pattern-version.js';
import contents from './freesewing.json' with { type: 'json' };

const publishedAt = '2026-11-16T09:00:00Z';

/** Design -> id of the pattern, id of its first version. */
const ids: Readonly<Record<string, readonly [patternId: string, versionId: string]>> = {
  aaron: ['e0998d07-60b5-447a-b27b-4820b54f2747', 'cad78a04-8272-4f12-b40a-1b49362a4f39'],
  bella: ['50804c3d-d7ac-49e4-ba55-9ad8def9e3d2', '4b7e1d33-30d3-42f6-97c0-b2fa49cb7987'],
  bent: ['faaf96df-a786-4b47-912d-5c2295fb218a', '4091d1a4-9c20-4474-abbe-bb5171c7fe5e'],
  breanna: ['6c8c5a32-385d-4502-af9f-551122548b18', 'eeb35a30-9041-4b0c-9d75-1792e872d52e'],
  brian: ['a301d921-6a76-4d41-ab4f-e3f0c545b09f', 'e81b4fa3-83c9-4593-9d14-c59fd52479dd'],
  bruce: ['a1684057-9dc7-4dc8-adf8-d7e4e6847565', '944b4762-456a-478c-bb18-337a01e98d9e'],
  carlton: ['c534797f-1e38-4c21-a7f7-660af7d16d60', '30f5e94f-ef03-482d-8152-da405ba168b9'],
  charlie: ['7f4fd3a6-6359-48b7-a18c-8a26f58ad477', '94b2eb22-9252-4ef9-b9c0-95f49512f271'],
  diana: ['7bad9738-171d-43c0-a0aa-5f6e7588d24a', 'f41e853b-e4b8-43b4-9603-396c2d1e0b7e'],
  florent: ['c899db7d-4568-4cef-9306-3eb08cda2fb7', '633cb0de-076d-4c34-af1b-e1f9fe5d61b4'],
  huey: ['7f80eb7a-3a93-4db4-9a84-757a3d4cac65', 'b1f2dc08-031d-4a23-88f4-cadc5ace8d01'],
  jaeger: ['00826910-4eb8-4103-86be-ae551b30fb6e', 'f7e9435f-4e74-4828-a675-c7f3c186d1d2'],
  jane: ['9c6aec55-91c2-4afb-9101-0e0dedd75e4d', '905fb9db-970e-4fcc-9901-f57034e91cb1'],
  lily: ['17fe31ff-3a7f-4001-b23a-b05455544b33', '255aaf8a-f24e-4a7f-a746-f05c4589b42c'],
  noble: ['8a0b0008-64a7-4cc7-b39d-bfd7cdb7f0f7', 'dd3eed7d-756f-467f-8eb0-c0a80895a7b5'],
  paco: ['5c657d4d-f823-46ef-b226-24f8b4676c8d', '4c97e93b-1924-4e94-acd9-8d5205b41434'],
  penelope: ['79d7852c-4b3b-4ee5-ac36-4252bb2f8177', '68388641-c44b-4b0c-8d73-155a781de9f6'],
  sandy: ['774c8c48-f73d-42d5-87bc-108f990c0bca', 'fffe590b-96fc-4902-880b-441e2fe1a150'],
  shin: ['47e70d73-b991-402c-91be-f26a04026d2a', '6f6e01c0-f184-4ea2-be4f-0bfb4dad38f1'],
  simon: ['8207d291-de2d-451b-83b4-cd22e6e335c4', '52c4b7f7-c340-4cf1-82fd-0fb2cd5cddbd'],
  simone: ['d43c5b52-1f6f-42f7-8da2-169c5a3ce547', 'bfe3b1f6-89fe-45c9-a790-11176bf1b043'],
  sven: ['ee8ca05d-acf1-4863-95a4-d0b315e7ed0f', 'b74fa845-2974-4f72-b0d1-11420f8f4d22'],
  tamiko: ['e97d32c4-4aac-49b9-9360-54dec43f774a', '6ae6f646-8c07-4813-8d40-e6d24e4c85e3'],
  teagan: ['2e34c3f2-b54c-493f-98bd-c97889b82f8f', '057bc791-30af-45df-91e4-f77d6b403fa9'],
  titan: ['fcebbc35-9f36-44ce-a575-740422d87c26', 'a2ad0a96-2bce-468b-acf4-aa87834736c6'],
  trayvon: ['0a02a16a-d4a4-449c-9911-cc2601f81b18', 'a1c32555-068c-4596-9d2e-2be818249fdc'],
  wahid: ['c7ddf515-40a3-4a78-99b7-50a60935e745', '6105b3dd-7bb3-4506-b8b5-5030368b3674'],
  yuri: ['92d0f488-3d44-489e-9a33-7a229a54bda7', '77b2ec25-08f6-43cb-a033-9075e5367a98'],
};

export function freesewingVersions(): PatternVersion[] {
  return (contents as unknown as readonly FreesewingContent[]).map((content) => {
    const [patternId, versionId] = ids[content.design]!;
    const { name, description } = content;
    const json = content as unknown as Json;
    return {
      patternId,
      versionId,
      versionNumber: 1,
      kind: 'freesewing',
      name,
      description,
      content: json,
      sha256: contentHash('freesewing', json),
      publishedAt,
    };
  });
}
