import { randomUUID } from 'node:crypto'
import { getReach, Refusal, refuse } from '@talus/contract'
import type { Actor, RouteBody, CaptureContext, Image, routes, StudyId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import type { ProcessPool } from '../../../workers/index.ts'
import type { Archive } from '../../archive/index.ts'
import { recordAuditEvent } from '../../audit/index.ts'
import { BridgeRefusal, refuseInUse } from '../../devices/index.ts'
import type {
  Bridges,
  AttachedSensor,
  CaptureUse,
  GeneratorPower,
  SensorUses,
} from '../../devices/index.ts'
import * as annotations from '../plan/annotations.queries.ts'
import { validateAnnotation } from '../plan/annotations.service.ts'
import { waitForExposure } from './exposure-wait.ts'
import type { FrameIntake } from '../frames/frame-intake.ts'
import { formatOperatorName } from '../frames/frame-attributes.ts'
import { findOperator, findSubject } from '../frames/frames.queries.ts'
import {
  requireAvailableGenerator,
  requireReadySensor,
  requireModality,
  requireRegisteredSensor,
  requireSensorOfClinic,
} from './readiness.ts'
import { createNotReady, createUnavailable } from './sensor-refusals.ts'
import { createCancelledRefusal, disarm, acquire } from './sensor-slot.ts'
import type { ActiveCapture, SensorSlot, SensorSlots } from './sensor-slot.ts'

export interface CaptureDeps {
  readonly unscopedDb: UnscopedDb
  readonly bridges: Bridges
  readonly generatorPower: GeneratorPower
  readonly sensorUses: SensorUses
  readonly slots: SensorSlots
  readonly intake: FrameIntake
  readonly processPool: ProcessPool
  readonly archive: Archive
  readonly clock: Clock
}

export interface CaptureCall {
  readonly db: ClinicDb
  readonly actor: Actor
  readonly address: string
  /** The hash of the token. */
  readonly session: string
  /** Aborted when the client disconnects. */
  readonly disconnected: AbortSignal
}

type CaptureOrder = RouteBody<typeof routes.image.capture>

/** The name of the user who captures, which colleagues get when the sensor is in use. */
async function loadOperatorName(unscopedDb: UnscopedDb, { id, username }: Actor) {
  const operator = await findOperator(unscopedDb, id)
  return operator ? formatOperatorName(operator) : username
}

/** The use of sensor and generator by this call: its page, its study and its user. */
async function createUse(
  { unscopedDb, clock }: CaptureDeps,
  { db, actor, session }: CaptureCall,
  { studyId, page: ownPage }: CaptureOrder,
  before: CaptureUse | undefined,
): Promise<CaptureUse> {
  const subject = (await findSubject(db, studyId)) ?? refuse('record/not-found')
  const { clinicId, timeZone, name: patientName } = subject
  const name = await loadOperatorName(unscopedDb, actor)
  const isContinued = before?.studyId === studyId && before.userId === actor.id
  const page = ownPage ?? null
  const since = isContinued ? before.since : clock().toISOString()
  return { userId: actor.id, name, clinicId, timeZone, studyId, patientName, session, page, since }
}

/**
 * The study, annotation and operator of an image. The bridge stores them with the frame, so that
 * they survive a crash.
 */
export async function createCaptureContext(
  { unscopedDb }: Pick<CaptureDeps, 'unscopedDb'>,
  { db, actor }: Pick<CaptureCall, 'db' | 'actor'>,
  attached: AttachedSensor,
  {
    studyId,
    annotation,
    isContinued,
  }: Pick<CaptureOrder, 'studyId' | 'annotation' | 'isContinued'>,
): Promise<CaptureContext> {
  const study = (await annotations.findStudy(db, studyId)) ?? refuse('record/not-found')
  requireSensorOfClinic(attached, study.clinicId)
  requireModality(attached, study.modality)
  const validAnnotation = validateAnnotation(study, attached.sensor.modality, annotation)
  const { clinicId, studyInstanceUID, speciesId } = study
  const userName = await loadOperatorName(unscopedDb, actor)
  return {
    studyId,
    clinicId,
    studyInstanceUID,
    userId: actor.id,
    userName,
    annotation: { ...validAnnotation, speciesId },
    ...(isContinued !== undefined && { isContinued }),
  }
}

/** Stores the annotation of a started capture, so that a reloaded page shows it. */
export async function planAnnotation(
  { clock }: Pick<CaptureDeps, 'clock'>,
  { db }: Pick<CaptureCall, 'db'>,
  { annotation }: CaptureContext,
  studyId: StudyId,
): Promise<void> {
  const study = (await annotations.findStudy(db, studyId)) ?? refuse('record/not-found')
  const { bodyPart, bodyPartView, animalSize } = annotation
  const { clinicId } = study
  const createdOn = clock().toISOString()
  await annotations.ensure(db, { studyId, clinicId, bodyPart, bodyPartView, animalSize, createdOn })
}

/** Arms the sensor and waits until the image is in the archive. */
export async function captureImage(
  deps: CaptureDeps,
  call: CaptureCall,
  order: CaptureOrder,
): Promise<Image> {
  const { db, actor } = call
  const startedAt = performance.now()
  if (!(await annotations.findStudy(db, order.studyId))) refuse('record/not-found')
  const attached = await requireRegisteredSensor(deps.bridges, order.sensorId, db.reach)
  const context = {
    ...(await createCaptureContext(deps, call, attached, order)),
    armedOn: deps.clock().toISOString(),
    ...(order.technique && { enteredTechnique: order.technique }),
  }
  const slot = deps.slots.getOrCreate(attached)
  const holder = await createUse(deps, call, order, slot.lease.holder())
  const { attempt } = order
  // Chromium repeats a request by itself when a 408 arrives on a connection that was used before.
  // The sensor would be armed again and again without the user knowing.
  if (attempt !== undefined && attempt === slot.timedOutAttempt) refuse('device/time-out')
  const end = Promise.withResolvers<void>()
  const active: ActiveCapture = {
    captureId: randomUUID(),
    attempt,
    holder,
    disconnected: call.disconnected,
    wait: undefined,
    isCancelled: false,
    keepsLease: false,
    enteredTechnique: order.technique,
    ended: end.promise,
  }
  await acquire(slot, active, actor)
  const { cancelled } = slot
  // The cancellation of a page that was left may be faster than its call.
  if (cancelled?.userId === actor.id && cancelled.at > startedAt) active.isCancelled = true
  if (attempt !== undefined && attempt === slot.cancelledAttempt) {
    active.isCancelled = true
    active.keepsLease = true
  }
  if (attached.name === 'general') deps.generatorPower.addSession(holder.session, attached.key)
  try {
    return await expose(deps, call, slot, active, { context, studyId: order.studyId })
  } catch (error) {
    if (error instanceof Refusal && error.status === 408) slot.timedOutAttempt = attempt
    throw error
  } finally {
    const isLeft = call.disconnected.aborted || (active.isCancelled && !active.keepsLease)
    // Nobody is kept waiting for a page that is closed. The next call leases the sensor after that.
    if (isLeft) await slot.lease.release()
    else slot.lease.releaseLater()
    slot.active = undefined
    end.resolve()
  }
}

async function expose(
  deps: CaptureDeps,
  call: CaptureCall,
  slot: SensorSlot,
  active: ActiveCapture,
  { context, studyId }: { readonly context: CaptureContext; readonly studyId: StudyId },
): Promise<Image> {
  const { intake, processPool, archive } = deps
  const { disconnected, address } = call
  const { attached, watch, lease } = slot
  const { captureId } = active
  const leaseId = await lease
    .acquire(active.holder, call.actor)
    .catch((error: unknown) => rethrowUnavailable(attached, error))
  await requireReadySensor(attached)
  await requireAvailableGenerator(attached)
  // No other page can set the generator from here on.
  if (attached.name === 'general' && deps.sensorUses.isSetForOther(attached.key, active.holder))
    refuse('device/set-for-other')
  await planAnnotation(deps, call, context, studyId)
  if (disconnected.aborted || active.isCancelled) throw createCancelledRefusal()
  // The threads start while the sensor prepares and the patient is positioned.
  void processPool.warm().catch(() => undefined)
  void archive.warm().catch(() => undefined)
  await recordArming(deps, call, slot, active.holder, context)
  const wait = waitForExposure(attached, watch, captureId)
  active.wait = wait
  const onDisconnect = () => void disarm(slot, active)
  try {
    await attached.bridge
      .arm(attached.name, { leaseId, captureId, context })
      .catch((error: unknown) => rethrowNotReady(attached, error))
    disconnected.addEventListener('abort', onDisconnect)
    if (disconnected.aborted || active.isCancelled) await disarm(slot, active)
    const frame = await wait.frame
    const { enteredTechnique } = active
    const image = await intake.fromBridge(
      attached,
      frame,
      { isLate: false, action: 'image.capture', address },
      // The user may have entered other values after the sensor was armed.
      frame.context && { ...frame.context, ...(enteredTechnique && { enteredTechnique }) },
    )
    // The study no longer exists: the frame stays unassigned and is offered for another study.
    return image ?? refuse('record/not-found')
  } catch (error) {
    // No call waits for radiation any more, so the sensor must not stay armed.
    await disarm(slot, active)
    wait.giveUp(createCancelledRefusal())
    throw error
  } finally {
    disconnected.removeEventListener('abort', onDisconnect)
  }
}

/** Recorded before the sensor is armed, so that no exposure is without its entry. */
function recordArming(
  { clock }: CaptureDeps,
  { db, actor, address }: CaptureCall,
  { attached: { sensor } }: SensorSlot,
  { clinicId }: CaptureUse,
  { studyInstanceUID, annotation }: CaptureContext,
): Promise<void> {
  const { bodyPart, bodyPartView } = annotation
  return recordAuditEvent(
    { db, actor, address, clock },
    {
      action: 'sensor.arm',
      entityId: sensor.id,
      subject: `${bodyPart} ${bodyPartView}`.trim(),
      clinicId,
      after: { studyInstanceUID },
    },
  )
}

/**
 * Translates an unreachable bridge into a refusal that names the sensor; other errors pass
 * unchanged.
 */
function rethrowUnavailable({ sensor }: AttachedSensor, error: unknown): never {
  if (!(error instanceof Refusal) || error instanceof BridgeRefusal) throw error
  if (error.code !== 'device/unavailable') throw error
  throw createUnavailable(sensor)
}

async function rethrowNotReady(attached: AttachedSensor, error: unknown): Promise<never> {
  if (!(error instanceof BridgeRefusal) || error.bridgeCode !== 'bridge/not-ready')
    return rethrowUnavailable(attached, error)
  const { bridge, name, sensor } = attached
  const { status } = await bridge.status(name)
  const state = status.state === 'Ready' ? `${status.state}, ${status.health}` : status.state
  throw createNotReady(sensor, state)
}

/** After radiation it is too late: the image is created, and the waiting call returns it. */
export async function cancelCapture(
  deps: CaptureDeps,
  actor: Actor,
  { sensorId, keepsLease = false, attempt }: RouteBody<typeof routes.image.cancelCapture>,
): Promise<void> {
  const attached =
    (await deps.bridges.find(sensorId, getReach(actor))) ?? refuse('record/not-found')
  const slot = deps.slots.getOrCreate(attached)
  const { active, lease } = slot
  const holder = active?.holder ?? lease.holder()
  if (holder && holder.userId !== actor.id) refuseInUse(holder, actor)
  if (!keepsLease) slot.cancelled = { userId: actor.id, at: performance.now() }
  else if (attempt !== undefined) {
    slot.cancelledAttempt = attempt
    // The attempt has ended and the page has armed the sensor again, or its call arrives later.
    if (active?.attempt !== attempt) return undefined
  }
  if (!holder) return lease.releaseStale(await loadOperatorName(deps.unscopedDb, actor))
  if (!active) return keepsLease ? undefined : lease.release()
  active.isCancelled = true
  active.keepsLease = keepsLease
  await disarm(slot, active)
}

/** The values on the screen have changed while the sensor waits for radiation. */
export async function enterTechnique(
  deps: CaptureDeps,
  actor: Actor,
  { sensorId, technique }: RouteBody<typeof routes.image.enterTechnique>,
): Promise<void> {
  const attached =
    (await deps.bridges.find(sensorId, getReach(actor))) ?? refuse('record/not-found')
  const active = deps.slots.find(attached.key)?.active
  // Another user's capture has its own values, and after it has ended nothing is left to change.
  if (active?.holder.userId === actor.id) active.enteredTechnique = technique
}
