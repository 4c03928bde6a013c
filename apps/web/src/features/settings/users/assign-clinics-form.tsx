import { Button, Checkbox, Skeleton } from '@mantine/core'
import { folded } from '@talus/contract'
import type { Clinic, ClinicId, ListedUser } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, wordsOf } from '../../../api/call.ts'
import { ExplainedButton } from '../../../ui/explained-button.tsx'
import { keepDraft, readDraft } from '../../../ui/form/drafts.ts'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import { useKeptFocus } from '../../../ui/use-kept-focus.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { clinicQueries, userQueries } from '../settings.queries.ts'
import { ClinicSearch } from '../clinics/clinic-search.tsx'
import styles from './assign-clinics-form.module.css'

interface AssignClinicsFormProps {
  readonly user: ListedUser
  readonly onDone: () => void
}

/** More could not be read anyway: a word in the search finds the others. */
const shown = 50

const isSame = (a: ReadonlySet<ClinicId>, b: ReadonlySet<ClinicId>) =>
  a.size === b.size && [...a].every((id) => b.has(id))

export function AssignClinicsForm({ user, onDone }: AssignClinicsFormProps) {
  const clinics = useQuery(clinicQueries.list())
  const assigned = useQuery(userQueries.clinics(user.id))
  if (!clinics.data || !assigned.data) return <Skeleton height={360} />
  return <Assignment user={user} clinics={clinics.data} assigned={assigned.data} onDone={onDone} />
}

interface AssignmentProps extends AssignClinicsFormProps {
  readonly clinics: readonly Clinic[]
  readonly assigned: readonly ClinicId[]
}

function Assignment({ user, clinics, assigned, onDone }: AssignmentProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [words, setWords] = useState('')
  const draft = `clinics-of-${user.id}`
  const [chosen, setChosen] = useState<ReadonlySet<ClinicId>>(
    () => new Set(readDraft<{ readonly ids: readonly ClinicId[] }>(draft).ids ?? assigned),
  )
  const [error, setError] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  useKeptFocus(isSaving)

  // Those that were assigned before stand first and stay there while others are ticked.
  const before = new Set(assigned)
  const offered = clinics
    .filter(({ id, name, isDeleted }) => {
      const isThere = !isDeleted || before.has(id)
      return isThere && folded(name).includes(folded(words))
    })
    .toSorted((a, b) => Number(before.has(b.id)) - Number(before.has(a.id)))

  const toggle = (id: ClinicId) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
    keepDraft(draft, isSame(next, before) ? {} : { ids: [...next] })
    setError(undefined)
  }
  const leave = () => {
    keepDraft(draft, {})
    onDone()
  }
  const save = async () => {
    setSaving(true)
    try {
      await call(routes.user.assignClinics, {
        body: { userId: user.id, clinicIds: [...chosen] },
      })
      await client.invalidateQueries({ queryKey: userQueries.all })
      toast.done(t('settings:assign.saved', { name: user.username }))
      leave()
    } catch (thrown) {
      setError(wordsOf(thrown))
    } finally {
      setSaving(false)
    }
  }
  const count = chosen.size
  return (
    <form
      className={styles.form}
      aria-label={t('settings:assign.title')}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {error === undefined ? null : <ErrorNote text={error} />}
      <ClinicSearch words={words} onWords={setWords} />
      <fieldset className={styles.list}>
        <legend className={styles.legend}>{t('settings:assign.legend')}</legend>
        {offered.slice(0, shown).map((clinic) => (
          <Checkbox
            key={clinic.id}
            className={styles.clinic ?? ''}
            label={clinic.name}
            description={clinic.isDeleted ? t('settings:deleted.yes') : undefined}
            checked={chosen.has(clinic.id)}
            onChange={() => toggle(clinic.id)}
          />
        ))}
        {offered.length > shown ? (
          <p className={styles.more}>
            {t('settings:assign.more', { count: offered.length - shown })}
          </p>
        ) : null}
        {offered.length === 0 ? (
          <p className={styles.more}>{t('common:table.nothingFound', { words })}</p>
        ) : null}
      </fieldset>
      <div className={styles.footer}>
        <span role="status" className={styles.count}>
          {user.maxClinicCount === null
            ? t('settings:assign.count', { count })
            : t('settings:assign.countOf', { count, max: user.maxClinicCount })}
        </span>
        <Button variant="default" onClick={leave} disabled={isSaving}>
          {t('common:action.cancel')}
        </Button>
        <ExplainedButton
          type="submit"
          loading={isSaving}
          reason={isSame(chosen, before) ? t('common:form.unchanged') : undefined}
        >
          {t('common:action.save')}
        </ExplainedButton>
      </div>
    </form>
  )
}
