/** Translates between the messages of size tables and the domain's sizes. */
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { type Body, BodySchema, Gender, UnitSystem } from '../../../gen/selvage/body/v1/body_pb.js';
import type { Size, SizeTableSchema } from '../../../gen/selvage/size/v1/size_pb.js';
import type { SizeTable, TableSize } from '../../patterns/size-tables/size-table.js';
import { knownMeasurements } from '../body/body.js';

export function sizeOf({ name, body }: Size & { readonly body: Body }): TableSize {
  const { gender, unit, measurements } = knownMeasurements(body);
  return { name, gender, unit, measurements };
}

export function bodyOf({ gender, unit, measurements }: Omit<TableSize, 'name'>): Body {
  return create(BodySchema, {
    ...measurements,
    gender: gender === 'female' ? Gender.FEMALE : Gender.MALE,
    unit: unit === 'metric' ? UnitSystem.METRIC : UnitSystem.IMPERIAL,
  });
}

export function tableMessage(table: SizeTable): MessageInitShape<typeof SizeTableSchema> {
  const { createdAt, sizes, ...said } = table;
  return {
    ...said,
    createTime: timestampFromMs(createdAt),
    sizes: sizes.map((size) => ({ name: size.name, body: bodyOf(size) })),
  };
}
