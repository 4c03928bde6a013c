import { Button, Skeleton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { DocumentContent, StudyDocument } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callForFile, getErrorMessage } from '../../api/call.ts'
import { createPdfAddress, documentQueries } from '../../api/records/document.ts'
import { saveFile } from '../../api/save-file.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { formatDateTime } from '../../ui/format/dates.ts'
import { formatFileSize } from '../../ui/format/quantities.ts'
import { ErrorNote } from '../../ui/states/error-note.tsx'
import { toast } from '../../ui/toasts/toast-store.ts'
import { PdfFrame } from './pdf-frame.tsx'
import { ReferenceLink } from './reference-link.tsx'
import { ReportView } from './report-view.tsx'
import { WaveformView } from './waveform-view.tsx'
import styles from './documents.module.css'

interface DocumentDialogProps {
  readonly document: StudyDocument
  readonly timeZone: string | undefined
}

/** A smaller size would read as 0.0 MB. */
const shownBytesMin = 100_000

/** Shows the content of an object that is no image, and offers it as a file. */
export function DocumentDialog({ document, timeZone }: DocumentDialogProps) {
  const { i18n } = useTranslation()
  const { data, error } = useQuery(documentQueries.content(document.id))
  const title = data?.title || document.description
  return (
    <div className={styles.dialog}>
      <div className={styles.head}>
        <div>
          {title === '' ? null : <p className={styles.documentTitle}>{title}</p>}
          <p className={styles.detail}>
            {[
              formatDateTime(document.createdOn, timeZone),
              document.byteLength >= shownBytesMin &&
                formatFileSize(document.byteLength, i18n.language),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <Downloads document={document} isPdf={data?.content.form === 'pdf'} />
      </div>
      {error ? <ErrorNote text={getErrorMessage(error)} /> : null}
      {data === undefined && !error ? <Skeleton height={240} /> : null}
      {data ? <Content document={document} data={data} /> : null}
    </div>
  )
}

/** Lets the browser save the file of an address; an error is then a failed download, not a page. */
function saveAddress(address: string) {
  const link = window.document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

function Downloads({ document, isPdf }: { document: StudyDocument; isPdf: boolean }) {
  const { t } = useTranslation()
  const { id, sopInstanceUID } = document
  const savePdf = useMutation({
    mutationFn: () => createPdfAddress(id, 'save'),
    onSuccess: saveAddress,
  })
  const saveDicom = useMutation({
    mutationFn: () => callForFile(routes.image.one, { params: { id } }),
    onSuccess: (file) => {
      const name = `${sopInstanceUID}.dcm`
      saveFile(file, name)
      toast.savedFile(t('documents:saved', { name }))
    },
  })
  return (
    <div className={styles.downloads}>
      {isPdf ? (
        <Button
          leftSection={<Icon icon={IconDownload} />}
          loading={savePdf.isPending}
          onClick={() => savePdf.mutate()}
        >
          {t('documents:savePdf')}
        </Button>
      ) : null}
      <Button
        variant="default"
        leftSection={<Icon icon={IconDownload} />}
        loading={saveDicom.isPending}
        onClick={() => saveDicom.mutate()}
      >
        {t('documents:saveDicom')}
      </Button>
    </div>
  )
}

interface ContentProps {
  readonly document: StudyDocument
  readonly data: DocumentContent
}

function Content({ document, data }: ContentProps) {
  const { t } = useTranslation()
  const { content, references } = data
  switch (content.form) {
    case 'pdf':
      if (content.mayAct) return <p className={styles.note}>{t('documents:mayAct')}</p>
      return <PdfFrame id={document.id} title={data.title || t('documents:kind.pdf')} />
    case 'report':
      return <ReportView report={content.report} references={references} />
    case 'waveforms':
      return <WaveformView {...content.waveforms} />
    case 'presentation':
      return (
        <>
          <p>{t('documents:presentation.text')}</p>
          <Facts facts={content.presentation} />
          <References data={data} />
        </>
      )
    case 'none':
      return <p className={styles.note}>{t(`documents:none.${content.reason}`)}</p>
  }
}

function Facts({ facts }: { facts: { readonly description: string; readonly creator: string } }) {
  const { t } = useTranslation()
  return (
    <dl className={styles.facts}>
      {(['description', 'creator'] as const)
        .filter((name) => facts[name] !== '')
        .map((name) => (
          <div key={name}>
            <dt>{t(`documents:presentation.${name}`)}</dt>
            <dd>{facts[name]}</dd>
          </div>
        ))}
    </dl>
  )
}

function References({ data: { references, referenceCount } }: Pick<ContentProps, 'data'>) {
  const { t } = useTranslation()
  const missing = referenceCount - references.length
  return (
    <>
      <ul className={styles.references}>
        {references.map((reference) => (
          <li key={reference.id}>
            <ReferenceLink reference={reference} />
          </li>
        ))}
      </ul>
      {missing > 0 ? (
        <p className={styles.note}>{t('documents:missingReferences', { count: missing })}</p>
      ) : null}
    </>
  )
}
