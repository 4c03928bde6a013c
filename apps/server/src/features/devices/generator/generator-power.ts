import { getReach, isInReach, refuse } from '@talus/contract'
import type { Actor } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Logger } from '@talus/node-kit/logger'
import type { UnscopedDb } from '../../../db/open.ts'
import { findUserOfSession, isSessionInUse } from '../../auth/index.ts'
import type { AttachedGenerator, Bridges } from '../connection/bridges.ts'
import { refuseInUse } from '../sensors/sensor-uses.ts'
import { recordGeneratorOrder } from './generator-audit.ts'
import type { SensorUses } from '../sensors/sensor-uses.ts'

export interface GeneratorPowerDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
  readonly bridges: Bridges
  readonly sensorUses: SensorUses
  readonly log: Logger
}

/** Several heartbeats fit into the time after which the bridge takes this server for dead. */
const heartbeatMs = 2000

/**
 * A closed browser leaves its session behind, which stays valid for half a day. A capture page calls
 * the server every few seconds, and every one that is opened switches the generator on.
 */
const unusedMs = 15 * 60_000

/** A session that asks for power, and its user. */
export interface PowerRequest {
  readonly actor: Actor
  /** The hash of the token. */
  readonly session: string
}

interface PowerState {
  /** The sessions that need the power. */
  readonly sessions: Set<string>
  /** The generator has to be switched off; at the start a dead server may have left it on. */
  isOffPending: boolean
}

/**
 * The power of a generator belongs to the sessions that have switched it on. When the last of them
 * has ended, by a sign-out, by expiry, because an administrator revoked it or because it is no
 * longer used, the server switches the generator off, and so it does at its start and at its end.
 * Nothing is switched under an armed capture.
 */
export function openGeneratorPower(deps: GeneratorPowerDeps) {
  const { bridges, sensorUses, log } = deps
  /** By the key of the sensor that the generator exposes. */
  const states = new Map<string, PowerState>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let running: Promise<void> = Promise.resolve()

  function getState(sensorKey: string): PowerState {
    const state = states.get(sensorKey) ?? { sessions: new Set(), isOffPending: true }
    states.set(sensorKey, state)
    return state
  }

  /** Remembers that a session needs the power, for example because it captures. */
  function addSession(session: string, sensorKey: string) {
    const state = getState(sensorKey)
    state.sessions.add(session)
    state.isOffPending = false
  }

  function removeSession(session: string, state: PowerState) {
    if (state.sessions.delete(session) && state.sessions.size === 0) state.isOffPending = true
  }

  async function switchOn(request: PowerRequest, { generator, sensorKey }: AttachedGenerator) {
    // Before the refusal: the session needs the power when the other capture has ended.
    addSession(request.session, sensorKey)
    const use = requireNoOtherUse(sensorUses, request, sensorKey)
    return generator.set('pw', 1, use?.leaseId)
  }

  async function removeUnusedSessions(state: PowerState) {
    for (const session of state.sessions)
      if (!(await isSessionInUse(deps, session, unusedMs))) removeSession(session, state)
  }

  /**
   * Switches off, or refuses while another session needs the power or a capture is armed. The own
   * session needs it no longer in either case.
   */
  async function switchOff(request: PowerRequest, { generator, sensorKey }: AttachedGenerator) {
    const state = getState(sensorKey)
    removeSession(request.session, state)
    requireNotArmed(sensorUses, request, sensorKey)
    await removeUnusedSessions(state)
    if (state.sessions.size > 0) await refuseNeeded(deps, request, state.sessions)
    // A capture may have been armed meanwhile.
    const use = requireNotArmed(sensorUses, request, sensorKey)
    const values = await generator.set('pw', 0, use?.leaseId)
    state.isOffPending = state.sessions.size === 0 ? false : state.isOffPending
    return values
  }

  async function switchOffIfPending(attached: AttachedGenerator) {
    const { generator, sensorKey } = attached
    const state = getState(sensorKey)
    const use = sensorUses.find(sensorKey)
    if (!state.isOffPending || use?.isActive) return
    const { pw } = await generator.status()
    // A session may have asked for power meanwhile.
    if (!state.isOffPending) return
    if (pw !== 0) {
      await generator.set('pw', 0, use?.leaseId)
      await recordGeneratorOrder(deps, attached, 'server', 'pw', 0)
      log.info({}, 'generator switched off: no session needs it')
    }
    if (state.sessions.size === 0) state.isOffPending = false
  }

  /** The checks of the bridges are independent: one that does not answer delays no other. */
  async function checkGenerator(attached: AttachedGenerator) {
    await attached.sendHeartbeat()
    await removeUnusedSessions(getState(attached.sensorKey))
    await switchOffIfPending(attached)
  }

  async function check() {
    try {
      // A bridge or the database is unavailable, or a bridge refuses during an exposure: the next
      // check tries again.
      await Promise.allSettled((await bridges.listGenerators()).map(checkGenerator))
    } catch {
      // The list could not be read.
    }
    if (!isStopped) timer = setTimeout(startCheck, heartbeatMs).unref()
  }
  const startCheck = () => {
    running = check()
  }

  async function switchOffUsed(attached: AttachedGenerator) {
    const state = getState(attached.sensorKey)
    if (state.sessions.size === 0) return
    state.sessions.clear()
    state.isOffPending = true
    await switchOffIfPending(attached)
  }

  return {
    addSession,
    switchOn,
    switchOff,
    start: startCheck,
    /** No session can use a generator while no server runs. */
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
      if ([...states.values()].every(({ sessions }) => sessions.size === 0)) return
      const generators = await bridges.listGenerators().catch(() => [])
      await Promise.allSettled(generators.map(switchOffUsed))
    },
  }
}

function requireNoOtherUse(
  sensorUses: SensorUses,
  { actor, session }: PowerRequest,
  sensorKey: string,
) {
  const use = sensorUses.find(sensorKey)
  if (use && use.session !== session && (use.isActive || use.userId !== actor.id))
    refuseInUse(use, actor)
  return use
}

/** Not even the session that has armed switches off under its capture. */
function requireNotArmed(sensorUses: SensorUses, request: PowerRequest, sensorKey: string) {
  const use = requireNoOtherUse(sensorUses, request, sensorKey)
  if (use?.isActive) refuseInUse(use, request.actor)
  return use
}

/** Refuses with the name of a user who needs the power; users of other clinics get no name. */
async function refuseNeeded(
  { unscopedDb }: GeneratorPowerDeps,
  { actor }: PowerRequest,
  sessions: ReadonlySet<string>,
): Promise<never> {
  const holders = await Promise.all(
    [...sessions].map((session) => findUserOfSession(unscopedDb, session)),
  )
  const reach = getReach(actor)
  const named = holders.find(
    (one) => one !== undefined && one.clinicId !== null && isInReach(reach, one.clinicId),
  )
  if (named) refuse('device/power-needed', { values: { holder: named.name } })
  return refuse('device/power-needed-elsewhere')
}

export type GeneratorPower = ReturnType<typeof openGeneratorPower>
