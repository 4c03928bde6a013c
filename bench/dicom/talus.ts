import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { serverProgram } from '../../tools/build/programs.ts'
import { findFreePort } from '@talus/node-kit/find-free-port'

export interface Talus {
  readonly base: string
  readonly dicomPort: number
  readonly pid: number
  readonly authorization: string
  readonly stop: () => Promise<void>
}

/** A worker thread opens the DICOM port, a moment after the HTTP port. */
const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** Starts the product as in a clinic, with the demo clinics. */
export async function startTalus(folder: string): Promise<Talus> {
  const [port, dicomPort] = [await findFreePort(), await findFreePort()]
  const base = `http://127.0.0.1:${port}/api`
  const child = spawn(process.execPath, [serverProgram], {
    env: {
      ...process.env,
      TALUS_DEMO_IMAGES: '0',
      PORT: String(port),
      DICOM_PORT: String(dicomPort),
      DICOM_TLS_PORT: String(await findFreePort()),
      TALUS_DATA: folder,
      LOG_LEVEL: 'error',
      // As `npm start` has it.
      MALLOC_MMAP_THRESHOLD_: '1048576',
      MALLOC_ARENA_MAX: '2',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const isReady = () =>
    fetch(`${base}/health`).then(
      (reply) => reply.ok,
      () => false,
    )
  while (!(await isReady()) || !(await isOpen(dicomPort))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    await wait(50)
  }
  const reply = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin.en', password: 'Talus-demo-1' }),
  })
  return {
    base,
    dicomPort,
    pid: child.pid ?? 0,
    authorization: reply.headers.get('authorization') ?? '',
    stop: async () => {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await exited
    },
  }
}
