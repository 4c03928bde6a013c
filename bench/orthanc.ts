import { spawn } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../tools/testing/free-port.ts'
import { onPath } from '../tools/testing/programs.ts'

export interface Orthanc {
  readonly url: string
  readonly dicomPort: number
  readonly pid: number
  readonly version: string
  readonly stop: () => Promise<void>
}

const pluginFolder = '/usr/share/orthanc/plugins'

/** Orthanc with the fastest of its settings that keep what it acknowledged; undefined without it. */
export async function startOrthanc(folder: string): Promise<Orthanc | undefined> {
  const program = await onPath(['Orthanc'])
  if (!program) return undefined
  const [port, dicomPort] = [await freePort(), await freePort()]
  const plugins = await readdir(pluginFolder).catch(() => [])
  const settings = join(folder, 'orthanc.json')
  await writeFile(
    settings,
    JSON.stringify({
      HttpPort: port,
      DicomPort: dicomPort,
      DicomAet: 'ORTHANC',
      StorageDirectory: join(folder, 'orthanc'),
      AuthenticationEnabled: false,
      HttpCompressionEnabled: false,
      StorageCompression: false,
      SyncStorageArea: true,
      StorageAccessOnFind: 'Never',
      KeepAlive: true,
      TcpNoDelay: true,
      MaximumPduLength: 131_072,
      ConcurrentJobs: 4,
      Plugins: plugins.some((name) => name.includes('DicomWeb')) ? [pluginFolder] : [],
      DicomWeb: { Enable: true, Root: '/dicom-web/' },
    }),
  )
  const url = `http://127.0.0.1:${port}`
  const child = spawn(program, [settings], {
    stdio: 'ignore',
    // dcmtk, which it is built on, waits for more to send otherwise.
    env: { ...process.env, TCP_NODELAY: '1' },
  })
  const system = () =>
    fetch(`${url}/system`).then(
      (reply) => reply.json() as Promise<{ readonly Version: string }>,
      () => undefined,
    )
  let answer = await system()
  for (; !answer; answer = await system()) {
    if (child.exitCode !== null) throw new Error(`Orthanc ended with ${child.exitCode}`)
    await wait(50)
  }
  return {
    url,
    dicomPort,
    pid: child.pid ?? 0,
    version: answer.Version,
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    },
  }
}
