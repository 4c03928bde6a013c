import { createHash } from 'node:crypto'
import { ClinicId, PatientId, UserId, getSpeciesName } from '@talus/contract'
import { createContextAttributes, explicitLittleEndian, writeFileChunks } from '@talus/dicom'
import type { Attributes, ObjectContext } from '@talus/dicom'
import type { SimulatedScan } from '@talus/imaging/phantom'
import type { UnscopedDb } from '../../db/open.ts'
import type { Archive } from '../../features/archive/index.ts'
import { minute } from '../calendar.ts'
import { findScannedPatient, findOrInsertStudy } from './demo-images.queries.ts'
import { demoScans } from './plan-scans.ts'
import type { DemoScan, DemoSeries } from './plan-scans.ts'
import type { DemoStudy } from './plan-images.ts'

const dogs = 'Canine'
const beforeNewestMs = 40 * minute

export interface DemoScanDeps {
  readonly unscopedDb: UnscopedDb
  readonly archive: Pick<Archive, 'storeOwn'>
  readonly simulateScan: (request: DemoSeries['request']) => Promise<SimulatedScan>
  readonly signal: AbortSignal
}

/** The same in every run, so that a server that was killed continues. */
const deriveUid = (text: string) =>
  `2.25.${BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 30)}`)}`

/** The newest radiographed dogs of each clinic, one for each scan. */
function chooseStudies(studies: readonly DemoStudy[]) {
  const ofDogs = studies
    .filter(({ speciesId }) => speciesId !== null && getSpeciesName(speciesId) === dogs)
    .toSorted((one, other) => Date.parse(other.createdOn) - Date.parse(one.createdOn))
  return demoScans.flatMap((scan, index) =>
    [...Map.groupBy(ofDogs, ({ clinicId }) => clinicId).values()].flatMap((ofClinic) => {
      const animals = [...Map.groupBy(ofClinic, ({ patientId }) => patientId).values()]
      const newest = animals[index % animals.length]?.[0]
      return newest ? [{ scan, newest }] : []
    }),
  )
}

function createPictureAttributes(scan: SimulatedScan, slice: number): Attributes {
  const { spacing, distance, columns, rows, padding, first, row, column, through } = scan
  const [x, y, z] = first.map((start, axis) => start + slice * distance * (through[axis] ?? 0))
  return {
    ImagePositionPatient: [x ?? 0, y ?? 0, z ?? 0],
    ImageOrientationPatient: [...row, ...column],
    PixelSpacing: [spacing, spacing],
    SliceThickness: distance,
    SamplesPerPixel: 1,
    PhotometricInterpretation: 'MONOCHROME2',
    Rows: rows,
    Columns: columns,
    BitsAllocated: 16,
    BitsStored: 16,
    HighBit: 15,
    PixelRepresentation: 1,
    ...(padding !== null && { PixelPaddingValue: padding }),
  }
}

interface SliceContext {
  readonly scan: DemoScan
  readonly series: DemoSeries
  readonly values: SimulatedScan
  readonly context: Omit<ObjectContext, 'instance'>
}

function createSliceFile({ scan, series, values, context }: SliceContext, slice: number): Buffer {
  const { instanceUid: uid } = context.study
  // Series of one scan have one frame of reference.
  const sopInstanceUid = deriveUid(`${uid} ${series.number} slice ${slice}`)
  const createdAt = context.study.startedAt
  const instance = { sopInstanceUid, number: slice + 1, createdAt }
  const pixels = values.rows * values.columns
  const native = new Uint8Array(values.values.buffer, 2 * slice * pixels, 2 * pixels)
  const chunks = writeFileChunks(
    {
      ...createContextAttributes({ ...context, instance }, scan.sopClassUid, scan.modality),
      FrameOfReferenceUID: deriveUid(`${uid} frame of reference`),
      PositionReferenceIndicator: '',
      // The animal lay on its breast, head first.
      PatientPosition: 'HFP',
      AnatomicalOrientationType: 'QUADRUPED',
      AcquisitionNumber: 1,
      ...series.attributes,
      ...createPictureAttributes(values, slice),
    },
    { transferSyntaxUid: explicitLittleEndian, pixels: { native, bitsAllocated: 16 } },
  )
  return Buffer.concat(chunks)
}

async function* iterate(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Stores simulated scans for dogs of each clinic. Storing a slice again changes nothing. */
export async function storeDemoScans(
  { unscopedDb, archive, simulateScan, signal }: DemoScanDeps,
  studies: readonly DemoStudy[],
): Promise<void> {
  const simulated = new Map<DemoSeries, SimulatedScan>()
  for (const { scan, newest } of chooseStudies(studies)) {
    const clinicId = ClinicId.parse(newest.clinicId)
    const userId = UserId.parse(newest.userId)
    const patientId = PatientId.parse(newest.patientId)
    const patient = await findScannedPatient(unscopedDb, patientId)
    if (!patient) continue
    const startedAt = new Date(Date.parse(newest.createdOn) - beforeNewestMs).toISOString()
    const { modality, name } = scan
    const studyInstanceUID = deriveUid(`demo ${modality} of study ${newest.studyInstanceUID}`)
    await findOrInsertStudy(unscopedDb, {
      clinicId,
      userId,
      patientId,
      createdOn: startedAt,
      modality,
      studyInstanceUID,
      sopInstanceUID: deriveUid(`${studyInstanceUID} ${scan.series[0]?.number} slice 0`),
    })
    for (const series of scan.series) {
      const values = simulated.get(series) ?? (await simulateScan(series.request))
      simulated.set(series, values)
      const { number, description } = series
      const context = {
        ...patient,
        study: { instanceUid: studyInstanceUID, startedAt, description: name },
        series: {
          instanceUid: deriveUid(`${studyInstanceUID} series ${number}`),
          number,
          description,
        },
        equipment: { manufacturer: 'Talus', model: `Simulated ${modality}` },
      }
      for (let slice = 0; slice < values.slices; slice += 1) {
        signal.throwIfAborted()
        const file = createSliceFile({ scan, series, values, context }, slice)
        await archive.storeOwn(iterate(file), { clinicId, userId, studyInstanceUID })
      }
    }
  }
}
