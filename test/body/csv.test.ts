import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CsvError, csvCells, parseCsv, separatorOf } from '../../src/body/csv.js';

test('cells may be quoted and lines may end in any way; rows are numbered as a spreadsheet does', () => {
  assert.equal(parseCsv('a,"b, c"\r\n1,"say ""x""\nagain"\n\n2,3'), [
    { number: 1, cells: ['a', 'b, c'] },
    { number: 2, cells: ['1', 'say "x"\nagain'] },
    { number: 4, cells: ['2', '3'] },
  ]);
  assert.equal(parseCsv(''), []);
});

test('a quotation mark within a cell stands for itself, and a quoted cell without its end names its row', () => {
  assert.equal(parseCsv('a,b\n19" neck,Robert "Bob" Lee\n1, "x, y" \n').slice(1), [
    { number: 2, cells: ['19" neck', 'Robert "Bob" Lee'] },
    { number: 3, cells: ['1', 'x, y'] },
  ]);
  const rowOf = (text: string): number => {
    try {
      parseCsv(text);
    } catch (error) {
      if (error instanceof CsvError) return error.row;
    }
    throw new Error('read');
  };
  assert.is(rowOf('a,b\n1,2\n"Ann,3\n4,5\n'), 3);
  assert.is(rowOf('a,b\n"Ann,3\n"Bob",4\n'), 2);
  assert.is(rowOf('a,b\n"Ann" Lee,3\n'), 2);
});

test('a byte order mark and the separators of other countries are recognised', () => {
  const text = '\uFEFFname;height\r\nAnna;168,5\r\n';
  assert.is(separatorOf(text), ';');
  assert.equal(parseCsv(text, ';')[1]!.cells, ['Anna', '168,5']);
  assert.is(separatorOf('name\theight\n'), '\t');
  assert.is(separatorOf('"a;b",height\n1;2'), ',');
  assert.is(separatorOf('height'), ',');
  assert.is(separatorOf('name, first;height;weight\n'), ';');
  assert.is(separatorOf('name, first;height\n'), ';');
  assert.is(separatorOf('name;first,height,weight\n'), ',');
  const hinted = '\uFEFFsep=;\r\nname;height\r\nAnna;168,5\r\n';
  assert.is(separatorOf(hinted), ';');
  assert.equal(parseCsv(hinted, ';')[1], { number: 2, cells: ['Anna', '168,5'] });
});

test('written cells read back the same', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', 'ä', ' ', '1') });
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), fc.constantFrom(',', ';', '\t'), (cells, separator) => {
      assert.equal(parseCsv(csvCells(cells, separator), separator)[0]!.cells, cells);
    }),
  );
});

test.run();
