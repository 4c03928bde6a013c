import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { routes } from '@talus/contract'
import { readDicom } from '@talus/dicom'
import { describe, expect, test } from 'vitest'
import { createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { setUpImports } from '../../../testing/images/import-fixture.ts'

const imports = setUpImports()
const { send, importOutcomes, listStoredFiles, findImage } = imports

test('images of the same time are listed by series and instance number, however they arrive', async () => {
  const study = toUid('ordered study')
  const numbers = [
    [2, 1],
    [1, 2],
    [10, 1],
    [1, 10],
    [1, 1],
  ]
  const uids = numbers.map(([series, instance]) => toUid(`ordered ${series} ${instance}`))
  for (const [at, [series, instance]] of numbers.entries())
    await send(
      createRadiograph(`ordered ${at}`, {
        PatientID: 'X-78',
        PatientName: 'Roy^Ordered',
        ResponsiblePerson: 'Roy^Luc',
        StudyInstanceUID: study,
        SeriesInstanceUID: toUid(`ordered series ${series}`),
        SOPInstanceUID: uids[at],
        SeriesNumber: series,
        InstanceNumber: instance,
        AcquisitionDate: '20260105',
        AcquisitionTime: '101500',
        ContentDate: '20260105',
        ContentTime: '101500',
      }),
    )
  const stored = await findImage(uids[0] ?? '')
  if (!stored) throw new Error('nothing was imported')
  const { body } = await imports.server.call(
    routes.image.ofStudy,
    { query: { studyId: stored.studyId } },
    imports.token,
  )
  const listed = body.map(({ sopInstanceUID }) => numbers[uids.indexOf(sopInstanceUID)])
  expect(listed).toEqual([
    [1, 1],
    [1, 2],
    [1, 10],
    [2, 1],
    [10, 1],
  ])
})

describe('an imported radiograph', () => {
  test('creates patient, owner and study, and is stored byte for byte', async () => {
    const bytes = createRadiograph('first')
    const { lines } = await send(bytes)
    expect(lines).toMatchObject([{ name: 'file', outcome: 'stored' }])
    const image = await findImage(toUid('image first'))
    expect(image).toMatchObject({
      patientName: 'Rex',
      patientNumber: 'X-77',
      ownerName: 'Anne Tremblay',
      speciesId: 1,
      sex: 'Male',
      neutered: true,
      birthDate: '2020-05-01',
      studyModality: 'General',
      bodyPart: 'Chest',
      bodyPartView: 'VD',
      rows: 4,
      columns: 3,
      hasPixels: true,
      byteLength: bytes.byteLength,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    expect(JSON.parse(image?.json ?? '')).toMatchObject({ '00100020': { Value: ['X-77'] } })
    const stream = await imports.server.files.read(image?.filePath ?? '')
    expect(stream && (await buffer(stream)).equals(bytes)).toBe(true)

    const found = await imports.server.call(
      routes.study.page,
      { query: { ClinicId: imports.server.first.id, search: 'tremb' } },
      imports.token,
    )
    expect(found.body).toMatchObject({ total: 1, rows: [{ patientName: 'Rex', imageCount: 1 }] })
  })

  test('changes nothing when it is imported again', async () => {
    await send(createRadiograph('again'))
    const [before, files] = [await findImage(toUid('image again')), await listStoredFiles()]
    expect(await importOutcomes(createRadiograph('again'))).toEqual(['known'])
    expect(await findImage(toUid('image again'))).toEqual(before)
    expect(await listStoredFiles()).toEqual(files)
  })

  test('replaces its file if that was lost', async () => {
    await send(createRadiograph('lost'))
    const before = await findImage(toUid('image lost'))
    await imports.server.files.remove(before?.filePath ?? '')
    expect(await importOutcomes(createRadiograph('lost'))).toEqual(['stored'])
    const after = await findImage(toUid('image lost'))
    expect(after).toMatchObject({ id: before?.id, sha256: before?.sha256 })
    expect(await imports.server.files.stat(after?.filePath ?? '')).toBeDefined()
  })

  test('is a separate image in another clinic', async () => {
    await send(createRadiograph('both'))
    const other = await imports.server.createToken(imports.server.second.users.staff.id)
    expect((await send(createRadiograph('both'), { by: other })).lines).toMatchObject([
      { outcome: 'stored' },
    ])
    const [mine, theirs] = [
      await findImage(toUid('image both')),
      await findImage(toUid('image both'), imports.server.second.id),
    ]
    expect(mine?.studyId).not.toBe(theirs?.studyId)
  })

  test('creates one patient, one study and one series when its images arrive concurrently', async () => {
    const study = { StudyInstanceUID: toUid('together'), PatientID: 'T-1', PatientName: 'Roy^Max' }
    const names = Array.from({ length: 24 }, (_, at) => `together ${at}`)
    const outcomes = await Promise.all(
      names.map((name) =>
        importOutcomes(
          createRadiograph(name, { ...study, SeriesInstanceUID: toUid('together s') }),
        ),
      ),
    )
    expect(outcomes.flat()).toEqual(names.map(() => 'stored'))
    const images = await Promise.all(names.map((name) => findImage(toUid(`image ${name}`))))
    expect(new Set(images.map((image) => image?.studyId)).size).toBe(1)
    const series = await imports.server.unscopedDb
      .selectFrom('series')
      .selectAll()
      .where('seriesInstanceUID', '=', toUid('together s'))
      .execute()
    expect(series).toHaveLength(1)
  })
})

describe('the patient of an imported image', () => {
  let count = 0
  /** Imports each image into a study of its own. */
  const importNamed = async (attributes: Record<string, string>) => {
    count += 1
    const name = `whose ${count}`
    const own = { StudyInstanceUID: toUid(name), SeriesInstanceUID: toUid(`${name} s`) }
    await send(createRadiograph(name, { ...own, ...attributes }))
    return findImage(toUid(`image ${name}`))
  }

  test('is the same for the same number and name', async () => {
    const [one, other] = [
      await importNamed({ PatientID: 'W-1', PatientName: 'Roy^Bella' }),
      await importNamed({ PatientID: 'W-1', PatientName: 'ROY^BELLA' }),
    ]
    expect(other?.patientDatabaseId).toBe(one?.patientDatabaseId)
  })

  test('is created even if the file names none', async () => {
    const nothing = {
      PatientID: '',
      PatientName: '',
      PatientBirthDate: '',
      PatientSex: '',
      PatientSpeciesDescription: '',
      ResponsiblePerson: '',
      StudyDate: '',
      StudyTime: '',
    }
    const image = await importNamed(nothing)
    expect(image).toMatchObject({ speciesId: null, sex: null, ownerName: null })
    expect(image).toMatchObject({ patientName: 'Unnamed 1', patientNumber: 'UNNAMED-1' })
    const next = await importNamed(nothing)
    expect(next).toMatchObject({ patientName: 'Unnamed 2', patientNumber: 'UNNAMED-2' })
    const numbered = await importNamed({ ...nothing, PatientID: 'CHIP-9' })
    expect(numbered).toMatchObject({ patientName: 'Unnamed CHIP-9', patientNumber: 'CHIP-9' })
  })

  test('a patient without an ID gets a number that says so, and no time', async () => {
    const unnumbered = { PatientID: '', ResponsiblePerson: '' }
    const first = await importNamed({ ...unnumbered, PatientName: 'Alma' })
    expect(first).toMatchObject({ patientName: 'Alma', patientNumber: 'NO-ID-1' })
    const second = await importNamed({ ...unnumbered, PatientName: 'Bruno' })
    expect(second).toMatchObject({ patientName: 'Bruno', patientNumber: 'NO-ID-2' })
  })

  test('an imported file without a study UID gets one, in the record and in the file', async () => {
    const without = { StudyInstanceUID: '', SeriesInstanceUID: '', PatientID: 'W-4' }
    const [one, other] = [await importNamed(without), await importNamed(without)]
    expect(other?.studyId).toBe(one?.studyId)
    const stream = await imports.server.files.read(one?.filePath ?? '')
    const bytes = stream && new Uint8Array(await buffer(stream))
    const { identity } = readDicom(bytes ?? new Uint8Array())
    expect(identity.studyInstanceUid).toMatch(/^2\.25\.\d+$/u)
    expect(JSON.parse(one?.json ?? '')).toMatchObject({
      '0020000D': { Value: [identity.studyInstanceUid] },
    })
    expect(bytes && createHash('sha256').update(bytes).digest('hex')).toBe(one?.sha256)
  })

  test('an imported file with a study date in the future gets the current date', async () => {
    const image = await importNamed({ PatientID: 'W-3', StudyDate: '29990101' })
    expect(image && image.studyDate <= imports.server.clock().toISOString()).toBe(true)
  })
})
