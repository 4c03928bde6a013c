import { formatImageAnatomy, getBodyParts, getOfferedViews, getSideMarker } from '@talus/anatomy'
import { ClinicId, getSpeciesId, SensorId, species, StudyId, UserId } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { toDicomAttributes } from './frame-attributes.ts'
import type { FrameImageAttributes, FrameMetadata } from './frame-attributes.ts'

const image: FrameImageAttributes = {
  rows: 2,
  columns: 2,
  bitsStored: 12,
  photometric: 'MONOCHROME2',
  window: { center: 2048, width: 4096 },
  exposureIndex: 250,
  targetExposureIndex: 300,
  deviationIndex: -0.8,
  saturatedShare: 0,
  isSigmoid: true,
}

function frame(
  annotation: { bodyPart: string; bodyPartView: string },
  subject: Partial<FrameMetadata['subject']> = {},
  info: Partial<FrameMetadata['info']> = {},
): FrameMetadata {
  return {
    info: {
      id: 'a-frame-of-tests',
      sensor: 'general',
      captureId: null,
      context: { studyId: 1, annotation: { ...annotation, animalSize: null, speciesId: 1 } },
      format: 'raw16',
      width: 2,
      height: 2,
      bits: 12,
      pitch: 0.15,
      byteLength: 8,
      sha256: '0'.repeat(64),
      exposedAt: '2026-03-02T14:00:00.000Z',
      technique: { kv: 60, ma: 100, ms: 20, mx: 2, fo: 1 },
      generator: null,
      isRecovered: false,
      isIncomplete: false,
      source: 'simulator',
      landmarks: null,
      calibration: null,
      device: {
        sensorId: SensorId.parse(1),
        key: '4290/general',
        brand: 'CareRay',
        model: 'CR1500L',
        modality: 'General',
        serial: 'S1',
      },
      ...info,
    },
    subject: {
      id: StudyId.parse(1),
      clinicId: ClinicId.parse(1),
      studyInstanceUID: '2.25.1',
      createdOn: '2026-03-02T13:30:00.000Z',
      accessionNumber: '',
      description: '',
      dicomStudyId: '',
      referringPhysician: '',
      patientId: 'P1',
      name: 'Rex',
      nameGroups: '',
      speciesId: 1,
      sex: null,
      birthDate: null,
      neutered: false,
      accessionCode: 'A1',
      owner: 'Keller',
      ownerGroups: '',
      breed: null,
      clinicName: 'Clinic',
      clinicAddress: '',
      clinicType: 'Veterinary',
      timeZone: 'America/Toronto',
      language: 'en',
      ...subject,
    },
    operator: { id: UserId.parse(1), username: 'nurse', firstName: '', lastName: '' },
    uids: { sopInstanceUID: '2.25.2', seriesInstanceUID: '2.25.3' },
    numbers: { series: 1, instance: 1 },
  }
}

describe('the object of a frame', () => {
  test('the DICOM object of a frame contains technique, exposure index, detector and operator', () => {
    expect(
      toDicomAttributes(frame({ bodyPart: 'Chest', bodyPartView: 'LAT' }), image),
    ).toMatchObject({
      KVP: 60,
      FocalSpots: 1.2,
      ExposureInuAs: 2000,
      ExposureIndex: 250,
      TargetExposureIndex: 300,
      DeviationIndex: -0.8,
      DetectorID: 'S1',
      ImagerPixelSpacing: [0.15, 0.15],
      OperatorsName: 'nurse',
      AccessionNumber: 'A1',
      VOILUTFunction: 'SIGMOID',
    })
  })

  test('a technique that the user entered is in the DICOM object, which says so, unless a generator reported one', () => {
    const lateral = { bodyPart: 'Chest', bodyPartView: 'LAT' }
    const { info } = frame(lateral)
    const context = { ...info.context, enteredTechnique: { kv: 57.5, mx: 2.5, fo: 0 as const } }
    const entered = toDicomAttributes(frame(lateral, {}, { technique: null, context }), image)
    expect(entered).toMatchObject({
      KVP: 57.5,
      ExposureInuAs: 2500,
      FocalSpots: 0.6,
      CommentsOnRadiationDose: 'kV and mAs were entered by hand.',
    })
    expect([entered['ExposureTime'], entered['XRayTubeCurrent']]).toEqual([undefined, undefined])
    const reported = toDicomAttributes(frame(lateral, {}, { context }), image)
    expect([reported['KVP'], reported['CommentsOnRadiationDose']]).toEqual([60, undefined])
  })

  test('the DICOM object of a human patient has no attributes of animals', () => {
    const person = frame({ bodyPart: 'Chest', bodyPartView: 'VD' }, { clinicType: 'Human' })
    const object = toDicomAttributes(person, image)
    expect(object).toMatchObject({ ViewPosition: 'AP', PatientOrientation: ['L', 'F'] })
    expect([object['PatientSpeciesDescription'], object['ResponsiblePerson']]).toEqual([
      undefined,
      undefined,
    ])
  })

  test('a body part without a DICOM code becomes a secondary capture with a series description', () => {
    expect(
      toDicomAttributes(frame({ bodyPart: 'Antenna', bodyPartView: 'X' }), image),
    ).toMatchObject({
      SOPClassUID: '1.2.840.10008.5.1.4.1.1.7',
      Modality: 'DX',
      SeriesDescription: 'Antenna X',
    })
  })

  test('the DICOM object of an incomplete or saturated frame says so', () => {
    const chest = { bodyPart: 'Chest', bodyPartView: 'LAT' }
    const good = toDicomAttributes(frame(chest), image)
    expect([good['ImageComments'], good['PartialView']]).toEqual([undefined, undefined])
    const faulty = frame(chest, {}, { isIncomplete: true })
    expect(toDicomAttributes(faulty, { ...image, saturatedShare: 0.234 })).toMatchObject({
      ImageComments:
        'The sensor sent a part of this image only. Overexposed: 23 % of the anatomy is saturated.',
      PartialView: 'YES',
      PartialViewDescription: 'The sensor sent a part of this image only.',
    })
  })

  test('without a known pixel pitch the DICOM object has no pixel spacing', () => {
    const unknown = frame({ bodyPart: 'Chest', bodyPartView: 'LAT' }, {}, { pitch: null })
    expect(toDicomAttributes(unknown, image)['ImagerPixelSpacing']).toBeUndefined()
  })
})

const sidedImages = species.flatMap((kind) =>
  getBodyParts(kind).flatMap((part) =>
    getOfferedViews(kind, part).map((view) => ({ kind, part, view })),
  ),
)

/** The side of the animal or leg at the right edge of the image, by the letters of DICOM. */
const readEdge = (rows: string) => {
  if (rows === 'LE') return 'left of the animal'
  if (/^(?:PA|PL|CD)?L/u.test(rows)) return 'lateral'
  return rows.startsWith('M') ? 'medial' : 'back'
}

test.each(sidedImages)(
  'marker, DICOM attributes and name of $kind $part $view state the same side',
  ({ kind, part, view }) => {
    const subject = { speciesId: getSpeciesId(kind) }
    const annotation = { bodyPart: part, bodyPartView: view }
    const object = toDicomAttributes(frame(annotation, subject), image)
    const marker = getSideMarker(part, view)
    const name = formatImageAnatomy(annotation, 'en')
    const laterality = object['ImageLaterality']
    expect(object['Laterality']).toBeUndefined()
    expect(object['SeriesDescription']).toBe(name)
    if (laterality === 'L' || laterality === 'R') {
      expect(marker?.letter).toBe(laterality)
      expect(name.startsWith(laterality === 'L' ? 'Left ' : 'Right ')).toBe(true)
    } else if (view === 'RLAT' || view === 'LLAT') {
      expect(marker?.letter).toBe(name.at(-4))
      // The beam exits at the side on which the animal lies.
      expect(object['ViewPosition']).toBe(marker?.letter === 'R' ? 'LE_RTL' : 'RT_LEL')
      expect(object['PatientOrientation']).toEqual(['CD', 'V'])
    } else expect(marker?.letter).toBe('R')
    const [rows = ''] = Array.isArray(object['PatientOrientation'])
      ? object['PatientOrientation'].map(String)
      : []
    const edges = { 'left of the animal': 'left', lateral: 'right', medial: 'left', back: 'left' }
    if (marker?.edge !== 'bottom') expect(edges[readEdge(rows)]).toBe(marker?.edge)
  },
)
