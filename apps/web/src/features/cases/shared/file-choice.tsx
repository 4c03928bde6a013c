import { ActionIcon, Button, FileButton } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/display/icon.tsx'
import { formatFileSize } from '../../../ui/format/quantities.ts'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import { acceptedEndings, isPicture, selectAttachable } from './attachments.ts'
import styles from './file-choice.module.css'

interface FileChoiceProps {
  readonly files: readonly File[]
  readonly onChange: (files: readonly File[]) => void
}

/** Chosen files with a preview, name and size; nothing is sent before the form is. */
export function FileChoice({ files, onChange }: FileChoiceProps) {
  const { t, i18n } = useTranslation()
  const [fault, setFault] = useState<string>()
  const add = (chosen: readonly File[]) => {
    const { accepted, faults } = selectAttachable(chosen, files)
    const texts = faults.map((one) =>
      one.kind === 'type'
        ? t('errors:case/file-type', { file: one.file })
        : t(one.kind === 'tooMany' ? 'errors:case/too-many-files' : 'errors:case/files-too-large'),
    )
    setFault(texts.length === 0 ? undefined : texts.join(' '))
    if (accepted.length > 0) onChange([...files, ...accepted])
  }
  return (
    <div className={styles.choice}>
      <ul className={styles.files}>
        {files.map((file, index) => (
          // Two files may have the same name.
          <li key={`${file.name} ${String(index)}`} className={styles.file}>
            <FilePreview file={file} />
            <span className={styles.name}>{file.name}</span>
            <small>{formatFileSize(file.size, i18n.language)}</small>
            <ActionIcon
              variant="subtle"
              size={32}
              aria-label={t('caseReading:file.remove', { name: file.name })}
              onClick={() => onChange(files.filter((one) => one !== file))}
            >
              <Icon icon={IconX} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {fault === undefined ? null : <ErrorNote text={fault} />}
      <FileButton multiple accept={acceptedEndings} onChange={add}>
        {(button) => (
          <Button
            {...button}
            variant="default"
            size="sm"
            leftSection={<Icon icon={IconPaperclip} />}
          >
            {t('caseReading:file.add')}
          </Button>
        )}
      </FileButton>
    </div>
  )
}

/** A picture is shown from memory; other files have their icon. */
function FilePreview({ file }: { readonly file: File }) {
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const { current } = picture
    if (!current) return undefined
    const address = URL.createObjectURL(file)
    current.src = address
    return () => URL.revokeObjectURL(address)
  }, [file])
  return isPicture(file) ? (
    <img ref={picture} className={styles.preview} alt="" />
  ) : (
    <Icon icon={IconPaperclip} size="lg" />
  )
}
