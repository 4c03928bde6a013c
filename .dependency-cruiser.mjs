// The walls of docs/architecture.md. Run by tools/checks/walls.ts, which also makes sure that every
// source file was seen: with TypeScript 7 and without @swc/core nothing is read and nothing fails.

/** A server feature may use those before it in this list, through their index.ts. */
export const serverFeatures = [
  'audit',
  'email',
  'clinics',
  'users',
  'auth',
  'patients',
  'studies',
  'images',
  'viewer-state',
  'devices',
  'capture',
  'dicom-network',
  'dicom-web',
  'sharing',
  'reports',
  'cases',
  'xray-log',
]

/** From the top down: a layer may use those below it, never one above. */
const serverLayers = ['(main|app)\\.ts$', 'features/', '(http|db|jobs|files|workers)/']
const webLayers = [
  '(main\\.tsx?$|app/)',
  'routes/',
  'features/',
  '(viewer|volume)/',
  'maps/',
  '(ui|api)/',
]

/** What only one place may import. */
const owners = [
  { library: '@cornerstonejs', owner: '^apps/web/src/(viewer|volume)/engine/' },
  { library: 'dcmjs', owner: '^packages/dicom/' },
  { library: 'dcmjs-dimse', owner: '^apps/server/src/features/dicom-network/' },
  { library: 'pdfmake', owner: '^apps/server/src/features/reports/' },
  { library: 'nodemailer', owner: '^apps/server/src/features/email/' },
  { library: '@aws-sdk', owner: '^apps/server/src/files/' },
  { library: 'pg', owner: '^apps/server/src/db/' },
  { library: '@mantine', owner: '^apps/web/' },
  { library: '@tabler', owner: '^apps/web/' },
  { library: 'react', owner: '^apps/web/' },
  { library: 'fastify', owner: '^apps/server/' },
  { library: 'kysely', owner: '^apps/server/' },
]

/** What a package may use besides its own files. */
const packageNeeds = {
  contract: ['zod'],
  anatomy: ['zod'],
  dicom: ['zod', 'contract', 'anatomy', 'dcmjs', '@cornerstonejs'],
  imaging: ['zod', 'contract', 'anatomy'],
  measurements: ['zod', 'contract', 'anatomy'],
  devices: ['zod', 'contract', 'anatomy', 'imaging'],
  i18n: ['contract', 'i18next'],
}

const server = '^apps/server/src/'
const web = '^apps/web/src/'
const tests = '(\\.(test|spec)\\.tsx?$|/src/testing/)'

/** @param {string} name */
const library = (name) => `(^|node_modules/)(@types/)?${name}(/|$)`
/** @param {string} name */
const ownPackage = (name) => `^packages/${name}/`
/** @param {string} name */
const anyPackage = (name) =>
  name in packageNeeds ? ownPackage(name) : library(name.replace('/', '\\/'))

/**
 * @param {string} base
 * @param {readonly string[]} layers
 */
const downwards = (base, layers) =>
  layers.slice(1).map((layer, index) => ({
    name: `${base.split('/')[1]}: ${layer.replaceAll(/[\\$?]/gu, '')} is below`,
    severity: 'error',
    comment: 'A layer never imports one above it.',
    from: { path: base + layer, pathNot: tests },
    to: { path: layers.slice(0, index + 1).map((above) => base + above) },
  }))

/** @type {import('dependency-cruiser').IConfiguration} */
const config = {
  forbidden: [
    {
      name: 'no circular imports',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'every import leads somewhere',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['\\?', '^virtual:'] },
    },
    {
      name: 'the server does not know the web',
      severity: 'error',
      from: { path: '^apps/server/' },
      to: { path: '^apps/(?!server/)' },
    },
    {
      name: 'the web does not know the server',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^apps/(?!web/)' },
    },
    {
      name: 'packages do not know the applications',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(apps|tools|e2e)/' },
    },
    {
      name: 'only the program itself starts the program',
      severity: 'error',
      from: {},
      to: { path: `${server}main\\.ts$` },
    },
    {
      name: 'test equipment stays in tests',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: tests },
      to: { path: '(/src/testing/|\\.(test|spec)\\.tsx?$)' },
    },
    {
      name: 'a package is entered through its door',
      severity: 'error',
      from: { path: '^(apps|packages)/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^packages/[^/]+/src/',
        pathNot: ['^$1/$2/', '^packages/[^/]+/src/index\\.ts$'],
      },
    },
    ...downwards(server, serverLayers),
    ...downwards(web, webLayers),
    ...serverFeatures.slice(0, -1).map((feature, index) => ({
      name: `feature order: ${feature}`,
      severity: 'error',
      comment: `Allowed: ${serverFeatures.slice(0, index).join(', ') || 'none'}.`,
      from: { path: `${server}features/${feature}/`, pathNot: tests },
      to: { path: `${server}features/(${serverFeatures.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'a feature is entered through its index.ts',
      severity: 'error',
      from: { path: `${server}features/([^/]+)/`, pathNot: tests },
      to: {
        path: `${server}features/[^/]+/`,
        pathNot: [`${server}features/$1/`, `${server}features/[^/]+/index\\.ts$`],
      },
    },
    {
      name: 'a feature is entered through its index.ts, from app.ts too',
      severity: 'error',
      from: { path: server, pathNot: [`${server}features/`, tests] },
      to: { path: `${server}features/[^/]+/`, pathNot: `${server}features/[^/]+/index\\.ts$` },
    },
    {
      name: 'web features do not know each other',
      severity: 'error',
      comment: 'Routes compose features.',
      from: { path: `${web}features/([^/]+)/` },
      to: { path: `${web}features/`, pathNot: `${web}features/$1/` },
    },
    {
      name: 'the pieces of the interface make no calls',
      severity: 'error',
      from: { path: `${web}ui/` },
      to: { path: `${web}api/` },
    },
    {
      name: 'calls show nothing',
      severity: 'error',
      from: { path: `${web}api/` },
      to: { path: `${web}ui/` },
    },
    {
      name: 'a service never sees Fastify',
      severity: 'error',
      from: { path: '\\.(service|queries|jobs)\\.ts$' },
      to: { path: [library('fastify'), library('@fastify')] },
    },
    {
      name: 'a route never sees Kysely',
      severity: 'error',
      from: { path: '\\.routes\\.ts$' },
      to: { path: [library('kysely'), '\\.queries\\.ts$'] },
    },
    ...owners.map((rule) => ({
      name: `one owner: ${rule.library}`,
      severity: 'error',
      comment: `Only ${rule.owner} imports it.`,
      from: { path: '^(apps|packages)/', pathNot: [rule.owner, tests] },
      to: { path: library(rule.library) },
    })),
    ...Object.entries(packageNeeds).map(([name, needs]) => ({
      name: `packages/${name} needs little`,
      severity: 'error',
      comment: `Besides its own files only: ${needs.join(', ')}.`,
      from: { path: `${ownPackage(name)}src/`, pathNot: tests },
      to: { pathNot: [ownPackage(name), ...needs.map(anyPackage)] },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|data|test-results|\\.cache)/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css', '.d.ts'],
    },
  },
}

export default config
