import { Button } from '@mantine/core'
import { IconMapQuestion } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { StatePanel } from '../ui/states/state-panel.tsx'
import { Icon } from '../ui/display/icon.tsx'
import styles from './full-page.module.css'

export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <main className={styles.page} id="main" tabIndex={-1}>
      <StatePanel
        order={1}
        icon={<Icon icon={IconMapQuestion} size="3xl" />}
        title={t('shell:notFound.title')}
        text={t('shell:notFound.text')}
      >
        <Button component={Link} to="/login">
          {t('shell:notFound.home')}
        </Button>
      </StatePanel>
    </main>
  )
}
