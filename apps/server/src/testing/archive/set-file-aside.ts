import { randomUUID } from 'node:crypto'
import { ClinicId } from '@talus/contract'
import { openDatabase } from '../../db/open.ts'
import { readOrSetAside } from '../../features/archive/verify/set-aside.ts'
import { showSetAsideFile } from '../../features/archive/verify/show-set-aside-file.ts'
import { getFileSettings, openFileStore } from '../../files/index.ts'

interface FileToSetAside {
  /** The data folder of a server with SQLite, which may be running. */
  readonly dataFolder: string
  readonly clinicId: number
  readonly bytes: Uint8Array
  readonly receivedOn: string
}

/** Sets a received file aside, as a server does that has died twice while it read the file. */
export async function setFileAside({ dataFolder, bytes, receivedOn, ...more }: FileToSetAside) {
  const clinicId = ClinicId.parse(more.clinicId)
  const { unscopedDb, close } = await openDatabase({ databaseUrl: undefined, dataFolder })
  try {
    const files = await openFileStore(
      getFileSettings({ s3: undefined, dataFolder, secondStore: undefined }),
    )
    const clock = () => new Date()
    const name = randomUUID()
    const key = `images/${clinicId}/${receivedOn.slice(0, 10)}/${name}.dcm`
    const { byteLength } = await files.put(key, Buffer.from(bytes))
    await files.put(`reading/${name}.txt`, Buffer.from('2'))
    const log = { ...console, trace: () => undefined, error: () => undefined }
    const onSetAside = showSetAsideFile({ unscopedDb, clock })
    await readOrSetAside(
      { files, clock, log, onSetAside },
      clinicId,
      { key, byteLength, modifiedOn: receivedOn },
      () => Promise.reject(new Error('the file is read once more')),
    )
  } finally {
    await close()
  }
}
