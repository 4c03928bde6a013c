import { formatImageAnatomy } from '@talus/anatomy'
import { imageFaults, mayActOnCase } from '@talus/contract'
import type { CaseDetail, CaseFile, CaseImageFeedback, Image, ImageId } from '@talus/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { caseQueries } from '../../../api/records/case.ts'
import { caseWorkMutations, caseWorkQueries } from '../../../api/records/case-work.ts'
import { useActor } from '../../../api/session.ts'
import { toLanguage } from '../../../language.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { formatDay } from '../../../ui/format/dates.ts'
import { CaseFileTile } from '../shared/case-file-tile.tsx'
import styles from './reading.module.css'

type Fault = (typeof imageFaults)[number]

/** The radiographs of a case, newest study first, with what the radiologist says about each. */
export function Radiographs({ radCase }: { readonly radCase: CaseDetail }) {
  const { t, i18n } = useTranslation()
  const actor = useActor()
  const { data: files = [] } = useQuery(caseQueries.files(radCase.id))
  const { data: images = [] } = useQuery(caseWorkQueries.images(radCase.id))
  const { data: feedback = [] } = useQuery(caseWorkQueries.feedback(radCase.id))
  const mayRate = mayActOnCase(actor, 'rateImage', radCase)
  const radiographs = files.filter(({ isFromReceiver }) => isFromReceiver)
  const findImage = ({ imageId }: CaseFile) => images.find(({ id }) => id === imageId)
  const describe = (image: Image | undefined) => {
    if (!image) return undefined
    const part = formatImageAnatomy(image, toLanguage(i18n.language))
    const isPrior = image.studyId !== radCase.studyId
    return [part, isPrior ? formatDay(image.createdOn) : ''].filter(Boolean).join(', ') || undefined
  }
  if (radiographs.length === 0)
    return <p className={styles.none}>{t('caseReading:file.noRadiographs')}</p>
  return (
    <ul className={styles.tiles} aria-label={t('caseReading:part.radiographs')}>
      {radiographs.map((file) => {
        const own = feedback.find(({ imageId }) => imageId === file.imageId)
        return (
          <li key={file.id}>
            <CaseFileTile file={file} name={describe(findImage(file))}>
              {file.imageId === null ? null : mayRate ? (
                <FaultButtons caseId={radCase.id} imageId={file.imageId} own={own} />
              ) : (
                <FaultList own={own} />
              )}
            </CaseFileTile>
          </li>
        )
      })}
    </ul>
  )
}

interface FaultButtonsProps {
  readonly caseId: CaseDetail['id']
  readonly imageId: ImageId
  readonly own: CaseImageFeedback | undefined
}

/** One press says what is wrong with an image; a second press takes it back. */
export function FaultButtons({ caseId, imageId, own }: FaultButtonsProps) {
  const { t } = useTranslation()
  const rate = useMutation(caseWorkMutations.rateImage)
  const faults = own?.faults ?? []
  const toggle = (fault: Fault) =>
    rate.mutate({
      params: { id: caseId, imageId },
      body: {
        faults: faults.includes(fault) ? faults.filter((one) => one !== fault) : [...faults, fault],
      },
    })
  return (
    <div className={styles.faults} role="group" aria-label={t('caseReading:fault.label')}>
      {imageFaults.map((fault) => (
        <button
          key={fault}
          type="button"
          className={styles.fault}
          aria-pressed={faults.includes(fault)}
          disabled={rate.isPending}
          onClick={() => toggle(fault)}
        >
          {t(`caseReading:fault.${fault}`)}
        </button>
      ))}
    </div>
  )
}

function FaultList({ own }: Pick<FaultButtonsProps, 'own'>) {
  const { t } = useTranslation()
  if (!own || own.faults.length === 0) return null
  return (
    <p className={styles.faults}>
      {own.faults.map((fault) => (
        <Badge key={fault} tone="amber">
          {t(`caseReading:fault.${fault}`)}
        </Badge>
      ))}
    </p>
  )
}

/** The other files of a case. */
export function Attachments({ radCase }: { readonly radCase: CaseDetail }) {
  const { t } = useTranslation()
  const { data: files = [] } = useQuery(caseQueries.files(radCase.id))
  const attachments = files.filter(({ isFromReceiver }) => !isFromReceiver)
  if (attachments.length === 0)
    return <p className={styles.none}>{t('caseReading:file.noAttachments')}</p>
  return (
    <ul className={styles.tiles} aria-label={t('caseReading:part.attachments')}>
      {attachments.map((file) => (
        <li key={file.id}>
          <CaseFileTile file={file}>
            {file.isFromRadiologist ? (
              <small>{t('caseReading:file.ofRadiologist', { name: file.authorName })}</small>
            ) : null}
          </CaseFileTile>
        </li>
      ))}
    </ul>
  )
}
