import { imageFaults } from '@talus/contract'
import type { CaseDetail, CaseImageFeedback, ImageId } from '@talus/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { caseWorkMutations } from '../../../api/records/case-work.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import styles from './reading.module.css'

type Fault = (typeof imageFaults)[number]

interface FaultButtonsProps {
  readonly caseId: CaseDetail['id']
  readonly imageId: ImageId
  readonly own: CaseImageFeedback | undefined
  /** The name of the image, if several are shown. */
  readonly name?: string
  /** Slices are neither positioned nor exposed like a radiograph; only motion spoils them. */
  readonly isSeries?: boolean
}

/** A fault that was named before can be taken back. */
const listOffered = (faults: readonly Fault[], isSeries: boolean) =>
  imageFaults.filter((fault) => !isSeries || fault === 'motion' || faults.includes(fault))

/** One press says what is wrong with an image; a second press takes it back. */
export function FaultButtons({ caseId, imageId, own, name, isSeries = false }: FaultButtonsProps) {
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
    <div
      className={styles.faults}
      role="group"
      aria-label={[t('caseReading:fault.label'), name].filter(Boolean).join(', ')}
    >
      {listOffered(faults, isSeries).map((fault) => (
        <button
          key={fault}
          type="button"
          className={styles.fault}
          aria-pressed={faults.includes(fault)}
          disabled={rate.isPending}
          onClick={() => toggle(fault)}
        >
          {t(`common:image.fault.${fault}`)}
        </button>
      ))}
    </div>
  )
}

/** The faults that the radiologist has named for an image. */
export function FaultList({ own }: Pick<FaultButtonsProps, 'own'>) {
  const { t } = useTranslation()
  if (!own || own.faults.length === 0) return null
  return (
    <p className={styles.faults}>
      {own.faults.map((fault) => (
        <Badge key={fault} tone="amber">
          {t(`common:image.fault.${fault}`)}
        </Badge>
      ))}
    </p>
  )
}
