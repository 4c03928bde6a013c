import { z } from 'zod'

/** The devices that a bridge drives. */
export const bridgeDevices = ['general', 'dental', 'generator'] as const
export const BridgeDevice = z.enum(bridgeDevices)
export type BridgeDevice = z.output<typeof BridgeDevice>

/** A path on the computer of the bridge; only the bridge can say whether it is usable. */
const path = z.string().trim().min(1, 'field/required').max(1000, 'field/too-long')
const none = z.object({ driver: z.literal('none') })
const simulator = z.object({ driver: z.literal('simulator') })

export const SensorDrivers = z.discriminatedUnion('driver', [
  none,
  simulator,
  /** The software of the detector writes its images into this folder. */
  z.object({ driver: z.literal('folder'), folder: path }),
])
export const serialStyles = ['checksum', 'carriage-return'] as const
export const serialBauds = [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200] as const
export const GeneratorDrivers = z.discriminatedUnion('driver', [
  none,
  simulator,
  z.object({
    driver: z.literal('serial'),
    path,
    baud: z.int().min(300).max(921_600).default(9600),
    style: z.enum(serialStyles).default('checksum'),
    /** Its name in the X-ray log, because the protocol does not report one. */
    model: z.string().trim().max(64, 'field/too-long').default(''),
  }),
])

/** The drivers of a bridge with their settings. */
export const BridgeDrivers = z.object({
  general: SensorDrivers,
  dental: SensorDrivers,
  generator: GeneratorDrivers,
})
export type BridgeDrivers = z.output<typeof BridgeDrivers>

/** The drivers in use, and the choices that the computer of the bridge offers. */
export const BridgeConfig = z.object({
  drivers: BridgeDrivers,
  /** Devices that the bridge's environment variables set; a change from the screen is refused. */
  fixed: z.array(BridgeDevice),
  /** Only a demo has simulated devices: their images would be taken for those of an animal. */
  offersSimulator: z.boolean(),
  serialPorts: z.array(z.object({ path: z.string(), description: z.string() })),
  /** A folder for each sensor that the bridge creates if it is chosen. */
  defaultFolders: z.object({ general: z.string(), dental: z.string() }),
  /** The name of the computer, by which users tell bridges apart. */
  computer: z.string(),
})
export type BridgeConfig = z.output<typeof BridgeConfig>

const hex = z.string().regex(/^[0-9a-f]{64}$/u)
/** A server proves that it knows the pairing code and sees the certificate of the bridge. */
export const PairingRequest = z.object({ nonce: hex, proof: hex })
export type PairingRequest = z.output<typeof PairingRequest>
/** The bridge proves the same; the token is part of the proof. */
export const PairingReply = z.object({
  token: z.string().regex(/^[\w-]{43}$/u),
  proof: hex,
})
export type PairingReply = z.output<typeof PairingReply>

/** The fields of the settings that only the bridge can check. */
export const bridgeConfigFields = ['generalFolder', 'dentalFolder', 'serialPath'] as const
export const bridgeConfigFaults = [
  'folder/not-absolute',
  'folder/missing',
  'folder/not-writable',
  'folder/not-empty',
  'folder/reserved',
  'folder/same',
  'serial/not-opened',
] as const
export const BridgeConfigFault = z.object({
  field: z.enum(bridgeConfigFields),
  fault: z.enum(bridgeConfigFaults),
})
export type BridgeConfigFault = z.output<typeof BridgeConfigFault>
