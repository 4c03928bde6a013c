import { Skeleton } from '@mantine/core'
import type { ImageId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../api/call.ts'
import { createPdfAddress } from '../../api/records/document.ts'
import { ErrorNote } from '../../ui/states/error-note.tsx'
import styles from './documents.module.css'

/** The browser's own viewer for a PDF. The address works once, so it is never fetched again. */
export function PdfFrame({ id, title }: { readonly id: ImageId; readonly title: string }) {
  const { t } = useTranslation()
  const { data, error } = useQuery({
    queryKey: ['document-address', id],
    queryFn: () => createPdfAddress(id, 'show'),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    meta: { showsOwnError: true },
  })
  if (error) return <ErrorNote text={getErrorMessage(error)} />
  if (data === undefined) return <Skeleton height={240} />
  // Phones and some browsers have no viewer of their own.
  if (!navigator.pdfViewerEnabled)
    return <p className={styles.note}>{t('documents:noPdfViewer')}</p>
  // Chromium shows no PDF in a sandboxed frame; the response has a policy without scripts instead.
  // oxlint-disable-next-line react/iframe-missing-sandbox
  return <iframe className={styles.pdf} src={data} title={title} referrerPolicy="no-referrer" />
}
