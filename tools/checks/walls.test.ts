import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captureNode, root } from '../child.ts'

const server = 'apps/server/src'
const web = 'apps/web/src'

/** A file, what it imports, and the wall that stands in between; none when it may. */
const imports: readonly (readonly [from: string, to: string, wall?: string])[] = [
  [`${server}/features/studies/studies.service.ts`, `${server}/features/users/index.ts`],
  [
    `${server}/features/users/users.service.ts`,
    `${server}/features/studies/index.ts`,
    'feature order',
  ],
  [
    `${server}/features/studies/studies.queries.ts`,
    `${server}/features/users/users.queries.ts`,
    'entered through its index.ts',
  ],
  [`${server}/app.ts`, `${server}/features/users/users.queries.ts`, 'from app.ts too'],
  [`${server}/app.ts`, `${server}/features/users/index.ts`],
  [`${server}/db/open.ts`, `${server}/features/audit/index.ts`, 'never imports one above it'],
  [`${server}/http/serve.ts`, `${server}/main.ts`, 'only the program itself'],
  [`${server}/http/reply.ts`, `${server}/testing/clock.ts`, 'test equipment'],
  [`${server}/http/reply.test.ts`, `${server}/testing/clock.ts`],
  [`${server}/features/users/users.routes.ts`, 'kysely', 'never sees Kysely'],
  [`${server}/features/cases/cases.queries.ts`, 'kysely'],
  [`${server}/features/cases/cases.service.ts`, 'fastify', 'never sees Fastify'],
  [`${server}/features/cases/cases.jobs.ts`, 'nodemailer', 'one owner'],
  [`${server}/features/email/send.ts`, 'nodemailer'],
  [`${server}/features/images/store.ts`, '@aws-sdk/client-s3', 'one owner'],
  [`${server}/files/s3-files.ts`, '@aws-sdk/client-s3'],
  [`${server}/http/page.ts`, `${web}/ui/badge.tsx`, 'does not know the web'],
  [`${web}/api/call.ts`, `${server}/config.ts`, 'does not know the server'],
  [`${web}/features/cases/list.tsx`, `${web}/features/studies/list.tsx`, 'do not know each other'],
  [`${web}/routes/cases.route.tsx`, `${web}/features/cases/list.tsx`],
  [`${web}/features/cases/open.tsx`, `${web}/routes/cases.route.tsx`, 'never imports one above it'],
  [`${web}/ui/badge.tsx`, `${web}/api/call.ts`, 'make no calls'],
  [`${web}/viewer/panel.tsx`, '@cornerstonejs/core', 'one owner'],
  [`${web}/viewer/engine/view.ts`, '@cornerstonejs/core'],
  ['packages/dicom/src/view.ts', '@cornerstonejs/core', 'one owner'],
  ['packages/dicom/src/decode.ts', '@cornerstonejs/codec-charls'],
  [`${server}/features/images/decode.ts`, '@cornerstonejs/codec-charls', 'one owner'],
  [`${server}/features/images/thumbnail.ts`, 'sharp', 'one owner'],
  [`${server}/workers/picture-worker.ts`, 'sharp'],
  ['packages/contract/src/clock.ts', 'fs', 'packages/contract imports only'],
  ['packages/contract/src/ids.ts', 'zod'],
  ['packages/anatomy/src/teeth.ts', 'react', 'packages/anatomy imports only'],
  ['packages/anatomy/src/bones.ts', `${server}/config.ts`, 'do not know the applications'],
  [`${web}/features/cases/ids.ts`, 'packages/contract/src/ids.ts', 'through its exports'],
  ['packages/anatomy/src/a.ts', 'packages/anatomy/src/b.ts', 'no circular'],
  // A circle is reported once, at its first file.
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
  folder = await mkdtemp(join(tmpdir(), 'talus-walls-'))
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
  const { stdout } = await captureNode(
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    ['apps', 'packages', '--config', config, '--output-type', 'json'],
    { cwd: folder },
  )
  ;({ violations } = (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary)
}, 30_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the walls', () => {
  for (const [from, to, wall] of imports) {
    test(`${from} ${wall ? 'may not' : 'may'} import ${to}`, () => {
      const broken = violations
        .filter((violation) => violation.from === from && violation.to.endsWith(to))
        .map(({ rule }) => rule.name)
        // Nothing is installed in the copy.
        .filter((name) => name !== 'every import leads somewhere')
      if (wall === undefined) expect(broken).toEqual([])
      else expect(broken).toEqual(expect.arrayContaining([expect.stringContaining(wall)]))
    })
  }
})
