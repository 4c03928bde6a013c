import { ClinicId, isInReach, refuse } from '@talus/contract'
import type { RouteBody, FrameInfo, Image, Reach, routes, UnassignedFrame } from '@talus/contract'
import type { RenderPool } from '../../../workers/index.ts'
import type { AttachedSensor } from '../../devices/index.ts'
import * as annotations from '../plan/annotations.queries.ts'
import { createCaptureContext, planAnnotation } from '../exposure/capture-image.service.ts'
import type { CaptureCall } from '../exposure/capture-image.service.ts'
import { toProcessingInput } from '../frames/frame-image.ts'
import { findTarget } from '../frames/frame-target.ts'
import { findFrame } from '../frames/frames.queries.ts'
import type { Capture } from '../capture-service.ts'

interface FoundFrame {
  readonly attached: AttachedSensor
  readonly frame: FrameInfo
}

/**
 * Frames without a known target. They stay in the bridge, on its disk, until a user assigns them.
 */
async function* findUnassignedFrames(
  { bridges, unscopedDb, slots }: Capture,
  reach: Reach,
): AsyncGenerator<FoundFrame> {
  const sensors = (await bridges.listAttached()).filter(({ clinicIds }) =>
    clinicIds.some((clinicId) => isInReach(reach, clinicId)),
  )
  for (const bridge of new Set(sensors.map((attached) => attached.bridge)))
    for (const frame of await bridge.frames().catch(() => [])) {
      const attached = sensors.find((one) => one.bridge === bridge && one.name === frame.sensor)
      if (!attached || slots.find(attached.key)?.active?.captureId === frame.captureId) continue
      if (await findFrame(unscopedDb, frame.id)) continue
      if (await findTarget(unscopedDb, attached, frame.context)) continue
      // Clinics that share a sensor do not see each other's animals.
      const clinicId = ClinicId.safeParse(frame.context?.clinicId).data
      const isForeign = clinicId !== undefined && attached.clinicIds.includes(clinicId)
      if (!isForeign || isInReach(reach, clinicId)) yield { attached, frame }
    }
}

export async function list(capture: Capture, reach: Reach): Promise<UnassignedFrame[]> {
  const found: UnassignedFrame[] = []
  for await (const { attached, frame } of findUnassignedFrames(capture, reach))
    found.push({
      frameId: frame.id,
      sensorId: attached.sensor.id,
      modality: attached.sensor.modality,
      exposedAt: frame.exposedAt,
    })
  return found
}

async function find(capture: Capture, frameId: string, reach: Reach): Promise<FoundFrame> {
  for await (const found of findUnassignedFrames(capture, reach))
    if (found.frame.id === frameId) return found
  return refuse('record/not-found')
}

const previewEdge = 768

export async function renderPreview(
  capture: Capture,
  renderPool: RenderPool,
  frameId: string,
  reach: Reach,
) {
  const { attached, frame } = await find(capture, frameId, reach)
  const bytes = await attached.bridge.frameBytes(frame.id)
  try {
    if (frame.format === 'dicom')
      return await renderPool.renderJpeg(async () => bytes, { longestEdge: previewEdge })
    const { bodyPart = '', speciesId = null } = frame.context?.annotation ?? {}
    const input = toProcessingInput(frame, { speciesId, bodyPart }, bytes)
    return await capture.processPool.renderJpeg(input, previewEdge)
  } catch (error) {
    capture.log.warn({ err: error, frameId }, 'no picture of a frame')
    return refuse('image/unreadable')
  }
}

export async function assign(
  capture: Capture,
  call: Pick<CaptureCall, 'db' | 'actor' | 'address'>,
  frameId: string,
  order: RouteBody<typeof routes.image.assign>,
): Promise<Image> {
  // A caller of another clinic must not learn whether the frame exists.
  if (!(await annotations.findStudy(call.db, order.studyId))) refuse('record/not-found')
  const { attached, frame } = await find(capture, frameId, call.db.reach)
  const context = await createCaptureContext(capture, call, attached, order)
  await planAnnotation(capture, call, context, order.studyId)
  const { address } = call
  const options = { isLate: true, action: 'image.assign', address } as const
  return (
    (await capture.intake.fromBridge(attached, frame, options, context)) ??
    refuse('record/not-found')
  )
}
