import { z } from 'zod'
import { BridgeConfigFault } from './bridge-config.ts'
import { SensorStatus } from './device.ts'
import { animalSizes, sensorModels } from './enumerations.ts'

/**
 * The protocol between the server and the bridge, which controls the hardware. The bridge has at
 * most one sensor of each modality; its path is `/sensor/general` or `/sensor/dental`.
 */
export const bridgeSensors = ['general', 'dental'] as const
export const BridgeSensorName = z.enum(bridgeSensors)
export type BridgeSensorName = z.output<typeof BridgeSensorName>

/** The file of the token that the server sends with every request; both programs read it. */
export const bridgeTokenFile = 'bridge.token'

/**
 * Without a request of a server for this time, the bridge switches the generator off. Each server
 * sends a heartbeat several times within it.
 */
export const heartbeatLostMs = 10_000

/**
 * Identifies the calling server: each creates a name at its start, so that the bridge notices when
 * it has died.
 */
export const bridgeServerHeader = 'talus-server'
export const bridgeServerPattern = /^[\w-]{8,64}$/u

/** An id of our own format, which is safe in a path. */
const key = z.string().regex(/^[\w-]{8,64}$/u)
/** Names of users and texts of vendors: shown and stored, never interpreted. */
const label = z.string().trim().min(1).max(200)

export const bridgeFaults = [
  'sensor-disconnected',
  'prepare-timeout',
  'radiation-timeout',
  'cleanup-timeout',
  'frame-stuck',
  'frame-lost',
  'frame-incomplete',
  'over-temperature',
  'low-battery',
  'generator-error',
  'disk-full',
  'unreadable-file',
  'driver-error',
] as const
export const BridgeFault = z.enum(bridgeFaults)
export type BridgeFault = z.output<typeof BridgeFault>

/** The technique that a user sets at a generator without a connection, as on the screen. */
export const EnteredTechnique = z.object({
  kv: z.number().positive().max(200),
  mx: z.number().positive().max(2000),
  fo: z.union([z.literal(0), z.literal(1)]).optional(),
})
export type EnteredTechnique = z.output<typeof EnteredTechnique>

/**
 * The target study of an image. Stored with the frame, so that a frame recovered after a crash
 * keeps it.
 */
export const CaptureContext = z.object({
  studyId: z.union([z.int(), z.string().max(64)]),
  /**
   * Detects another database, in which the same id is another study; the frame is then unassigned.
   */
  studyInstanceUID: z.string().max(64).optional(),
  clinicId: z.int().optional(),
  userId: z.int().optional(),
  userName: label.optional(),
  /** When the server armed the sensor, by its own clock. */
  armedOn: z.iso.datetime().optional(),
  /** kV, mAs and focus that the user entered, because no generator reports them. */
  enteredTechnique: EnteredTechnique.optional(),
  annotation: z.object({
    bodyPart: z.string().max(64),
    bodyPartView: z.string().max(64),
    animalSize: z.enum(animalSizes).nullable(),
    speciesId: z.int().nullable().default(null),
  }),
  /** The capture loop goes on by itself; a simulated sensor then makes no automatic exposure. */
  isContinued: z.boolean().optional(),
})
export type CaptureContext = z.output<typeof CaptureContext>

/** The settings of the generator, or the values it reports after an exposure. */
export const ExposureTechnique = z.object({
  kv: z.number(),
  ma: z.number(),
  ms: z.number(),
  mx: z.number(),
  fo: z.number(),
})
export type ExposureTechnique = z.output<typeof ExposureTechnique>

export const LeaseRequest = z.object({
  /** Shown to other users who request the sensor during the lease. */
  holder: label,
  /** The id of a lease that the caller holds, to renew it. */
  leaseId: key.optional(),
})
export type LeaseRequest = z.output<typeof LeaseRequest>
export const Lease = z.object({ leaseId: key, holder: label, expiresInMs: z.number() })
export type Lease = z.output<typeof Lease>

export const ArmRequest = z.object({
  leaseId: key,
  /** Chosen by the caller; a repeated call with the same id does not arm the sensor again. */
  captureId: key,
  context: CaptureContext,
})
export type ArmRequest = z.output<typeof ArmRequest>
export const CancelRequest = z.object({ leaseId: key, captureId: key.optional() })

/**
 * - cancelled: no radiation was received, and the sensor is disarmed;
 * - too-late: the animal was irradiated, and the frame is stored and offered;
 * - pressed: the switch of the generator is pressed, so the radiation may come at any moment: nothing
 *   was cancelled, and the request can be repeated;
 * - idle: there was nothing to cancel.
 */
export const cancelOutcomes = ['cancelled', 'too-late', 'idle', 'pressed'] as const
export const CancelResponse = z.object({ outcome: z.enum(cancelOutcomes) })
export type CancelOutcome = (typeof cancelOutcomes)[number]

export const frameFormats = ['raw16', 'dicom'] as const

export const FrameInfo = z.object({
  id: key,
  sensor: BridgeSensorName,
  /** Null if the sensor was not armed, or if its capture is no longer known. */
  captureId: key.nullable(),
  context: CaptureContext.nullable(),
  /** Raw: unsigned 16-bit little-endian pixels, row by row. DICOM: the unchanged file. */
  format: z.enum(frameFormats),
  width: z.int().nonnegative(),
  height: z.int().nonnegative(),
  bits: z.int().min(0).max(16),
  /** Pixel pitch of the detector in millimetres; null if the vendor does not provide it. */
  pitch: z.number().positive().nullable(),
  byteLength: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/u),
  exposedAt: z.iso.datetime(),
  technique: ExposureTechnique.nullable(),
  /** Name of the generator; null if it is unknown. */
  generator: label.nullable().default(null),
  /** The frame arrived late: after a crash, a lost connection or a cancel. */
  isRecovered: z.boolean(),
  /** Fewer bytes arrived than the sensor announced; still better than a second exposure. */
  isIncomplete: z.boolean(),
  source: label,
  /** Positions of vertebrae and joints of a simulated animal, and the calibration of the sensor. */
  landmarks: z.json(),
  calibration: z.json(),
})
export type FrameInfo = z.output<typeof FrameInfo>
export const FrameList = z.object({ frames: z.array(FrameInfo) })

/** The hash of the stored bytes: the bridge deletes a frame only if its bytes are the same. */
export const AcknowledgeRequest = z.object({ sha256: FrameInfo.shape.sha256 })

export const BridgeSensorStatus = SensorStatus.extend({
  name: BridgeSensorName,
  driver: z.string(),
  brand: z.string(),
  model: z.enum(sensorModels),
  modality: z.enum(['General', 'Dental']),
  serial: z.string(),
  firmware: z.string(),
  captureId: key.nullable(),
  lease: z.object({ holder: label }).nullable(),
  framesWaiting: z.int(),
  fault: BridgeFault.nullable(),
  /** The last calibration that the detector reports; null if it reports none. */
  calibratedOn: z.iso.datetime().nullable().default(null),
})
export type BridgeSensorStatus = z.output<typeof BridgeSensorStatus>
/** The specification requires the state below `status`. */
export const SensorStatusResponse = z.object({ status: BridgeSensorStatus })
export const SensorList = z.object({ sensors: z.array(BridgeSensorStatus) })

/** Events of `/sensor/{name}/events`, by the name of the server-sent event. */
export const BridgeEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('state'), data: BridgeSensorStatus }),
  z.object({ event: z.literal('frame'), data: FrameInfo }),
  z.object({
    event: z.literal('fault'),
    data: z.object({ fault: BridgeFault, captureId: key.nullable() }),
  }),
])
export type BridgeEvent = z.output<typeof BridgeEvent>

/** The values that can be set; `ex` and `mx` are read-only values of the generator. */
export const generatorOrders = ['pw', 'fo', 'kv', 'ma', 'ms', 'ws'] as const
export const GeneratorOrder = z.enum(generatorOrders)
export type GeneratorOrder = z.output<typeof GeneratorOrder>
/** The query that names the lease of the order's sender; only the server knows the id. */
export const GeneratorLeaseQuery = z.object({ lease: key.optional() })
/** Digits only: an empty value would become 0 and set the lowest value of the scale. */
export const GeneratorOrderQuery = z.object({
  value: z
    .string()
    .regex(/^\d{1,6}(?:\.\d{1,6})?$/u)
    .transform(Number),
})

export const bridgeRefusals = {
  'bridge/bad-request': 400,
  'bridge/not-in-scale': 400,
  'bridge/token': 401,
  'bridge/foreign-page': 403,
  'bridge/not-found': 404,
  'bridge/method': 405,
  'bridge/timed-out': 408,
  'bridge/lease-held': 409,
  'bridge/lease-lost': 409,
  'bridge/not-ready': 409,
  'bridge/exposing': 409,
  'bridge/hash-differs': 409,
  'bridge/busy': 409,
  'bridge/fixed': 409,
  'bridge/bad-config': 422,
  'bridge/pairing': 403,
  'bridge/too-many': 429,
  'bridge/too-large': 413,
  'bridge/failed': 500,
  'bridge/no-generator': 501,
  'bridge/generator-silent': 503,
  'bridge/disk-full': 507,
} as const
export type BridgeRefusalCode = keyof typeof bridgeRefusals
export const BridgeRefusalBody = z.object({
  code: z.string(),
  message: z.string(),
  /** The user who holds the sensor. */
  holder: z.string().optional(),
  /** The field of the settings that the bridge refuses, and the reason. */
  config: BridgeConfigFault.optional(),
})

/** Faults that the simulator can produce, so that every message of the screens can be tested. */
export const simulatorSensorFaults = [
  'time-out',
  'disconnected',
  'disconnect-in-transfer',
  'low-battery',
  'over-temperature',
  'saturated',
  'under-exposed',
  'false-trigger',
  'short-frame',
  'handed-over-twice',
] as const
export const simulatorGeneratorFaults = ['generator-error', 'no-generator'] as const
export const SimulatorSensorFault = z.enum(simulatorSensorFaults)
export type SimulatorSensorFault = z.output<typeof SimulatorSensorFault>
export const SimulatorGeneratorFault = z.enum(simulatorGeneratorFaults)
export type SimulatorGeneratorFault = z.output<typeof SimulatorGeneratorFault>

export const SimulatorOrder = z.discriminatedUnion('order', [
  z.object({ order: z.literal('expose'), sensor: BridgeSensorName }),
  z.object({
    order: z.literal('auto-expose'),
    sensor: BridgeSensorName,
    seconds: z.number().min(0).max(50).nullable(),
  }),
  z.object({
    order: z.literal('sensor-fault'),
    sensor: BridgeSensorName,
    fault: SimulatorSensorFault,
    isOn: z.boolean(),
  }),
  z.object({
    order: z.literal('generator-fault'),
    fault: SimulatorGeneratorFault,
    isOn: z.boolean(),
  }),
])
export type SimulatorOrder = z.output<typeof SimulatorOrder>

export const SimulatorState = z.object({
  sensors: z.array(
    z.object({
      name: BridgeSensorName,
      autoExposeSeconds: z.number().nullable(),
      faults: z.array(SimulatorSensorFault),
      status: BridgeSensorStatus,
    }),
  ),
  generator: z
    .object({
      status: z.record(z.string(), z.number()),
      faults: z.array(SimulatorGeneratorFault),
    })
    .nullable(),
})
export type SimulatorState = z.output<typeof SimulatorState>
export const PanelCode = z.object({ code: z.string().max(64).optional() })
