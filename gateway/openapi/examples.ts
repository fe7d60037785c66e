/** Example requests of the document. Each is valid without changes on a new installation. */

const aLineSkirt = '5f0a7a52-6c1d-4a6e-9a55-0f6c1b7e0001';

const rectangle = (width: number, height: number) => [
  [0, 0],
  [width, 0],
  [width, height],
  [0, height],
];

const fabric = { boundary: { points: rectangle(1500, 4000) } };

/** By operation, then by name. */
export const examples = {
  draftPattern: {
    defaults: {},
    'to a body': {
      body: { gender: 'female', unit: 'metric', waistGirth: 74, hipGirth: 98 },
      variables: { skirtLength: 62 },
    },
  },
  draftSizes: {
    'a range of a table': { table: '0d0a5b5e-6a0e-4f0c-9a51-3c1d2b7e0001', from: '36', to: '42', base: '38' },
    'own sizes': {
      sizes: [
        { name: 'S', body: { gender: 'female', unit: 'metric', waistGirth: 68, hipGirth: 92 } },
        { name: 'M', body: { gender: 'female', unit: 'metric', waistGirth: 76, hipGirth: 100 } },
      ],
      variables: { skirtLength: 62 },
      format: 'svg',
    },
  },
  makeTechPack: {
    'two sizes': {
      table: '0d0a5b5e-6a0e-4f0c-9a51-3c1d2b7e0001',
      from: '38',
      to: '40',
      seconds: 1,
      fabricWidth: 1400,
    },
  },
  createOwnKey: {
    'for a script that nests': { name: 'cutting room', scopes: ['read', 'nest'] },
  },
  forgetAccount: { 'a confirmation by the own name': { name: 'ada' } },
  rotateOwnKey: {
    'with an overlap of two days': { overlapHours: 48 },
  },
  createWebhook: {
    'ends of jobs': {
      url: 'https://example.com/selvage',
      events: ['job.ended', 'plan.ended'],
      description: 'cutting room',
    },
  },
  updateWebhook: {
    disable: { enabled: false },
    'other events': { events: ['pattern.published'] },
  },
  rotateWebhookSecret: {
    'with an overlap of two days': { overlapHours: 48 },
  },
  createProject: {
    'an empty project': { document: '{"format": "selvage-project", "version": 1, "name": "Spring bags"}' },
  },
  updateProject: {
    'a new name': { name: 'Summer bags' },
  },
  createSizeTable: {
    'two sizes': {
      name: 'Our women',
      sizes: [
        { name: '36', body: { gender: 'female', unit: 'metric', chestGirth: 85, waistGirth: 67, hipGirth: 93 } },
        { name: '38', body: { gender: 'female', unit: 'metric', chestGirth: 89, waistGirth: 71, hipGirth: 97 } },
      ],
    },
    CSV: {
      name: 'Our men',
      csv: 'size,gender,chestGirth,waistGirth,height\nM,male,100,88,178\nL,male,108,96,180\n',
    },
  },
  nest: {
    'two parts': {
      polygons: [
        { id: 'front', points: rectangle(400, 700) },
        {
          id: 'sleeve',
          points: [
            [0, 0],
            [300, 60],
            [240, 500],
            [60, 500],
          ],
        },
      ],
      bins: [fabric],
      minDistance: 3,
      allowedRotations: [0, 180],
      maximumExecutionTime: 1,
    },
  },
  nestPatterns: {
    'two skirts': {
      patterns: [
        { patternId: aLineSkirt, body: { gender: 'female', unit: 'metric', waistGirth: 74, hipGirth: 98 } },
        { patternId: aLineSkirt, quantity: 1 },
      ],
      material: 'fabric',
      bins: [fabric],
      allowedRotations: [0, 180],
      maximumExecutionTime: 1,
    },
  },
  planLays: {
    'three sizes in two colours': {
      lines: ['36', '38', '40'].flatMap((size, i) =>
        ['navy', 'sand'].map((colour) => ({
          patternId: aLineSkirt,
          table: '0d0a5b5e-6a0e-4f0c-9a51-3c1d2b7e0001',
          size,
          colour,
          quantity: 20 + 10 * i,
          over: 2,
        })),
      ),
      material: 'fabric',
      cloths: [
        { colour: 'navy', width: 1500, price: 6, endLoss: 20, rolls: [{ id: 'N-1', length: 60_000, shade: 'A' }] },
        { colour: 'sand', width: 1500, price: 6, endLoss: 20 },
      ],
      table: { length: 8000, plies: 40 },
      costs: { marker: 10, lay: 8, ply: 0.2, cutting: 0.1 },
      minDistance: 3,
      maximumExecutionTime: 1,
    },
  },
  createPopulation: {
    'twelve women': {
      name: 'Our runners',
      people: Array.from({ length: 12 }, (_, i) => ({
        gender: 'female',
        unit: 'metric',
        height: 160 + i,
        weight: 50 + i,
        calfGirth: 34 + i / 4,
      })),
    },
  },
  inferMeasurements: {
    'height and weight': { gender: 'female', unit: 'metric', height: 168, weight: 62 },
    imperial: { gender: 'male', unit: 'imperial', height: 70.5, chestGirth: 40 },
  },
  proposeMeasurements: {
    'for all measurements': { body: { gender: 'female', unit: 'metric', height: 168, weight: 62 } },
    'for some': {
      body: { gender: 'female', unit: 'metric', height: 168, weight: 62 },
      wanted: ['waistGirth', 'hipGirth'],
    },
    'for a pattern': { body: { gender: 'female', unit: 'metric', height: 168 }, pattern: { patternId: aLineSkirt } },
  },
};

/** Values of path parameters that exist on a new installation, by their JSON names. */
export const pathExamples: Readonly<Record<string, string>> = { patternId: aLineSkirt };
