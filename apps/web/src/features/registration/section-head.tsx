import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ExplainedButton } from '../../ui/buttons/explained-button.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './registration.module.css'

interface HeadAction {
  /** Full name for screen readers, including the section that the button belongs to. */
  readonly name: string
  readonly reason: string | undefined
  readonly run: () => void
}

interface SectionHeadProps {
  readonly id: string
  readonly title: string
  readonly edit: HeadAction
  readonly add: HeadAction
  readonly addPart?: string
}

/** Title of a section with the buttons Edit and Add. */
export function SectionHead({ id, title, edit, add, addPart }: SectionHeadProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.head}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <ExplainedButton
        variant="subtle"
        color="gray"
        className={styles.headButton ?? ''}
        leftSection={<Icon icon={IconPencil} />}
        aria-label={edit.name}
        reason={edit.reason}
        onClick={edit.run}
      >
        {t('registration:edit')}
      </ExplainedButton>
      <ExplainedButton
        variant="default"
        className={styles.headButton ?? ''}
        leftSection={<Icon icon={IconPlus} />}
        aria-label={add.name}
        reason={add.reason}
        onClick={add.run}
        data-part={addPart}
      >
        {t('registration:add')}
      </ExplainedButton>
    </div>
  )
}
