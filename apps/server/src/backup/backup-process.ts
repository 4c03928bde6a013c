import { fork } from 'node:child_process'
import { getCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import type { BackupProgress } from '@talus/contract'
import { getThreadEnvironment } from '../workers/thread-environment.ts'
import { BackupProblem } from './backup-problem.ts'
import type { BackupMessage, BackupOrder, BackupRequest, BackupResults } from './backup-protocol.ts'

export interface BackupProcess<Result> {
  readonly result: Promise<Result>
  /** Ends it at once; the result rejects with `backup/interrupted`. */
  readonly stop: () => void
  readonly setTurn: (mayCopy: boolean) => void
}

interface ProcessOptions {
  /** A process that says nothing for so long is ended: its drive hangs. */
  readonly silentMs: number
  readonly onProgress?: (progress: BackupProgress) => void
}

const script = fileURLToPath(new URL('./backup-worker.ts', import.meta.url))

/** Runs a call in a process of its own. Secrets are sent as a message: arguments can be read. */
export function startBackupProcess<Call extends BackupRequest['call']>(
  request: BackupRequest & { readonly call: Call },
  { silentMs, onProgress }: ProcessOptions,
): BackupProcess<BackupResults[Call]> {
  const child = fork(script, [], {
    execArgv: [],
    env: getThreadEnvironment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  const { promise, resolve, reject } = Promise.withResolvers<BackupResults[Call]>()
  const interrupt = (message: string, fault: 'backup/interrupted' | 'backup/unreachable') => {
    reject(new BackupProblem(message, { fault }))
    child.kill('SIGKILL')
  }
  let isWaiting = false
  const giveUp = () => {
    if (!isWaiting) interrupt('The target did not answer.', 'backup/unreachable')
  }
  let timer = setTimeout(giveUp, silentMs)
  const restartTimer = () => {
    clearTimeout(timer)
    timer = setTimeout(giveUp, silentMs)
  }
  child.on('message', (message: BackupMessage) => {
    restartTimer()
    if (message.is === 'progress') return onProgress?.(message.progress)
    if (message.is === 'failed')
      return reject(
        new BackupProblem(message.message, {
          fault: message.fault,
          ...(message.values && { values: message.values }),
        }),
      )
    // The result belongs to the call of the request.
    return resolve(message.result as BackupResults[Call])
  })
  child.once('error', (cause) =>
    reject(new BackupProblem('The process of the backup did not start.', { cause })),
  )
  child.once('exit', () => {
    clearTimeout(timer)
    reject(new BackupProblem('The backup was interrupted.', { fault: 'backup/interrupted' }))
  })
  const order: BackupOrder = { ...request, certificates: getCACertificates('default') }
  child.send(order)
  return {
    result: promise,
    stop: () => interrupt('The backup was stopped.', 'backup/interrupted'),
    setTurn: (mayCopy) => {
      isWaiting = !mayCopy
      restartTimer()
      if (child.connected) child.send({ mayCopy })
    },
  }
}
