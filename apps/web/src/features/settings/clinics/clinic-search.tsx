import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/display/icon.tsx'

interface ClinicSearchProps {
  readonly text: string
  readonly onText: (text: string) => void
}

/** Search field for clinics, at the top of a modal. */
export function ClinicSearch({ text, onText }: ClinicSearchProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      data-autofocus
      type="search"
      aria-label={t('settings:clinics.search')}
      placeholder={t('settings:clinics.search')}
      leftSection={<Icon icon={IconSearch} size="sm" />}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  )
}
