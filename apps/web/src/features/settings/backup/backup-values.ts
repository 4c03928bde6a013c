import { passphraseLengthMin } from '@talus/contract'
import type { BackupSchedule, BackupSettings, BackupTarget, Language } from '@talus/contract'

/** The values of the form; numbers are texts while they are typed. */
export type BackupValues = Readonly<
  Record<
    | 'folder'
    | 'endpoint'
    | 'region'
    | 'bucket'
    | 'prefix'
    | 'accessKeyId'
    | 'secretAccessKey'
    | 'passphrase'
    | 'passphraseAgain'
    | 'time'
    | 'everyHours'
    | 'weekday'
    | 'keepDays'
    | 'keepWeeks'
    | 'keepMonths'
    | 'timeZone',
    string
  > & {
    target: BackupTarget['target']
    schedule: BackupSchedule
    isEncrypted: boolean
    acceptsDataDisk: boolean
  }
>

/** The stored values, or those that suit a clinic: every night, and a year of backups. */
export const toInitial = (settings: BackupSettings | null, zone: string): BackupValues => ({
  target: settings?.target ?? 'folder',
  folder: settings?.folder ?? '',
  endpoint: settings?.endpoint ?? '',
  region: settings?.region ?? '',
  bucket: settings?.bucket ?? '',
  prefix: settings?.prefix ?? '',
  accessKeyId: settings?.accessKeyId ?? '',
  secretAccessKey: '',
  isEncrypted: settings?.isEncrypted ?? false,
  passphrase: '',
  passphraseAgain: '',
  acceptsDataDisk: settings?.acceptsDataDisk ?? false,
  schedule: settings?.schedule ?? 'daily',
  time: settings?.time ?? '02:00',
  everyHours: String(settings?.everyHours ?? 4),
  weekday: String(settings?.weekday ?? 7),
  keepDays: String(settings?.keepDays ?? 7),
  keepWeeks: String(settings?.keepWeeks ?? 4),
  keepMonths: String(settings?.keepMonths ?? 12),
  timeZone: settings?.timeZone ?? zone,
})

/** A mistyped passphrase would make every backup unreadable. A blank one keeps the stored one. */
export function findPassphraseFault({
  isEncrypted,
  passphrase,
  passphraseAgain,
}: Pick<BackupValues, 'isEncrypted' | 'passphrase' | 'passphraseAgain'>):
  | 'short'
  | 'differs'
  | undefined {
  if (!isEncrypted) return undefined
  if (passphrase !== '' && passphrase.length < passphraseLengthMin) return 'short'
  // Without a new passphrase, its repetition is not shown.
  return passphrase === '' || passphrase === passphraseAgain ? undefined : 'differs'
}

/** The target of a request; a blank secret is left out, so that the stored one stays. */
export function toTargetBody(values: BackupValues) {
  const { target, folder, endpoint, region, bucket, prefix, accessKeyId, isEncrypted } = values
  const { secretAccessKey, passphrase } = values
  return {
    target,
    folder,
    endpoint,
    region,
    bucket,
    prefix,
    accessKeyId,
    isEncrypted,
    secretAccessKey: target === 's3' && secretAccessKey !== '' ? secretAccessKey : undefined,
    passphrase: isEncrypted && passphrase !== '' ? passphrase : undefined,
  }
}

/** Every half hour, and a stored time between them. */
export function listTimes(stored: string) {
  const times = Array.from(
    { length: 48 },
    (_, at) => `${String(at >> 1).padStart(2, '0')}:${at % 2 === 0 ? '00' : '30'}`,
  )
  return [...new Set([...times, stored])].toSorted().map((time) => ({ value: time, label: time }))
}

/** Monday is 1, and 5 January 1970 was one. */
export const listWeekdays = (language: Language) =>
  Array.from({ length: 7 }, (_, at) => ({
    value: String(at + 1),
    label: new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
      new Date(Date.UTC(1970, 0, 5 + at)),
    ),
  }))
