import { appendFileSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { refuse } from '@talus/contract'
import { writeDurably } from '@talus/node-kit/write-durably'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'

/**
 * `npm run update` tries a new version before it accepts work: while the file `trial` is there and
 * young, a server migrates the database, opens its port and checks itself, but accepts no call, no
 * image and no job. Everything can then still be rolled back. tools/update/trial.ts is the other side.
 */
const folderName = 'update'
const files = {
  /** Touched by the update as long as it runs; its content proves who asks. */
  trial: 'trial',
  /** A line for each start, also one that ends without a message. */
  starts: 'starts',
  /** The reason why this version cannot run. */
  failure: 'failure.txt',
  passed: 'passed',
  /** The update ended in the middle, and this version accepts work: nothing may be rolled back. */
  accepted: 'accepted',
} as const

/** The update touches the file every second. */
const abandonedMs = 20_000
const pollMs = 100
/** A storage that has just been mounted may need a moment. */
const checksMax = 20
/** The supervisor starts the server again, now for good. */
const endExitCode = 75
const proofHeader = 'x-talus-trial'

export type Trial = NonNullable<Awaited<ReturnType<typeof findTrial>>>

const toPath = (dataFolder: string, name: string) => join(dataFolder, folderName, name)

function isYoung(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && Math.abs(Date.now() - found.mtimeMs) < abandonedMs
}

/** Undefined for a server that accepts work; the first start after an abandoned trial is recorded. */
export async function findTrial(dataFolder: string) {
  const path = toPath(dataFolder, files.trial)
  if (!existsSync(path)) return undefined
  const accept = async () => {
    await writeDurably(toPath(dataFolder, files.accepted), new Date().toISOString())
    rmSync(path, { force: true })
  }
  if (!isYoung(path)) {
    await accept()
    return undefined
  }
  const proof = readFileSync(path, 'utf8')
  appendFileSync(toPath(dataFolder, files.starts), `${process.pid}\n`)
  return {
    proof,
    /** Checks this version as its users will meet it; rejects with the reason why it cannot run. */
    check: async (app: FastifyInstance, config: Config) => {
      await checkAnswers(app, config, proof)
      await writeDurably(toPath(dataFolder, files.passed), proof)
    },
    /** Resolves when the update has ended, or has died. */
    ended: async () => {
      while (isYoung(path)) await sleep(pollMs)
      if (existsSync(path)) await accept()
      return endExitCode
    },
  }
}

/** Tells the update why the version that it tries does not start. */
export async function reportTrialFailure(dataFolder: string, error: unknown): Promise<void> {
  if (!existsSync(toPath(dataFolder, files.trial))) return
  const causes: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) causes.push(cause.message)
  await writeDurably(toPath(dataFolder, files.failure), causes.join('\n') || String(error))
}

/** Refuses all calls but those of the check. */
export function refuseDuringTrial(app: FastifyInstance, { proof }: Trial): void {
  app.addHook('onRequest', async ({ headers }) => {
    if (headers[proofHeader] !== proof) refuse('server/unavailable', { retryAfterSeconds: 5 })
  })
}

async function checkAnswers(app: FastifyInstance, config: Config, proof: string): Promise<void> {
  const ask = (url: string) => app.inject({ url, headers: { [proofHeader]: proof } })
  const readyUrl = `${config.apiBase}health/ready`
  let ready = await ask(readyUrl)
  for (let tried = 1; ready.statusCode !== 200 && tried < checksMax; tried += 1) {
    await sleep(5 * pollMs)
    ready = await ask(readyUrl)
  }
  if (ready.statusCode !== 200)
    throw new Error(`it is not ready: ${readyUrl} answers ${ready.statusCode} ${ready.body}`)
  const page = await ask(config.basePath)
  if (page.statusCode !== 200)
    throw new Error(`its pages are not there: ${config.basePath} answers ${page.statusCode}`)
  const session = await ask(`${config.apiBase}auth/session`)
  if (session.statusCode !== 401)
    throw new Error(`its calls do not answer: auth/session says ${session.statusCode}`)
}
