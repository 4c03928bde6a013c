import { IconLock } from '@tabler/icons-react'
import { formatPatientName } from '@talus/contract'
import type { SensorUse } from '@talus/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/display/icon.tsx'
import { formatDateTime } from '../../ui/format/dates.ts'
import styles from './banners.module.css'

/** Says for whom the sensor is armed, and by whom. */
export function formatOtherUse(t: TFunction, use: SensorUse, timeZone: string | undefined): string {
  if (use.scope === 'elsewhere') return t('errors:device/in-use-elsewhere')
  const { userName: user, since } = use
  const patient = formatPatientName(t, use.patientName)
  const time = formatDateTime(since, timeZone).slice(-5)
  return t('capture:inUse.armed', { patient, user, time })
}

interface InUseBannerProps {
  readonly use: SensorUse
  readonly timeZone: string | undefined
}

/** The X-ray system is armed for another animal; this page waits until it is free. */
export function InUseBanner({ use, timeZone }: InUseBannerProps) {
  const { t } = useTranslation()
  return (
    <aside className={styles.banner} data-tone="amber" role="status">
      <Icon icon={IconLock} size="2xl" />
      <p>
        <strong>{formatOtherUse(t, use, timeZone)}</strong> {t('capture:inUse.wait')}
      </p>
    </aside>
  )
}
