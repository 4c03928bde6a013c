import { Button, Checkbox, Skeleton } from '@mantine/core'
import { foldText } from '@talus/contract'
import type { Clinic, ClinicId, ListedUser } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/call.ts'
import { clinicQueries } from '../../../api/records/clinic.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { userMutations, userQueries } from '../../../api/records/user.ts'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { storeDraft, readDraft } from '../../../ui/form/drafts.ts'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import { useRestoredFocus } from '../../../ui/hooks/use-restored-focus.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { ClinicSearch } from '../clinics/clinic-search.tsx'
import styles from './assign-clinics-form.module.css'

interface AssignClinicsFormProps {
  readonly user: ListedUser
  readonly onDone: () => void
}

/** Number of listed clinics; the search finds the others. */
const maxListed = 50

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
  const assignClinics = useRecordMutation(userMutations.assignClinics)
  const [searchText, setSearchText] = useState('')
  const draft = `clinics-of-${user.id}`
  const [chosen, setChosen] = useState<ReadonlySet<ClinicId>>(
    () => new Set(readDraft<{ readonly ids: readonly ClinicId[] }>(draft).ids ?? assigned),
  )
  const [error, setError] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  useRestoredFocus(isSaving)

  // Clinics that were assigned before come first and stay there while others are ticked.
  const before = new Set(assigned)
  const offered = clinics
    .filter(({ id, name, isDeleted }) => {
      const isListed = !isDeleted || before.has(id)
      return isListed && foldText(name).includes(foldText(searchText))
    })
    .toSorted((a, b) => Number(before.has(b.id)) - Number(before.has(a.id)))

  const toggle = (id: ClinicId) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
    storeDraft(draft, isSame(next, before) ? {} : { ids: [...next] })
    setError(undefined)
  }
  const close = () => {
    storeDraft(draft, {})
    onDone()
  }
  const save = async () => {
    setSaving(true)
    try {
      await assignClinics({ body: { userId: user.id, clinicIds: [...chosen] } })
      toast.done(t('settings:assign.saved', { name: user.username }))
      close()
    } catch (thrown) {
      setError(getErrorMessage(thrown))
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
      <ClinicSearch text={searchText} onText={setSearchText} />
      <fieldset className={styles.list}>
        <legend className={styles.legend}>{t('settings:assign.legend')}</legend>
        {offered.slice(0, maxListed).map((clinic) => (
          <Checkbox
            key={clinic.id}
            className={styles.clinic ?? ''}
            label={clinic.name}
            description={clinic.isDeleted ? t('settings:deleted.yes') : undefined}
            checked={chosen.has(clinic.id)}
            onChange={() => toggle(clinic.id)}
          />
        ))}
        {offered.length > maxListed ? (
          <p className={styles.more}>
            {t('settings:assign.more', { count: offered.length - maxListed })}
          </p>
        ) : null}
        {offered.length === 0 ? (
          <p className={styles.more}>{t('common:table.nothingFound', { words: searchText })}</p>
        ) : null}
      </fieldset>
      <div className={styles.footer}>
        <span role="status" className={styles.count}>
          {user.maxClinicCount === null
            ? t('settings:assign.count', { count })
            : t('settings:assign.countOf', { count, max: user.maxClinicCount })}
        </span>
        <Button variant="default" onClick={close} disabled={isSaving}>
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
