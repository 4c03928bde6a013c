import { randomUUID } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { bridgeTokenFile } from '@talus/contract'
import type { BridgeSensorName, Sensor, SensorId } from '@talus/contract'
import { loadSharedToken } from '@talus/node-kit/shared-token'
import type { UnscopedDb } from '../../db/open.ts'
import { createBridgeClient } from './bridge-client.ts'
import type { BridgeClient } from './bridge-client.ts'
import { findSensor, listSensors } from './sensors.queries.ts'
import { isThisComputer } from './this-computer.ts'

export interface BridgesDeps {
  readonly unscopedDb: UnscopedDb
  readonly dataFolder: string
  readonly bridgePort: number
}

/** A sensor of this computer with the bridge that controls it. */
export interface AttachedSensor {
  readonly sensor: Sensor
  readonly bridge: BridgeClient
  /** The name of the sensor at the bridge. */
  readonly name: BridgeSensorName
  /** The same key for two records of one sensor. */
  readonly key: string
}

/** The bridges of this computer and their sensors. */
export function openBridges({ unscopedDb, dataFolder, bridgePort }: BridgesDeps) {
  let token: string | undefined
  const server = randomUUID()
  const known = new Map<number, BridgeClient>()
  const getClient = (port: number): BridgeClient => {
    token ??= loadSharedToken(join(dataFolder, bridgeTokenFile))
    const bridge =
      known.get(port) ?? createBridgeClient({ url: `http://127.0.0.1:${port}`, token, server })
    known.set(port, bridge)
    return bridge
  }
  /**
   * A bridge accepts connections from its own computer only, and another computer must not get our
   * token.
   */
  const isLocal = ({ serverIp }: Sensor) => isThisComputer(serverIp, networkInterfaces())
  const attach = (sensor: Sensor): AttachedSensor => {
    const name = sensor.modality === 'Dental' ? 'dental' : 'general'
    return { sensor, name, bridge: getClient(sensor.port), key: `${sensor.port}/${name}` }
  }

  return {
    /** The generator of the computer that the server runs on. */
    generator: () => getClient(bridgePort).generator,
    /** The key of the sensor that this generator exposes, and with which it is leased. */
    generatorSensorKey: `${bridgePort}/general`,
    sendHeartbeat: () => getClient(bridgePort).heartbeat(),
    /** Resolves with 'other-computer' for a sensor that is registered for another computer. */
    find: async (id: SensorId): Promise<AttachedSensor | 'other-computer' | undefined> => {
      const sensor = await findSensor(unscopedDb, id)
      if (!sensor) return undefined
      return isLocal(sensor) ? attach(sensor) : 'other-computer'
    },
    listLocal: async (): Promise<AttachedSensor[]> => {
      const sensors = (await listSensors(unscopedDb)).filter(isLocal).map(attach)
      return [...new Map(sensors.map((sensor) => [sensor.key, sensor])).values()]
    },
  }
}

export type Bridges = ReturnType<typeof openBridges>
