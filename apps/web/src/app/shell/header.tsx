import { ActionIcon } from '@mantine/core'
import { IconArrowBackUp, IconBuildingHospital, IconSelector } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { selectClinic, useClinicInUse } from '../../api/selected-clinic.ts'
import { useCan } from '../../api/session.ts'
import { usePageTitle } from '../use-page-title.ts'
import { toast } from '../../ui/toasts/toast-store.ts'
import { BackupAlert } from './backup-alert.tsx'
import { NoticesBell } from './notices-bell.tsx'
import { openClinicPicker } from './open-clinic-picker.tsx'
import { TrayLink } from './tray-link.tsx'
import { UserMenu } from './user-menu.tsx'
import { XRayRoomSwitch } from './x-ray-room-switch.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './header.module.css'

const PageTitle = () => (
  <h1 id="page-title" className={styles.title}>
    {usePageTitle()}
  </h1>
)

export const Header = () => (
  <header className={styles.header}>
    <PageTitle />
    <div className={styles.right}>
      <ClinicSwitch />
      <XRayRoomSwitch />
      <BackupAlert />
      <TrayLink />
      <NoticesBell />
      <span className={styles.user}>
        <UserMenu />
      </span>
    </div>
  </header>
)

/** Shows the clinic whose data is on screen; users with several clinics can change it. */
export function ClinicSwitch() {
  const { t } = useTranslation()
  const maySwitch = useCan('clinic.list')
  const { clinic, isOtherClinic, own } = useClinicInUse()
  const name = clinic?.name ?? t('shell:clinic.none')
  const resetLabel = own ? t('shell:clinic.resetTo', { clinic: own.name }) : t('shell:clinic.reset')
  return (
    <span className={styles.clinic} data-away={isOtherClinic || undefined}>
      {maySwitch ? (
        <button
          type="button"
          className={styles.clinicButton}
          onClick={() => openClinicPicker(t('shell:clinic.select'))}
        >
          <Icon icon={IconBuildingHospital} />
          <span className={styles.clinicName}>{name}</span>
          <Icon icon={IconSelector} size="sm" label={t('shell:clinic.select')} />
        </button>
      ) : (
        <span className={styles.clinicText}>
          <Icon icon={IconBuildingHospital} />
          <span className={styles.clinicName}>{name}</span>
        </span>
      )}
      {isOtherClinic ? (
        <ActionIcon
          variant="subtle"
          size={32}
          aria-label={resetLabel}
          data-hint={resetLabel}
          onClick={() => {
            selectClinic(undefined)
            toast.info(
              own ? t('shell:clinic.now', { clinic: own.name }) : t('shell:clinic.nowNone'),
            )
          }}
        >
          <Icon icon={IconArrowBackUp} />
        </ActionIcon>
      ) : null}
    </span>
  )
}
