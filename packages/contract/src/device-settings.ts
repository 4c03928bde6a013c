import { z } from 'zod'
import { BridgeConfig, BridgeDrivers } from './bridge-config.ts'
import { BridgeSensorStatus } from './bridge.ts'
import { GeneratorStatus, Sensor } from './device.ts'
import { sensorModels } from './enumerations.ts'
import { Instant, plainText, requiredText } from './fields.ts'
import { BridgeId, ClinicId, SensorId } from './ids.ts'
import { defineRoute } from './route.ts'

export const xRayRoomMax = 64

/** A sensor with the settings that only the administration of the devices shows. */
export const RegisteredSensor = Sensor.extend({
  bridgeId: BridgeId,
  name: z.string(),
  isEnabled: z.boolean(),
})
export type RegisteredSensor = z.output<typeof RegisteredSensor>

/** A registered bridge; its sensors and its generator stand in its X-ray room. */
export const Bridge = z.object({
  id: BridgeId,
  clinicId: ClinicId,
  name: z.string(),
  xRayRoom: z.string(),
  /** Null for the bridge of the server's own computer. */
  address: z.string().nullable(),
  port: z.int().nullable(),
  createdOn: Instant,
  sensors: z.array(RegisteredSensor),
})
export type Bridge = z.output<typeof Bridge>

/** The present state of a bridge and its devices, as the bridge reports it. */
export const BridgeState = z.object({
  sensors: z.array(BridgeSensorStatus),
  generator: z.object({
    /** `none` without a generator, `silent` if it does not answer. */
    state: z.enum(['none', 'silent', 'connected']),
    values: GeneratorStatus.nullable(),
  }),
  config: BridgeConfig,
})
export type BridgeState = z.output<typeof BridgeState>

/** A bridge that can be added without a pairing code. */
export const FoundBridge = z.object({
  isRegistered: z.boolean(),
  /** Whether the bridge of the server's computer answers now. */
  isRunning: z.boolean(),
  computer: z.string(),
})
export type FoundBridge = z.output<typeof FoundBridge>

const named = { name: plainText(xRayRoomMax), xRayRoom: requiredText(xRayRoomMax) }
const port = z.coerce
  .number<number | string>()
  .int('field/port')
  .min(1, 'field/port')
  .max(65_535, 'field/port')
/** Letters and digits in groups, as the bridge prints them; the case does not matter. */
export const PairingCode = requiredText(32).refine(
  (code) => code.replaceAll(/[^0-9a-z]/giu, '').length === 12,
  'field/pairing-code',
)

/** A bridge of another computer is added with its address and a pairing code. */
export const BridgeDraft = z.object({
  clinicId: ClinicId.optional(),
  ...named,
  pairing: z.object({ address: requiredText(), port, code: PairingCode }).optional(),
})
export const BridgeChange = z.object({
  id: BridgeId,
  ...named,
  /** For a bridge of another computer; its certificate stays the same. */
  address: requiredText().optional(),
  port: port.optional(),
})
export const SensorChange = z.object({
  id: SensorId,
  name: plainText(xRayRoomMax),
  brand: requiredText(64),
  model: z.enum(sensorModels),
  isEnabled: z.boolean(),
})

const manage = { variant: 'local', needs: 'device.manage' } as const
const byId = z.object({ id: BridgeId })

export const bridgeRoutes = {
  list: defineRoute({
    ...manage,
    method: 'GET',
    path: '/bridge',
    summary: 'The bridges of a clinic with their sensors',
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({ ClinicId: ClinicId.optional() }),
    response: z.array(Bridge),
  }),
  ofThisMachine: defineRoute({
    ...manage,
    method: 'GET',
    path: '/bridge/local',
    summary: 'Whether the bridge of the server’s computer runs and is registered for the clinic',
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({ ClinicId: ClinicId.optional() }),
    response: FoundBridge,
  }),
  create: defineRoute({
    ...manage,
    method: 'POST',
    path: '/bridge',
    summary: 'Add the bridge of the server’s computer, or that of another one by a pairing code',
    clinic: { in: 'body', name: 'clinicId' },
    body: BridgeDraft,
    response: Bridge,
  }),
  update: defineRoute({
    ...manage,
    method: 'PUT',
    path: '/bridge',
    summary: 'Change name, room and address of a bridge',
    clinic: 'reach',
    body: BridgeChange,
    response: Bridge,
  }),
  remove: defineRoute({
    ...manage,
    method: 'DELETE',
    path: '/bridge/:id',
    summary: 'Remove a bridge and its sensors',
    clinic: 'reach',
    params: byId,
  }),
  state: defineRoute({
    ...manage,
    method: 'GET',
    path: '/bridge/:id/state',
    summary: 'The state of a bridge, of its sensors and of its generator',
    clinic: 'reach',
    params: byId,
    response: BridgeState,
  }),
  configure: defineRoute({
    ...manage,
    method: 'POST',
    path: '/bridge/:id/drivers',
    summary: 'Choose the drivers of a bridge; refused while an exposure is prepared or made',
    clinic: 'reach',
    params: byId,
    body: BridgeDrivers,
    response: Bridge,
  }),
  test: defineRoute({
    ...manage,
    method: 'POST',
    path: '/bridge/:id/test',
    summary: 'Connect to a bridge and register the sensors that it offers',
    clinic: 'reach',
    params: byId,
    response: BridgeState,
  }),
  updateSensor: defineRoute({
    ...manage,
    method: 'PUT',
    path: '/sensor',
    summary: 'Change name, brand and model of a sensor, or switch its use off',
    clinic: 'reach',
    body: SensorChange,
    response: RegisteredSensor,
  }),
}
