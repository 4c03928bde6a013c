import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '@talus/contract'
import type { Bridge, BridgeDrivers, BridgeId, BridgeState } from '@talus/contract'
import { ClinicDb } from '../../../db/clinic-db.ts'
import { recordAuditEvent } from '../../audit/index.ts'
import type { BridgeClient } from '../connection/bridge-client.ts'
import { find, getSubject, requireBridge } from './bridge-settings.service.ts'
import type { BridgeChangeContext } from './bridge-settings.service.ts'
import { insertOfferedSensors, replaceSensors } from './register-sensors.ts'
import { listBridges } from '../connection/sensors.queries.ts'

/** The devices start anew within a second; a network drive may take longer. */
const restartMs = 10_000
const pollMs = 200

export async function readState(client: BridgeClient): Promise<BridgeState> {
  const [sensors, config, generator] = await Promise.all([
    client.sensors(),
    client.config(),
    readGenerator(client),
  ])
  return { sensors, config, generator }
}

async function readGenerator(client: BridgeClient): Promise<BridgeState['generator']> {
  try {
    return { state: 'connected', values: await client.generator.status() }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const state = error.code === 'device/no-generator' ? 'none' : 'silent'
    return { state, values: null }
  }
}

/** Connects to a bridge, and registers sensors that it offers since it was added. */
export async function test(change: BridgeChangeContext, id: BridgeId): Promise<BridgeState> {
  const bridge = await requireBridge(change.db, id)
  const state = await readState(change.bridges.getClient(bridge))
  await change.db.transaction((db) =>
    insertOfferedSensors({ ...change, db }, bridge, state.sensors),
  )
  return state
}

/**
 * Sends the chosen drivers to the bridge, which checks them and starts its devices anew, and adapts
 * the registered sensors of all clinics that share the bridge.
 */
export async function configure(
  change: BridgeChangeContext,
  id: BridgeId,
  drivers: BridgeDrivers,
): Promise<Bridge> {
  const { bridges, db } = change
  const bridge = await requireBridge(db, id)
  const client = bridges.getClient(bridge)
  const { drivers: before } = await client.config()
  await client.configure(drivers)
  const offered = await waitForSensors(client, drivers)
  const isChanged = (modality: 'General' | 'Dental') => {
    const name = modality === 'Dental' ? 'dental' : 'general'
    return before[name].driver !== drivers[name].driver
  }
  const everyClinic = new ClinicDb(db.unscopedDb, 'every-clinic')
  await everyClinic.transaction(async (everyClinic) => {
    await recordAuditEvent(
      { ...change, db: everyClinic },
      {
        action: 'bridge.configure',
        entityId: id,
        subject: getSubject(bridge),
        clinicId: bridge.clinicId,
        before: { ...before },
        after: { ...drivers },
      },
    )
    for (const row of await listBridges(everyClinic))
      if (row.identity === bridge.identity)
        await replaceSensors({ ...change, db: everyClinic }, row, offered, isChanged)
  })
  return find(bridges, db, id)
}

/** Waits until the bridge has started the drivers that were chosen. */
async function waitForSensors(client: BridgeClient, drivers: BridgeDrivers) {
  for (let waited = 0; ; waited += pollMs) {
    const config = await client.config().catch(() => undefined)
    const isStarted = config && JSON.stringify(config.drivers) === JSON.stringify(drivers)
    const sensors = isStarted && (await client.sensors().catch(() => undefined))
    if (sensors) return sensors
    if (waited >= restartMs) throw new Refusal('device/unavailable')
    await sleep(pollMs)
  }
}
