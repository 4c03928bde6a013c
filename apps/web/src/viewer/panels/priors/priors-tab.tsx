import { Button, Skeleton, Switch } from '@mantine/core'
import { IconColumns2 } from '@tabler/icons-react'
import type { Image, PatientId, Study } from '@talus/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { wordsOf } from '../../../api/call.ts'
import { useStore } from '../../../store.ts'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { shownIn } from '../../grid/grid.ts'
import { fromSaved } from '../../store/saved-state.ts'
import { useScene } from '../../tools/use-scene.ts'
import type { PanelFacts } from '../right-panel/panel-props.ts'
import { useActiveImage } from '../toolbar/use-image-actions.ts'
import { beside, without } from './beside.ts'
import { patientStudiesQuery, priorStateQuery } from './priors.queries.ts'
import type { PriorShelf } from './prior-shelf.ts'
import { PriorStudy } from './prior-study.tsx'
import styles from './priors.module.css'

interface PriorsTabProps extends PanelFacts {
  readonly patientId: PatientId
  readonly shelf: PriorShelf
  readonly timeZone: string | undefined
}

const byDay = (one: Study, other: Study) => other.createdOn.localeCompare(one.createdOn)

/** The other studies of the patient: one press puts the same part and view beside the image. */
export function PriorsTab({ store, source, patientId, shelf, timeZone }: PriorsTabProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data, error } = useQuery(patientStudiesQuery(patientId))
  const { images, areLinked } = useStore(shelf)
  const grid = useScene(store, (scene) => scene.grid)
  const activeId = useActiveImage(store)
  const active =
    source.images.find(({ id }) => id === activeId) ??
    (activeId === undefined ? undefined : images.get(activeId)?.image)
  const isComparing = shownIn(grid).some((id) => images.has(id))

  const compare = async (image: Image, study: Study) => {
    // What was drawn then is shown; without it the image is still worth a look.
    const saved = await client.query(priorStateQuery(study.id)).catch(() => undefined)
    const state = saved && fromSaved(saved, [image.id]).get(image.id)
    shelf.set((now) => ({
      ...now,
      images: new Map(now.images).set(image.id, { image, takenOn: study.createdOn }),
    }))
    store.set((now) => ({
      ...now,
      grid: beside(now.grid, image.id),
      images: state ? new Map(now.images).set(image.id, state) : now.images,
    }))
  }

  if (error) return <ErrorNote text={wordsOf(error)} />
  if (!data) return <Skeleton height={180} />
  const others = data
    .filter((study) => study.id !== source.studyId && !study.isDeleted)
    .toSorted(byDay)
  if (others.length === 0)
    return (
      <StatePanel
        isCompact
        icon={<IconColumns2 size={32} stroke={1.5} />}
        title={t('viewerPanel:priors.none')}
        text={t('viewerPanel:priors.noneText')}
      />
    )
  const here = data.find(({ id }) => id === source.studyId)
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
              shelf.set((now) => ({ ...now, areLinked: isOn }))
            }}
          />
          <Button
            variant="default"
            size="xs"
            onClick={() =>
              store.set((now) => ({ ...now, grid: without(now.grid, (id) => images.has(id)) }))
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
            study={study}
            isLater={here !== undefined && study.createdOn > here.createdOn}
            active={active}
            shown={shownIn(grid)}
            timeZone={timeZone}
            onCompare={(image) => void compare(image, study)}
          />
        ))}
      </ul>
    </>
  )
}
