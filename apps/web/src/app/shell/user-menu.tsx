import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/session.ts'
import { lazyCode } from '../../lazy-code.ts'
import { LazyDropdownPanel } from '../../ui/layout/dropdown-panel.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './user-menu.module.css'

const getInitials = (first: string, last: string, username: string) =>
  (`${first.slice(0, 1)}${last.slice(0, 1)}` || username.slice(0, 2)).toUpperCase()

const code = lazyCode(() => import('./user-panel.part.tsx'))

export function UserMenu() {
  const { t } = useTranslation()
  const { user } = useSession()
  return (
    <LazyDropdownPanel
      code={code}
      buttonClassName={styles.button}
      label={t('shell:user.title')}
      width={300}
      button={
        <>
          <span className={styles.avatar} aria-hidden>
            {getInitials(user.firstName, user.lastName, user.username)}
          </span>
          <span className={styles.name}>{user.username}</span>
          <Icon icon={IconChevronDown} size="sm" />
        </>
      }
    >
      {({ UserPanel }, close) => (
        <div className={styles.panel}>
          <UserPanel onDone={close} />
        </div>
      )}
    </LazyDropdownPanel>
  )
}
