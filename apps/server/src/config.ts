import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { variants } from '@talus/contract'
import type { Variant } from '@talus/contract'
import type { ServerSettingName } from '@talus/node-kit/setting-names'
import {
  anyNumber,
  describeSettings,
  optionalText,
  port,
  webAddress,
  wholeNumber,
  zeroOrOne,
} from '@talus/node-kit/settings'
import { z } from 'zod'
import { ConfigError } from './config-error.ts'
import { isLoopback } from './outbound/loopback.ts'
import { readSecondStore } from './second-store-setting.ts'

export { ConfigError } from './config-error.ts'

/** Reads the environment into one typed, validated value. No other file of the server reads it. */
const portOrOff = z.union([z.literal('off').transform(() => null), port], {
  error: 'must be off or a whole number from 0 to 65535',
})
const folderPath = z.string().regex(/^\/(?:[\w.-]+\/?)*$/u, 'must be a path such as /vue or /')
const aeTitle = z
  .string()
  .regex(/^[\u0020-\u005B\u005D-\u007E]{1,16}$/u, 'must be at most 16 plain characters')
const ipAddress = z.string().refine((text) => isIP(text) !== 0, 'must be an IP address')

const isNetwork = (text: string) =>
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()].some((schema) => schema.safeParse(text).success)
const hopsMax = 10
const splitList = (text: string) => text.split(',').map((part) => part.trim())

/**
 * The proxies in front of the server: their number, or their networks. Both are counted from the
 * server: a client writes what it likes at the beginning of `X-Forwarded-For`.
 */
const proxies = z.string().transform((text, context): false | number | string[] => {
  if (/^\d+$/u.test(text)) {
    const hops = Number(text)
    if (hops > hopsMax)
      context.addIssue({ code: 'custom', message: `must be at most ${hopsMax} proxies` })
    return hops === 0 ? false : hops
  }
  const names = splitList(text)
  const wrong = names.find((name) => !isNetwork(name))
  if (wrong !== undefined)
    context.addIssue({
      code: 'custom',
      message: `"${wrong}" is neither a number of proxies nor a network such as 10.0.0.0/8`,
    })
  const everybody = names.find((name) => name.endsWith('/0'))
  if (everybody !== undefined)
    context.addIssue({
      code: 'custom',
      message: `"${everybody}" would trust what every client writes: name the network of the proxies`,
    })
  return names
})

/** The balancers in front of the DICOM ports, which send a header of the PROXY protocol. */
const networks = z.string().transform((text, context): readonly string[] => {
  const names = splitList(text)
  const wrong = names.find((name) => !isNetwork(name))
  if (wrong !== undefined)
    context.addIssue({ code: 'custom', message: `"${wrong}" is no network such as 10.0.0.0/8` })
  return names
})

/** The parts of a server that can run as separate processes on one database. */
const roles = ['web', 'dicom', 'worker'] as const
type Role = (typeof roles)[number]
const isRole = (name: string): name is Role => roles.some((role) => role === name)

const roleList = z.string().transform((text, context): readonly Role[] => {
  const names = splitList(text)
  for (const name of names)
    if (!isRole(name))
      context.addIssue({
        code: 'custom',
        message: `there is no role "${name}"; the roles are ${roles.join(', ')}`,
      })
  return roles.filter((role) => names.includes(role))
})

const Environment = z.object({
  PORT: port.default(4280),
  HOST: z.string().default('127.0.0.1'),
  TALUS_DATA: z.string().default('./data'),
  DOWNLOADS_FOLDER: z.string().optional(),
  TALUS_VARIANT: z.enum(variants).default('local'),
  TALUS_ROLES: roleList.default(roles),
  TALUS_DEMO: zeroOrOne.optional(),
  TALUS_DEMO_IMAGES: zeroOrOne.default(true),
  DATABASE_URL: webAddress('postgres:', 'postgresql:'),
  DICOM_PORT: portOrOff.default(11_113),
  DICOM_TLS_PORT: portOrOff.default(11_112),
  DICOM_BIND: optionalText,
  DICOM_PROXIES: networks.default([]),
  DICOM_TLS_CERT: optionalText,
  DICOM_TLS_KEY: optionalText,
  DICOM_TLS_VERIFY: zeroOrOne.default(false),
  ALLOW_PRIVATE_HOSTS: zeroOrOne.default(false),
  DICOM_HOST: z.string().optional(),
  DICOM_IP: ipAddress.optional(),
  DICOM_AE_TITLE: aeTitle.default('TALUS'),
  DICOMWEB_PROXY_URL: webAddress('http:', 'https:'),
  BRIDGE: z.enum(['on', 'off']).default('on'),
  BRIDGE_PORT: port.default(4290),
  BASE_PATH: folderPath.optional(),
  API_BASE: folderPath.optional(),
  PUBLIC_URL: webAddress('http:', 'https:'),
  SECRET_KEY: z.string().min(16).optional(),
  SECOND_FACTOR: z.enum(['optional', 'admins']).default('optional'),
  TRUST_PROXY: proxies.default(false),
  SMTP_URL: webAddress('smtp:', 'smtps:'),
  MAIL_FROM: z.string().default('Talus <talus@localhost>'),
  SMTP_DEFAULT_HOST: z.string().default(''),
  FILE_STORE: z.enum(['disk', 's3']).optional(),
  S3_BUCKET: optionalText,
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: webAddress('http:', 'https:'),
  S3_PREFIX: z.string().default(''),
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  SECOND_STORE: optionalText,
  SECOND_STORE_MONTHS: wholeNumber(1, 1200).default(24),
  COMPRESS_AFTER_DAYS: wholeNumber(0, 36_500).optional(),
  BACKUP_PASSPHRASE: z.string().min(12).optional(),
  CONTACT_EMAIL: z.string().default('support@talus.example'),
  CONTACT_PHONE: z.string().default('+1 514 555 0100'),
  RIGHTS_NOTICE: z.string().optional(),
  LAUNCHER_EXIT_URL: webAddress('http:'),
  ERROR_DSN: webAddress('http:', 'https:'),
  SERVER_NAME: z.string().default('talus'),
  SERVER_ENVIRONMENT: z.string().default('production'),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_TOKEN: z.string().min(16).optional(),
  ACCESS_LOG: zeroOrOne.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SLICE_CACHE_MB: wholeNumber(0, 100_000_000).default(10_240),
  AUDIT_YEARS: wholeNumber(1, 100).optional(),
  DRAIN_SECONDS: anyNumber(0, 300).optional(),
  STOP_SECONDS: anyNumber(1, 300).default(25),
  PUBLIC_CALLS_PER_MINUTE: wholeNumber(1).default(120),
} satisfies Record<ServerSettingName, z.ZodType>)

export type Config = ReturnType<typeof readConfig>

const asFolder = (path: string) => (path.endsWith('/') ? path : `${path}/`)

/** Refuses settings that are valid on their own and not together. */
function checkCombination(env: z.output<typeof Environment>): void {
  if (env.TALUS_DEMO === undefined && !isLoopback(env.HOST))
    throw new ConfigError(
      `  TALUS_DEMO: HOST ${env.HOST} can be reached from other machines, where the demo sign-ins\n` +
        '  have a known password. Say TALUS_DEMO=0 (an empty system) or TALUS_DEMO=1 (a public demo).',
    )

  const isPublic = env.METRICS_PORT !== undefined && !isLoopback(env.METRICS_HOST)
  if (isPublic && env.METRICS_TOKEN === undefined)
    throw new ConfigError(
      `  METRICS_TOKEN: METRICS_HOST ${env.METRICS_HOST} can be reached from other machines. Choose a token of at\n` +
        '  least 16 characters, which Prometheus sends as bearer token.',
    )

  if ((env.DICOM_TLS_CERT === undefined) !== (env.DICOM_TLS_KEY === undefined))
    throw new ConfigError(
      '  DICOM_TLS_CERT, DICOM_TLS_KEY: one of them is no use without the other',
    )

  const isShared = env.TALUS_VARIANT === 'cloud' && env.DATABASE_URL !== undefined
  if (!isShared && env.TALUS_ROLES.length < roles.length)
    throw new ConfigError(
      '  TALUS_ROLES: only servers of the cloud variant that share a PostgreSQL (DATABASE_URL) can\n' +
        `  have different roles. This server is the only one and needs all of them: ${roles.join(',')}`,
    )

  if (env.FILE_STORE === 's3' && env.S3_BUCKET === undefined)
    throw new ConfigError('  S3_BUCKET: FILE_STORE=s3 needs the name of a bucket')
  if (isShared && env.S3_BUCKET === undefined && env.FILE_STORE !== 'disk')
    throw new ConfigError(
      '  S3_BUCKET: the servers of a cloud share their images in a bucket; an image on the disk of one\n' +
        '  server is lost to the others. Name the bucket, or say FILE_STORE=disk if this is the only\n' +
        '  server.',
    )
}

const readMetrics = ({
  METRICS_PORT: port,
  METRICS_HOST: host,
  METRICS_TOKEN: token,
}: z.output<typeof Environment>) => (port === undefined ? undefined : { port, host, token })

export function readConfig(environment: Readonly<Record<string, string | undefined>>) {
  // An empty variable, such as `PORT=` in a file, means "not set".
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== ''),
  )
  const parsed = Environment.safeParse(present)
  if (!parsed.success) throw new ConfigError(describeSettings(parsed.error, present))
  const env = parsed.data
  const isLocal = env.TALUS_VARIANT === 'local'
  checkCombination(env)
  const isDemo = env.TALUS_DEMO ?? true
  const basePath = asFolder(env.BASE_PATH ?? (isLocal ? '/vue' : '/'))
  return {
    variant: env.TALUS_VARIANT satisfies Variant,
    roles: env.TALUS_ROLES,
    host: env.HOST,
    port: env.PORT,
    dataFolder: resolve(env.TALUS_DATA),
    /** Folder on this computer that zips are saved in; if not set, the user's download folder. */
    downloadsFolder: env.DOWNLOADS_FOLDER === undefined ? undefined : resolve(env.DOWNLOADS_FOLDER),
    isDemo,
    /**
     * Whether the demo's studies get images, which keeps one processor busy for a minute or two,
     * and whether the simulated panels are calibrated before the first X-ray, which takes seconds.
     */
    hasDemoImages: isDemo && env.TALUS_DEMO_IMAGES,
    databaseUrl: env.DATABASE_URL,
    /** Null if the port is switched off. */
    dicomPort: env.DICOM_PORT,
    dicomTlsPort: env.DICOM_TLS_PORT,
    dicomProxies: env.DICOM_PROXIES,
    /**
     * Devices connect from the clinic's network; the demo listens only on the address of the web
     * pages.
     */
    dicomBind: env.DICOM_BIND ?? (isDemo ? env.HOST : undefined),
    dicomTls:
      env.DICOM_TLS_CERT === undefined || env.DICOM_TLS_KEY === undefined
        ? undefined
        : { certFile: resolve(env.DICOM_TLS_CERT), keyFile: resolve(env.DICOM_TLS_KEY) },
    dicomTlsVerify: env.DICOM_TLS_VERIFY,
    /**
     * A local server reaches the PACS in the clinic's network; in the cloud, private addresses are
     * the provider's own.
     */
    allowPrivateHosts: isLocal || env.ALLOW_PRIVATE_HOSTS,
    /**
     * If not set, they are read from the operating system each time: the computer may change
     * networks.
     */
    dicomHost: env.DICOM_HOST,
    dicomIp: env.DICOM_IP,
    dicomAeTitle: env.DICOM_AE_TITLE,
    /**
     * DICOMweb address of another archive, asked for objects that are not in this one; may contain
     * user name and password.
     */
    dicomWebProxyUrl: env.DICOMWEB_PROXY_URL,
    /** Whether `npm start` runs the bridge to the X-ray hardware; the cloud has none. */
    runsBridge: isLocal && env.BRIDGE === 'on',
    bridgePort: env.BRIDGE_PORT,
    basePath,
    apiBase: asFolder(env.API_BASE ?? (isLocal ? '/api' : '/aws/api')),
    /** The start of links in mails, never taken from a Host header, which any client can forge. */
    hasPublicUrl: env.PUBLIC_URL !== undefined,
    publicUrl: asFolder(env.PUBLIC_URL ?? `http://localhost:${env.PORT}${basePath}`),
    secretKey: env.SECRET_KEY,
    /** Whether root and administrators must sign in with a second factor. */
    secondFactorRule: env.SECOND_FACTOR,
    trustProxy: env.TRUST_PROXY,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    smtpDefaultHost: env.SMTP_DEFAULT_HOST,
    s3:
      env.S3_BUCKET === undefined || env.FILE_STORE === 'disk'
        ? undefined
        : {
            bucket: env.S3_BUCKET,
            region: env.S3_REGION,
            endpoint: env.S3_ENDPOINT,
            prefix: env.S3_PREFIX,
            accessKeyId: env.S3_ACCESS_KEY_ID,
            secretAccessKey: env.S3_SECRET_ACCESS_KEY,
          },
    /** The service and the key for a backup in a bucket. */
    s3Access: {
      region: env.S3_REGION,
      endpoint: env.S3_ENDPOINT,
      accessKeyId: env.S3_ACCESS_KEY_ID,
      secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    },
    /** The store of the images of former years; undefined if all of them are in one place. */
    secondStore: readSecondStore(env),
    secondStoreMonths: env.SECOND_STORE_MONTHS,
    /** Images that were taken longer ago are compressed without loss; if not set, none are. */
    compressAfterDays: env.COMPRESS_AFTER_DAYS,
    backupPassphrase: env.BACKUP_PASSPHRASE,
    contactEmail: env.CONTACT_EMAIL,
    contactPhone: env.CONTACT_PHONE,
    rightsNotice: env.RIGHTS_NOTICE,
    launcherExitUrl: isLocal ? env.LAUNCHER_EXIT_URL : undefined,
    errorDsn: env.ERROR_DSN,
    serverName: env.SERVER_NAME,
    serverEnvironment: env.SERVER_ENVIRONMENT,
    logLevel: env.LOG_LEVEL,
    /** Whether each request is a line of the log. */
    hasAccessLog: env.ACCESS_LOG ?? !isLocal,
    metrics: readMetrics(env),
    /** Older events of the audit trail are removed; if not set, none are. */
    auditYears: env.AUDIT_YEARS,
    /** The time in which balancers notice that the server will stop; the clinic's PC has none. */
    drainSeconds: env.DRAIN_SECONDS ?? (isLocal ? 0 : 8),
    stopSeconds: env.STOP_SECONDS,
    sliceCacheBytes: env.SLICE_CACHE_MB * 1024 * 1024,
    publicCallsPerMinute: env.PUBLIC_CALLS_PER_MINUTE,
  }
}
