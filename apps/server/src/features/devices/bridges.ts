import { randomUUID } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import type { BridgeSensorName, Sensor, SensorId } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'
import { bridgeAt } from './bridge.ts'
import type { Bridge } from './bridge.ts'
import { bridgeToken } from './bridge-token.ts'
import { findSensor, listSensors } from './sensors.queries.ts'
import { isThisMachine } from './this-machine.ts'

export interface BridgesDeps {
  readonly unscopedDb: UnscopedDb
  readonly dataFolder: string
  readonly bridgePort: number
}

/** A sensor and the bridge that it hangs on. */
export interface SensorPlace {
  readonly sensor: Sensor
  readonly bridge: Bridge
  /** As the bridge calls it. */
  readonly name: BridgeSensorName
  /** The same for two records of one sensor. */
  readonly key: string
}

/** The bridges of this machine, and which sensor is at which. */
export function openBridges({ unscopedDb, dataFolder, bridgePort }: BridgesDeps) {
  let token: string | undefined
  const server = randomUUID()
  const known = new Map<number, Bridge>()
  const on = (port: number): Bridge => {
    token ??= bridgeToken(dataFolder)
    const bridge = known.get(port) ?? bridgeAt({ url: `http://127.0.0.1:${port}`, token, server })
    known.set(port, bridge)
    return bridge
  }
  /** A bridge is reached from its own machine alone; another one must not be given our token. */
  const isHere = ({ serverIp }: Sensor) => isThisMachine(serverIp, networkInterfaces())
  const placeOf = (sensor: Sensor): SensorPlace => {
    const name = sensor.modality === 'Dental' ? 'dental' : 'general'
    return { sensor, name, bridge: on(sensor.port), key: `${sensor.port}/${name}` }
  }

  return {
    /** That of the machine the server runs on. */
    generator: () => on(bridgePort).generator,
    /** 'elsewhere' for one that is registered for another machine. */
    find: async (id: SensorId): Promise<SensorPlace | 'elsewhere' | undefined> => {
      const sensor = await findSensor(unscopedDb, id)
      if (!sensor) return undefined
      return isHere(sensor) ? placeOf(sensor) : 'elsewhere'
    },
    ofThisMachine: async (): Promise<SensorPlace[]> => {
      const places = (await listSensors(unscopedDb)).filter(isHere).map(placeOf)
      return [...new Map(places.map((place) => [place.key, place])).values()]
    },
  }
}

export type Bridges = ReturnType<typeof openBridges>
