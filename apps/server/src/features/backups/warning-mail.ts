import type { BackupWarning, DiskState, Language } from '@talus/contract'
import { getTranslator } from '../../http/translations.ts'
import { createLinkedMail } from '../email/index.ts'

interface MailValues {
  readonly language: Language
  readonly warnings: readonly BackupWarning[]
  readonly disks: readonly DiskState[]
  readonly lastDoneOn: string | undefined
  readonly publicUrl: string
  /** Others learn what is wrong, but not the sizes of the installation. */
  readonly mayManage: boolean
}

/** The sentences of warnings, as the page shows them too. */
function describeWarning(
  language: Language,
  warning: BackupWarning,
  { disks, lastDoneOn }: Pick<MailValues, 'disks' | 'lastDoneOn'>,
): string {
  const translate = getTranslator(language)
  const volume = warning.startsWith('target') ? 'target' : 'data'
  const disk = disks.find((one) => one.volume === volume)
  const isForecast = warning === 'data-disk-forecast' || warning === 'target-disk-forecast'
  if (isForecast && disk?.weeksLeft === 0)
    return translate(
      volume === 'data' ? 'email:backup.data-disk-week' : 'email:backup.target-disk-week',
    )
  return translate(`email:backup.${warning}`, {
    count: disk?.weeksLeft ?? 0,
    percent: disk ? Math.floor(100 * (1 - disk.freeBytes / disk.totalBytes)) : 0,
    free: disk ? formatGigabytes(disk.freeBytes, language) : '',
    last: lastDoneOn?.slice(0, 10) ?? translate('email:backup.neverMade'),
  })
}

const formatGigabytes = (bytes: number, language: Language) =>
  new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'gigabyte',
    maximumFractionDigits: 1,
  }).format(bytes / 1_000_000_000)

/** A mail about everything that needs attention since the last one; it has no data of patients. */
export function createWarningMail(values: MailValues) {
  const { language, warnings, publicUrl, mayManage } = values
  const translate = getTranslator(language)
  const lines = [
    ...warnings.map((warning) =>
      mayManage ? describeWarning(language, warning, values) : translate(`shell:backup.${warning}`),
    ),
    ...(mayManage ? [] : [translate('shell:backup.askRoot')]),
    translate('email:backup.see'),
  ]
  const link = new URL(mayManage ? 'settings/backup' : 'settings/about', publicUrl).href
  return createLinkedMail({ language, subject: translate('email:backup.subject'), lines, link })
}
