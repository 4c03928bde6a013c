import { constants, setPriority } from 'node:os'
import { setDefaultCACertificates } from 'node:tls'
import type { BackupProgress } from '@talus/contract'
import { createPrivateFiles } from '@talus/node-kit/private-files'
import type {
  BackupMessage,
  BackupOrder,
  BackupRequest,
  BackupResults,
  TurnMessage,
} from './backup-protocol.ts'
import { isComplete } from './create-backup.ts'
import {
  checkTarget,
  isOnDataDisk,
  listTarget,
  readTargetSpace,
  runBackup,
  runVerify,
  toBackupProblem,
} from './run-backup.ts'

// Runs one backup, check or listing in a process of its own: hashing, encrypting and a drive that
// hangs do not hold up the server.
const reportMs = 300

function send(message: BackupMessage): Promise<void> {
  return new Promise((resolve) => {
    if (!process.send) throw new Error('this is the script of a process')
    process.send(message, () => resolve())
  })
}

let mayCopy = true
let turn = Promise.withResolvers<void>()

function createReport() {
  let last = { phase: '', at: 0 }
  return (progress: BackupProgress) => {
    const at = Date.now()
    if (progress.phase === last.phase && at - last.at < reportMs) return
    last = { phase: progress.phase, at }
    void send({ is: 'progress', progress })
  }
}

async function waitForTurn(): Promise<void> {
  while (!mayCopy) await turn.promise
}

/** The clock of the server, which a test may have set. */
function startClock(startedOn: Date) {
  const startMs = Date.now()
  return () => new Date(startedOn.getTime() + Date.now() - startMs)
}

async function answer(request: BackupRequest): Promise<BackupResults[keyof BackupResults]> {
  const { settings, target } = request
  const hooks = { report: createReport(), waitForTurn }
  switch (request.call) {
    case 'backup': {
      const { keep, startedOn } = request
      const clock = startClock(startedOn)
      const options = { target, keep, storesKeep: true, mustExist: true, hooks, clock }
      const {
        missing,
        damaged,
        unread,
        kept: _kept,
        ...result
      } = await runBackup(settings, options)
      return {
        ...result,
        isComplete: isComplete({ missing, damaged, unread }),
        missing: missing.length + unread.length,
        damaged: damaged.length,
        space: await readTargetSpace(target),
        isOnDataDisk: await isOnDataDisk(target, settings.dataFolder),
      }
    }
    case 'verify': {
      const { objects, faults } = await runVerify(settings, { target, hooks })
      return { objects, faults: faults.slice(0, 20) }
    }
    case 'check':
      return checkTarget(settings, target)
    case 'list':
      return listTarget(settings, target)
  }
}

async function run(request: BackupRequest): Promise<void> {
  try {
    await send({ is: 'done', result: await answer(request) })
  } catch (error) {
    const problem = toBackupProblem(error)
    const message = error instanceof Error ? error.message : String(error)
    await send({
      is: 'failed',
      fault: problem?.fault ?? 'backup/failed',
      message,
      values: problem?.values,
    })
  }
  process.exit(0)
}

createPrivateFiles()
// Without its server the result would be lost, and the next start runs it again.
process.once('disconnect', () => process.exit(1))
process.once('message', ({ certificates, ...request }: BackupOrder) => {
  setDefaultCACertificates(certificates)
  // A user waits for a check. The lowest priority would starve a backup on a busy computer.
  if (request.call === 'backup' || request.call === 'verify')
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  process.on('message', (next: TurnMessage) => {
    mayCopy = next.mayCopy
    if (!mayCopy) return
    turn.resolve()
    turn = Promise.withResolvers()
  })
  void run(request)
})
