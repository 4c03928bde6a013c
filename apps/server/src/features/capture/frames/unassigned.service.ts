import { refuse } from '@talus/contract'
import type { BodyOf, FrameInfo, Image, routes, UnassignedFrame } from '@talus/contract'
import type { Pictures } from '../../../workers/index.ts'
import type { SensorPlace } from '../../devices/index.ts'
import * as annotations from '../plan/annotations.queries.ts'
import { contextFor, plan } from '../exposure/capture.service.ts'
import type { CaptureCall } from '../exposure/capture.service.ts'
import { frameToProcess } from './frame-picture.ts'
import { targetOf } from './frame-target.ts'
import { findFrame } from './frames.queries.ts'
import type { ImageTaking } from '../take-images.ts'

interface Found {
  readonly place: SensorPlace
  readonly frame: FrameInfo
}

/** They stay in the bridge, on its disk, until somebody says whose they are. */
async function* unassignedFrames({
  bridges,
  unscopedDb,
  desks,
}: ImageTaking): AsyncGenerator<Found> {
  const places = await bridges.ofThisMachine()
  for (const bridge of new Set(places.map((place) => place.bridge)))
    for (const frame of await bridge.frames().catch(() => [])) {
      const place = places.find((one) => one.bridge === bridge && one.name === frame.sensor)
      if (!place || desks.find(place.key)?.pending?.captureId === frame.captureId) continue
      if (await findFrame(unscopedDb, frame.id)) continue
      if (!(await targetOf(unscopedDb, frame.context))) yield { place, frame }
    }
}

export async function list(taking: ImageTaking): Promise<UnassignedFrame[]> {
  const found: UnassignedFrame[] = []
  for await (const { place, frame } of unassignedFrames(taking))
    found.push({ frameId: frame.id, sensorId: place.sensor.id, exposedAt: frame.exposedAt })
  return found
}

async function find(taking: ImageTaking, frameId: string): Promise<Found> {
  for await (const found of unassignedFrames(taking)) if (found.frame.id === frameId) return found
  return refuse('record/not-found')
}

const pictureEdge = 768

export async function picture(taking: ImageTaking, pictures: Pictures, frameId: string) {
  const { place, frame } = await find(taking, frameId)
  const bytes = await place.bridge.frameBytes(frame.id)
  try {
    if (frame.format === 'dicom')
      return await pictures.renderJpeg(async () => bytes, { longestEdge: pictureEdge })
    const { bodyPart = '', speciesId = null } = frame.context?.annotation ?? {}
    const wanted = frameToProcess(frame, { speciesId, bodyPart }, bytes)
    return await taking.processings.picture(wanted, pictureEdge)
  } catch (error) {
    taking.log.warn({ err: error, frameId }, 'no picture of a frame')
    return refuse('image/unreadable')
  }
}

export async function assign(
  taking: ImageTaking,
  call: Omit<CaptureCall, 'gone'>,
  frameId: string,
  order: BodyOf<typeof routes.image.assign>,
): Promise<Image> {
  // Of another clinic's study nobody learns whether there is such a frame.
  if (!(await annotations.findStudy(call.db, order.studyId))) refuse('record/not-found')
  const { place, frame } = await find(taking, frameId)
  const context = await contextFor(taking, call, place, order)
  await plan(taking, call, context, order.studyId)
  const { address } = call
  const how = { isLate: true, action: 'image.assign', address } as const
  return (await taking.intake.fromBridge(place, frame, how, context)) ?? refuse('record/not-found')
}
