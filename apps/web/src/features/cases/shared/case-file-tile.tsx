import { ActionIcon } from '@mantine/core'
import {
  IconDownload,
  IconFile,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconTrash,
} from '@tabler/icons-react'
import type { CaseFile } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { callForFile } from '../../../api/call.ts'
import { caseMutations } from '../../../api/records/case.ts'
import { createCaseFileAddress } from '../../../api/records/case-work.ts'
import { useImageFile } from '../../../api/use-thumbnail.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { Thumbnail } from '../../../ui/display/thumbnail.tsx'
import { formatFileSize } from '../../../ui/format/quantities.ts'
import { confirm } from '../../../ui/modals/confirm.tsx'
import styles from './case-file-tile.module.css'

function getFileIcon(mediaType: string) {
  if (mediaType === 'application/pdf') return IconFileTypePdf
  if (mediaType.includes('spreadsheet')) return IconFileSpreadsheet
  if (mediaType.startsWith('text/') || mediaType.includes('word')) return IconFileText
  return IconFile
}

/** Lets the browser save the file of an address; an error is then a failed download, not a page. */
function saveAddress(address: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

/**
 * Opens a file in a new tab by a ticket. The tab is opened before the ticket is requested: a browser
 * blocks one that no press has opened.
 */
async function openInTab(file: CaseFile) {
  const tab = window.open('', '_blank')
  try {
    const address = await createCaseFileAddress(file.id, 'show')
    if (!tab) return
    tab.opener = null
    tab.location.href = address
  } catch (error) {
    tab?.close()
    throw error
  }
}

interface CaseFileTileProps {
  readonly file: CaseFile
  /** The name of the body part, in place of the name of the file. */
  readonly name?: string | undefined
  readonly children?: ReactNode
}

/** The thumbnail of a file: a press opens it in a new tab, and the link below downloads it. */
export function CaseFileTile({ file, name = file.fileName, children }: CaseFileTileProps) {
  const { t, i18n } = useTranslation()
  const open = useMutation({ mutationFn: () => openInTab(file) })
  const save = useMutation({
    mutationFn: () => createCaseFileAddress(file.id, 'save'),
    onSuccess: saveAddress,
  })
  const use = file.isShown ? open : save
  return (
    <figure className={styles.tile}>
      <button
        type="button"
        className={styles.picture}
        aria-label={t(file.isShown ? 'caseReading:file.open' : 'caseReading:file.save', { name })}
        onClick={() => use.mutate()}
      >
        {file.hasThumbnail ? (
          <FilePicture file={file} />
        ) : (
          <Icon icon={getFileIcon(file.mediaType)} size="4xl" />
        )}
      </button>
      <figcaption className={styles.caption}>
        <span className={styles.name} title={file.fileName}>
          {name}
          {file.byteLength === 0 ? null : (
            <small>{formatFileSize(file.byteLength, i18n.language)}</small>
          )}
        </span>
        {file.isRemovable ? <RemoveButton file={file} name={name} /> : null}
        <ActionIcon
          variant="subtle"
          size={32}
          aria-label={t('caseReading:file.save', { name })}
          data-hint={t('caseReading:file.save', { name })}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          <Icon icon={IconDownload} />
        </ActionIcon>
      </figcaption>
      {file.isUnpublished ? (
        <small className={styles.note}>{t('caseReading:file.unpublished')}</small>
      ) : null}
      {children}
    </figure>
  )
}

/** Removes an own file of the unfinished report. */
function RemoveButton({ file, name }: { readonly file: CaseFile; readonly name: string }) {
  const { t } = useTranslation()
  const remove = useMutation(caseMutations.removeFile)
  const label = t('caseReading:file.remove', { name })
  const ask = async () => {
    const isMeant = await confirm({
      title: label,
      text: t('caseReading:file.removeText'),
      confirm: t('caseReading:file.removeConfirm'),
      isDestructive: true,
    })
    if (isMeant) remove.mutate({ params: { id: file.id } })
  }
  return (
    <ActionIcon
      variant="subtle"
      size={32}
      aria-label={label}
      data-hint={label}
      loading={remove.isPending}
      onClick={() => void ask()}
    >
      <Icon icon={IconTrash} />
    </ActionIcon>
  )
}

/** The thumbnail of a file of a case. */
export function FilePicture({ file }: Pick<CaseFileTileProps, 'file'>) {
  const picture = useImageFile(['case-file-thumbnail', file.id], (settings) =>
    callForFile(routes.radCase.fileThumbnail, { params: { id: file.id } }, settings),
  )
  return <Thumbnail state={picture.state} src={picture.src} label="" />
}
