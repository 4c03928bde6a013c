import { dataSetStart } from '@talus/dicom'
import type { DicomServer, DicomServerId, ImageId } from '@talus/contract'
import { routes } from '@talus/contract'
import { clinicWithImages, sha256Of } from './clinic-with-images.ts'
import { radiograph, uidFor } from './dicom-objects.ts'
import { insertUser } from './people.ts'
import type { TestServer } from './test-server.ts'

/** The data set of a file, which is what a peer is sent. */
export const dataSetOf = (file: Uint8Array) => file.subarray(dataSetStart(file).at)

let clinics = 0

/** A clinic of its own for a test, with somebody who may send its images and images that can be sent. */
export async function sendingClinic(server: TestServer) {
  const { unscopedDb, tokenOf, passwordHash, call } = server
  const name = `Sending ${(clinics += 1)}`
  const clinic = await clinicWithImages(server, name)
  const userId = await insertUser(unscopedDb, {
    username: `sender.${clinics}`,
    clinicId: clinic.id,
    flags: { dicomForms: true },
    passwordHash,
  })
  const token = await tokenOf(userId)
  const studyId = await clinic.addStudy(await clinic.addPatient(`Élan ${clinics}`))
  let images = 0
  let servers = 0

  async function addServer(change: Partial<DicomServer>): Promise<DicomServerId> {
    const { id } = await unscopedDb
      .insertInto('dicomServer')
      .values({
        clinicId: clinic.id,
        serverName: `PACS ${(servers += 1)}`,
        aeTitle: 'PACS',
        host: '127.0.0.1',
        port: 104,
        description: 'TALUS',
        ...change,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  /** With its file, unless others are given, and with what the archive would note of it. */
  async function addImage(
    given: {
      readonly file?: Uint8Array
      readonly sopInstance?: string
      readonly sopClass?: string
      readonly isRejected?: boolean
      readonly sha256?: string
    } = {},
  ) {
    const label = `${name} ${(images += 1)}`
    const file = given.file ?? radiograph(label)
    const { sha256, isRejected = false } = given
    const id: ImageId = await clinic.addImage({
      studyId,
      bytes: file,
      isRejected,
      ...(sha256 === undefined ? {} : { sha256 }),
    })
    const start = dataSetStart(file)
    const sopInstance = given.sopInstance ?? uidFor(`image ${label}`)
    await unscopedDb
      .updateTable('image')
      .set({
        sopInstanceUID: sopInstance,
        sopClassUID: given.sopClass ?? start.sopClassUid,
        transferSyntaxUID: start.transferSyntaxUid,
      })
      .where('id', '=', id)
      .execute()
    return { id, file, sopInstance, hash: sha256Of(dataSetOf(file)) }
  }

  const addImages = async (count: number) => {
    const added = []
    for (let index = 0; index < count; index += 1) added.push(await addImage())
    return added
  }

  const send = (
    dicomServerId: DicomServerId,
    sent: readonly { readonly id: ImageId }[],
    language = 'en',
  ) => {
    const body = { dicomServerId, imageIdList: sent.map(({ id }) => id) }
    return call(routes.dicomServer.send, { body }, token, { 'accept-language': language })
  }

  const rows = (dicomServerId: DicomServerId) =>
    unscopedDb
      .selectFrom('dicomSend')
      .selectAll()
      .where('dicomServerId', '=', dicomServerId)
      .orderBy('id')
      .execute()

  const states = async (dicomServerId: DicomServerId) =>
    (await rows(dicomServerId)).map(({ state }) => state)

  return {
    ...clinic,
    token,
    senderId: userId,
    studyId,
    addServer,
    addImage,
    addImages,
    send,
    rows,
    states,
  }
}

export type SendingClinic = Awaited<ReturnType<typeof sendingClinic>>
