import { join, resolve } from 'node:path'
import { z } from 'zod'

/** Reads the environment into one typed, validated value. No other file of the bridge reads it. */
const sensorDriver = z.enum(['simulator', 'folder', 'none'])
const Environment = z.object({
  BRIDGE_PORT: z.coerce.number().int().min(0).max(65_535).default(4290),
  TALUS_DATA: z.string().default('./data'),
  TALUS_DEMO: z
    .enum(['0', '1'])
    .default('1')
    .transform((value) => value === '1'),
  BRIDGE_GENERAL: sensorDriver.default('simulator'),
  BRIDGE_DENTAL: sensorDriver.default('simulator'),
  BRIDGE_GENERATOR: z.enum(['simulator', 'serial', 'none']).default('simulator'),
  BRIDGE_GENERAL_FOLDER: z.string().optional(),
  BRIDGE_DENTAL_FOLDER: z.string().optional(),
  /** The generator's name in the X-ray log: its protocol does not report one. */
  BRIDGE_GENERATOR_MODEL: z.string().trim().max(64).optional(),
  BRIDGE_SERIAL_PATH: z.string().optional(),
  BRIDGE_SERIAL_BAUD: z.coerce.number().int().min(300).max(921_600).default(9600),
  BRIDGE_SERIAL_STYLE: z.enum(['checksum', 'carriage-return']).default('checksum'),
  BRIDGE_AUTO_EXPOSE: z
    .union([z.literal('off').transform(() => null), z.coerce.number().min(0).max(50)])
    .optional(),
  /** The content of simulated frames: an animal, or the test object of a quality control. */
  BRIDGE_PICTURES: z.enum(['phantom', 'test-object']).default('phantom'),
  /** Binning of a simulated sensor in each direction: 2 gives a quarter of the pixels. */
  BRIDGE_BINNING: z
    .enum(['1', '2'])
    .default('1')
    .transform((value): 1 | 2 => (value === '2' ? 2 : 1)),
  BRIDGE_SLOWNESS: z.coerce.number().positive().max(10).default(1),
  /** Set by the server that starts it. */
  BRIDGE_IS_KEPT: z.literal('1').optional(),
  /** The time that an armed sensor waits for the exposure switch. */
  BRIDGE_RADIATION_SECONDS: z.coerce.number().min(1).max(600).default(60),
  BRIDGE_RESERVE_MB: z.coerce.number().int().min(1).max(10_000).default(64),
})

export class ConfigError extends Error {}
export type Config = ReturnType<typeof readConfig>

export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  platform: string = process.platform,
) {
  // An empty variable, such as `BRIDGE_PORT=` in a file, means "not set".
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== ''),
  )
  const parsed = Environment.safeParse(present)
  if (!parsed.success)
    throw new ConfigError(
      parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`).join('\n'),
    )
  const env = parsed.data
  if (env.BRIDGE_GENERATOR === 'serial' && platform === 'win32')
    throw new ConfigError('  BRIDGE_GENERATOR: serial ports are not supported on Windows')
  if (env.BRIDGE_GENERATOR === 'serial' && env.BRIDGE_SERIAL_PATH === undefined)
    throw new ConfigError('  BRIDGE_SERIAL_PATH: which port? For example /dev/ttyUSB0')
  const dataFolder = resolve(env.TALUS_DATA)
  const folder = join(dataFolder, 'bridge')
  return {
    port: env.BRIDGE_PORT,
    /** Shared with the server: it contains the token. */
    dataFolder,
    folder,
    isDemo: env.TALUS_DEMO,
    sensors: { general: env.BRIDGE_GENERAL, dental: env.BRIDGE_DENTAL },
    dropFolders: {
      general: resolve(env.BRIDGE_GENERAL_FOLDER ?? join(folder, 'drop', 'general')),
      dental: resolve(env.BRIDGE_DENTAL_FOLDER ?? join(folder, 'drop', 'dental')),
    },
    generator: env.BRIDGE_GENERATOR,
    generatorModel: env.BRIDGE_GENERATOR_MODEL ?? null,
    serial: {
      path: env.BRIDGE_SERIAL_PATH ?? '',
      baud: env.BRIDGE_SERIAL_BAUD,
      style: env.BRIDGE_SERIAL_STYLE,
    },
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
