import type { Actor } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Logger } from '@talus/node-kit/logger'
import type { UnscopedDb } from '../../db/open.ts'
import { isSessionInUse } from '../auth/index.ts'
import type { Bridges } from './bridges.ts'
import { refuseInUse } from './sensor-uses.ts'
import type { SensorUses } from './sensor-uses.ts'

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

/**
 * The power of the generator belongs to the sessions that have switched it on. When the last of
 * them has ended, by a sign-out, by expiry, because an administrator revoked it or because it is no
 * longer used, the server
 * switches the generator off, and so it does at its start and at its end. Nothing is switched under
 * an armed capture.
 */
export function openGeneratorPower(deps: GeneratorPowerDeps) {
  const { bridges, sensorUses, log } = deps
  const sessions = new Set<string>()
  /** The generator has to be switched off; at the start a dead server may have left it on. */
  let isOffPending = true
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let running: Promise<void> = Promise.resolve()

  const findUse = () => sensorUses.find(bridges.generatorSensorKey)

  /** Remembers that a session needs the power, for example because it captures. */
  function addSession(session: string) {
    sessions.add(session)
    isOffPending = false
  }

  function removeSession(session: string) {
    if (sessions.delete(session) && sessions.size === 0) isOffPending = true
  }

  function requireNoOtherUse({ actor, session }: PowerRequest) {
    const use = findUse()
    if (use && use.session !== session && (use.isActive || use.userId !== actor.id))
      refuseInUse(use, actor)
    return use
  }

  async function switchOn(request: PowerRequest) {
    // Before the refusal: the session needs the power when the other capture has ended.
    addSession(request.session)
    const use = requireNoOtherUse(request)
    return bridges.generator().set('pw', 1, use?.leaseId)
  }

  /** Switches off unless another session needs the power or a capture is armed. */
  async function switchOff(request: PowerRequest) {
    removeSession(request.session)
    const use = requireNoOtherUse(request)
    if (sessions.size > 0 || use?.isActive) return bridges.generator().status()
    const values = await bridges.generator().set('pw', 0, use?.leaseId)
    isOffPending = sessions.size === 0 ? false : isOffPending
    return values
  }

  async function switchOffIfPending() {
    const use = findUse()
    if (!isOffPending || use?.isActive) return
    const { pw } = await bridges.generator().status()
    // A session may have asked for power meanwhile.
    if (!isOffPending) return
    if (pw !== 0) {
      await bridges.generator().set('pw', 0, use?.leaseId)
      log.info({}, 'generator switched off: no session needs it')
    }
    if (sessions.size === 0) isOffPending = false
  }

  async function check() {
    try {
      await bridges.sendHeartbeat()
      for (const session of sessions)
        if (!(await isSessionInUse(deps, session, unusedMs))) removeSession(session)
      await switchOffIfPending()
    } catch {
      // The bridge or the database is unavailable, or the bridge refuses during an exposure: the
      // next check tries again.
    }
    if (!isStopped) timer = setTimeout(startCheck, heartbeatMs).unref()
  }
  const startCheck = () => {
    running = check()
  }

  return {
    addSession,
    switchOn,
    switchOff,
    start: startCheck,
    /** No session can use the generator while no server runs. */
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
      if (sessions.size === 0) return
      sessions.clear()
      isOffPending = true
      await switchOffIfPending().catch(() => undefined)
    },
  }
}

export type GeneratorPower = ReturnType<typeof openGeneratorPower>
