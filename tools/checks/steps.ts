import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runNodeAndCapture, root } from '../child.ts'
import { listPaths } from '../source-files.ts'
import { toStepResult, type Step } from '../steps.ts'
import { readVitestResult } from '../testing/reports.ts'
import { checkRepositoryRules } from './repository-rules.ts'
import { checkLanguages } from './languages.ts'
import { checkStyleTokens } from './style-tokens.ts'
import { checkWriting } from './writing.ts'
import { checkImportBoundaries } from './import-boundaries.ts'

/**
 * The compiler's incremental build information, with which it checks only what a change affects.
 */
const typesCache = join(root, 'node_modules/.cache/types')

function createTypeStep(config: string): Step {
  const folder = config.replace(/\/?tsconfig\.json$/u, '') || 'root'
  const buildInfo = join(typesCache, `${folder.replaceAll('/', '-')}.tsbuildinfo`)
  // One thread each: by default four checkers all evaluate the same schemas and take twice the
  // processor time. Two projects in parallel keep two cores busy as well.
  const args = ['-p', config, '--singleThreaded', '--incremental', '--tsBuildInfoFile', buildInfo]
  return {
    name: `types: ${folder}`,
    run: async () => toStepResult(await runNodeAndCapture('typescript/bin/tsc', args)),
  }
}

/** One thread, as for the types; the type-aware half of the linter is a Go program. */
const oneThread = { env: { GOMAXPROCS: '1' } }
const lintArgs = ['--format=unix', '--threads=1']

/** All steps of the check except the tests, longest first, so that two in parallel end together. */
export async function createCheckSteps(): Promise<Step[]> {
  const configs = await listPaths('.', /(?:^|\/)tsconfig\.json$/u)
  return [
    {
      name: 'lint',
      run: async () =>
        toStepResult(await runNodeAndCapture('oxlint/bin/oxlint', lintArgs, oneThread)),
    },
    { name: 'import boundaries', run: async () => toStepResult(await checkImportBoundaries()) },
    {
      name: 'unused code',
      run: async () => toStepResult(await runNodeAndCapture('knip/bin/knip.js', ['--no-progress'])),
    },
    { name: 'languages', run: async () => toStepResult(await checkLanguages()) },
    ...configs.map(createTypeStep),
    {
      name: 'format',
      run: async () => toStepResult(await runNodeAndCapture('oxfmt/bin/oxfmt', ['--check'])),
    },
    { name: 'writing', run: async () => toStepResult(await checkWriting()) },
    { name: 'style tokens', run: async () => toStepResult(await checkStyleTokens()) },
    { name: 'repository rules', run: async () => toStepResult(await checkRepositoryRules()) },
  ]
}

/** The unit tests; each test is counted. */
export const createUnitStep = (filters: readonly string[] = []): Step => ({
  name: 'unit tests',
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'talus-unit-'))
    try {
      const report = join(folder, 'report.json')
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
      const args = ['run', '--project', 'unit', ...reporters, ...filters]
      const { isFine, output } = await runNodeAndCapture('vitest/vitest.mjs', args)
      return { ...(await readVitestResult(report, isFine)), output }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
})
