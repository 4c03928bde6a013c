import { IconChevronUp, IconPhotoCog } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isLocal } from '../../api/page-settings.ts'
import { useActor } from '../../api/session.ts'
import { lazyCode } from '../../lazy-code.ts'
import { ExplainedButton } from '../../ui/buttons/explained-button.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { WithCode } from '../../ui/states/with-code.tsx'
import { listImageForms } from './image-forms.ts'
import type { FormStudy } from './image-forms.ts'

interface ImagesMenuProps {
  readonly study: FormStudy | undefined
  /** Why the menu is disabled. */
  readonly reason: string | undefined
}

const code = lazyCode(() => import('./images-menu.part.tsx'))

/** Menu of the image forms of a study that the user may open. */
export function ImagesMenu({ study, reason }: ImagesMenuProps) {
  const { t } = useTranslation()
  const offered = listImageForms(useActor(), isLocal)
  if (offered.length === 0) return null
  const disabled = (
    <ExplainedButton
      variant="default"
      leftSection={<Icon icon={IconPhotoCog} />}
      rightSection={<Icon icon={IconChevronUp} size="sm" />}
      reason={reason ?? t('common:state.loading')}
      aria-haspopup="menu"
      aria-expanded={false}
    >
      {t('studies:imageForms')}
    </ExplainedButton>
  )
  if (reason !== undefined) return disabled
  return (
    <WithCode code={code} fallback={disabled}>
      {({ OpenableMenu }) => <OpenableMenu study={study} offered={offered} />}
    </WithCode>
  )
}
