/** The environment variables of the server; its schema in `config.ts` has one entry for each. */
const serverSettingNames = [
  'PORT',
  'HOST',
  'TALUS_DATA',
  'DOWNLOADS_FOLDER',
  'TALUS_VARIANT',
  'TALUS_ROLES',
  'TALUS_DEMO',
  'TALUS_DEMO_IMAGES',
  'DATABASE_URL',
  'DICOM_PORT',
  'DICOM_TLS_PORT',
  'DICOM_BIND',
  'DICOM_PROXIES',
  'DICOM_TLS_CERT',
  'DICOM_TLS_KEY',
  'DICOM_TLS_VERIFY',
  'ALLOW_PRIVATE_HOSTS',
  'DICOM_HOST',
  'DICOM_IP',
  'DICOM_AE_TITLE',
  'DICOMWEB_PROXY_URL',
  'BRIDGE',
  'BRIDGE_PORT',
  'BASE_PATH',
  'API_BASE',
  'PUBLIC_URL',
  'SECRET_KEY',
  'SECOND_FACTOR',
  'TRUST_PROXY',
  'SMTP_URL',
  'MAIL_FROM',
  'SMTP_DEFAULT_HOST',
  'FILE_STORE',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ENDPOINT',
  'S3_PREFIX',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SECOND_STORE',
  'SECOND_STORE_MONTHS',
  'COMPRESS_AFTER_DAYS',
  'BACKUP_PASSPHRASE',
  'CONTACT_EMAIL',
  'CONTACT_PHONE',
  'RIGHTS_NOTICE',
  'LAUNCHER_EXIT_URL',
  'ERROR_DSN',
  'SERVER_NAME',
  'SERVER_ENVIRONMENT',
  'METRICS_PORT',
  'METRICS_HOST',
  'METRICS_TOKEN',
  'ACCESS_LOG',
  'LOG_LEVEL',
  'SLICE_CACHE_MB',
  'AUDIT_YEARS',
  'DRAIN_SECONDS',
  'STOP_SECONDS',
  'PUBLIC_CALLS_PER_MINUTE',
] as const

/** The environment variables of the bridge, some of which the server reads too. */
const bridgeSettingNames = [
  'BRIDGE_PORT',
  'BRIDGE_HOST',
  'BRIDGE_LAN_PORT',
  'TALUS_DATA',
  'TALUS_DEMO',
  'BRIDGE_GENERAL',
  'BRIDGE_DENTAL',
  'BRIDGE_GENERATOR',
  'BRIDGE_GENERAL_FOLDER',
  'BRIDGE_DENTAL_FOLDER',
  'BRIDGE_GENERATOR_MODEL',
  'BRIDGE_SERIAL_PATH',
  'BRIDGE_SERIAL_BAUD',
  'BRIDGE_SERIAL_STYLE',
  'BRIDGE_AUTO_EXPOSE',
  'BRIDGE_PICTURES',
  'BRIDGE_BINNING',
  'BRIDGE_SLOWNESS',
  'BRIDGE_IS_KEPT',
  'BRIDGE_RADIATION_SECONDS',
  'BRIDGE_RESERVE_MB',
] as const

export type ServerSettingName = (typeof serverSettingNames)[number]
export type BridgeSettingName = (typeof bridgeSettingNames)[number]

export const settingNames: ReadonlySet<string> = new Set([
  ...serverSettingNames,
  ...bridgeSettingNames,
])

/** Typing errors of a long name; more would suggest another setting. */
const distanceMax = 3

/** The known setting that is most like a name; undefined if none is. */
export function findNearestSetting(name: string): string | undefined {
  const near = [...settingNames]
    .map((known) => ({ known, distance: countEdits(name.toUpperCase(), known) }))
    .filter(({ known, distance }) => distance <= Math.min(distanceMax, known.length / 2))
    .toSorted((a, b) => a.distance - b.distance)
  return near[0]?.known
}

/** Whether a name begins like a setting of Talus, as in `SECOND_STORAGE`. */
const beginsLikeSetting = (name: string) => {
  const [group = ''] = name.split('_')
  return [...settingNames].some((known) => known.startsWith(`${group}_`))
}

/**
 * The names of a file `.env` that look like settings and are none, each with a sentence. Other names
 * may be meant for another program.
 */
export function findMistakenSettings(names: readonly string[]): string[] {
  return names
    .filter((name) => !settingNames.has(name))
    .filter((name) => beginsLikeSetting(name) || findNearestSetting(name) !== undefined)
    .map(describeUnknownSetting)
}

export function describeUnknownSetting(name: string): string {
  const nearest = findNearestSetting(name)
  return `${name} is no setting of Talus.${nearest === undefined ? ' README.md lists the settings.' : ` Did you mean ${nearest}?`}`
}

/** The edits from one text to another: letters added, removed, replaced, or swapped. */
function countEdits(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, index) => index)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity
  for (let row = 1; row <= from.length; row += 1) {
    rows[row] = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      )
    }
  }
  return at(from.length, to.length)
}
