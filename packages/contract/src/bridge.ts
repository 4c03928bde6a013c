import { z } from 'zod'
import { SensorStatus } from './device.ts'
import { animalSizes, sensorModels } from './enumerations.ts'

/**
 * What the server and the bridge beside the hardware say to each other. The bridge has at most one
 * sensor of each modality; its address is `/sensor/general` or `/sensor/dental`.
 */
export const bridgeSensors = ['general', 'dental'] as const
export const BridgeSensorName = z.enum(bridgeSensors)
export type BridgeSensorName = z.output<typeof BridgeSensorName>

/** Sent by the server with every request, from the file that both read. */
export const bridgeTokenFile = 'bridge.token'
export const bridgeTokenPattern = /^[\w-]{43}$/u

/** Which server calls: a name that each makes up when it starts, so that its death is noticed. */
export const bridgeServerHeader = 'talus-server'
export const bridgeServerPattern = /^[\w-]{8,64}$/u

/** Of our own making, so that it can stand in a path. */
const key = z.string().regex(/^[\w-]{8,64}$/u)
/** Names of people and words of vendors are shown and kept, never interpreted. */
const words = z.string().trim().min(1).max(200)

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

/** For whom an image is taken. Kept with the frame, so that one found after a crash is still known. */
export const CaptureContext = z.object({
  studyId: z.union([z.int(), z.string().max(64)]),
  /** In another database the same number is another study: then nobody knows whose the frame is. */
  studyInstanceUID: z.string().max(64).optional(),
  clinicId: z.int().optional(),
  userId: z.int().optional(),
  userName: words.optional(),
  annotation: z.object({
    bodyPart: z.string().max(64),
    bodyPartView: z.string().max(64),
    animalSize: z.enum(animalSizes).nullable(),
    speciesId: z.int().nullable().default(null),
  }),
})
export type CaptureContext = z.output<typeof CaptureContext>

/** What the generator was set to, or reports that it did. */
export const ExposureTechnique = z.object({
  kv: z.number(),
  ma: z.number(),
  ms: z.number(),
  mx: z.number(),
  fo: z.number(),
})
export type ExposureTechnique = z.output<typeof ExposureTechnique>

export const LeaseRequest = z.object({
  /** Shown to whoever is refused meanwhile. */
  holder: words,
  /** One that is held already: this call says that it is still wanted. */
  leaseId: key.optional(),
})
export type LeaseRequest = z.output<typeof LeaseRequest>
export const Lease = z.object({ leaseId: key, holder: words, expiresInMs: z.number() })
export type Lease = z.output<typeof Lease>

export const ArmRequest = z.object({
  leaseId: key,
  /** Chosen by the caller: the same one again arms nothing twice. */
  captureId: key,
  context: CaptureContext,
})
export type ArmRequest = z.output<typeof ArmRequest>
export const CancelRequest = z.object({ leaseId: key, captureId: key.optional() })

/**
 * - cancelled: no radiation was received, the sensor is disarmed;
 * - too-late: the animal was irradiated, the frame is kept and offered;
 * - idle: there was nothing to cancel.
 */
export const cancelOutcomes = ['cancelled', 'too-late', 'idle'] as const
export const CancelAnswer = z.object({ outcome: z.enum(cancelOutcomes) })
export type CancelOutcome = (typeof cancelOutcomes)[number]

export const frameFormats = ['raw16', 'dicom'] as const

export const FrameInfo = z.object({
  id: key,
  sensor: BridgeSensorName,
  /** Null where nobody had armed the sensor, or nobody knows any more for what. */
  captureId: key.nullable(),
  context: CaptureContext.nullable(),
  /** Raw: unsigned 16-bit little-endian pixels, row by row. DICOM: a file as it came. */
  format: z.enum(frameFormats),
  width: z.int().nonnegative(),
  height: z.int().nonnegative(),
  bits: z.int().min(0).max(16),
  /** Millimetres from pixel to pixel on the detector; null where the vendor does not say. */
  pitch: z.number().positive().nullable(),
  byteLength: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/u),
  exposedAt: z.iso.datetime(),
  technique: ExposureTechnique.nullable(),
  /** What fed the tube, by its name; null where nobody has said or asked. */
  generator: words.nullable().default(null),
  /** It arrived late: after a crash, a lost connection or a cancel. */
  isRecovered: z.boolean(),
  /** Fewer bytes came than the sensor had promised: better than a second exposure. */
  isIncomplete: z.boolean(),
  source: words,
  /** Where a simulated animal has its vertebrae and joints; what the sensor knows about itself. */
  landmarks: z.json(),
  calibration: z.json(),
})
export type FrameInfo = z.output<typeof FrameInfo>
export const FrameList = z.object({ frames: z.array(FrameInfo) })

/** The hash of what the server has stored: only the same bytes may be removed here. */
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
  lease: z.object({ holder: words }).nullable(),
  framesWaiting: z.int(),
  fault: BridgeFault.nullable(),
})
export type BridgeSensorStatus = z.output<typeof BridgeSensorStatus>
/** The specification wants the state below `status`. */
export const SensorStatusAnswer = z.object({ status: BridgeSensorStatus })
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

/** What the generator can be told; `ex` and `mx` are its own to say. */
export const generatorOrders = ['pw', 'fo', 'kv', 'ma', 'ms', 'ws'] as const
export const GeneratorOrder = z.enum(generatorOrders)
export type GeneratorOrder = z.output<typeof GeneratorOrder>
/** Digits only: an empty value that becomes 0 would set the lowest of the scale. */
export const GeneratorOrderQuery = z.object({
  value: z
    .string()
    .regex(/^\d{1,6}(?:\.\d{1,6})?$/u)
    .transform(Number),
})

export const bridgeRefusals = {
  'bridge/bad-request': 400,
  'bridge/token': 401,
  'bridge/foreign-page': 403,
  'bridge/not-found': 404,
  'bridge/method': 405,
  'bridge/timed-out': 408,
  'bridge/lease-held': 409,
  'bridge/lease-lost': 409,
  'bridge/not-ready': 409,
  'bridge/hash-differs': 409,
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
  /** Who has the sensor. */
  holder: z.string().optional(),
})

/** What the simulator can be made to do wrong, for every message of the screens. */
export const sensorFaultsOfSimulator = [
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
export const generatorFaultsOfSimulator = ['generator-error', 'no-generator'] as const
export const SensorFaultOfSimulator = z.enum(sensorFaultsOfSimulator)
export type SensorFaultOfSimulator = z.output<typeof SensorFaultOfSimulator>
export const GeneratorFaultOfSimulator = z.enum(generatorFaultsOfSimulator)
export type GeneratorFaultOfSimulator = z.output<typeof GeneratorFaultOfSimulator>

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
    fault: SensorFaultOfSimulator,
    isOn: z.boolean(),
  }),
  z.object({
    order: z.literal('generator-fault'),
    fault: GeneratorFaultOfSimulator,
    isOn: z.boolean(),
  }),
])
export type SimulatorOrder = z.output<typeof SimulatorOrder>

export const SimulatorPicture = z.object({
  sensors: z.array(
    z.object({
      name: BridgeSensorName,
      autoExposeSeconds: z.number().nullable(),
      faults: z.array(SensorFaultOfSimulator),
      status: BridgeSensorStatus,
    }),
  ),
  generator: z
    .object({
      status: z.record(z.string(), z.number()),
      faults: z.array(GeneratorFaultOfSimulator),
    })
    .nullable(),
})
export type SimulatorPicture = z.output<typeof SimulatorPicture>
export const PanelCode = z.object({ code: z.string().max(64).optional() })
