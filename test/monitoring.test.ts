/** The alerts and the dashboard of deploy/monitoring name metrics and labels that gateways and solver hosts really have. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { serve, start, temporaryFolder } from './cli/run-selvage.js';

const alerts = readFileSync('deploy/monitoring/alerts.yaml', 'utf8');
const unitTests = readFileSync('deploy/monitoring/alerts.test.yaml', 'utf8');
const page = readFileSync('docs/monitoring.md', 'utf8');

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly refId: string; readonly expr: string; readonly legendFormat: string }[];
}
const { panels } = JSON.parse(readFileSync('deploy/monitoring/dashboard.json', 'utf8')) as { panels: Panel[] };

const alertNames = [...alerts.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name!);
const expressions = [
  ...[...alerts.matchAll(/^ +expr: (.+)$/gm)].map(([, expr]) => expr!),
  ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
];

/** Prometheus adds them to each series of a scrape. */
const ofTheScrape = { metrics: ['up'], labels: ['job', 'instance'] };
const words = new Set(
  ['sum', 'rate', 'by', 'le', 'count', 'unless', 'histogram_quantile', 'increase', 'max', 'min', 'deriv', 'and'].concat(
    ['min_over_time', 'topk', 'or', 'vector'],
  ),
);

/** The names of metrics, and by each the labels that an expression asks it for. */
function metricsIn(expr: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names]) => names!.split(/, */));
  const plain = expr.replaceAll(/\bby \([^)]*\)/g, '');
  for (const [, name, matchers = ''] of plain.matchAll(
    /\b([a-z][a-z0-9_]*)\b(?:\{([^}]*)\})?(?=[^"]*(?:"[^"]*"[^"]*)*$)/g,
  )) {
    if (words.has(name!)) continue;
    const matched = [...matchers.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label]) => label!);
    found.set(name!, new Set([...matched, ...grouped]));
  }
  return found;
}

/** The names and labels of a page of metrics. */
function metricsOf(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [, name, labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = found.get(name!) ?? new Set();
    for (const [, label] of labels.matchAll(/(\w+)="/g)) known.add(label!);
    found.set(name!, known);
  }
  return found;
}

test('each metric and label of an alert or a panel is in /metrics after a small run', async () => {
  const data = temporaryFolder();
  const service = await serve(['--data', data, '--solvers', '0']);
  const worker = start(['worker', '--data', data, '--solvers', '1', '--metrics-port', '0']);
  try {
    let said = '';
    for await (const chunk of worker.stdout) {
      said += chunk;
      if (said.includes('/metrics')) break;
    }
    const [host] = /http:\S+/.exec(said)!;
    const points = [
      [0, 0],
      [40, 0],
      [0, 30],
    ];
    const boundary = [
      [0, 0],
      [100, 0],
      [100, 500],
      [0, 500],
    ];
    const polygons = Array.from({ length: 6 }, (_, i) => ({ id: `${i}`, points }));
    const answer = await fetch(`${service.url}/api/v1/nest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ polygons, bins: [{ boundary: { points: boundary } }], maximumExecutionTime: 0.5 }),
    });
    assert.match(await answer.text(), '"done"');
    for (const authorization of [`Bearer ${service.apiKey}`, 'none']) {
      const headers = { authorization, 'content-type': 'application/json' };
      await fetch(`${service.url}/selvage.pattern.v1.PatternService/ListPatterns`, {
        method: 'POST',
        headers,
        body: '{}',
      });
    }
    const texts = await Promise.all([service.url, host].map(async (url) => (await fetch(`${url}/metrics`)).text()));
    const there = metricsOf(texts.join('\n'));
    assert.ok(expressions.length > 30);
    for (const expr of expressions) {
      const metrics = metricsIn(expr);
      assert.ok(metrics.size > 0, expr);
      for (const [name, labels] of metrics) {
        if (ofTheScrape.metrics.includes(name)) continue;
        const known = there.get(name);
        assert.ok(known, `${name} of ${expr}`);
        for (const label of labels)
          assert.ok(known.has(label) || ofTheScrape.labels.includes(label), `${label} of ${expr}`);
      }
    }
    const own = [...there.keys()].filter((name) =>
      /^(selvage|http|rpc|messaging|db)_.*(?<!_bucket|_sum|_count)$/.test(name),
    );
    assert.ok(own.length >= 7, `${own}`);
    for (const name of own)
      assert.ok(
        expressions.some((expr) => expr.includes(name)),
        `${name} is in no panel and no alert`,
      );
  } finally {
    worker.kill('SIGTERM');
    await service.stop();
  }
});

test('each alert has a unit test and a section of the documents; panels do not overlap', () => {
  assert.ok(alertNames.length >= 10);
  for (const name of alertNames) {
    assert.match(page, `\n### ${name}\n`);
    const told = new RegExp(`alertname: ${name}\\n +exp_alerts:`);
    assert.ok(told.test(unitTests), `${name} never fires in alerts.test.yaml`);
    assert.ok(alerts.includes(`runbook_url: docs/monitoring.md#${name.toLowerCase()}\n`), name);
  }
  assert.is(new Set(panels.map(({ id }) => id)).size, panels.length);
  const taken = new Set<string>();
  for (const { title, gridPos } of panels) {
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        assert.not.ok(taken.has(`${x} ${y}`), title);
        taken.add(`${x} ${y}`);
      }
    }
  }
});

test.run();
