import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './peers.ts'

const program = '/usr/sbin/Orthanc'
const pluginFolders = ['/usr/share/orthanc/plugins', '/usr/lib/orthanc']
const plugin = pluginFolders
  .map((folder) => join(folder, 'libOrthancDicomWeb.so'))
  .find((path) => existsSync(path))

/** Debian's `orthanc` and `orthanc-dicomweb`: an archive that half of the field tests against. */
export const hasOrthancWeb = existsSync(program) && plugin !== undefined
export const noOrthancWeb = hasOrthancWeb ? '' : ' (skipped: no orthanc and orthanc-dicomweb here)'

export interface OrthancSettings {
  readonly port: number
  /** DICOMweb servers that it knows, by name. */
  readonly servers: Readonly<Record<string, object>>
}

export async function startOrthancWeb({ port, servers }: OrthancSettings) {
  const folder = await mkdtemp(join(tmpdir(), 'talus-orthanc-'))
  const settings = join(folder, 'orthanc.json')
  await writeFile(
    settings,
    JSON.stringify({
      HttpPort: port,
      DicomPort: await freePort(),
      StorageDirectory: folder,
      IndexDirectory: folder,
      RemoteAccessAllowed: false,
      AuthenticationEnabled: false,
      Plugins: [plugin],
      DicomWeb: { Enable: true, Root: '/dicom-web/', Servers: servers },
    }),
  )
  const url = `http://127.0.0.1:${port}`
  const child = spawn(program, [settings], { stdio: 'ignore' })
  const gone = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGKILL')
    await gone
    await rm(folder, { recursive: true, force: true })
  }
  const isUp = () =>
    fetch(`${url}/system`).then(
      (answer) => answer.ok,
      () => false,
    )
  for (let tries = 0; !(await isUp()); tries += 1) {
    if (tries > 200 || child.exitCode !== null) {
      await stop()
      throw new Error('Orthanc does not start')
    }
    await sleep(50)
  }
  async function call(path: string, body: unknown): Promise<unknown> {
    const isBytes = body instanceof Uint8Array
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      body: isBytes ? new Uint8Array(body) : JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`Orthanc answered ${answer.status} to ${path}: ${text}`)
    return JSON.parse(text)
  }
  return { url, call, stop }
}
export type Orthanc = Awaited<ReturnType<typeof startOrthancWeb>>
