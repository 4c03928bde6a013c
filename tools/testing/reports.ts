import { readFile } from 'node:fs/promises'
import type { StepResult } from '../steps.ts'

interface VitestReport {
  readonly success: boolean
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly status: string
    readonly assertionResults: readonly unknown[]
  }[]
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
  readonly errors: readonly unknown[]
}

const readReport = async <Report>(path: string): Promise<Report | undefined> => {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Report)
}

/**
 * A test runner that fails without a failed test (a file that does not load, say) counts as one
 * failure.
 */
const countExitAsFailure = (
  result: Required<Omit<StepResult, 'output'>>,
  isFine: boolean,
): StepResult => (isFine || result.failed > 0 ? result : { ...result, failed: 1 })

export async function readVitestResult(path: string, isFine: boolean): Promise<StepResult> {
  const report = await readReport<VitestReport>(path)
  if (!report) return { passed: 0, failed: 1 }
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return countExitAsFailure(
    {
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken.length,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    isFine,
  )
}

export async function readPlaywrightResult(path: string, isFine: boolean): Promise<StepResult> {
  const report = await readReport<PlaywrightReport>(path)
  if (!report) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky, skipped } = report.stats
  if (flaky > 0) {
    console.log(`${flaky} browser tests passed only at the second try. That is a fault of the test or of
the page: their names are above, their traces in test-results/e2e.`)
  }
  return countExitAsFailure({ passed: expected + flaky, failed: unexpected, skipped }, isFine)
}
