import { networkInterfaces } from 'node:os'
import { getReach, isInReach, refuse } from '@talus/contract'
import type {
  Actor,
  BridgeSensorName,
  ClinicId,
  ClinicReach,
  Reach,
  Sensor,
  SensorId,
  Workplace,
  XRayRooms,
} from '@talus/contract'
import { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import type { SecretBox } from '../../../secrets/secret-box.ts'
import type { BridgeClient } from './bridge-client.ts'
import { openBridgeClients } from './bridge-clients.ts'
import type { BridgeAddress } from './bridge-clients.ts'
import { listBridges, listSensors } from './sensors.queries.ts'
import type { SensorRow } from './sensors.queries.ts'
import { findXRayRoom } from './x-ray-room.ts'

export interface BridgesDeps {
  readonly unscopedDb: UnscopedDb
  readonly secrets: SecretBox
  readonly dataFolder: string
  readonly bridgePort: number
}

/** The identity of the bridge of the server's own computer. */
export const thisComputer = 'this-computer'

/** A registered sensor with the bridge that controls it. */
export interface AttachedSensor {
  readonly sensor: Sensor
  readonly bridge: BridgeClient
  /** The name of the sensor at the bridge. */
  readonly name: BridgeSensorName
  /** The same key for two records of one sensor, such as those of two clinics. */
  readonly key: string
  /** The clinics that have registered the sensor. */
  readonly clinicIds: readonly ClinicId[]
}

/** The generator of a bridge. */
export interface AttachedGenerator {
  readonly generator: BridgeClient['generator']
  /** The key of the sensor that it exposes, and with which it is leased. */
  readonly sensorKey: string
  /** The clinic and the X-ray room that the bridge is registered for. */
  readonly clinicId: ClinicId
  readonly xRayRoom: string
  readonly sendHeartbeat: () => Promise<void>
}

/** The client of the API that asks for the devices of its X-ray room. */
export interface DeviceClient {
  readonly reach: ClinicReach
  readonly workplace: Workplace
  /** The network address of the client. */
  readonly address: string
}

interface DeviceCall {
  readonly actor: Actor
  readonly workplace: Workplace
  readonly address: string
}

/**
 * A user of every clinic who has selected none works at their own one: a sign-in must not switch on
 * the generator of any other.
 */
export function toDeviceClient({ actor, workplace, address }: DeviceCall): DeviceClient {
  const reach = getReach(actor)
  const own = reach === 'every-clinic' ? (actor.clinicId ?? undefined) : undefined
  return { reach, workplace: { ...workplace, clinicId: workplace.clinicId ?? own }, address }
}

const toName = ({ modality }: Pick<Sensor, 'modality'>) =>
  modality === 'Dental' ? 'dental' : 'general'
const toKey = (row: SensorRow) => `${row.identity}/${toName(row)}`

/** The registered bridges and their sensors. */
export function openBridges({ unscopedDb, secrets, dataFolder, bridgePort }: BridgesDeps) {
  const everyClinic = new ClinicDb(unscopedDb, 'every-clinic')
  const getClient = openBridgeClients({ secrets, dataFolder, bridgePort })

  const toSensor = (row: SensorRow): Sensor => ({
    id: row.id,
    brand: row.brand,
    model: row.model,
    modality: row.modality,
    serverIp: row.address ?? '127.0.0.1',
    port: row.port ?? bridgePort,
  })
  const attach = (row: SensorRow, rows: readonly SensorRow[]): AttachedSensor => ({
    sensor: toSensor(row),
    bridge: getClient(row),
    name: toName(row),
    key: toKey(row),
    clinicIds: rows.filter((one) => toKey(one) === toKey(row)).map(({ clinicId }) => clinicId),
  })

  function attachGenerator(
    row: BridgeAddress & Pick<AttachedGenerator, 'clinicId' | 'xRayRoom'>,
  ): AttachedGenerator {
    const client = getClient(row)
    return {
      generator: client.generator,
      sensorKey: `${row.identity}/general`,
      clinicId: row.clinicId,
      xRayRoom: row.xRayRoom,
      sendHeartbeat: client.heartbeat,
    }
  }

  /** The devices of a client: those of its clinic, or of the clinic that its user has selected. */
  function bound({ reach, workplace }: DeviceClient): ClinicDb {
    const { clinicId } = workplace
    const isNamed = clinicId !== undefined && isInReach(reach, clinicId)
    return new ClinicDb(unscopedDb, isNamed ? [clinicId] : reach)
  }

  /** The X-ray rooms of the client's clinic, and the one in which its computer stands. */
  async function findXRayRooms(client: DeviceClient): Promise<XRayRooms> {
    // Also those whose sensors are switched off: another one must not replace them.
    const bridges = await listBridges(bound(client))
    const { workplace, address } = client
    // Read at each call: a clinic PC often starts before its network is available.
    const interfaces = networkInterfaces()
    const own = findXRayRoom(bridges, { xRayRoom: workplace.xRayRoom, address }, interfaces)
    return { xRayRooms: [...new Set(bridges.map(({ xRayRoom }) => xRayRoom))], own: own ?? null }
  }

  async function listOfClient(client: DeviceClient): Promise<readonly SensorRow[]> {
    const { own } = await findXRayRooms(client)
    const rows = await listSensors(bound(client))
    const inXRayRoom = rows.filter(({ isEnabled, xRayRoom }) => isEnabled && xRayRoom === own)
    // A user of several clinics gets a sensor that they share only once.
    return [
      ...new Map(inXRayRoom.toReversed().map((row) => [toKey(row), row])).values(),
    ].toReversed()
  }

  return {
    getClient,
    toSensor,
    findXRayRooms,
    list: async (db: ClinicDb): Promise<Sensor[]> => (await listSensors(db)).map(toSensor),
    /** The enabled sensors of the client's X-ray room. */
    listOfClient: async (client: DeviceClient): Promise<Sensor[]> =>
      (await listOfClient(client)).map(toSensor),
    /** The generator of the client's X-ray room. */
    findGenerator: async (client: DeviceClient): Promise<AttachedGenerator> => {
      if (bound(client).reach === 'every-clinic') refuse('device/no-generator')
      const sensors = await listOfClient(client)
      // An X-ray room with a dental sensor only may still have its own generator.
      const sensor = sensors.find(({ modality }) => modality === 'General') ?? sensors[0]
      return sensor ? attachGenerator(sensor) : refuse('device/no-generator')
    },
    /** The generator of each registered bridge. */
    listGenerators: async (): Promise<AttachedGenerator[]> => {
      const generators = (await listBridges(everyClinic)).map(attachGenerator)
      return [...new Map(generators.map((one) => [one.sensorKey, one])).values()]
    },
    /** Resolves with undefined for a sensor that is unknown, switched off, or of another clinic. */
    find: async (id: SensorId, reach: Reach): Promise<AttachedSensor | undefined> => {
      const rows = (await listSensors(everyClinic)).filter(({ isEnabled }) => isEnabled)
      const row = rows.find((one) => one.id === id && isInReach(reach, one.clinicId))
      return row && attach(row, rows)
    },
    /** Every sensor once, also those that are switched off: they may still hold a frame. */
    listAttached: async (): Promise<AttachedSensor[]> => {
      const rows = await listSensors(everyClinic)
      const sensors = rows.map((row) => attach(row, rows))
      return [...new Map(sensors.map((sensor) => [sensor.key, sensor])).values()]
    },
    /** The clinics that have registered a bridge. */
    listClinics: async (identity: string): Promise<readonly ClinicId[]> =>
      (await listBridges(everyClinic))
        .filter((bridge) => bridge.identity === identity)
        .map(({ clinicId }) => clinicId),
  }
}

export type Bridges = ReturnType<typeof openBridges>
