import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { serverProgram } from '../../tools/build/programs.ts'
import { findFreePort } from '@talus/node-kit/find-free-port'

export interface RunningServer {
  readonly base: string
  readonly pid: number
  readonly stop: () => Promise<void>
}

/** Starts the product as in a clinic; the benchmarks measure its HTTP API. */
export async function startServer(
  settings: Readonly<Record<string, string>>,
): Promise<RunningServer> {
  const port = await findFreePort()
  const base = `http://127.0.0.1:${port}/api`
  const child = spawn(process.execPath, [serverProgram], {
    env: {
      ...process.env,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      TALUS_DEMO_IMAGES: '0',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const isReady = () =>
    fetch(`${base}/health`).then(
      (reply) => reply.ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    await wait(50)
  }
  return {
    base,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM')
      await new Promise((resolve) => child.once('exit', resolve))
    },
  }
}

export async function signIn(base: string): Promise<string> {
  const reply = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'root', password: 'Talus-demo-1' }),
  })
  return reply.headers.get('authorization') ?? ''
}
