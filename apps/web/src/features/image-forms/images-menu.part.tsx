import { Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconChevronUp, IconPhotoCog } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ExplainedButton } from '../../ui/buttons/explained-button.tsx'
import { formIcons } from './form-icons.ts'
import type { FormStudy, ImageForm } from './image-forms.ts'
import { loadImageForms, openImageForm } from './open-image-form.tsx'
import { Icon } from '../../ui/display/icon.tsx'

interface OpenableMenuProps {
  readonly study: FormStudy | undefined
  readonly offered: readonly ImageForm[]
}

/** Menu of the image forms of a study. */
export function OpenableMenu({ study, offered }: OpenableMenuProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const button = useRef<HTMLButtonElement>(null)
  const open = (form: ImageForm) => {
    if (!study) return
    void openImageForm(form, {
      study,
      navigate,
      returnTo: () => button.current ?? undefined,
    })
  }
  return (
    <Menu
      position="top-end"
      width={260}
      shadow="md"
      withinPortal
      // Prefetched while the menu is open, so that a form opens at once.
      onOpen={() => void loadImageForms().catch(() => undefined)}
    >
      <Menu.Target>
        <ExplainedButton
          ref={button}
          variant="default"
          leftSection={<Icon icon={IconPhotoCog} />}
          rightSection={<Icon icon={IconChevronUp} size="sm" />}
        >
          {t('studies:imageForms')}
        </ExplainedButton>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('studies:imageForms')}>
        {offered.map((form) => {
          const icon = formIcons[form]
          return (
            <Menu.Item key={form} leftSection={<Icon icon={icon} />} onClick={() => open(form)}>
              {t(`studies:imageForm.${form}`)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
