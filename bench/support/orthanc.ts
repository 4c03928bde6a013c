import { spawn } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { findOnPath } from '../../tools/testing/programs.ts'

export interface Orthanc {
  readonly url: string
  readonly dicomPort: number
  readonly pid: number
  readonly version: string
  readonly stop: () => Promise<void>
}

const pluginFolder = '/usr/share/orthanc/plugins'

/** Starts Orthanc with its fastest durable settings; undefined if it is not installed. */
export async function startOrthanc(folder: string): Promise<Orthanc | undefined> {
  const program = await findOnPath(['Orthanc'])
  if (!program) return undefined
  const [port, dicomPort] = [await findFreePort(), await findFreePort()]
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
    // Orthanc is built on dcmtk, which delays small packets otherwise (Nagle's algorithm).
    env: { ...process.env, TCP_NODELAY: '1' },
  })
  const fetchSystem = () =>
    fetch(`${url}/system`).then(
      (reply) => reply.json() as Promise<{ readonly Version: string }>,
      () => undefined,
    )
  let system = await fetchSystem()
  for (; !system; system = await fetchSystem()) {
    if (child.exitCode !== null) throw new Error(`Orthanc ended with ${child.exitCode}`)
    await wait(50)
  }
  return {
    url,
    dicomPort,
    pid: child.pid ?? 0,
    version: system.Version,
    stop: async () => {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await exited
    },
  }
}
