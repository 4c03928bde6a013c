// The walls of docs/architecture.md. Run by tools/checks/walls.ts, which also makes sure that every
// source file was seen: with TypeScript 7 and without @swc/core nothing is read and nothing fails.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

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
  'archive',
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
const serverLayers = [
  '(main|app|verify-archive)\\.ts$',
  'features/',
  '(http|db|jobs|files|workers|outbound|dimse)/',
  '(secrets|time)/',
]
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
  // The viewer's libraries and the codecs have one maker; packages/dicom has the codecs alone.
  { library: '@cornerstonejs/(?!codec-)[a-z-]+', owner: '^apps/web/src/(viewer|volume)/engine/' },
  { library: '@cornerstonejs/codec-[a-z0-9-]+', owner: '^packages/dicom/' },
  { library: 'dcmjs', owner: '^packages/dicom/' },
  { library: 'dcmjs-dimse', owner: '^apps/server/src/features/dicom-network/' },
  { library: 'pako', owner: '^packages/dicom/' },
  { library: 'sharp', owner: '^apps/server/src/workers/' },
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
  anatomy: ['zod', 'contract'],
  dicom: ['zod', 'contract', 'anatomy', 'dcmjs', '@cornerstonejs', 'pako'],
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

/** The files that the packages offer to others: the `exports` of their package.json. */
const doors = readdirSync(new URL('packages', import.meta.url))
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
const never = (name, from, to) => ({ name, severity: 'error', from, to })

/**
 * @param {string} base
 * @param {readonly string[]} layers
 */
const downwards = (base, layers) =>
  layers
    .slice(1)
    .map((layer, index) =>
      never(
        `a layer never imports one above it: ${base.slice(1)}${layer.replaceAll(/[\\$?]/gu, '')}`,
        { path: base + layer, pathNot: tests },
        { path: layers.slice(0, index + 1).map((above) => base + above) },
      ),
    )

/** @type {import('dependency-cruiser').IConfiguration} */
const config = {
  forbidden: [
    never(
      'no circular imports',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    never(
      'every import leads somewhere',
      {},
      { couldNotResolve: true, pathNot: ['\\?', '^virtual:'] },
    ),
    never(
      'the server does not know the web',
      { path: '^apps/server/' },
      { path: '^apps/(?!server/)' },
    ),
    never('the web does not know the server', { path: '^apps/web/' }, { path: '^apps/(?!web/)' }),
    never(
      'packages do not know the applications',
      { path: '^packages/' },
      { path: '^(apps|tools|e2e)/' },
    ),
    never('only the program itself starts the program', {}, { path: `${server}main\\.ts$` }),
    never(
      'test equipment stays in tests',
      { path: '^(apps|packages)/', pathNot: tests },
      { path: '(/src/testing/|\\.(test|spec)\\.tsx?$)' },
    ),
    never(
      'a package is entered through its exports',
      { path: '^([^/]+/[^/]+)/', pathNot: '\\.test\\.tsx?$' },
      { path: '^packages/[^/]+/src/', pathNot: ['^$1/', ...doors] },
    ),
    ...downwards(server, serverLayers),
    ...downwards(web, webLayers),
    ...serverFeatures
      .slice(0, -1)
      .map((feature, index) =>
        never(
          `feature order: ${feature} may use ${serverFeatures.slice(0, index).join(', ') || 'none'}`,
          { path: `${server}features/${feature}/`, pathNot: tests },
          { path: `${server}features/(${serverFeatures.slice(index + 1).join('|')})/` },
        ),
      ),
    never(
      'a feature is entered through its index.ts',
      { path: `${server}features/([^/]+)/`, pathNot: tests },
      {
        path: `${server}features/[^/]+/`,
        pathNot: [`${server}features/$1/`, `${server}features/[^/]+/index\\.ts$`],
      },
    ),
    never(
      'a feature is entered through its index.ts, from app.ts too',
      { path: server, pathNot: [`${server}features/`, tests] },
      { path: `${server}features/[^/]+/`, pathNot: `${server}features/[^/]+/index\\.ts$` },
    ),
    never(
      'web features do not know each other; routes compose them',
      { path: `${web}features/([^/]+)/` },
      {
        path: `${web}features/`,
        // The devices of this machine, which whoever starts or exposes has to ask.
        pathNot: [`${web}features/$1/`, `${web}features/devices/index\\.ts$`],
      },
    ),
    never(
      'the devices know no other feature',
      { path: `${web}features/devices/` },
      { path: `${web}features/`, pathNot: `${web}features/devices/` },
    ),
    never(
      'the pieces of the interface make no calls',
      { path: `${web}ui/` },
      { path: `${web}api/` },
    ),
    never('calls show nothing', { path: `${web}api/` }, { path: `${web}ui/` }),
    never(
      'a service never sees Fastify',
      { path: '\\.(service|queries|jobs)\\.ts$' },
      { path: [library('fastify'), library('@fastify')] },
    ),
    never('a route never sees Kysely', { path: '\\.routes\\.ts$' }, { path: library('kysely') }),
    ...owners.map(({ library: name, owner }) =>
      never(
        `one owner: only ${owner.slice(1)} imports ${name}`,
        { path: '^(apps|packages)/', pathNot: [owner, tests] },
        { path: library(name) },
      ),
    ),
    ...Object.entries(packageNeeds).map(([name, needs]) =>
      never(
        `packages/${name} imports only ${needs.join(', ')} and its own files`,
        { path: `${ownPackage(name)}src/`, pathNot: tests },
        { pathNot: [ownPackage(name), ...needs.map(anyPackage)] },
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
