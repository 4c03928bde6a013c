import { Button } from '@mantine/core'
import { IconKeyboard, IconLogout } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSession } from '../../api/session.ts'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { SchemeSwitch } from '../../ui/scheme-switch.tsx'
import { openShortcutSheet } from '../../ui/shortcuts/shortcut-sheet.tsx'
import { askLogOut } from './ask-log-out.ts'
import styles from './user-panel.module.css'

/** Who is signed in, and the choices that are his own; in the header's menu and in the phone's. */
export function UserPanel({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const navigate = useNavigate()
  const then = (act: () => void) => () => {
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
          leftSection={<IconKeyboard size={18} stroke={1.5} aria-hidden />}
          onClick={then(openShortcutSheet)}
        >
          {t('common:keys.title')}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          justify="flex-start"
          leftSection={<IconLogout size={18} stroke={1.5} aria-hidden />}
          onClick={then(() => void askLogOut(navigate))}
        >
          {t('shell:nav.logout')}
        </Button>
      </div>
    </div>
  )
}
