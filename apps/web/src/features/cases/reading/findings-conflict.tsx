import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/display/icon.tsx'
import { useStore } from '../../../store.ts'
import type { FindingsEditor } from './findings-editor.ts'
import { Notice } from './findings-notices.tsx'
import type { TextField } from './merge-findings.ts'
import styles from './findings-conflict.module.css'

interface FindingsConflictProps {
  readonly editor: FindingsEditor
}

/** Both texts of each field that was changed here and on another computer: the author decides. */
export function FindingsConflict({ editor }: FindingsConflictProps) {
  const { t, i18n } = useTranslation()
  const titleId = useId()
  const conflict = useStore(editor.conflict)
  const texts = useStore(editor.texts)
  if (!conflict) return null
  const names = conflict.fields.map((field) => t(`caseReading:text.${field}`))
  const list = new Intl.ListFormat(i18n.language).format(names)
  return (
    <section className={styles.conflict} aria-labelledby={titleId}>
      <p id={titleId} className={styles.title} role="status">
        <Icon icon={IconAlertTriangle} size="lg" />
        <span>{t('caseReading:draft.conflict', { fields: list })}</span>
      </p>
      {conflict.fields.map((field) => (
        <div key={field} className={styles.field}>
          <h3>{t(`caseReading:text.${field}`)}</h3>
          <Version
            title={t('caseReading:draft.mine')}
            field={field}
            text={texts[field]}
            onKeep={() => editor.decide(field, 'mine')}
          />
          <Version
            title={t('caseReading:draft.theirs')}
            field={field}
            text={conflict.theirs[field]}
            onKeep={() => editor.decide(field, 'theirs')}
          />
        </div>
      ))}
    </section>
  )
}

interface VersionProps {
  readonly title: string
  readonly field: TextField
  readonly text: string
  readonly onKeep: () => void
}

function Version({ title, field, text, onKeep }: VersionProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.version}>
      <h4>{title}</h4>
      <div className={styles.text} tabIndex={0} role="group" aria-label={title}>
        {text.trim() === '' ? <em>{t('caseReading:draft.empty')}</em> : text}
      </div>
      <Button size="compact-sm" variant="default" onClick={onKeep}>
        {t('caseReading:draft.keep')}
        <VisuallyHidden>
          : {t(`caseReading:text.${field}`)}, {title}
        </VisuallyHidden>
      </Button>
    </div>
  )
}

/** The texts that were not kept, until their author brings them back or has no need of them. */
export function DroppedTexts({ editor }: FindingsConflictProps) {
  const { t } = useTranslation()
  const dropped = useStore(editor.dropped)
  const forget = t('caseReading:draft.forget')
  return dropped.map((one) => (
    <Notice
      key={one.field}
      text={
        <>
          {t('caseReading:draft.dropped', { field: t(`caseReading:text.${one.field}`) })}
          <q className={styles.dropped}>{one.text}</q>
        </>
      }
    >
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon icon={IconArrowBackUp} />}
        onClick={() => editor.bringBack(one)}
      >
        {t('caseReading:draft.bringBack')}
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={forget}
        data-hint={forget}
        onClick={() => editor.forgetDropped(one)}
      >
        <Icon icon={IconX} size="sm" />
      </ActionIcon>
    </Notice>
  ))
}
