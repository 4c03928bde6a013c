import { spawnSync } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { routes } from '@talus/contract'
import type { Image, ImageId, StudyId } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  openCaptureFixture,
  insertStudyWithPatient,
} from '../../../testing/capture/capture-fixture.ts'
import { insertLocalBridge } from '../../../testing/records/devices.ts'
import type { CaptureFixture } from '../../../testing/capture/capture-fixture.ts'
import { insertClinic, insertUser } from '../../../testing/records/clinics-and-users.ts'
import { subscribeToEvents } from '../../../testing/server/event-client.ts'
import { runProgram } from '../../../testing/network/run-program.ts'

const hasDciodvfy = spawnSync('dciodvfy', ['-version']).error === undefined
const dciodvfyNote = hasDciodvfy ? '' : ' (skipped: dciodvfy of dicom3tools is not installed)'

// The first image starts the processing threads, in parallel with other tests.
vi.setConfig({ testTimeout: 60_000 })

let fixture: CaptureFixture
let token: string
let stranger: string
let study: StudyId
const chest = { bodyPart: 'Chest', bodyPartView: 'LAT', animalSize: 'Medium' as const }

beforeAll(async () => {
  fixture = await openCaptureFixture({ BRIDGE_BINNING: '1' })
  const { server } = fixture
  const { first, second } = server
  token = await server.createToken(first.users.operator.id)
  stranger = await server.createToken(second.users.operator.id)
  study = await insertStudyWithPatient(server, {
    clinicId: first.id,
    userId: first.users.operator.id,
  })
  await server.unscopedDb
    .insertInto('restraintEntry')
    .values({
      studyId: study,
      clinicId: first.id,
      userId: first.users.operator.id,
      holders: 'Nurse',
      isSedated: true,
      createdOn: server.clock().toISOString(),
    })
    .execute()
})
afterAll(() => fixture.close())

async function captureImage(
  sensor: 'general' | 'dental',
  studyId: StudyId,
  annotation: { bodyPart: string; bodyPartView: string; animalSize: 'Medium' | null },
) {
  const answer = fixture.post({ sensorId: fixture[sensor], studyId, annotation }, token)
  await fixture.press(sensor)
  const response = await answer
  return { status: response.status, image: (await response.json()) as Image }
}

/** The attributes that the archive read from the file, by tag. */
async function headerOf(imageId: ImageId) {
  const { json } = await fixture.server.unscopedDb
    .selectFrom('imageHeader')
    .select('json')
    .where('imageId', '=', imageId)
    .executeTakeFirstOrThrow()
  const all = JSON.parse(json) as Record<string, { Value?: readonly unknown[] }>
  return (tag: string) => all[tag]?.Value
}

async function remarksOf({ filePath }: { filePath: string }) {
  const stream = await fixture.server.files.read(filePath)
  if (!stream) throw new Error('no file')
  await writeFile(join(fixture.server.folder, 'made.dcm'), await buffer(stream))
  const { output } = await runProgram(fixture.server.folder, 'dciodvfy', '-new', 'made.dcm')
  return output.split('\n')
}

describe('an X-ray', () => {
  let image: Image

  test('a captured X-ray becomes an image of its study, and the sensor’s events report preview and image', async () => {
    const screen = await subscribeToEvents(fixture.url(`sensor/${fixture.general}/events`), token)
    // Two clinics share the sensor.
    const { unscopedDb, second } = fixture.server
    const shared = await insertLocalBridge(unscopedDb, second.id)
    const otherClinic = await subscribeToEvents(
      fixture.url(`sensor/${shared.general}/events`),
      stranger,
    )
    const captured = await captureImage('general', study, chest)
    ;({ image } = captured)
    expect([captured.status, image]).toMatchObject([
      200,
      { studyId: study, modality: 'General', ...chest, isRecovered: false },
    ])
    expect(image.userId).toBe(fixture.server.first.users.operator.id)
    expect(image.preset).not.toBeNull()

    const preview = (await screen.until('preview')) as Record<string, unknown>
    expect(preview).toMatchObject({ studyId: study, annotation: chest })
    expect(Buffer.from(String(preview['jpeg']), 'base64').subarray(0, 2).toString('hex')).toBe(
      'ffd8',
    )
    expect(await screen.until('image')).toMatchObject({
      captureId: preview['captureId'],
      image: { id: image.id },
    })
    // Another clinic learns that the sensor is in use, and nothing about the exposure.
    expect(otherClinic.getData('frame')).toEqual([])
    const states = otherClinic.getData('state') as { state: string; use: unknown }[]
    expect(new Set(states.filter(({ use }) => use !== null).map(({ state }) => state))).toEqual(
      new Set(['NotAvailable']),
    )
    expect([otherClinic.getData('preview'), otherClinic.getData('image')]).toEqual([[], []])
    await screen.close()
    await otherClinic.close()
  })

  test('the DICOM file of an X-ray names the patient, the body part and the technique', async () => {
    const said = await headerOf(image.id)
    const { technique, pitch, frameId } = await rawOf(image.id)
    expect(said('00080016')).toEqual(['1.2.840.10008.5.1.4.1.1.1.1'])
    expect(said('00080018')).toEqual([image.sopInstanceUID])
    expect(image.sopInstanceUID).toMatch(/^2\.25\.\d+$/u)
    expect(said('0020000D')?.[0]).toMatch(/^2\.25\.77/u)
    expect(said('00100010')).toMatchObject([{ Alphabetic: 'Keller^Étoile' }])
    expect(said('00100020')?.[0]).toMatch(/^X-/u)
    expect(said('00102201')).toEqual(['Canine'])
    expect(said('00102297')).toMatchObject([{ Alphabetic: 'Keller' }])
    expect(said('00102203')).toEqual(['ALTERED'])
    expect(said('00080080')).toEqual(['First'])
    expect(said('00081070')?.length).toBe(1)
    expect([said('00080070'), said('00081090')]).toEqual([['CareRay'], ['CR1500L']])
    expect(said('00181000')).toEqual(['SIM-1500-0001'])
    expect(said('00180015')).toEqual(['CHEST'])
    expect(said('00181164')).toEqual([pitch, pitch])
    expect([said('00180060'), said('00181190')]).toEqual([
      [technique.kv],
      [technique.fo === 0 ? 0.6 : 1.2],
    ])
    expect(said('00181153')).toEqual([Math.round(technique.mx * 1000)])
    expect(said('00281056')).toEqual(['SIGMOID'])
    expect([said('00200011'), said('00200013')]).toEqual([[1], [1]])
    expect(frameId).toMatch(/^[0-9a-f]{32}$/u)
  })

  async function rawOf(imageId: ImageId) {
    const row = await fixture.server.unscopedDb
      .selectFrom('rawFrame')
      .selectAll()
      .where('imageId', '=', imageId)
      .executeTakeFirstOrThrow()
    const { technique, pitch } = row.info as {
      technique: { kv: number; mx: number; fo: number }
      pitch: number
    }
    return { ...row, technique, pitch }
  }

  test('a captured X-ray stores raw data, exposure and an audit event, and leaves nothing in the bridge', async () => {
    const { unscopedDb, files } = fixture.server
    const raw = await rawOf(image.id)
    expect(await files.stat(raw.filePath)).toMatchObject({ byteLength: raw.byteLength })
    const { width, height } = raw.info as { width: number; height: number }
    expect(raw.byteLength).toBe(width * height * 2)
    const exposure = await unscopedDb
      .selectFrom('imageExposure')
      .selectAll()
      .where('imageId', '=', image.id)
      .executeTakeFirstOrThrow()
    expect(exposure).toMatchObject({
      kv: raw.technique.kv,
      generator: 'Simulator',
      room: 'Theatre',
      holders: 'Nurse',
      isSedated: true,
      exposureIndex: image.exposureIndex,
      saturatedShare: image.saturatedShare,
    })
    expect(image).toMatchObject({ saturatedShare: 0, isIncomplete: false })
    const trail = await unscopedDb
      .selectFrom('auditEvent')
      .select(['username', 'subject', 'clinicId'])
      .where('action', '=', 'image.capture')
      .where('entityId', '=', image.id)
      .execute()
    expect(trail).toMatchObject([{ subject: 'Chest LAT', clinicId: fixture.server.first.id }])
    const params = { id: study }
    const planned = await fixture.server.call(routes.study.annotations, { params }, token)
    expect(planned.body).toMatchObject([{ ...chest, images: 1 }])
    expect(await fixture.callBridge('/frames')).toEqual({ frames: [] })
  })

  test('an X-ray of the same body part and view continues the series, another one starts a new series', async () => {
    const again = await captureImage('general', study, chest)
    expect(again.image.seriesInstanceUID).toBe(image.seriesInstanceUID)
    const other = await captureImage('general', study, { ...chest, bodyPartView: 'VD' })
    expect(other.image.seriesInstanceUID).not.toBe(image.seriesInstanceUID)
    const numbers = async ({ id }: Image) => {
      const said = await headerOf(id)
      return [said('00200011')?.[0], said('00200013')?.[0]]
    }
    expect([await numbers(again.image), await numbers(other.image)]).toEqual([
      [1, 2],
      [2, 1],
    ])
  })

  const findExposure = (imageId: ImageId) =>
    fixture.server.unscopedDb
      .selectFrom('imageExposure')
      .selectAll()
      .where('imageId', '=', imageId)
      .executeTakeFirstOrThrow()
  const setRestraint = (body: { holders: string; isSedated?: boolean }) =>
    fixture.server.call(routes.study.setRestraint, { params: { id: study }, body }, token)

  test('an exposure records the restraint of its own moment, also if it is entered while the sensor is armed', async () => {
    const { server, post, untilState, press, general } = fixture
    await setRestraint({ holders: 'Anna' })
    const answer = post({ sensorId: general, studyId: study, annotation: chest }, token)
    await untilState('general', 'WaitingForRadiation')
    server.advanceClock(2000)
    await setRestraint({ holders: 'Ben' })
    server.advanceClock(2000)
    await press('general')
    const taken = (await (await answer).json()) as Image
    server.advanceClock(2000)
    await setRestraint({ holders: 'Clara', isSedated: true })
    expect(await findExposure(taken.id)).toMatchObject({ holders: 'Ben', isSedated: false })
    const next = await captureImage('general', study, chest)
    expect(await findExposure(next.image.id)).toMatchObject({ holders: 'Clara', isSedated: true })
    expect(await findExposure(image.id)).toMatchObject({ holders: 'Nurse', isSedated: true })
  })

  test('without a generator the entered technique is in log and DICOM file; with one it is ignored', async () => {
    const { general, orderSimulator, post, press, untilState } = fixture
    const technique = { kv: 57, mx: 1.25, fo: 1 as const }
    const order = { sensorId: general, studyId: study, annotation: chest, technique }
    const take = async () => {
      const answer = post(order, token)
      await press('general')
      return (await (await answer).json()) as Image
    }
    const measured = await findExposure((await take()).id)
    expect([measured.isTechniqueEntered, measured.kv === technique.kv]).toEqual([false, false])
    await orderSimulator({ order: 'generator-fault', fault: 'no-generator', isOn: true })
    const entered = await take()
    const changed = await (async () => {
      const answer = post(order, token)
      await untilState('general', 'WaitingForRadiation')
      const enter = (by: string, mx: number) =>
        fixture.server.call(
          routes.image.enterTechnique,
          { body: { sensorId: general, technique: { kv: 60, mx } } },
          by,
        )
      expect((await enter(token, 3.2)).status).toBe(204)
      await enter(stranger, 99)
      await press('general')
      return (await (await answer).json()) as Image
    })()
    await orderSimulator({ order: 'generator-fault', fault: 'no-generator', isOn: false })
    expect(await findExposure(entered.id)).toMatchObject({
      kv: 57,
      mas: 1.25,
      ma: null,
      ms: null,
      focus: 'L',
      isTechniqueEntered: true,
    })
    expect(await findExposure(changed.id)).toMatchObject({ kv: 60, mas: 3.2, focus: '' })
    const said = await headerOf(entered.id)
    expect([said('00180060'), said('00181153'), said('00181150')]).toEqual([
      [57],
      [1250],
      undefined,
    ])
    expect(said('00400310')).toEqual(['kV and mAs were entered by hand.'])
    if (hasDciodvfy)
      expect((await remarksOf(entered)).filter((line) => line.startsWith('Error'))).toEqual([])
  })

  test.runIf(hasDciodvfy)(
    `a captured X-ray is a valid DX image for dciodvfy${dciodvfyNote}`,
    async () => {
      const lines = await remarksOf(image)
      expect(lines).toContain('DXImageForPresentation')
      expect(lines.filter((line) => line.startsWith('Error'))).toEqual([])
    },
  )
})

describe('an X-ray of a person', () => {
  test('a human clinic captures without a species, and the file has no attributes of animals', async () => {
    const { server } = fixture
    const clinicId = await insertClinic(server.unscopedDb, 'People')
    const change = server.unscopedDb.updateTable('clinic').set({ clinicType: 'Human' })
    await change.where('id', '=', clinicId).execute()
    const userId = await insertUser(server.unscopedDb, {
      username: 'radiographer',
      clinicId,
      flags: {},
      passwordHash: '',
    })
    const own = await server.createToken(userId)
    const patient = await server.call(routes.patient.create, { body: { name: 'Doe' } }, own)
    const { body: created } = await server.call(
      routes.study.create,
      { body: { patientId: patient.body.id, modality: 'General' } },
      own,
    )
    const hand = { bodyPart: 'Left Hand', bodyPartView: 'PA', animalSize: null }
    const params = { id: created.id }
    const refused = await server.call(
      routes.study.addAnnotation,
      { params, body: { ...hand, bodyPartView: 'VD' } },
      own,
    )
    expect(refused.status).toBe(400)
    const planned = await server.call(routes.study.addAnnotation, { params, body: hand }, own)
    expect(planned.status).toBeLessThan(300)
    // Releases the sensor, which stays reserved for its last user.
    const lease = { sensorId: fixture.general }
    await server.call(routes.image.cancelCapture, { body: lease }, token)
    const sensorId = (await insertLocalBridge(server.unscopedDb, clinicId)).general
    const answer = fixture.post({ sensorId, studyId: created.id, annotation: hand }, own)
    await fixture.press('general')
    const response = await answer
    expect(response.status).toBe(200)
    const image = (await response.json()) as Image
    const said = await headerOf(image.id)
    expect([said('00180015'), said('00200062'), said('00185101')]).toEqual([
      ['HAND'],
      ['L'],
      ['PA'],
    ])
    expect([said('00102201'), said('00102297')]).toEqual([undefined, undefined])
    if (hasDciodvfy)
      expect((await remarksOf(image)).filter((line) => line.startsWith('Error'))).toEqual([])
  })
})

describe('an X-ray of teeth', () => {
  const canine = { bodyPart: '104 - RU - Canine', bodyPartView: '', animalSize: null }
  let image: Image

  test('a dental X-ray becomes an intra-oral image of its teeth, with its exposure index', async () => {
    const { id: clinicId, users } = fixture.server.first
    const userId = users.operator.id
    const mouth = await insertStudyWithPatient(fixture.server, {
      clinicId,
      userId,
      modality: 'Dental',
    })
    // The simulated test object of the other tests has no calibration, and so no exposure index.
    await fixture.killBridge()
    await fixture.startBridge({ BRIDGE_PICTURES: 'phantom' })
    const captured = await captureImage('dental', mouth, canine)
    ;({ image } = captured)
    expect([captured.status, image]).toMatchObject([200, { modality: 'Dental', ...canine }])
    expect(image.exposureIndex).toBeGreaterThan(0)
    const said = await headerOf(image.id)
    expect(said('00080016')).toEqual(['1.2.840.10008.5.1.4.1.1.1.3'])
    expect(said('00080060')).toEqual(['IO'])
    // An intra-oral tube is not fed by this generator.
    expect(said('00180060')).toBeUndefined()
    expect(said('00181411')?.[0]).toBeCloseTo(image.exposureIndex ?? 0, 0)
  })

  test.runIf(hasDciodvfy)(
    `a dental X-ray is a valid intra-oral image for dciodvfy${dciodvfyNote}`,
    async () => {
      const lines = await remarksOf(image)
      expect(lines).toContain('IntraoralImageForPresentation')
      expect(lines.filter((line) => line.startsWith('Error'))).toEqual([])
    },
  )
})
