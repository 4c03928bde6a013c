import { ActionIcon, Button } from '@mantine/core'
import { IconFile, IconPaperclip, IconX } from '@tabler/icons-react'
import { limits } from '@talus/contract'
import type { CaseFileId } from '@talus/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { caseMutations } from '../../../api/records/case.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { formatFileSize } from '../../../ui/format/quantities.ts'
import { acceptedEndings, isPicture, selectAttachable, sumSizes } from '../shared/attachments.ts'
import styles from './create-case.module.css'

export interface StoredFile {
  readonly id: CaseFileId
  readonly name: string
  readonly size: number
  readonly isRemovable: boolean
}

interface AttachmentsFieldProps {
  readonly files: readonly File[]
  readonly onFiles: (files: readonly File[]) => void
  /** The names of files that were chosen before a reload. */
  readonly lost: readonly string[]
  /** Files that were saved with the draft. */
  readonly stored: readonly StoredFile[]
  /** A file was removed from the draft. */
  readonly onRemoved: () => void
}

/** Files with preview and size, by the button or dropped; a refused one is named and left out. */
export function AttachmentsField(props: AttachmentsFieldProps) {
  const { files, onFiles, stored, onRemoved } = props
  const { t, i18n } = useTranslation()
  const lost = props.lost.filter((name) => !stored.some((file) => file.name === name))
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const remove = useMutation({ ...caseMutations.removeFile, onSuccess: onRemoved })
  const add = (added: readonly File[]) => {
    const { accepted, faults } = selectAttachable(added, [...files, ...stored])
    const texts = faults.map((fault) =>
      fault.kind === 'type'
        ? t('caseForm:files.type', { file: fault.file })
        : t(`caseForm:files.${fault.kind}`),
    )
    setError(texts.length === 0 ? undefined : texts.join(' '))
    if (accepted.length > 0) onFiles([...files, ...accepted])
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button adds files by keyboard
    <div
      className={styles.wide}
      role="group"
      aria-label={t('caseForm:files.title')}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        event.stopPropagation()
        add([...event.dataTransfer.files])
      }}
    >
      <div className={styles.fileHead}>
        <Button
          variant="default"
          leftSection={<Icon icon={IconPaperclip} />}
          onClick={() => input.current?.click()}
        >
          {t('caseForm:files.add')}
        </Button>
        <span className={styles.hint} role="status">
          {stored.length + files.length === 0
            ? t('caseForm:files.hint', { count: limits.attachmentsMax })
            : t('caseForm:files.used', {
                count: stored.length + files.length,
                max: limits.attachmentsMax,
                size: formatFileSize(sumSizes([...stored, ...files]), i18n.language),
              })}
        </span>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={acceptedEndings}
          aria-label={t('caseForm:files.title')}
          onChange={(event) => {
            add([...(event.currentTarget.files ?? [])])
            // The same file can be chosen again after it was removed.
            event.currentTarget.value = ''
          }}
        />
      </div>
      {lost.length === 0 ? null : (
        <p className={styles.lost}>{t('caseForm:files.lost', { files: lost.join(', ') })}</p>
      )}
      {error === undefined ? null : (
        <p className={styles.fault} role="alert">
          {error}
        </p>
      )}
      {stored.length + files.length === 0 ? null : (
        <ul className={styles.files}>
          {stored.map((file) => (
            <li key={`stored ${String(file.id)}`} className={styles.file}>
              <Icon icon={IconFile} size="lg" />
              <FileFacts file={file} />
              <span className={styles.hint}>{t('caseForm:files.stored')}</span>
              {file.isRemovable ? (
                <RemoveButton
                  name={file.name}
                  isBusy={remove.isPending}
                  onRemove={() => {
                    setError(undefined)
                    remove.mutate({ params: { id: file.id } })
                  }}
                />
              ) : null}
            </li>
          ))}
          {files.map((file, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two files may have the same name
            <li key={`${file.name} ${index}`} className={styles.file}>
              <FilePreview file={file} />
              <FileFacts file={file} />
              <RemoveButton
                name={file.name}
                onRemove={() => {
                  setError(undefined)
                  onFiles(files.filter((other) => other !== file))
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface RemoveButtonProps {
  readonly name: string
  readonly onRemove: () => void
  readonly isBusy?: boolean
}

function RemoveButton({ name, onRemove, isBusy = false }: RemoveButtonProps) {
  const { t } = useTranslation()
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      disabled={isBusy}
      aria-label={t('caseForm:files.remove', { name })}
      onClick={onRemove}
    >
      <Icon icon={IconX} />
    </ActionIcon>
  )
}

function FileFacts({ file }: { readonly file: Pick<File, 'name' | 'size'> }) {
  const { i18n } = useTranslation()
  return (
    <>
      <span className={styles.fileName}>{file.name}</span>
      <span className={styles.hint}>{formatFileSize(file.size, i18n.language)}</span>
    </>
  )
}

/** A picture is shown, never opened: the browser only draws it. */
function FilePreview({ file }: { readonly file: File }) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (!image.current) return undefined
    const url = URL.createObjectURL(file)
    image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [file])
  if (!isPicture(file)) return <Icon icon={IconFile} size="lg" />
  return <img ref={image} className={styles.preview} alt="" />
}
