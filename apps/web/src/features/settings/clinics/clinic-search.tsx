import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

interface ClinicSearchProps {
  readonly words: string
  readonly onWords: (words: string) => void
}

/** Where one of many clinics is looked for, at the top of a modal. */
export function ClinicSearch({ words, onWords }: ClinicSearchProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      data-autofocus
      type="search"
      aria-label={t('settings:clinics.search')}
      placeholder={t('settings:clinics.search')}
      leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
      value={words}
      onChange={(event) => onWords(event.currentTarget.value)}
    />
  )
}
