import { SegmentedControl } from '@mantine/core'
import { isLanguage, languages } from '@talus/contract'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, languageNames } from '../../language.ts'

export function LanguageSwitch({ isWide }: { readonly isWide?: boolean }) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      aria-label={t('common:language')}
      fullWidth={isWide ?? false}
      size="sm"
      withItemsBorders={false}
      value={i18next.language}
      onChange={(value) => {
        if (isLanguage(value)) void chooseLanguage(value)
      }}
      data={languages.map((value) => ({
        value,
        label: <span lang={value}>{languageNames[value]}</span>,
      }))}
    />
  )
}
