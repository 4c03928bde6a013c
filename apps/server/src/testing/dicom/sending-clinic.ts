import { findDataSetStart } from '@talus/dicom'
import type { DicomServer, DicomServerId, ImageId } from '@talus/contract'
import { routes } from '@talus/contract'
import { createClinicWithImages, toSha256 } from '../images/clinic-with-images.ts'
import { createRadiograph, toUid } from './dicom-objects.ts'
import { insertUser } from '../records/clinics-and-users.ts'
import type { TestServer } from '../server/test-server.ts'

/** The data set of a file without its file meta information: the bytes that C-STORE transfers. */
export const getDataSet = (file: Uint8Array) => file.subarray(findDataSetStart(file).at)

let clinics = 0

/**
 * Creates a clinic for one test, with a user who may send images, and functions to add images and
 * DICOM servers.
 */
export async function createSendingClinic(server: TestServer) {
  const { unscopedDb, createToken, passwordHash, call } = server
  const name = `Sending ${(clinics += 1)}`
  const clinic = await createClinicWithImages(server, name)
  const userId = await insertUser(unscopedDb, {
    username: `sender.${clinics}`,
    clinicId: clinic.id,
    flags: { dicomForms: true },
    passwordHash,
  })
  const token = await createToken(userId)
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

  /** Adds an image with a file and the values that the archive would record, each replaceable. */
  async function addImage(
    change: {
      readonly file?: Uint8Array
      readonly sopInstance?: string
      readonly sopClass?: string
      readonly isRejected?: boolean
      readonly sha256?: string
    } = {},
  ) {
    const label = `${name} ${(images += 1)}`
    const file = change.file ?? createRadiograph(label)
    const { sha256, isRejected = false } = change
    const id: ImageId = await clinic.addImage({
      studyId,
      bytes: file,
      isRejected,
      ...(sha256 === undefined ? {} : { sha256 }),
    })
    const start = findDataSetStart(file)
    const sopInstance = change.sopInstance ?? toUid(`image ${label}`)
    await unscopedDb
      .updateTable('image')
      .set({
        sopInstanceUID: sopInstance,
        sopClassUID: change.sopClass ?? start.sopClassUid,
        transferSyntaxUID: start.transferSyntaxUid,
      })
      .where('id', '=', id)
      .execute()
    return { id, file, sopInstance, hash: toSha256(getDataSet(file)) }
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

  const listSends = (dicomServerId: DicomServerId) =>
    unscopedDb
      .selectFrom('dicomSend')
      .selectAll()
      .where('dicomServerId', '=', dicomServerId)
      .orderBy('id')
      .execute()

  const listSendStates = async (dicomServerId: DicomServerId) =>
    (await listSends(dicomServerId)).map(({ state }) => state)

  return {
    ...clinic,
    token,
    senderId: userId,
    studyId,
    addServer,
    addImage,
    addImages,
    send,
    listSends,
    listSendStates,
  }
}

export type SendingClinic = Awaited<ReturnType<typeof createSendingClinic>>
