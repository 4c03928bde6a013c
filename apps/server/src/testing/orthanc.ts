import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { freePort } from './peers.ts'

// Debian puts it where only root's path leads.
const program = existsSync('/usr/sbin/Orthanc') ? '/usr/sbin/Orthanc' : 'Orthanc'
const webPlugin = ['/usr/share/orthanc/plugins', '/usr/lib/orthanc']
  .map((folder) => join(folder, 'libOrthancDicomWeb.so'))
  .find((path) => existsSync(path))

/** A DICOM archive that many clinics run. */
export const hasOrthanc = spawnSync(program, ['--version']).status === 0
export const noOrthanc = 'Orthanc is not installed: there is no archive to talk to'
export const hasOrthancWeb = hasOrthanc && webPlugin !== undefined
export const noOrthancWeb = hasOrthancWeb ? '' : ' (skipped: no orthanc and orthanc-dicomweb here)'

/** One with an archive of its own, which is gone with it. */
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
  const gone = once(child, 'exit')
  const close = async () => {
    child.kill('SIGKILL')
    await gone
    await rm(folder, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${httpPort}`
  const isUp = () =>
    fetch(`${url}/system`).then(
      (answer) => answer.ok,
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

const bodyOf = (body: unknown) =>
  typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body)

const Instances = z.array(z.object({ MainDicomTags: z.object({ SOPInstanceUID: z.string() }) }))

/** A DICOM peer that takes whatever it is sent. */
export async function orthanc() {
  const port = await freePort()
  const settings = {
    Name: 'Test',
    DicomAet: 'ORTHANC',
    DicomPort: port,
    DicomAlwaysAllowStore: true,
    Plugins: [],
  }
  const { url, close } = await start(settings, await freePort())
  return {
    port,
    close,
    /** A call of its own interface: a file as it is, anything else as JSON, a text as it stands. */
    send: (method: string, path: string, body?: unknown) =>
      fetch(`${url}/${path}`, { method, ...(body === undefined ? {} : { body: bodyOf(body) }) }),
    /** The SOP instance UIDs of all that it has. */
    instances: async () => {
      const answer = await fetch(`${url}/instances?expand`)
      const rows = Instances.parse(await answer.json())
      return rows.map((row) => row.MainDicomTags.SOPInstanceUID)
    },
  }
}

export interface OrthancWebSettings {
  readonly port: number
  /** DICOMweb servers that it knows, by name. */
  readonly servers: Readonly<Record<string, object>>
}

/** A DICOMweb archive, and a client of others'. */
export async function orthancWeb({ port, servers }: OrthancWebSettings) {
  const settings = {
    DicomPort: await freePort(),
    Plugins: [webPlugin],
    DicomWeb: { Enable: true, Root: '/dicom-web/', Servers: servers },
  }
  const { url, close } = await start(settings, port)
  return {
    url,
    close,
    async call(path: string, body: unknown): Promise<unknown> {
      const answer = await fetch(`${url}${path}`, { method: 'POST', body: bodyOf(body) })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`Orthanc answered ${answer.status} to ${path}: ${text}`)
      return JSON.parse(text)
    },
  }
}
export type OrthancWeb = Awaited<ReturnType<typeof orthancWeb>>
