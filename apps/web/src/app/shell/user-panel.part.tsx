import { Button } from '@mantine/core'
import { IconKeyboard, IconLogout, IconUserCog } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSession } from '../../api/session.ts'
import { LanguageSwitch } from '../../ui/preferences/language-switch.tsx'
import { SchemeSwitch } from '../../ui/preferences/scheme-switch.tsx'
import { openKeyboardHelp } from '../../ui/shortcuts/keyboard-help.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { confirmLogOut } from './confirm-log-out.tsx'
import styles from './user-panel.module.css'

/** The signed-in user and their preferences; in the header's menu and in the phone's menu. */
export function UserPanel({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const navigate = useNavigate()
  const closeAnd = (act: () => void) => () => {
    onDone()
    act()
  }
  return (
    <div className={styles.panel}>
      <div>
        <p className={styles.name}>
          {`${user.firstName} ${user.lastName}`.trim() || user.username}
        </p>
        <p className={styles.username}>{user.username}</p>
      </div>
      <div className={styles.choice}>
        <span aria-hidden>{t('common:language')}</span>
        <LanguageSwitch isWide />
      </div>
      <div className={styles.choice}>
        <span aria-hidden>{t('common:scheme.title')}</span>
        <SchemeSwitch />
      </div>
      <div className={styles.actions}>
        <Button
          variant="subtle"
          color="gray"
          justify="flex-start"
          leftSection={<Icon icon={IconUserCog} />}
          onClick={closeAnd(() => void navigate('/account'))}
        >
          {t('shell:user.account')}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          justify="flex-start"
          leftSection={<Icon icon={IconKeyboard} />}
          onClick={closeAnd(openKeyboardHelp)}
        >
          {t('common:keys.title')}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          justify="flex-start"
          leftSection={<Icon icon={IconLogout} />}
          onClick={closeAnd(() => void confirmLogOut(navigate))}
        >
          {t('shell:nav.logout')}
        </Button>
      </div>
    </div>
  )
}
