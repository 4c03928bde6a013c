import { IconInbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { recordKeys } from '../../api/records/keys.ts'
import { trayQueries } from '../../api/records/tray.ts'
import { useRecordChanges } from '../../api/records/use-record-changes.ts'
import { useClinicInUse } from '../../api/selected-clinic.ts'
import { useCan } from '../../api/session.ts'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './tray-link.module.css'

const followed = [recordKeys.tray]
const shownMax = 99

/** Leads to the received images that wait for a decision, and shows how many there are. */
export function TrayLink() {
  const { t } = useTranslation()
  const maySee = useCan('study.read')
  const { clinic } = useClinicInUse()
  const clinicId = maySee ? clinic?.id : undefined
  useRecordChanges(clinicId, followed)
  const { data } = useQuery(trayQueries.count(clinicId))
  if (clinicId === undefined) return null
  const waiting = data?.waiting ?? 0
  const label = waiting === 0 ? t('shell:title.tray') : t('shell:trayWaiting', { count: waiting })
  return (
    <NavLink
      to="/tray"
      className={() => styles.link}
      aria-label={label}
      data-hint={label}
      data-waiting={waiting > 0 || undefined}
    >
      <Icon icon={IconInbox} size="lg" />
      {waiting === 0 ? null : (
        <span className={styles.count} aria-hidden>
          {waiting > shownMax ? `${shownMax}+` : waiting}
        </span>
      )}
    </NavLink>
  )
}
