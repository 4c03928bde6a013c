import { ActionIcon, Skeleton } from '@mantine/core'
import { IconClick, IconX } from '@tabler/icons-react'
import type { ImageId, StudyId, StudyRow } from '@talus/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { lazyCode } from '../../lazy-code.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { WithCode } from '../../ui/states/with-code.tsx'
import styles from './study-preview.module.css'

export type ImageMark = (studyId: StudyId, imageId: ImageId) => ReactNode

interface StudyPreviewProps {
  readonly row: StudyRow | undefined
  readonly clinic: SelectedClinic
  readonly actions: ReactNode
  readonly documents?: ((row: StudyRow) => ReactNode) | undefined
  /** A mark at the thumbnail of an image. */
  readonly imageMark?: ImageMark | undefined
  /** Opens the study; an image of a study that two viewers show decides which one opens. */
  readonly onOpen: (imageId?: ImageId) => void
  readonly onClose: () => void
}

const code = lazyCode(() => import('./previewed-study.part.tsx'))

/** Shows the images and main data of the selected study beside the list. */
export function StudyPreview(props: StudyPreviewProps) {
  const { row, clinic, actions, documents, imageMark, onOpen, onClose } = props
  const { t } = useTranslation()
  return (
    <aside
      className={styles.drawer}
      data-empty={row === undefined || undefined}
      data-buttons-below
      aria-label={t('studies:preview.title')}
    >
      <ActionIcon
        className={styles.close ?? ''}
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('common:action.close')}
        onClick={onClose}
      >
        <Icon icon={IconX} size="lg" />
      </ActionIcon>
      <div className={styles.content} data-scrolled>
        {row ? (
          <WithCode code={code} fallback={<Skeleton height={64} />}>
            {({ PreviewedStudy }) => (
              <PreviewedStudy
                row={row}
                clinic={clinic}
                documents={documents}
                imageMark={imageMark}
                onOpen={onOpen}
              />
            )}
          </WithCode>
        ) : (
          <div className={styles.none}>
            <Icon icon={IconClick} size="2xl" />
            <p>{t('studies:preview.none')}</p>
          </div>
        )}
      </div>
      <div className={styles.actions}>{actions}</div>
    </aside>
  )
}
