import { Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconLanguage } from '@tabler/icons-react'
import { languages } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { languageNames, toLanguage } from '../../../language.ts'
import { useStore } from '../../../store.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import type { ReportStore } from '../state/report-store.ts'
import styles from './report.module.css'

interface LanguageMenuProps {
  readonly store: ReportStore
  readonly isReadOnly: boolean
}

/** The language in which the report is printed; that of the interface may be another one. */
export function LanguageMenu({ store, isReadOnly }: LanguageMenuProps) {
  const { t } = useTranslation()
  const { language } = useStore(store).report
  const choose = (value: string) => {
    if (!store.actions.setLanguage(toLanguage(value))) toast.warning(t('report:language.full'))
  }
  const code = language.toUpperCase()
  const label = t('report:language.label', { code, language: languageNames[language] })
  return (
    <Menu position="bottom-end" width={220} shadow="md" withinPortal>
      <Menu.Target>
        <Button
          className={styles.language ?? ''}
          variant="default"
          leftSection={<Icon icon={IconLanguage} />}
          aria-label={label}
          data-hint={label}
          disabled={isReadOnly}
        >
          {code}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('report:language.choose')}>
        <Menu.Label>{t('report:language.choose')}</Menu.Label>
        <Menu.RadioGroup value={language} onChange={choose}>
          {languages.map((one) => (
            <Menu.RadioItem key={one} lang={one} value={one} closeMenuOnClick>
              {languageNames[one]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
