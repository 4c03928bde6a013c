import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import type { BridgeDevice, BridgeDrivers, BridgeSensorName } from '@talus/contract'
import type { BridgeSettingName } from '@talus/node-kit/setting-names'
import { anyNumber, describeSettings, port, wholeNumber } from '@talus/node-kit/settings'
import { z } from 'zod'

/** Reads the environment into one typed, validated value. No other file of the bridge reads it. */
const sensorDriver = z.enum(['simulator', 'folder', 'none'])
const slowness = 'must be a number above 0 and at most 10'
const Environment = z.object({
  BRIDGE_PORT: port.default(4290),
  /** The address at which servers of other computers reach the bridge; without it, none can. */
  BRIDGE_HOST: z
    .string()
    .refine((text) => isIP(text) !== 0, 'must be an IP address of this computer, or 0.0.0.0')
    .optional(),
  BRIDGE_LAN_PORT: port.default(4291),
  TALUS_DATA: z.string().default('./data'),
  TALUS_DEMO: z
    .enum(['0', '1'])
    .default('1')
    .transform((value) => value === '1'),
  BRIDGE_GENERAL: sensorDriver.optional(),
  BRIDGE_DENTAL: sensorDriver.optional(),
  BRIDGE_GENERATOR: z.enum(['simulator', 'serial', 'none']).optional(),
  BRIDGE_GENERAL_FOLDER: z.string().optional(),
  BRIDGE_DENTAL_FOLDER: z.string().optional(),
  /** The generator's name in the X-ray log: its protocol does not report one. */
  BRIDGE_GENERATOR_MODEL: z.string().trim().max(64).optional(),
  BRIDGE_SERIAL_PATH: z.string().optional(),
  BRIDGE_SERIAL_BAUD: wholeNumber(300, 921_600).default(9600),
  BRIDGE_SERIAL_STYLE: z.enum(['checksum', 'carriage-return']).default('checksum'),
  BRIDGE_AUTO_EXPOSE: z
    .union([z.literal('off').transform(() => null), anyNumber(0, 50)], {
      error: 'must be off or a number from 0 to 50',
    })
    .optional(),
  /** The content of simulated frames: an animal, or the test object of a quality control. */
  BRIDGE_PICTURES: z.enum(['phantom', 'test-object']).default('phantom'),
  /** Binning of a simulated sensor in each direction: 2 gives a quarter of the pixels. */
  BRIDGE_BINNING: z
    .enum(['1', '2'])
    .default('1')
    .transform((value): 1 | 2 => (value === '2' ? 2 : 1)),
  BRIDGE_SLOWNESS: z.coerce
    .number({ error: slowness })
    .positive(slowness)
    .max(10, slowness)
    .default(1),
  /** Set by the server that starts it. */
  BRIDGE_IS_KEPT: z.literal('1').optional(),
  /** The time that an armed sensor waits for the exposure switch. */
  BRIDGE_RADIATION_SECONDS: anyNumber(1, 600).default(60),
  BRIDGE_RESERVE_MB: wholeNumber(1, 10_000).default(64),
} satisfies Record<BridgeSettingName, z.ZodType>)

export class ConfigError extends Error {}
export type Config = ReturnType<typeof readConfig>

/**
 * Environment variables take precedence over the drivers that were chosen on the screen, which
 * `loadStored` reads from the bridge's folder.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  loadStored: (folder: string) => BridgeDrivers | undefined = () => undefined,
) {
  // An empty variable, such as `BRIDGE_PORT=` in a file, means "not set".
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== ''),
  )
  const parsed = Environment.safeParse(present)
  if (!parsed.success) throw new ConfigError(describeSettings(parsed.error, present))
  const env = parsed.data
  if (env.BRIDGE_GENERATOR === 'serial' && env.BRIDGE_SERIAL_PATH === undefined)
    throw new ConfigError('  BRIDGE_SERIAL_PATH: which port? For example /dev/ttyUSB0')
  const dataFolder = resolve(env.TALUS_DATA)
  const folder = join(dataFolder, 'bridge')
  const defaultFolders = {
    general: join(folder, 'drop', 'general'),
    dental: join(folder, 'drop', 'dental'),
  }
  const { drivers, fixed } = chooseDrivers(env, loadStored(folder), defaultFolders)
  return {
    port: env.BRIDGE_PORT,
    /** Null if the bridge serves its own computer only. */
    lan:
      env.BRIDGE_HOST === undefined ? null : { host: env.BRIDGE_HOST, port: env.BRIDGE_LAN_PORT },
    /** Shared with the server: it contains the token. */
    dataFolder,
    folder,
    isDemo: env.TALUS_DEMO,
    drivers,
    /** The devices whose drivers the environment sets. */
    fixed,
    defaultFolders,
    /** A demo has no user at an exposure switch. */
    autoExposeSeconds:
      env.BRIDGE_AUTO_EXPOSE === undefined ? (env.TALUS_DEMO ? 5 : null) : env.BRIDGE_AUTO_EXPOSE,
    frameSource: env.BRIDGE_PICTURES,
    binning: env.BRIDGE_BINNING,
    slowness: env.BRIDGE_SLOWNESS,
    /**
     * A server supervises the bridge and may stop it, also a later server than the one that started
     * it.
     */
    isSupervised: env.BRIDGE_IS_KEPT === '1',
    radiationMs: env.BRIDGE_RADIATION_SECONDS * 1000,
    reserveBytes: env.BRIDGE_RESERVE_MB * 1_000_000,
  }
}

type Env = z.output<typeof Environment>

function chooseDrivers(
  env: Env,
  stored: BridgeDrivers | undefined,
  defaultFolders: Readonly<Record<BridgeSensorName, string>>,
) {
  /** Images of a simulator among those of real animals would be mistaken for them. */
  const initial = { driver: env.TALUS_DEMO ? 'simulator' : 'none' } as const
  const isAllowed = (chosen: { readonly driver: string } | undefined) =>
    chosen !== undefined && (env.TALUS_DEMO || chosen.driver !== 'simulator')
  const chooseSensor = (
    name: BridgeSensorName,
    driver: Env['BRIDGE_GENERAL'],
    folder: string | undefined,
  ): BridgeDrivers['general'] => {
    if (driver === 'folder') return { driver, folder: resolve(folder ?? defaultFolders[name]) }
    if (driver !== undefined) return { driver }
    return stored && isAllowed(stored[name]) ? stored[name] : initial
  }
  const chooseGenerator = (): BridgeDrivers['generator'] => {
    const { BRIDGE_GENERATOR: driver } = env
    if (driver === 'serial')
      return {
        driver,
        path: env.BRIDGE_SERIAL_PATH ?? '',
        baud: env.BRIDGE_SERIAL_BAUD,
        style: env.BRIDGE_SERIAL_STYLE,
        model: env.BRIDGE_GENERATOR_MODEL ?? '',
      }
    if (driver !== undefined) return { driver }
    return stored && isAllowed(stored.generator) ? stored.generator : initial
  }
  const drivers: BridgeDrivers = {
    general: chooseSensor('general', env.BRIDGE_GENERAL, env.BRIDGE_GENERAL_FOLDER),
    dental: chooseSensor('dental', env.BRIDGE_DENTAL, env.BRIDGE_DENTAL_FOLDER),
    generator: chooseGenerator(),
  }
  const fixed: BridgeDevice[] = [
    ...(env.BRIDGE_GENERAL === undefined ? [] : (['general'] as const)),
    ...(env.BRIDGE_DENTAL === undefined ? [] : (['dental'] as const)),
    ...(env.BRIDGE_GENERATOR === undefined ? [] : (['generator'] as const)),
  ]
  return { drivers, fixed }
}
