/** A client that stops reading does not keep the service from ending. */
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NestService, type Placement } from '../../gen/selvage/nest/v1/nest_pb.js';
import { openEmbedded } from './embedded.js';

const square = (side: number) => ({
  points: [
    { x: 0, y: 0 },
    { x: side, y: 0 },
    { x: side, y: side },
    { x: 0, y: side },
  ],
});

test('the service ends although nobody reads the rest of its streams and the connection stays open', async () => {
  const service = await openEmbedded();
  const headers = { authorization: `Bearer ${service.key}` };
  const { nest } = createClient(NestService, createGrpcTransport({ baseUrl: service.url }));
  const parts = { polygons: [square(10), square(10)], bins: [{ boundary: square(100) }], maximumExecutionTime: 1 };
  const firstOf = async (more: object): Promise<Placement[]> => {
    for await (const { event } of nest({ ...parts, ...more }, { headers }))
      if (event?.event.case === 'solution') return event.event.value.placements;
    throw new Error('no layout');
  };
  const placements = await firstOf({});
  await firstOf({ locked: placements });
  assert.is((await firstOf({ warmStart: placements })).length, 2);
  await service.close();
});

test.run();
