import { Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconLanguage } from '@tabler/icons-react'
import { languages } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { languageNames } from '../../../language.ts'
import { useStore } from '../../../store.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import type { ReportStore } from '../state/report-store.ts'

interface LanguageMenuProps {
  readonly store: ReportStore
  readonly isReadOnly: boolean
}

/** The language in which the report is printed; that of the interface may be another one. */
export function LanguageMenu({ store, isReadOnly }: LanguageMenuProps) {
  const { t } = useTranslation()
  const { language } = useStore(store).report
  const choose = (chosen: typeof language) => {
    if (!store.actions.setLanguage(chosen)) toast.warning(t('report:language.full'))
  }
  const label = t('report:language.label', { language: languageNames[language] })
  return (
    <Menu position="bottom-end" width={220} shadow="md" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<Icon icon={IconLanguage} />}
          aria-label={label}
          data-hint={label}
          disabled={isReadOnly}
        >
          {language.toUpperCase()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('report:language.choose')}>
        <Menu.Label>{t('report:language.choose')}</Menu.Label>
        {languages.map((one) => (
          <Menu.Item
            key={one}
            lang={one}
            role="menuitemradio"
            aria-checked={one === language}
            fw={one === language ? 600 : 400}
            onClick={() => choose(one)}
          >
            {languageNames[one]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
