import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readDicom, writeDataSet } from '@talus/dicom'
import type { Attributes } from '@talus/dicom'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { uids } from '../../dimse/index.ts'
import { hasDcmtk, noDcmtk } from './dcmtk.ts'
import { createRadiograph, toUid } from './dicom-objects.ts'
import { startReceivingServer } from './receiving-server.ts'
import type { ReceivingServer } from './receiving-server.ts'

const chest = { StudyInstanceUID: toUid('chest'), SeriesInstanceUID: toUid('chest series') }
const hips = { StudyInstanceUID: toUid('hips'), SeriesInstanceUID: toUid('hips series') }
/** The stored images, by name. */
export const files: Record<string, Buffer> = {
  chest1: createRadiograph('chest1', { ...chest, StudyDescription: 'Chest', InstanceNumber: 1 }),
  chest2: createRadiograph('chest2', { ...chest, StudyDescription: 'Chest', InstanceNumber: 2 }),
  hips1: createRadiograph('hips1', {
    ...hips,
    StudyDescription: 'Hips',
    StudyDate: '20260302',
    StudyTime: '083000',
    PatientName: 'Lévesque^Minou',
    PatientID: 'M-1',
    ResponsiblePerson: 'Lévesque^Zoé',
  }),
}

type DataSet = ReturnType<typeof readDicom>['dataSet']
const studyUid = 0x0020_000d
export const uidsOf = (hits: readonly DataSet[]) => hits.map((hit) => hit.code(studyUid))

/** The encoded data set of a file. */
export const dataSetOf = (file: Buffer) =>
  file.subarray(144 + file.readUInt32LE(140)).toString('latin1')

/** A server with two studies in its first clinic and one in its second, which a device may query. */
export function setUpQueriedArchive() {
  let server: ReceivingServer

  beforeAll(async () => {
    server = await startReceivingServer({}, { collectReadsMs: 500 })
    if (!hasDcmtk) return
    await server.storescu(await server.write(files))
    const other = createRadiograph('other', { StudyInstanceUID: toUid('other'), PatientID: 'M-1' })
    await server.storescu(await server.write({ other }), [], 'SECOND')
    for (const clinic of [server.first, server.second])
      await server.allowCallers(clinic.id, 'CR_ROOM')
  })
  afterAll(() => server.close())
  beforeEach(({ skip }) => skip(!hasDcmtk, noDcmtk))

  /** Data sets that a query finds, sent by our own requestor. */
  async function found(keys: Attributes, sopClass: string = uids.studyRootFind, called = 'FIRST') {
    const association = await server.associate([sopClass], { called })
    const identifier = writeDataSet(keys, { isExplicit: true })
    const hits: DataSet[] = []
    for await (const hit of association.find(sopClass, identifier))
      hits.push(readDicom(hit).dataSet)
    await association.release()
    return hits
  }
  const called = (title = 'FIRST') => ['-aec', title, '-aet', 'CR_ROOM', '127.0.0.1', server.port]

  /** The data sets in a folder of the peer, by SOP instance UID. */
  async function received(folder: string) {
    const all = new Map<string, string>()
    for (const name of await readdir(join(server.peerFolder, folder))) {
      const bytes = await readFile(join(server.peerFolder, folder, name))
      all.set(readDicom(bytes).identity.sopInstanceUid, dataSetOf(bytes))
    }
    return all
  }
  const eventsOf = async (text: string) => {
    const rows = await server.unscopedDb
      .selectFrom('auditEvent')
      .select(['subject', 'after', 'clinicId', 'username', 'address'])
      .where('action', 'in', ['image.retrieve', 'dicom-receiver.search'])
      .execute()
    return rows.filter(({ after }) => JSON.stringify(after).includes(text))
  }

  return {
    get server() {
      return server
    },
    found,
    called,
    received,
    eventsOf,
  }
}
