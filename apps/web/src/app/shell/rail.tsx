import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconPower,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NavLink, useNavigate } from 'react-router'
import { isLocal, pageSettings } from '../../api/page-settings.ts'
import { useActor } from '../../api/session.ts'
import { useStore } from '../../store.ts'
import { TalusMark } from '../../ui/art/talus-mark.tsx'
import { exitApp } from '../exit.ts'
import { confirmLogOut } from './confirm-log-out.tsx'
import { navigationIcons, getPages } from './navigation.ts'
import { pinRail, railPinned } from '../../ui/preferences/rail-pin.ts'
import { Icon } from '../../ui/display/icon.tsx'
import type { IconShape } from '../../ui/display/icon.tsx'
import styles from './rail.module.css'

interface RailButtonProps {
  readonly icon: IconShape
  readonly label: string
  readonly isPinned: boolean
  readonly onClick: () => void
  readonly className?: string | undefined
}

const RailButton = ({ icon, label, isPinned, onClick, className }: RailButtonProps) => (
  <button
    type="button"
    className={`${styles.item} ${className ?? ''}`}
    data-hint={isPinned ? undefined : label}
    data-hint-side="right"
    onClick={onClick}
  >
    <Icon icon={icon} size="lg" />
    <span className={styles.label}>{label}</span>
  </button>
)

export function Rail() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const actor = useActor()
  const isPinned = useStore(railPinned)
  return (
    <div className={styles.rail} data-pinned={isPinned || undefined}>
      <span className={styles.brand} aria-hidden>
        <TalusMark size={28} />
        <span className={styles.label}>Talus</span>
      </span>
      <nav className={styles.list} aria-label={t('shell:nav.label')}>
        {getPages(actor, pageSettings.variant).map((item) => {
          const icon = navigationIcons[item]
          return (
            <NavLink
              key={item}
              to={`/${item}`}
              className={() => styles.item}
              data-hint={isPinned ? undefined : t(`shell:nav.${item}`)}
              data-hint-side="right"
            >
              <Icon icon={icon} size="lg" />
              <span className={styles.label}>{t(`shell:nav.${item}`)}</span>
            </NavLink>
          )
        })}
      </nav>
      <div className={styles.list}>
        {isLocal && pageSettings.launcherExitUrl !== null ? (
          <RailButton
            icon={IconPower}
            label={t('shell:nav.exit')}
            isPinned={isPinned}
            onClick={() => void exitApp()}
          />
        ) : null}
        <RailButton
          icon={navigationIcons.logout}
          label={t('shell:nav.logout')}
          isPinned={isPinned}
          onClick={() => void confirmLogOut(navigate)}
        />
        <RailButton
          className={styles.pin}
          icon={isPinned ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand}
          label={isPinned ? t('shell:nav.unpin') : t('shell:nav.pin')}
          isPinned={isPinned}
          onClick={() => pinRail(!isPinned)}
        />
      </div>
    </div>
  )
}
