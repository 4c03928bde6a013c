import { refuse } from '@talus/contract'
import type { RouteBody, FrameInfo, Image, routes, UnassignedFrame } from '@talus/contract'
import type { RenderPool } from '../../../workers/index.ts'
import type { AttachedSensor } from '../../devices/index.ts'
import * as annotations from '../plan/annotations.queries.ts'
import { createCaptureContext, planAnnotation } from '../exposure/capture-image.service.ts'
import type { CaptureCall } from '../exposure/capture-image.service.ts'
import { toProcessingInput } from '../frames/frame-image.ts'
import { resolveTarget } from '../frames/frame-target.ts'
import { findFrame } from '../frames/frames.queries.ts'
import type { Capture } from '../capture-service.ts'

interface FoundFrame {
  readonly attached: AttachedSensor
  readonly frame: FrameInfo
}

/**
 * Frames without a known target. They stay in the bridge, on its disk, until a user assigns them.
 */
async function* findUnassignedFrames({
  bridges,
  unscopedDb,
  slots,
}: Capture): AsyncGenerator<FoundFrame> {
  const sensors = await bridges.listLocal()
  for (const bridge of new Set(sensors.map((attached) => attached.bridge)))
    for (const frame of await bridge.frames().catch(() => [])) {
      const attached = sensors.find((one) => one.bridge === bridge && one.name === frame.sensor)
      if (!attached || slots.find(attached.key)?.active?.captureId === frame.captureId) continue
      if (await findFrame(unscopedDb, frame.id)) continue
      if (!(await resolveTarget(unscopedDb, frame.context))) yield { attached, frame }
    }
}

export async function list(capture: Capture): Promise<UnassignedFrame[]> {
  const found: UnassignedFrame[] = []
  for await (const { attached, frame } of findUnassignedFrames(capture))
    found.push({
      frameId: frame.id,
      sensorId: attached.sensor.id,
      modality: attached.sensor.modality,
      exposedAt: frame.exposedAt,
    })
  return found
}

async function find(capture: Capture, frameId: string): Promise<FoundFrame> {
  for await (const found of findUnassignedFrames(capture))
    if (found.frame.id === frameId) return found
  return refuse('record/not-found')
}

const previewEdge = 768

export async function renderPreview(capture: Capture, renderPool: RenderPool, frameId: string) {
  const { attached, frame } = await find(capture, frameId)
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
  const { attached, frame } = await find(capture, frameId)
  const context = await createCaptureContext(capture, call, attached, order)
  await planAnnotation(capture, call, context, order.studyId)
  const { address } = call
  const options = { isLate: true, action: 'image.assign', address } as const
  return (
    (await capture.intake.fromBridge(attached, frame, options, context)) ??
    refuse('record/not-found')
  )
}
