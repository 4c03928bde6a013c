// The import boundaries of docs/architecture.md. tools/checks/import-boundaries.ts runs them and
// also verifies that every source file was read: with TypeScript 7 and without @swc/core,
// dependency-cruiser reads nothing and reports no error.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** A server feature may import the features before it in this list, through their index.ts. */
export const serverFeatures = [
  'audit',
  'email',
  'clinics',
  'users',
  'auth',
  'patients',
  'studies',
  'images',
  'archive',
  'long-storage',
  'stacks',
  'service-accounts',
  'viewer-state',
  'devices',
  'capture',
  'reassign',
  'dicom-network',
  'dicom-web',
  'sharing',
  'reports',
  'cases',
  'backups',
  'xray-log',
  'set-up',
]

/** Layers from the top down: a layer may import the layers below it, never one above. */
const serverLayers = [
  '(main|app|services|background-work|collect-metrics|routes|greeting|stop-list|verify-archive)\\.ts$',
  '(features|backup)/',
  '(http|db|jobs|files|workers|outbound|dimse)/',
  '(secrets|time|telemetry)/',
]
const webLayers = [
  '(main\\.tsx?$|app/)',
  'routes/',
  'features/',
  'stacks/',
  'viewer/',
  'maps/',
  '(ui|api)/',
]

/** Libraries that only one folder may import. */
const owners = [
  { library: '@cornerstonejs/[a-z0-9-]+', owner: '^packages/dicom/' },
  { library: 'pako', owner: '^packages/dicom/' },
  { library: 'sharp', owner: '^apps/server/src/workers/' },
  { library: 'nodemailer', owner: '^apps/server/src/features/email/' },
  { library: '@aws-sdk', owner: '^apps/server/src/files/' },
  { library: 'pg', owner: '^apps/server/src/db/' },
  { library: '@mantine', owner: '^apps/web/' },
  { library: '@tabler', owner: '^apps/web/' },
  { library: 'react', owner: '^apps/web/' },
  { library: 'fastify', owner: '^apps/server/' },
  { library: 'kysely', owner: '^apps/server/' },
]

/** The dependencies that a package may import besides its own files; `node` allows Node's modules. */
const packageNeeds = {
  contract: ['zod'],
  anatomy: ['zod', 'contract'],
  dicom: ['zod', 'contract', 'anatomy', '@cornerstonejs', 'pako'],
  imaging: ['contract', 'anatomy'],
  measurements: ['zod', 'contract', 'anatomy'],
  report: ['zod', 'contract'],
  devices: ['zod', 'contract', 'anatomy', 'imaging'],
  i18n: ['contract', 'i18next'],
  volume: ['contract'],
  'node-kit': ['node', 'zod'],
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

/** The entry points of the packages: the `exports` of their package.json. */
const packageEntryPoints = readdirSync(new URL('packages', import.meta.url))
  .filter((name) => existsSync(new URL(`packages/${name}/package.json`, import.meta.url)))
  .flatMap((name) => {
    const text = readFileSync(new URL(`packages/${name}/package.json`, import.meta.url), 'utf8')
    const { exports } = /** @type {{ exports: Record<string, string> }} */ (JSON.parse(text))
    return Object.values(exports).map((path) => `^packages/${name}/${path.replace('./', '')}$`)
  })

/**
 * @param {string} name
 * @typedef {import('dependency-cruiser').IRegularForbiddenRuleType} Rule
 * @param {Rule['from']} from
 * @param {Rule['to']} to
 * @returns {Rule}
 */
const forbid = (name, from, to) => ({ name, severity: 'error', from, to })

/**
 * @param {string} base
 * @param {readonly string[]} layers
 */
const forbidUpwardImports = (base, layers) =>
  layers
    .slice(1)
    .map((layer, index) =>
      forbid(
        `a layer must not import a layer above it: ${base.slice(1)}${layer.replaceAll(/[\\$?]/gu, '')}`,
        { path: base + layer, pathNot: tests },
        { path: layers.slice(0, index + 1).map((above) => base + above) },
      ),
    )

/** @type {import('dependency-cruiser').IConfiguration} */
const config = {
  forbidden: [
    forbid(
      'no circular imports',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    forbid(
      'every import must resolve',
      {},
      { couldNotResolve: true, pathNot: ['\\?', '^virtual:'] },
    ),
    forbid(
      'the server must not import the web application',
      { path: '^apps/server/' },
      { path: '^apps/(?!server/)' },
    ),
    forbid(
      'the web application must not import the server',
      { path: '^apps/web/' },
      { path: '^apps/(?!web/)' },
    ),
    forbid(
      'the web application must not import node-kit, which needs Node',
      { path: '^apps/web/' },
      { path: ownPackage('node-kit') },
    ),
    forbid(
      'packages must not import applications',
      { path: '^packages/' },
      { path: '^(apps|tools|e2e)/' },
    ),
    forbid('no file may import main.ts', {}, { path: `${server}main\\.ts$` }),
    forbid(
      'only tests may import test code',
      { path: '^(apps|packages)/', pathNot: tests },
      { path: '(/src/testing/|\\.(test|spec)\\.tsx?$)' },
    ),
    forbid(
      'packages must be imported through their exports',
      // Browser tests build DICOM files with the test equipment of packages/dicom, and compare the
      // random reports whose PDFs the tests of packages/report compare.
      {
        path: '^([^/]+/[^/]+)/',
        pathNot: [
          '\\.test\\.tsx?$',
          '^e2e/support/stored-images\\.ts$',
          '^e2e/reports/lines\\.spec\\.ts$',
        ],
      },
      { path: '^packages/[^/]+/src/', pathNot: ['^$1/', ...packageEntryPoints] },
    ),
    ...forbidUpwardImports(server, serverLayers),
    ...forbidUpwardImports(web, webLayers),
    ...serverFeatures
      .slice(0, -1)
      .map((feature, index) =>
        forbid(
          `feature order: ${feature} may import ${serverFeatures.slice(0, index).join(', ') || 'none'}`,
          { path: `${server}features/${feature}/`, pathNot: tests },
          { path: `${server}features/(${serverFeatures.slice(index + 1).join('|')})/` },
        ),
      ),
    forbid(
      'features must be imported through their index.ts',
      { path: `${server}features/([^/]+)/`, pathNot: tests },
      {
        path: `${server}features/[^/]+/`,
        pathNot: [`${server}features/$1/`, `${server}features/[^/]+/index\\.ts$`],
      },
    ),
    forbid(
      'features must be imported through their index.ts, from app.ts too',
      { path: server, pathNot: [`${server}features/`, tests] },
      { path: `${server}features/[^/]+/`, pathNot: `${server}features/[^/]+/index\\.ts$` },
    ),
    forbid(
      'web features must not import each other; routes compose them',
      { path: `${web}features/([^/]+)/` },
      {
        path: `${web}features/`,
        // Features that start a study or make an exposure need the devices of this computer.
        pathNot: [`${web}features/$1/`, `${web}features/devices/index\\.ts$`],
      },
    ),
    forbid(
      'the devices feature must not import other web features',
      { path: `${web}features/devices/` },
      { path: `${web}features/`, pathNot: `${web}features/devices/` },
    ),
    forbid(
      'the viewer is imported through its index.ts; the shell and the study list use prefetch.ts',
      { path: web, pathNot: [`${web}viewer/`, `${web}stacks/`, tests] },
      { path: `${web}viewer/`, pathNot: `${web}viewer/(index|prefetch)\\.ts$` },
    ),
    forbid(
      'the stack viewer uses the core of the viewer, not the viewer of radiographs',
      { path: `${web}stacks/` },
      { path: `${web}viewer/radiograph/` },
    ),
    forbid(
      'the stack viewer is imported through its index.ts; the shell and the study list use prefetch.ts',
      { path: web, pathNot: [`${web}stacks/`, tests] },
      { path: `${web}stacks/`, pathNot: `${web}stacks/(index|prefetch)\\.ts$` },
    ),
    forbid(
      'viewer/core must not import viewer/radiograph',
      { path: `${web}viewer/core/` },
      { path: `${web}viewer/(?!core/)` },
    ),
    forbid(
      'the viewer must take its data from its source: only the study source calls the server',
      {
        path: [`${web}viewer/`, `${web}stacks/`],
        pathNot: [`${web}viewer/radiograph/source/`, `${web}stacks/source/`],
      },
      {
        path: [`${web}api/`, '^packages/contract/src/routes\\.ts$'],
        pathNot: `${web}api/(api-error|error-message|save-file|use-thumbnail|records/keys)\\.ts$`,
      },
    ),
    forbid('ui must not import api', { path: `${web}ui/` }, { path: `${web}api/` }),
    forbid('api must not import ui', { path: `${web}api/` }, { path: `${web}ui/` }),
    forbid(
      'services, queries and jobs must not import Fastify',
      { path: '\\.(service|queries|jobs)\\.ts$' },
      { path: [library('fastify'), library('@fastify')] },
    ),
    forbid(
      'routes must not import Kysely',
      { path: '\\.routes\\.ts$' },
      { path: library('kysely') },
    ),
    ...owners.map(({ library: name, owner }) =>
      forbid(
        `library owner: only ${owner.slice(1)} may import ${name}`,
        { path: '^(apps|packages)/', pathNot: [owner, tests] },
        { path: library(name) },
      ),
    ),
    ...Object.entries(packageNeeds).map(([name, needs]) =>
      forbid(
        `packages/${name} may import only ${needs.join(', ')} and its own files`,
        { path: `${ownPackage(name)}src/`, pathNot: tests },
        {
          pathNot: [ownPackage(name), ...needs.map(anyPackage)],
          ...(needs.includes('node') ? { dependencyTypesNot: ['core'] } : {}),
        },
      ),
    ),
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
