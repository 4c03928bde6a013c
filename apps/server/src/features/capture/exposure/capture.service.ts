import { randomUUID } from 'node:crypto'
import { Refusal, refuse } from '@talus/contract'
import type { Actor, BodyOf, CaptureContext, Image, routes, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import type { Clock } from '../../../jobs/define-job.ts'
import type { Processings } from '../../../workers/index.ts'
import type { Archive } from '../../archive/index.ts'
import { BridgeSaidNo } from '../../devices/index.ts'
import type { Bridges, SensorPlace } from '../../devices/index.ts'
import * as annotations from '../plan/annotations.queries.ts'
import { checked } from '../plan/annotations.service.ts'
import { waitForExposure } from './exposure-wait.ts'
import type { FrameIntake } from '../frames/frame-intake.ts'
import { operatorName } from '../frames/frame-object.ts'
import { findOperator } from '../frames/frames.queries.ts'
import { generatorMustBeAvailable, mustBeReady, mustFit, sensorHere } from './readiness.ts'
import { cancelled, disarm, sitDown } from './sensor-desk.ts'
import type { Pending, SensorDesk, SensorDesks } from './sensor-desk.ts'

export interface CaptureDeps {
  readonly unscopedDb: UnscopedDb
  readonly bridges: Bridges
  readonly desks: SensorDesks
  readonly intake: FrameIntake
  readonly processings: Processings
  readonly archive: Archive
  readonly clock: Clock
}

export interface CaptureCall {
  readonly db: ClinicDb
  readonly actor: Actor
  readonly address: string
  /** Raised when nobody waits for the answer any more. */
  readonly gone: AbortSignal
}

type Order = BodyOf<typeof routes.image.capture>

/** Whoever takes images, by name: it is shown to those who find the sensor in use. */
export async function holderOf(unscopedDb: UnscopedDb, { id, username }: Actor) {
  const operator = await findOperator(unscopedDb, id)
  return { userId: id, name: operator ? operatorName(operator) : username }
}

/** For whom an image is taken, so that it is still known after whatever may happen. */
export async function contextFor(
  { unscopedDb }: Pick<CaptureDeps, 'unscopedDb'>,
  { db, actor }: Pick<CaptureCall, 'db' | 'actor'>,
  place: SensorPlace,
  { studyId, annotation }: Pick<Order, 'studyId' | 'annotation'>,
): Promise<CaptureContext> {
  const study = (await annotations.findStudy(db, studyId)) ?? refuse('record/not-found')
  mustFit(place, study.modality)
  const wanted = checked(study, place.sensor.modality, annotation)
  const { clinicId, studyInstanceUID, speciesId } = study
  const { name: userName } = await holderOf(unscopedDb, actor)
  return {
    studyId,
    clinicId,
    studyInstanceUID,
    userId: actor.id,
    userName,
    annotation: { ...wanted, speciesId },
  }
}

/** A page that is loaded again shows what was begun. */
export async function plan(
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
export async function capture(deps: CaptureDeps, call: CaptureCall, order: Order): Promise<Image> {
  const { db, actor } = call
  if (!(await annotations.findStudy(db, order.studyId))) refuse('record/not-found')
  const place = await sensorHere(deps.bridges, order.sensorId)
  const context = await contextFor(deps, call, place, order)
  const holder = await holderOf(deps.unscopedDb, actor)
  const desk = deps.desks.of(place)
  const { attempt } = order
  // Chromium sends a call again by itself when 408 comes on a line that it has used before: nobody
  // knows then that the sensor is armed anew, time after time.
  if (attempt !== undefined && attempt === desk.timedOut) refuse('device/time-out')
  const end = Promise.withResolvers<void>()
  const pending: Pending = {
    captureId: randomUUID(),
    holder,
    gone: call.gone,
    wait: undefined,
    isCancelled: false,
    ended: end.promise,
  }
  await sitDown(desk, pending)
  try {
    return await expose(deps, call, desk, pending, { context, studyId: order.studyId })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'device/time-out') desk.timedOut = attempt
    throw error
  } finally {
    desk.pending = undefined
    end.resolve()
    if (pending.isCancelled) await desk.keeper.release()
    else desk.keeper.rest()
  }
}

async function expose(
  deps: CaptureDeps,
  call: CaptureCall,
  desk: SensorDesk,
  pending: Pending,
  { context, studyId }: { readonly context: CaptureContext; readonly studyId: StudyId },
): Promise<Image> {
  const { intake, processings, archive } = deps
  const { gone, address } = call
  const { place, watch, keeper } = desk
  const { captureId } = pending
  const leaseId = await keeper
    .hold(pending.holder)
    .catch((error: unknown) => notThere(place, error))
  await mustBeReady(place)
  await generatorMustBeAvailable(place)
  await plan(deps, call, context, studyId)
  if (gone.aborted || pending.isCancelled) throw cancelled()
  // While the sensor prepares itself and the animal is held still.
  void processings.warm().catch(() => undefined)
  void archive.warm().catch(() => undefined)
  const wait = waitForExposure(place, watch, captureId)
  pending.wait = wait
  const leave = () => void disarm(desk, pending)
  try {
    await place.bridge
      .arm(place.name, { leaseId, captureId, context })
      .catch((error: unknown) => notArmed(place, error))
    gone.addEventListener('abort', leave)
    if (gone.aborted || pending.isCancelled) await disarm(desk, pending)
    const frame = await wait.frame
    const image = await intake.fromBridge(place, frame, {
      isLate: false,
      action: 'image.capture',
      address,
    })
    // Its study is gone for good: it is offered to be put into another.
    return image ?? refuse('record/not-found')
  } catch (error) {
    // Nobody waits for radiation any more: it must not find an armed sensor.
    await disarm(desk, pending)
    wait.giveUp(cancelled())
    throw error
  } finally {
    gone.removeEventListener('abort', leave)
  }
}

/** The bridge is not there, or somebody else has the sensor by other ways. */
function notThere({ sensor: { brand, model } }: SensorPlace, error: unknown): never {
  if (!(error instanceof Refusal) || error instanceof BridgeSaidNo) throw error
  if (error.code !== 'device/unavailable') throw error
  refuse('device/sensor-unavailable', { values: { brand, model } })
}

async function notArmed(place: SensorPlace, error: unknown): Promise<never> {
  if (!(error instanceof BridgeSaidNo) || error.bridgeCode !== 'bridge/not-ready')
    return notThere(place, error)
  const { bridge, name, sensor } = place
  const { brand, model } = sensor
  const { status } = await bridge.status(name)
  const state = status.state === 'Ready' ? `${status.state}, ${status.health}` : status.state
  return refuse('device/not-ready', { values: { brand, model, state } })
}

/** Too late after radiation: then the image comes, and the call that waits answers with it. */
export async function cancel(
  deps: Pick<CaptureDeps, 'unscopedDb' | 'bridges' | 'desks'>,
  actor: Actor,
  { sensorId }: BodyOf<typeof routes.image.cancelCapture>,
): Promise<void> {
  const place = await deps.bridges.find(sensorId)
  if (place === undefined || place === 'elsewhere') refuse('record/not-found')
  const desk = deps.desks.of(place)
  const { pending, keeper } = desk
  const holder = pending?.holder ?? keeper.holder()
  if (!holder) return keeper.clearLeft(await holderOf(deps.unscopedDb, actor))
  if (holder.userId !== actor.id) refuse('device/in-use', { values: { holder: holder.name } })
  if (!pending) return keeper.release()
  pending.isCancelled = true
  await disarm(desk, pending)
}
