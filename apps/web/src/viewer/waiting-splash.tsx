import { IconHourglass } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/display/icon.tsx'
import { StatePanel } from '../ui/states/state-panel.tsx'
import { useIsLate } from '../ui/states/use-is-late.ts'
import { ViewerSplash } from './splash.tsx'

/** Dark as the viewer while images are loaded, with ways out if that takes long. */
export function WaitingSplash({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  const isLate = useIsLate(5000)
  if (!isLate) return <ViewerSplash />
  return (
    <StatePanel
      icon={<Icon icon={IconHourglass} size="3xl" />}
      title={t('viewer:none.waiting')}
      text={t('viewer:none.waitingText')}
    >
      {children}
    </StatePanel>
  )
}
