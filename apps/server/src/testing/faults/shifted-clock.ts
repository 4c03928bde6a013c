// Loaded into a server under test (`--import`): its clock differs by the seconds in the file
// that FAULTS_CLOCK names, and jumps when the file changes.
import { readFileSync } from 'node:fs'

const file = process.env['FAULTS_CLOCK'] ?? ''
const RealDate = Date
const realNow = RealDate.now.bind(RealDate)
let shiftMs = 0

function readShift() {
  try {
    shiftMs = Number(readFileSync(file, 'utf8')) * 1000 || 0
  } catch {
    // Without a file the clock is right.
  }
}

readShift()
setInterval(readShift, 200).unref()

const getShifted = () => realNow() + shiftMs
RealDate.now = getShifted
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args): Date =>
    args.length === 0
      ? new target(getShifted())
      : new target(...(args as ConstructorParameters<typeof Date>)),
})
