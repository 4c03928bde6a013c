import { createHash } from 'node:crypto'
import { ClinicId, PatientId, UserId, getSpeciesName } from '@talus/contract'
import { createContextAttributes, explicitLittleEndian, writeFileChunks } from '@talus/dicom'
import type { Attributes, ObjectContext } from '@talus/dicom'
import type { SimulatedScan } from '@talus/imaging/phantom'
import type { UnscopedDb } from '../../db/open.ts'
import type { Archive } from '../../features/archive/index.ts'
import { minute } from '../calendar.ts'
import { findScannedPatient, findOrInsertStudy } from './demo-images.queries.ts'
import type { DemoStudy } from './plan-images.ts'

const ctImageStorage = '1.2.840.10008.5.1.4.1.1.2'
const dogs = 'Canine'
const beforeNewestMs = 40 * minute

export interface DemoScanDeps {
  readonly unscopedDb: UnscopedDb
  readonly archive: Pick<Archive, 'storeOwn'>
  readonly simulateScan: () => Promise<SimulatedScan>
  readonly signal: AbortSignal
}

/** The same in every run, so that a server that was killed continues. */
const deriveUid = (text: string) =>
  `2.25.${BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 30)}`)}`

/** The newest radiographed dog of each clinic has a CT scan too. */
function chooseStudies(studies: readonly DemoStudy[]): DemoStudy[] {
  const ofDogs = studies
    .filter(({ speciesId }) => speciesId !== null && getSpeciesName(speciesId) === dogs)
    .toSorted((one, other) => Date.parse(other.createdOn) - Date.parse(one.createdOn))
  return [...Map.groupBy(ofDogs, ({ clinicId }) => clinicId).values()].flatMap(([newest]) =>
    newest ? [newest] : [],
  )
}

/** The animal lay on its breast, head first: the first row is the back, the first column the left. */
function createScanAttributes(scan: SimulatedScan, slice: number): Attributes {
  const { spacing, distance, columns, rows, slices, padding } = scan
  const [left, back] = [((columns - 1) / 2) * spacing, ((rows - 1) / 2) * spacing]
  return {
    ImageType: ['ORIGINAL', 'PRIMARY', 'AXIAL'],
    BodyPartExamined: 'CHEST',
    PatientPosition: 'HFP',
    AnatomicalOrientationType: 'QUADRUPED',
    ImagePositionPatient: [left, back, (slice - (slices - 1) / 2) * distance],
    ImageOrientationPatient: [-1, 0, 0, 0, -1, 0],
    PixelSpacing: [spacing, spacing],
    SliceThickness: distance,
    KVP: 120,
    AcquisitionNumber: 1,
    SamplesPerPixel: 1,
    PhotometricInterpretation: 'MONOCHROME2',
    Rows: rows,
    Columns: columns,
    BitsAllocated: 16,
    BitsStored: 16,
    HighBit: 15,
    PixelRepresentation: 1,
    PixelPaddingValue: padding,
    RescaleIntercept: 0,
    RescaleSlope: 1,
    RescaleType: 'HU',
    WindowCenter: 40,
    WindowWidth: 400,
  }
}

function createSliceFile(
  scan: SimulatedScan,
  slice: number,
  context: Omit<ObjectContext, 'instance'>,
): Buffer {
  const { instanceUid: uid } = context.study
  const sopInstanceUid = deriveUid(`${uid} slice ${slice}`)
  const createdAt = context.study.startedAt
  const instance = { sopInstanceUid, number: slice + 1, createdAt }
  const pixels = scan.rows * scan.columns
  const native = new Uint8Array(scan.values.buffer, 2 * slice * pixels, 2 * pixels)
  const chunks = writeFileChunks(
    {
      ...createContextAttributes({ ...context, instance }, ctImageStorage, 'CT'),
      FrameOfReferenceUID: deriveUid(`${uid} frame of reference`),
      PositionReferenceIndicator: '',
      ...createScanAttributes(scan, slice),
    },
    { transferSyntaxUid: explicitLittleEndian, pixels: { native, bitsAllocated: 16 } },
  )
  return Buffer.concat(chunks)
}

async function* iterate(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Stores a simulated CT scan for a dog of each clinic. Storing a slice again changes nothing. */
export async function storeDemoScans(
  { unscopedDb, archive, simulateScan, signal }: DemoScanDeps,
  studies: readonly DemoStudy[],
): Promise<void> {
  const chosen = chooseStudies(studies)
  if (chosen.length === 0) return
  const scan = await simulateScan()
  for (const newest of chosen) {
    const clinicId = ClinicId.parse(newest.clinicId)
    const userId = UserId.parse(newest.userId)
    const patientId = PatientId.parse(newest.patientId)
    const patient = await findScannedPatient(unscopedDb, patientId)
    if (!patient) continue
    const startedAt = new Date(Date.parse(newest.createdOn) - beforeNewestMs).toISOString()
    const instanceUid = deriveUid(`demo scan of study ${newest.studyInstanceUID}`)
    const study = { clinicId, userId, patientId, createdOn: startedAt, modality: 'CT' } as const
    await findOrInsertStudy(unscopedDb, {
      ...study,
      studyInstanceUID: instanceUid,
      sopInstanceUID: deriveUid(`${instanceUid} slice 0`),
    })
    const series = { instanceUid: deriveUid(`${instanceUid} series`), number: 2 }
    const context = {
      ...patient,
      study: { instanceUid, startedAt, description: 'CT thorax' },
      series: { ...series, description: 'Thorax 2.5 mm' },
      equipment: { manufacturer: 'Talus', model: 'Simulated CT' },
    }
    for (let slice = 0; slice < scan.slices; slice += 1) {
      signal.throwIfAborted()
      const sender = { clinicId, userId, studyInstanceUID: instanceUid }
      await archive.storeOwn(iterate(createSliceFile(scan, slice, context)), sender)
    }
  }
}
