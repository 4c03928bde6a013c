import { Button, Checkbox } from '@mantine/core'
import { formatImageAnatomy } from '@talus/anatomy'
import type { ImageId, RestrainedExposure, Restraint, StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, getErrorMessage } from '../../api/call.ts'
import { useClinicZone } from '../../api/selected-clinic.ts'
import { toLanguage } from '../../language.ts'
import { ExplainedButton } from '../../ui/buttons/explained-button.tsx'
import { formatDateTime } from '../../ui/format/dates.ts'
import { modals, openModal } from '../../ui/modals/modal-store.ts'
import { toast } from '../../ui/toasts/toast-store.ts'
import { formatRestraint } from './format-restraint.ts'
import { restraintQueries } from './restraint.queries.ts'
import styles from './restraint.module.css'

const isSame = (one: Restraint, other: Restraint) =>
  one.holders === other.holders && one.isSedated === other.isSedated

interface CorrectionProps {
  readonly studyId: StudyId
  /** The value that the chosen exposures get. */
  readonly restraint: Restraint
  readonly onDone: () => void
}

/** Nothing is chosen at first: a correction of the log is deliberate. */
function Correction({ studyId, restraint, onDone }: CorrectionProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const query = restraintQueries.exposures(studyId)
  const { data: exposures = [] } = useQuery(query)
  const [chosen, setChosen] = useState<readonly ImageId[]>([])
  const [isSaving, setSaving] = useState(false)
  const different = exposures.filter((exposure) => !isSame(exposure.restraint, restraint))
  const ids = different.map(({ imageId }) => imageId)
  const toggle = (id: ImageId) =>
    setChosen((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]))
  const save = async () => {
    setSaving(true)
    try {
      const body = { ...restraint, imageIds: [...chosen] }
      const now = await call(
        routes.restraint.correct,
        { params: { id: studyId }, body },
        { isQuiet: true },
      )
      client.setQueryData(query.queryKey, now)
      toast.done(t('restraint:correct.done', { count: chosen.length }))
      onDone()
    } catch (error) {
      modals.showError(getErrorMessage(error))
    } finally {
      setSaving(false)
    }
  }
  return (
    <div className={styles.correction}>
      <p className={styles.lead}>
        {t('restraint:correct.text')} <b>{formatRestraint(t, restraint)}</b>
      </p>
      {ids.length > 1 ? (
        <Checkbox
          size="md"
          className={styles.all ?? ''}
          label={t('restraint:correct.all')}
          checked={chosen.length === ids.length}
          indeterminate={chosen.length > 0 && chosen.length < ids.length}
          onChange={() => setChosen(chosen.length === ids.length ? [] : ids)}
        />
      ) : null}
      <ul className={styles.exposures} aria-label={t('restraint:correct.list')}>
        {exposures.map((exposure) => (
          <ExposureRow
            key={exposure.imageId}
            exposure={exposure}
            isChosen={chosen.includes(exposure.imageId)}
            isCorrect={isSame(exposure.restraint, restraint)}
            onToggle={() => toggle(exposure.imageId)}
          />
        ))}
      </ul>
      <div className={styles.actions}>
        <Button size="md" variant="default" onClick={onDone}>
          {t('common:action.cancel')}
        </Button>
        <ExplainedButton
          size="md"
          loading={isSaving}
          reason={chosen.length === 0 ? t('restraint:correct.chooseFirst') : undefined}
          onClick={() => void save()}
        >
          {t('restraint:correct.save', { count: chosen.length })}
        </ExplainedButton>
      </div>
    </div>
  )
}

interface ExposureRowProps {
  readonly exposure: RestrainedExposure
  readonly isChosen: boolean
  /** The exposure already has the value. */
  readonly isCorrect: boolean
  readonly onToggle: () => void
}

function ExposureRow({ exposure, isChosen, isCorrect, onToggle }: ExposureRowProps) {
  const timeZone = useClinicZone()
  const { t, i18n } = useTranslation()
  const time = formatDateTime(exposure.exposedOn, timeZone)
  const name = formatImageAnatomy(exposure, toLanguage(i18n.language))
  const rejected = exposure.isRejected ? ` · ${t('restraint:correct.rejected')}` : ''
  return (
    <li className={styles.exposure}>
      <Checkbox
        size="md"
        label={`${time} · ${name}${rejected}`}
        description={formatRestraint(t, exposure.restraint)}
        checked={isChosen}
        disabled={isCorrect}
        onChange={onToggle}
      />
      {exposure.corrections.map(({ user, createdOn, previous }) => (
        <p key={`${createdOn} ${user}`} className={styles.history}>
          {t('restraint:correct.history', {
            user,
            time: formatDateTime(createdOn, timeZone),
            previous: formatRestraint(t, previous),
          })}
        </p>
      ))}
    </li>
  )
}

/** Lets the user choose earlier exposures of the study that get the current restraint. */
export function openCorrection(studyId: StudyId, restraint: Restraint) {
  const id = openModal({
    title: i18next.t('restraint:correct.title'),
    size: 560,
    body: (
      <Correction
        studyId={studyId}
        restraint={restraint}
        onDone={() => {
          if (id !== undefined) modals.close(id)
        }}
      />
    ),
  })
}
