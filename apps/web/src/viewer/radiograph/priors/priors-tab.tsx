import { Button, Skeleton, Switch } from '@mantine/core'
import { IconColumns2 } from '@tabler/icons-react'
import type { Image } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/error-message.ts'
import { useStore } from '../../../store.ts'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { listShownImages } from '../../core/grid/grid.ts'
import { fromSaved } from '../../core/store/saved-state.ts'
import { usePriorStudies } from '../../core/source-queries.ts'
import type { ComparedStudy } from '../../core/source.ts'
import { useScene } from '../../core/store/use-scene.ts'
import type { PanelData } from '../../core/panel/panel-data.ts'
import { useActiveImageId } from '../../core/toolbar/use-image-actions.ts'
import { placeBeside, removeImages } from './place-beside.ts'
import type { PriorImagesStore } from './prior-images.ts'
import { PriorStudy } from './prior-study.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './priors.module.css'

interface PriorsTabProps extends PanelData {
  readonly priorImages: PriorImagesStore
  readonly timeZone: string | undefined
}

const byDay = (one: ComparedStudy, other: ComparedStudy) =>
  other.createdOn.localeCompare(one.createdOn)

/** Other studies of the patient; one press shows the same body part and view for comparison. */
export function PriorsTab({ store, source, authors, priorImages, timeZone }: PriorsTabProps) {
  const { t } = useTranslation()
  const { data, error } = usePriorStudies(source)
  const { images, areLinked } = useStore(priorImages)
  const grid = useScene(store, (scene) => scene.grid)
  const activeId = useActiveImageId(store)
  const active =
    source.images.find(({ id }) => id === activeId) ??
    (activeId === undefined ? undefined : images.get(activeId)?.image)
  const isComparing = listShownImages(grid).some((id) => images.has(id))

  const openStudy = data?.find(({ id }) => id === source.studyId)
  const isLaterStudy = (study: ComparedStudy) =>
    openStudy !== undefined && study.createdOn > openStudy.createdOn

  const compare = async (image: Image, study: ComparedStudy) => {
    // Earlier drawings are shown too; if they cannot be loaded, the image is shown without them.
    const saved = await source.priors?.state(study.id).catch(() => undefined)
    if (saved) authors.load(saved)
    const state = saved && fromSaved(saved, [image.id]).get(image.id)
    priorImages.set((now) => ({
      ...now,
      images: new Map(now.images).set(image.id, {
        image,
        studyCreatedOn: study.createdOn,
        isLater: isLaterStudy(study),
      }),
    }))
    store.set((now) => ({
      ...now,
      grid: placeBeside(now.grid, image.id),
      views: state ? new Map(now.views).set(image.id, state) : now.views,
    }))
  }

  if (error) return <ErrorNote text={getErrorMessage(error)} />
  if (!data) return <Skeleton height={180} />
  const others = data
    .filter((study) => study.id !== source.studyId && !study.isDeleted)
    .toSorted(byDay)
  if (others.length === 0)
    return (
      <StatePanel
        isCompact
        icon={<Icon icon={IconColumns2} size="3xl" />}
        title={t('viewerPanel:priors.none')}
        text={t('viewerPanel:priors.noneText')}
      />
    )
  return (
    <>
      {isComparing ? (
        <div className={styles.comparing}>
          <Switch
            size="sm"
            label={t('viewerPanel:priors.link')}
            checked={areLinked}
            onChange={(event) => {
              const isOn = event.currentTarget.checked
              priorImages.set((now) => ({ ...now, areLinked: isOn }))
            }}
          />
          <Button
            variant="default"
            size="xs"
            onClick={() =>
              store.set((now) => ({ ...now, grid: removeImages(now.grid, (id) => images.has(id)) }))
            }
          >
            {t('viewerPanel:priors.stop')}
          </Button>
          <p className={styles.note}>{t('viewerPanel:priors.readOnly')}</p>
        </div>
      ) : null}
      <ul className={styles.studies}>
        {others.map((study) => (
          <PriorStudy
            key={study.id}
            source={source}
            study={study}
            isLater={isLaterStudy(study)}
            active={active}
            shown={listShownImages(grid)}
            timeZone={timeZone}
            onCompare={(image) => void compare(image, study)}
          />
        ))}
      </ul>
    </>
  )
}
