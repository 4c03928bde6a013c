import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { colorSchemes } from '../theme/color-scheme.ts'

export function SchemeSwitch() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      aria-label={t('common:scheme.title')}
      fullWidth
      size="sm"
      withItemsBorders={false}
      value={colorScheme}
      onChange={(value) => {
        const scheme = colorSchemes.find((one) => one === value)
        if (scheme) setColorScheme(scheme)
      }}
      data={colorSchemes.map((value) => ({ value, label: t(`common:scheme.${value}`) }))}
    />
  )
}
