/** `selvage body`: known measurements in, all 69 out. */
import { Command, Option } from 'commander';
import { inferMeasurementsRequest, inferMeasurementsResponse } from '../../gateway/json/body.js';
import { BodyService, type InferMeasurementsResponse, MeasurementSource } from '../../gen/selvage/body/v1/body_pb.js';
import { type ServerOptions, withOperations, withServerOptions } from './client-options.js';
import { decode } from './decode.js';
import { keyValues, numberOf } from './key-values.js';
import { table } from './table.js';

interface BodyOptions extends ServerOptions {
  readonly unit: string;
  readonly json?: boolean;
}

export function bodyCommand(): Command {
  const command = new Command('body')
    .description('complete body measurements: any known ones in, all 69 out, predictions with a 90 % interval')
    .argument('<gender>', 'female or male')
    .argument('[measurements...]', 'known measurements, KEY=VALUE')
    .addOption(new Option('--unit <SYSTEM>', 'units of both').choices(['metric', 'imperial']).default('metric'))
    .option('--json', 'the answer of POST /api/v1/bodydbl in place of a table');
  return withServerOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  $ selvage body female height=168 weight=62
  $ selvage body male --unit imperial height=71 chestGirth=40 --json`,
    )
    .action(async (gender: string, args: string[], options: BodyOptions) => {
      const known = [...keyValues(args, 'height=168')].map(([key, text]) => [key, numberOf(text, key)] as const);
      const request = decode(
        inferMeasurementsRequest,
        new Map<string, string | number>([['gender', gender], ['unit', options.unit], ...known]),
      );
      const answer = await withOperations(options, (client) =>
        client.unary(BodyService.method.inferMeasurements, request),
      );
      console.log(options.json ? JSON.stringify(inferMeasurementsResponse.encode(answer), null, 2) : asTable(answer));
      for (const { message } of answer.warnings) console.error(`warning: ${message}`);
    });
}

function asTable({ fields }: InferMeasurementsResponse): string {
  const rows = Object.entries(fields).map(([name, { value, unit, source, low, high }]) => [
    name,
    value ?? '',
    unit,
    MeasurementSource[source].toLowerCase(),
    low ?? '',
    high ?? '',
  ]);
  return table(['measurement', 'value', 'unit', 'source', 'low', 'high'], rows);
}
