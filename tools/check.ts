import { availableParallelism } from 'node:os'
import { createCheckSteps, createUnitStep } from './checks/steps.ts'
import { formatTally, isSuccess, createTally, runSteps } from './steps.ts'

const tally = createTally()
await runSteps([...(await createCheckSteps()), createUnitStep()], tally, {
  concurrency: Math.min(2, availableParallelism()),
})
console.log(formatTally(tally))
if (!isSuccess(tally)) process.exitCode = 1
