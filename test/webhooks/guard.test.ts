/** A webhook reaches public addresses alone, follows no redirect, waits for nobody for long, and reads little. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isReachable } from '../../src/webhooks/address.js';
import { type SendRules, type Sent, send } from '../../src/webhooks/send.js';
import { targetFault } from '../../src/webhooks/target.js';
import { openReceiver } from './receiver.js';

const receiver = await openReceiver();
test.after(() => receiver.close());
test.after.each(() => receiver.answer((response) => response.writeHead(204).end()));

const running = new AbortController().signal;
const post = (url: string, rules: SendRules, signal = running): Promise<Sent> =>
  send({ url, headers: { 'webhook-id': 'a' }, payload: '{}' }, rules, signal);
const open: SendRules = { privateToo: true };

test('addresses: public ones always, private ones where the operator opens them, others never', () => {
  const publicOnes = ['8.8.8.8', '172.15.0.1', '2606:4700::1111', '::ffff:8.8.8.8'];
  const privateOnes = [
    '127.0.0.1',
    '127.9.9.9',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '::1',
    'fd12::1',
  ];
  const mappedOnes = ['::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:10.0.0.1'];
  const never = [
    ...['0.0.0.0', '169.254.169.254', '100.100.100.200', '192.0.0.192', '224.0.0.1', '255.255.255.255', '198.18.0.1'],
    ...['::', 'fe80::1', 'fe80::1%lo', 'ff02::1', 'fd00:ec2::254', '::ffff:169.254.169.254', '64:ff9b::7f00:1'],
    ...['2002:7f00:1::', '2001:0:1::', '::127.0.0.1', 'localhost', ''],
  ];
  const reach = (addresses: readonly string[]) =>
    addresses.map((address) => [isReachable(address, false), isReachable(address, true)].join());
  assert.equal(new Set(reach(publicOnes)), new Set(['true,true']));
  assert.equal(new Set(reach([...privateOnes, ...mappedOnes])), new Set(['false,true']));
  assert.equal(new Set(reach(never)), new Set(['false,false']));
});

test('URLs: every spelling of a private address is refused, and http and credentials are', () => {
  const code = (url: string, privateToo = false) => targetFault(url, { privateToo })?.code ?? null;
  const local = [
    'https://127.1',
    'https://0x7f000001/',
    'https://2130706433',
    'https://[::ffff:7f00:1]:8443/a',
    'https://[::1]',
  ];
  for (const url of [...local, 'https://localhost', 'https://a.localhost.', 'https://metadata.google.internal/']) {
    assert.is(code(url), 'private_address', url);
  }
  for (const url of local) assert.is(code(url, true), null, url);
  assert.is(code('https://169.254.169.254/latest', true), 'private_address');
  assert.equal([code('http://example.com'), code('http://example.com', true)], ['not_https', null]);
  for (const url of ['ftp://example.com', 'file:///etc/passwd', 'javascript:1'])
    assert.is(code(url, true), 'not_https', url);
  for (const url of ['example.com', 'https://', 'https://a:b@example.com', 'https://example.com/#x'])
    assert.is(code(url), 'invalid_url', url);
  assert.is(code('https://example.com:8443/a?token=b'), null);
});

test('a name is resolved once: the checked address is the one that is called, and one private address refuses all', async () => {
  let asked = 0;
  const rebinding = async () => [{ address: ++asked === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }];
  const sent = await post(`http://shop.example:${receiver.port}/`, { ...open, resolve: rebinding });
  assert.equal([sent, asked], [{ status: 204, error: null }, 1]);
  assert.is(receiver.received.at(-1)!.headers.host, `shop.example:${receiver.port}`);
  const refused = { status: null, error: 'The host has no address that a webhook may reach' };
  const before = receiver.received.length;
  for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['::ffff:127.0.0.1'], []]) {
    const resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    assert.equal(await post(`https://shop.example:${receiver.port}/`, { privateToo: false, resolve }), refused);
  }
  const unknown = async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
  assert.equal(await post('https://shop.example/', { privateToo: false, resolve: unknown }), refused);
  const now = await post(receiver.url, { privateToo: false });
  assert.equal(now, { status: null, error: 'The URL must begin with https://' }, 'the rules of today count');
  assert.is(receiver.received.length, before);
});

test('redirects are not followed, failures are told, and a long answer is cut', async () => {
  const before = receiver.received.length;
  receiver.answer((response) => response.writeHead(307, { location: receiver.url }).end());
  assert.equal(await post(receiver.url, open), {
    status: 307,
    error: 'The receiver answered 307; redirects are not followed',
  });
  assert.is(receiver.received.length, before + 1);
  receiver.answer((response) => response.writeHead(503).end('later'));
  assert.equal(await post(receiver.url, open), { status: 503, error: 'The receiver answered 503' });
  receiver.answer((response) => {
    response.writeHead(200);
    const flood = (): void => {
      while (response.writable && response.write('x'.repeat(1024)));
      if (response.writable) response.once('drain', flood);
    };
    flood();
  });
  assert.equal(await post(receiver.url, open), { status: 200, error: null });
  receiver.answer((response) => response.socket!.destroy());
  assert.match((await post(receiver.url, open)).error ?? '', /^The connection failed: ECONNRESET$/);
});

test('a receiver that says nothing is left after the deadline; an ending service leaves at once', async () => {
  receiver.answer(() => {});
  assert.equal(await post(receiver.url, { ...open, totalMs: 50 }), {
    status: null,
    error: 'The receiver gave no answer in time',
  });
  const ending = new AbortController();
  const before = receiver.received.length;
  const sending = post(receiver.url, open, ending.signal).catch((reason: Error) => reason.message);
  await receiver.atLeast(before + 1);
  ending.abort(new Error('ending'));
  assert.is(await sending, 'ending');
});

test.run();
