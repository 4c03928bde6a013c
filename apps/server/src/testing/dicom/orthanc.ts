import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { findFreePort } from '@talus/node-kit/find-free-port'

// On Debian it is in a folder that only root has in the search path.
const program = existsSync('/usr/sbin/Orthanc') ? '/usr/sbin/Orthanc' : 'Orthanc'
const webPlugin = ['/usr/share/orthanc/plugins', '/usr/lib/orthanc']
  .map((folder) => join(folder, 'libOrthancDicomWeb.so'))
  .find((path) => existsSync(path))

/** Orthanc is a DICOM archive that many clinics run. */
export const hasOrthanc = spawnSync(program, ['--version']).status === 0
export const noOrthanc = 'Orthanc is not installed: there is no archive to talk to'
export const hasOrthancWeb = hasOrthanc && webPlugin !== undefined
export const noOrthancWeb = hasOrthancWeb ? '' : ' (skipped: no orthanc and orthanc-dicomweb here)'

/** Starts an Orthanc with its own archive folder, which `close` removes. */
async function start(settings: object, httpPort: number) {
  const folder = await mkdtemp(join(tmpdir(), 'talus-orthanc-'))
  const path = join(folder, 'orthanc.json')
  await writeFile(
    path,
    JSON.stringify({
      HttpPort: httpPort,
      StorageDirectory: folder,
      IndexDirectory: folder,
      RemoteAccessAllowed: false,
      AuthenticationEnabled: false,
      ...settings,
    }),
  )
  const child = spawn(program, [path], { cwd: folder, stdio: 'ignore' })
  const exited = once(child, 'exit')
  const close = async () => {
    child.kill('SIGKILL')
    await exited
    await rm(folder, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${httpPort}`
  const isUp = () =>
    fetch(`${url}/system`).then(
      (response) => response.ok,
      () => false,
    )
  for (let tries = 0; !(await isUp()); tries += 1) {
    if (tries > 200 || child.exitCode !== null) {
      await close()
      throw new Error('Orthanc does not start')
    }
    await sleep(50)
  }
  return { url, close }
}

const toBody = (body: unknown) =>
  typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body)

const Instances = z.array(z.object({ MainDicomTags: z.object({ SOPInstanceUID: z.string() }) }))

/** Starts a DICOM peer that accepts every object. */
export async function startOrthanc() {
  const port = await findFreePort()
  const settings = {
    Name: 'Test',
    DicomAet: 'ORTHANC',
    DicomPort: port,
    DicomAlwaysAllowStore: true,
    Plugins: [],
  }
  const { url, close } = await start(settings, await findFreePort())
  return {
    port,
    close,
    /** Calls its REST API: bytes and strings are sent as they are, other values as JSON. */
    send: (method: string, path: string, body?: unknown) =>
      fetch(`${url}/${path}`, { method, ...(body === undefined ? {} : { body: toBody(body) }) }),
    /** Lists the SOP instance UIDs of its archive. */
    listInstances: async () => {
      const response = await fetch(`${url}/instances?expand`)
      const rows = Instances.parse(await response.json())
      return rows.map((row) => row.MainDicomTags.SOPInstanceUID)
    },
  }
}

export interface OrthancWebSettings {
  readonly port: number
  /** DICOMweb servers that it may send to, by name. */
  readonly servers: Readonly<Record<string, object>>
}

/** Starts an Orthanc that is a DICOMweb server, and a client of other DICOMweb servers. */
export async function startOrthancWeb({ port, servers }: OrthancWebSettings) {
  const settings = {
    DicomPort: await findFreePort(),
    Plugins: [webPlugin],
    DicomWeb: { Enable: true, Root: '/dicom-web/', Servers: servers },
  }
  const { url, close } = await start(settings, port)
  return {
    url,
    close,
    async call(path: string, body: unknown): Promise<unknown> {
      const response = await fetch(`${url}${path}`, { method: 'POST', body: toBody(body) })
      const text = await response.text()
      if (!response.ok) throw new Error(`Orthanc answered ${response.status} to ${path}: ${text}`)
      return JSON.parse(text)
    },
  }
}
export type OrthancWeb = Awaited<ReturnType<typeof startOrthancWeb>>
