/** The texts of drawings in the code pages of older programs. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeText } from '../../src/drawing/decode-text.js';
import { readParts } from '../../src/services/files/read-parts.js';
import { dxfSource, square } from './dxf-source.js';

/** A DXF with a layer of this name, and with this code page in its header. */
function dxf(codePage: string | null, name: readonly number[]): Buffer {
  const source = dxfSource(square(10, 0, 0, [8, 'NAME']));
  const header =
    codePage === null ? source : source.replace('  9\r\n', `  9\r\n$DWGCODEPAGE\r\n  3\r\n${codePage}\r\n  9\r\n`);
  const [before, after] = header.split('NAME') as [string, string];
  return Buffer.concat([Buffer.from(before, 'latin1'), Buffer.from(name), Buffer.from(after, 'latin1')]);
}
const nameIn = (codePage: string | null, ...bytes: number[]): string =>
  readParts(decodeText(dxf(codePage, bytes)), { format: 'dxf' }).parts[0]!.id;

test('a DXF is read in the code page of its header', () => {
  assert.is(nameIn('ANSI_1250', 0x50, 0xf8, 0x65, 0x64), 'Před');
  assert.is(nameIn('ansi_1251', 0xcf, 0xe5, 0xf0), 'Пер');
  assert.is(nameIn('ANSI_1254', 0xfe), 'ş');
  assert.is(nameIn('ANSI_874', 0xa1), 'ก');
  assert.is(nameIn('ANSI_932', 0x91, 0x4f), '前');
  assert.is(nameIn('ANSI_936', 0xc7, 0xb0, 0xc6, 0xac), '前片');
  assert.is(nameIn('gb2312', 0xc7, 0xb0), '前');
  assert.is(nameIn('ANSI_949', 0xbe, 0xd5), '앞');
  assert.is(nameIn('ANSI_950', 0xab, 0x65), '前');
  assert.is(nameIn('ISO8859-2', 0xf8), 'ř');
});

test('a DXF without a code page is of Windows 1252; bytes of an unknown one show as unknown', () => {
  for (const codePage of [null, 'ANSI_1252', 'ASCII']) assert.is(nameIn(codePage, 0xfc), 'ü', String(codePage));
  assert.is(nameIn('DOS850', 0x41, 0x81), 'A�');
  assert.is(nameIn('ANSI_1250', 0xc3, 0xbc), 'ü', 'UTF-8 in spite of its header');
  assert.is(nameIn('ANSI_936', 0xe5, 0x89, 0x8d), '前', 'UTF-8 in spite of its header');
});

test('an SVG is read in the encoding of its declaration', () => {
  const svg = (encoding: string): string =>
    decodeText(Buffer.from(`<?xml version="1.0" encoding="${encoding}"?><svg id="\xcf"/>`, 'latin1'));
  assert.match(svg('windows-1251'), /id="П"/);
  assert.match(svg('ISO-8859-1'), /id="Ï"/);
  assert.match(svg('unheard-of'), /id="�"/);
});

test.run();
