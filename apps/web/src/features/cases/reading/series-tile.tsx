import { IconStack2 } from '@tabler/icons-react'
import { can } from '@talus/contract'
import type { CaseDetail, CaseFile, Image } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { stackQueries } from '../../../api/records/stack.ts'
import { useActor } from '../../../api/session.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { FilePicture } from '../shared/case-file-tile.tsx'
import styles from '../shared/case-file-tile.module.css'

interface SeriesTileProps {
  readonly radCase: CaseDetail
  /** The file of a slice in the middle of the series. */
  readonly file: CaseFile
  readonly image: Image
  /** The body part and the day of an earlier study. */
  readonly name: string | undefined
  readonly count: number
  readonly children?: ReactNode
}

/** A series of slices: a press opens it in the viewer. */
export function SeriesTile(props: SeriesTileProps) {
  const { radCase, file, image, name, count, children } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isReader = can(useActor(), 'case.view-as-radiologist')
  const { data: descriptions = {} } = useQuery(stackQueries.descriptions(image.studyId))
  const series = t('cases:seriesOfImages', {
    series: [t(`studies:modality.${image.modality}`), descriptions[image.seriesInstanceUID], name]
      .filter(Boolean)
      .join(', '),
    count,
  })
  return (
    <figure className={styles.tile}>
      <button
        type="button"
        className={styles.picture}
        aria-label={t('caseReading:file.openSeries', { series })}
        onClick={() =>
          void navigate(
            isReader
              ? `/caseviewer?caseId=${String(radCase.id)}`
              : `/viewer?studyId=${String(image.studyId)}`,
          )
        }
      >
        {file.hasThumbnail ? <FilePicture file={file} /> : <Icon icon={IconStack2} size="4xl" />}
      </button>
      <figcaption className={styles.caption}>
        <span className={styles.name}>{series}</span>
      </figcaption>
      {children}
    </figure>
  )
}
