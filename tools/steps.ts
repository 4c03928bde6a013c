/** A step of the check or of the test run. Each test is counted; any other step counts as one. */
export interface Step {
  readonly name: string
  readonly run: () => Promise<StepResult>
}

export interface StepResult {
  readonly passed: number
  readonly failed: number
  readonly skipped?: number
  /** Printed if the step failed. */
  readonly output?: string
}

export interface Tally {
  passed: number
  failed: number
  skipped: number
}

export const createTally = (): Tally => ({ passed: 0, failed: 0, skipped: 0 })

export const toStepResult = ({ isFine, output }: { isFine: boolean; output: string }): StepResult =>
  isFine ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output }

/** The summary line at the end, which scripts parse too. */
export const formatTally = ({ passed, failed, skipped }: Tally) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/** A run without a single passed test is not a success. */
export const isSuccess = ({ passed, failed }: Tally) => failed === 0 && passed > 0

async function runStep(step: Step, tally: Tally, print: (text: string) => void) {
  const started = performance.now()
  const result = await step.run().catch((error: unknown): StepResult => ({
    passed: 0,
    failed: 1,
    output: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }))
  tally.passed += result.passed
  tally.failed += result.failed
  tally.skipped += result.skipped ?? 0
  const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`
  const word = result.failed > 0 ? 'FAIL' : result.passed > 0 ? 'ok' : 'skip'
  print(`${word.padEnd(5)}${step.name.padEnd(36)}${seconds.padStart(8)}`)
  if (result.failed > 0 || result.passed === 0) {
    if (result.output) print(`${result.output.trimEnd()}\n`)
  }
}

/** Runs the steps, `concurrency` at a time; each prints one line, and its output if it failed. */
export async function runSteps(
  steps: readonly Step[],
  tally: Tally,
  {
    concurrency = 1,
    print = console.log,
  }: { concurrency?: number; print?: (text: string) => void } = {},
) {
  const waiting = [...steps]
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await runStep(step, tally, print)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
