import { availableParallelism } from 'node:os'
import { checkSteps, unitStep } from './checks/steps.ts'
import { closingLine, isSuccess, noTally, runSteps } from './steps.ts'

const tally = noTally()
await runSteps([...(await checkSteps()), unitStep()], tally, {
  atOnce: Math.min(2, availableParallelism()),
})
console.log(closingLine(tally))
if (!isSuccess(tally)) process.exitCode = 1
