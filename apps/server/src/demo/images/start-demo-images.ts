import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultTechniques, isView, selectTechnique } from '@talus/anatomy'
import { ClinicId, ImageId, UserId } from '@talus/contract'
import type { ExposureTechnique } from '@talus/contract'
import { detectorSeeds } from '@talus/imaging/phantom'
import type { FrameRequest } from '@talus/imaging/phantom'
import type { Logger } from '@talus/node-kit/logger'
import { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'
import type { Archive } from '../../features/archive/index.ts'
import { recordRejection } from '../../features/capture/index.ts'
import type { FrameIntake } from '../../features/capture/index.ts'
import { minute } from '../calendar.ts'
import {
  attachToCases,
  listDemoSensors,
  listDemoStudies,
  hasImages,
  listDemoImages,
} from './demo-images.queries.ts'
import type { DemoSensor } from './demo-images.queries.ts'
import { storeDemoScans } from './demo-scans.ts'
import type { DemoScanDeps } from './demo-scans.ts'
import { readPlan, writePlan } from './image-plan-file.ts'
import type { ImagePlan } from './image-plan-file.ts'
import { startPhantomThread } from './phantom-thread.ts'
import type { PhantomFrame } from './phantom-thread.ts'
import { planImages } from './plan-images.ts'
import type { PlannedImage } from './plan-images.ts'

export interface DemoImagesDeps {
  readonly unscopedDb: UnscopedDb
  readonly dataFolder: string
  readonly intake: Pick<FrameIntake, 'fromBytes'>
  readonly archive: Pick<Archive, 'storeOwn'>
  readonly log: Logger
}

/** A pause between two images, so that requests of users are not delayed. */
const pauseMs = 100
/**
 * The simulation of CT and MR scans takes a minute on a busy computer: users see the radiographs of
 * the newest studies before that.
 */
const imagesBeforeScans = 6
/** An intra-oral tube has no setting but its time, and no generator reports the technique. */
const intraOralTube = { kv: 65, ma: 7, ms: 160 } as const
const sizes = { Small: 'S', Medium: 'M', Large: 'L' } as const

/**
 * Pixel pitches in mm, chosen so that the body fills the image, which takes a quarter of the disk
 * space of a whole panel: a cat lies on a small panel, a large dog on one with binned pixels.
 */
const pitches = {
  Canine: { Small: 0.165, Medium: 0.24, Large: 0.33 },
  Feline: { Small: 0.14, Medium: 0.155, Large: 0.175 },
  Equine: { Small: 0.21, Medium: 0.23, Large: 0.25 },
} as const

/** The technique of the chart; null for dental images. */
function findTechnique({ species, size, bodyPart, view }: PlannedImage): ExposureTechnique | null {
  const known = defaultTechniques
    .filter((entry) => entry.species === species)
    .map((entry) => ({ ...entry, bodyPartView: entry.view }))
  const found = selectTechnique(known, { size, bodyPart, bodyPartView: view })
  if (!found) return null
  const { kv, ma, ms, fo } = found
  return { kv, ma, ms, fo, mx: (ma * ms) / 1000 }
}

function toFrameRequest(planned: PlannedImage, technique: ExposureTechnique | null): FrameRequest {
  const { species, bodyPart, view, size, seed, poseSeed, doseFactor, study } = planned
  const { kv, ma, ms } = technique ?? intraOralTube
  const isDental = study.modality === 'Dental'
  return {
    species,
    bodyPart,
    ...(isView(view) && { view }),
    size: sizes[size],
    kv,
    ma,
    ms: ms * doseFactor,
    seed,
    poseSeed,
    detectorSeed: isDental ? detectorSeeds.dental : detectorSeeds.general,
    ...(!isDental && { binning: 2 as const, pitch: pitches[species][size] }),
  }
}

/** Describes a frame as the bridge would. */
function toFrameInfo(
  { frameId, study, bodyPart, view, size, exposedAt }: PlannedImage,
  technique: ExposureTechnique | null,
  sensor: DemoSensor,
  { bytes, ...description }: PhantomFrame,
) {
  const { studyId, clinicId, studyInstanceUID, userId, speciesId } = study
  const { id: sensorId, brand, model, modality } = sensor
  const isDental = modality === 'Dental'
  return {
    ...description,
    id: frameId,
    sensor: isDental ? ('dental' as const) : ('general' as const),
    captureId: null,
    context: {
      studyId,
      clinicId,
      studyInstanceUID,
      userId,
      annotation: { bodyPart, bodyPartView: view, animalSize: size, speciesId },
    },
    format: 'raw16' as const,
    byteLength: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    exposedAt,
    technique,
    generator: isDental ? null : 'Simulator',
    isRecovered: false,
    isIncomplete: false,
    source: 'simulator',
    device: {
      sensorId,
      key: 'demo',
      brand,
      model,
      modality,
      serial: isDental ? 'SIM-HDR-0001' : 'SIM-1500-0001',
    },
  }
}

/**
 * Simulates the images of the demo's studies, newest first, while the server runs: each is
 * processed like a frame from a sensor. A server that was killed meanwhile continues at its next
 * start.
 */
export function startDemoImages({ unscopedDb, dataFolder, intake, archive, log }: DemoImagesDeps) {
  const ending = new AbortController()
  const { signal } = ending
  const path = join(dataFolder, 'demo-images.json')

  async function loadPlan(): Promise<ImagePlan | undefined> {
    const known = await readPlan(path)
    if (known) return known.isFinished ? undefined : known
    // The database has been in use since before the demo had images.
    if (await hasImages(unscopedDb)) return undefined
    const plan = { isFinished: false, studies: await listDemoStudies(unscopedDb) }
    await writePlan(path, plan)
    return plan
  }

  async function simulateImage(
    planned: PlannedImage,
    sensor: DemoSensor,
    thread: ReturnType<typeof startPhantomThread>,
  ): Promise<number | undefined> {
    const technique = findTechnique(planned)
    const frame = await thread.simulateFrame(toFrameRequest(planned, technique), signal)
    const info = toFrameInfo(planned, technique, sensor, frame)
    const capture = { isLate: false, action: 'image.capture', address: '' } as const
    // Undefined if the study has been deleted meanwhile.
    return (await intake.fromBytes(info, frame.bytes, capture))?.id
  }

  async function rejectImage({ study, rejection, exposedAt }: PlannedImage, imageId: number) {
    if (rejection === null) return
    const actor = { id: UserId.parse(study.userId), username: study.username }
    await recordRejection(
      {
        db: new ClinicDb(unscopedDb, [ClinicId.parse(study.clinicId)]),
        actor,
        address: '',
        clock: () => new Date(Date.parse(exposedAt) + minute),
      },
      { imageId: ImageId.parse(imageId), rejectionReason: rejection },
    )
  }

  async function run() {
    const plan = await loadPlan()
    if (!plan) return
    const planned = planImages(plan.studies)
    const stored = await listDemoImages(unscopedDb)
    const sensors = await listDemoSensors(unscopedDb)
    const thread = startPhantomThread()
    const simulateScan: DemoScanDeps['simulateScan'] = (request) =>
      thread.simulateScan(request, signal)
    const storeImages = async (images: readonly PlannedImage[]) => {
      for (const image of images) {
        signal.throwIfAborted()
        const sensor = sensors.get(image.study.modality)
        const known = stored.get(image.frameId)
        const id = known ?? (sensor && (await simulateImage(image, sensor, thread)))
        if (id !== undefined) {
          await rejectImage(image, id)
          if (image.rejection === null)
            await attachToCases(unscopedDb, image.study, ImageId.parse(id))
        }
        if (known === undefined) await sleep(pauseMs, undefined, { signal })
      }
    }
    try {
      await storeImages(planned.slice(0, imagesBeforeScans))
      await storeDemoScans({ unscopedDb, archive, simulateScan, signal }, plan.studies)
      await storeImages(planned.slice(imagesBeforeScans))
      await writePlan(path, { ...plan, isFinished: true })
      log.info({ images: planned.length }, 'the studies of the demo have their images')
    } finally {
      await thread.end()
    }
  }

  const running = run().catch((error: unknown) => {
    if (!signal.aborted) log.warn({ err: error }, 'the demo has not all of its images')
  })
  return {
    /** Resolves when all images are stored; for tests. */
    done: running,
    stop: async () => {
      ending.abort()
      await running
    },
  }
}
