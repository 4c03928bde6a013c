import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { captureNode, root } from '../child.ts'
import { pathsUnder } from '../source-files.ts'
import { asOne, type Step } from '../steps.ts'
import { vitestTally } from '../testing/reports.ts'
import { checkHygiene } from './hygiene.ts'
import { checkLanguages } from './languages.ts'
import { checkWalls } from './walls.ts'

/** What the compiler knows from the last time: it looks again only at what a change touches. */
const typesCache = join(root, 'node_modules/.cache/types')

function typesOf(config: string): Step {
  const folder = config.replace(/\/?tsconfig\.json$/u, '') || 'root'
  const known = join(typesCache, `${folder.replaceAll('/', '-')}.tsbuildinfo`)
  // One thread each: four checkers, as usual, all work out the same schemas and take twice the time
  // of the processor. Two projects side by side keep two cores busy as well.
  const args = ['-p', config, '--singleThreaded', '--incremental', '--tsBuildInfoFile', known]
  return {
    name: `types: ${folder}`,
    run: async () => asOne(await captureNode('typescript/bin/tsc', args)),
  }
}

/** As for the types; the half of the linter that knows them is a program in Go. */
const oneThread = { env: { GOMAXPROCS: '1' } }
const lintArgs = ['--format=unix', '--threads=1']

/** Everything of the check but the tests, longest first: two at a time, the last ones end together. */
export async function checkSteps(): Promise<Step[]> {
  const configs = await pathsUnder('.', /(?:^|\/)tsconfig\.json$/u)
  return [
    {
      name: 'lint',
      run: async () => asOne(await captureNode('oxlint/bin/oxlint', lintArgs, oneThread)),
    },
    { name: 'walls', run: async () => asOne(await checkWalls()) },
    {
      name: 'unused code',
      run: async () => asOne(await captureNode('knip/bin/knip.js', ['--no-progress'])),
    },
    { name: 'languages', run: async () => asOne(await checkLanguages()) },
    ...configs.map(typesOf),
    { name: 'format', run: async () => asOne(await captureNode('oxfmt/bin/oxfmt', ['--check'])) },
    { name: 'repository', run: async () => asOne(await checkHygiene()) },
  ]
}

/** The tests of pure logic; each counts. */
export const unitStep = (filters: readonly string[] = []): Step => ({
  name: 'unit tests',
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'talus-unit-'))
    try {
      const report = join(folder, 'report.json')
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
      const args = ['run', '--project', 'unit', ...reporters, ...filters]
      const { isFine, output } = await captureNode('vitest/vitest.mjs', args)
      return { ...(await vitestTally(report, isFine)), output }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
})
