import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runNodeAndCapture, root } from '../child.ts'

const server = 'apps/server/src'
const web = 'apps/web/src'

/**
 * A file, an import of it, and part of the name of the rule that forbids it; none if it is allowed.
 */
const imports: readonly (readonly [from: string, to: string, rule?: string])[] = [
  [`${server}/features/studies/studies.service.ts`, `${server}/features/users/index.ts`],
  [
    `${server}/features/users/users.service.ts`,
    `${server}/features/studies/index.ts`,
    'feature order',
  ],
  [
    `${server}/features/studies/studies.queries.ts`,
    `${server}/features/users/users.queries.ts`,
    'imported through their index.ts',
  ],
  [`${server}/app.ts`, `${server}/features/users/users.queries.ts`, 'from app.ts too'],
  [`${server}/app.ts`, `${server}/features/users/index.ts`],
  [`${server}/db/open.ts`, `${server}/features/audit/index.ts`, 'must not import a layer above it'],
  [`${server}/http/serve.ts`, `${server}/main.ts`, 'may import main.ts'],
  [`${server}/http/reply.ts`, `${server}/testing/clock.ts`, 'only tests may import test code'],
  [`${server}/http/reply.test.ts`, `${server}/testing/clock.ts`],
  [`${server}/features/users/users.routes.ts`, 'kysely', 'must not import Kysely'],
  [`${server}/features/cases/cases.queries.ts`, 'kysely'],
  [`${server}/features/cases/cases.service.ts`, 'fastify', 'must not import Fastify'],
  [`${server}/features/cases/cases.jobs.ts`, 'nodemailer', 'library owner'],
  [`${server}/features/email/send.ts`, 'nodemailer'],
  [`${server}/features/images/store.ts`, '@aws-sdk/client-s3', 'library owner'],
  [`${server}/files/s3-files.ts`, '@aws-sdk/client-s3'],
  [`${server}/http/page.ts`, `${web}/ui/badge.tsx`, 'must not import the web application'],
  [`${web}/api/call.ts`, `${server}/config.ts`, 'must not import the server'],
  [
    `${web}/features/cases/list.tsx`,
    `${web}/features/studies/list.tsx`,
    'must not import each other',
  ],
  [`${web}/routes/cases.route.tsx`, `${web}/features/cases/list.tsx`],
  [
    `${web}/features/cases/open.tsx`,
    `${web}/routes/cases.route.tsx`,
    'must not import a layer above it',
  ],
  [`${web}/ui/badge.tsx`, `${web}/api/call.ts`, 'ui must not import api'],
  [`${web}/routes/case.route.tsx`, `${web}/viewer/index.ts`],
  [`${web}/app/router.tsx`, `${web}/viewer/prefetch.ts`],
  [
    `${web}/features/cases/view.tsx`,
    `${web}/viewer/core/viewer-session.ts`,
    'the viewer is imported through its index.ts',
  ],
  [
    `${web}/viewer/core/viewer-session.ts`,
    `${web}/viewer/radiograph/toolbar.tsx`,
    'viewer/core must not import viewer/radiograph',
  ],
  [`${web}/viewer/radiograph/toolbar.tsx`, `${web}/api/call.ts`, 'from its source'],
  [`${web}/viewer/core/source-queries.ts`, `${web}/api/study-images.ts`, 'from its source'],
  [`${web}/viewer/radiograph/source/study-source.ts`, `${web}/api/call.ts`],
  [`${web}/viewer/panel.tsx`, '@cornerstonejs/codec-charls', 'library owner'],
  ['packages/dicom/src/decode.ts', '@cornerstonejs/codec-charls'],
  [`${server}/features/images/decode.ts`, '@cornerstonejs/codec-charls', 'library owner'],
  [`${server}/features/images/thumbnail.ts`, 'sharp', 'library owner'],
  [`${server}/workers/picture-worker.ts`, 'sharp'],
  ['packages/contract/src/clock.ts', 'fs', 'packages/contract may import only'],
  ['packages/contract/src/ids.ts', 'zod'],
  ['packages/anatomy/src/teeth.ts', 'react', 'packages/anatomy may import only'],
  ['packages/anatomy/src/bones.ts', `${server}/config.ts`, 'packages must not import applications'],
  [`${web}/features/cases/ids.ts`, 'packages/contract/src/ids.ts', 'through their exports'],
  ['packages/anatomy/src/a.ts', 'packages/anatomy/src/b.ts', 'no circular'],
  // A cycle is reported once, at its first file.
  ['packages/anatomy/src/b.ts', 'packages/anatomy/src/a.ts'],
]

interface Violation {
  readonly from: string
  readonly to: string
  readonly rule: { readonly name: string }
}

let folder = ''
let violations: readonly Violation[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talus-imports-'))
  const lines = new Map<string, string>()
  const isFile = (to: string) => /^(?:apps|packages)\//u.test(to)
  for (const [from, to] of imports) {
    const up = '../'.repeat(from.split('/').length - 1)
    const line = `import '${isFile(to) ? `${up}${to}` : to}'\n`
    lines.set(from, `${lines.get(from) ?? ''}${line}`)
    if (isFile(to) && !lines.has(to)) lines.set(to, '')
  }
  for (const [path, text] of lines) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const config = join(root, '.dependency-cruiser.mjs')
  const { stdout } = await runNodeAndCapture(
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    ['apps', 'packages', '--config', config, '--output-type', 'json'],
    { cwd: folder },
  )
  ;({ violations } = (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary)
}, 30_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('import boundaries', () => {
  for (const [from, to, rule] of imports) {
    test(`${from} ${rule ? 'must not' : 'may'} import ${to}`, () => {
      const broken = violations
        .filter((violation) => violation.from === from && violation.to.endsWith(to))
        .map((violation) => violation.rule.name)
        // The copy has no installed libraries.
        .filter((name) => name !== 'every import must resolve')
      if (rule === undefined) expect(broken).toEqual([])
      else expect(broken).toEqual(expect.arrayContaining([expect.stringContaining(rule)]))
    })
  }
})
