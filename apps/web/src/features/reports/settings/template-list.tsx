import {
  Button,
  Group,
  MultiSelect,
  SegmentedControl,
  Stack,
  TextInput,
  Textarea,
} from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { languages, limits, species } from '@talus/contract'
import type { ClinicId, ReportTemplate } from '@talus/contract'
import type { ReportLanguage } from '@talus/report/document'
import { listShippedTemplates } from '@talus/report/templates'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/call.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { reportMutations, reportQueries } from '../../../api/records/report.ts'
import { toLanguage } from '../../../language.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { openForm } from '../../../ui/form/open-form.ts'
import { confirmDelete } from '../../../ui/modals/confirm.tsx'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import styles from './report-settings.module.css'

interface TemplateListProps {
  readonly clinicId: ClinicId
  readonly mayManage: boolean
}

type Draft = Pick<
  ReportTemplate,
  'name' | 'species' | 'modality' | 'bodyParts' | 'language' | 'text' | 'basedOn'
>

interface Row {
  readonly draft: Draft
  /** The saved record; undefined for an unchanged template of the product. */
  readonly saved: ReportTemplate | undefined
}

function listRows(saved: readonly ReportTemplate[], language: ReportLanguage): Row[] {
  const own = saved.filter((template) => template.language === language)
  const shipped = listShippedTemplates(language).map((template): Row => {
    const { id, species: kinds, bodyParts, ...rest } = template
    const found = own.find(({ basedOn }) => basedOn === id)
    const draft = { ...rest, species: [...kinds], bodyParts: [...bodyParts], basedOn: id }
    return { draft: found ?? draft, saved: found }
  })
  return [
    ...shipped,
    ...own
      .filter(({ basedOn }) => basedOn === null)
      .map((template) => ({ draft: template, saved: template })),
  ]
}

/** The templates of the product and of the clinic; a changed one of the product can be reset. */
export function TemplateList({ clinicId, mayManage }: TemplateListProps) {
  const { t, i18n } = useTranslation()
  const [language, setLanguage] = useState<ReportLanguage>(toLanguage(i18n.language))
  const { data = [] } = useQuery(reportQueries.templates(clinicId))
  const remove = useRecordMutation(reportMutations.removeTemplate)
  const edit = (title: string, row: Row) =>
    openForm(title, (close) => <TemplateForm clinicId={clinicId} row={row} onDone={close} />, 760)
  const empty: Draft = {
    name: '',
    species: [],
    modality: 'General',
    bodyParts: [],
    language,
    text: '',
    basedOn: null,
  }
  const confirmRemove = ({ draft, saved }: Row) =>
    saved &&
    confirmDelete({
      title: t(draft.basedOn ? 'report:settings.resetTitle' : 'report:settings.removeTitle'),
      text: t(draft.basedOn ? 'report:settings.resetText' : 'report:settings.removeText', {
        name: draft.name,
      }),
      act: () => remove({ params: { id: saved.id } }),
    })
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label={t('report:settings.language')}
          value={language}
          onChange={(value) => setLanguage(toLanguage(value))}
          data={languages.map((value) => ({ value, label: t(`report:settings.${value}`) }))}
        />
        {mayManage ? (
          <Button
            variant="default"
            leftSection={<Icon icon={IconPlus} />}
            onClick={() =>
              edit(t('report:settings.addTemplate'), { draft: empty, saved: undefined })
            }
          >
            {t('report:settings.addTemplate')}
          </Button>
        ) : null}
      </Group>
      <ul className={styles.rows}>
        {listRows(data, language).map((row) => (
          <li key={row.draft.basedOn ?? `own ${String(row.saved?.id)}`} className={styles.row}>
            <span className={styles.name}>
              {row.draft.name}
              <small>
                {t(
                  row.draft.basedOn === null
                    ? 'report:settings.own'
                    : row.saved
                      ? 'report:settings.changed'
                      : 'report:settings.shipped',
                )}
              </small>
            </span>
            {mayManage ? (
              <Group gap="xs">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('report:settings.editNamed', { name: row.draft.name })}
                  onClick={() => edit(t('report:settings.editTemplate'), row)}
                >
                  {t('report:settings.edit')}
                </Button>
                {row.saved ? (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => void confirmRemove(row)}
                  >
                    {t(row.draft.basedOn ? 'report:settings.reset' : 'report:settings.remove')}
                  </Button>
                ) : null}
              </Group>
            ) : null}
          </li>
        ))}
      </ul>
    </Stack>
  )
}

interface TemplateFormProps {
  readonly clinicId: ClinicId
  readonly row: Row
  readonly onDone: () => void
}

function TemplateForm({ clinicId, row, onDone }: TemplateFormProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(row.draft)
  const [error, setError] = useState<string>()
  const add = useRecordMutation(reportMutations.addTemplate)
  const update = useRecordMutation(reportMutations.updateTemplate)
  const save = async () => {
    const { name, species: kinds, modality, bodyParts, language, text, basedOn } = draft
    const body = { name, species: kinds, modality, bodyParts, language, text, basedOn }
    try {
      await (row.saved
        ? update({ params: { id: row.saved.id }, body: { ...body, version: row.saved.version } })
        : add({ query: { ClinicId: clinicId }, body }))
      onDone()
    } catch (failure) {
      setError(getErrorMessage(failure))
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Stack gap="md">
        <Group grow align="flex-start">
          <TextInput
            data-autofocus
            required
            label={t('report:settings.name')}
            value={draft.name}
            maxLength={limits.reportNameMax}
            onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
          />
          {draft.basedOn === null ? (
            <MultiSelect
              label={t('report:settings.species')}
              placeholder={draft.species.length === 0 ? t('report:settings.everySpecies') : ''}
              value={draft.species}
              data={species.map((name) => ({ value: name, label: t(`report:species.${name}`) }))}
              onChange={(chosen) =>
                setDraft({ ...draft, species: species.filter((name) => chosen.includes(name)) })
              }
            />
          ) : null}
        </Group>
        <Textarea
          required
          label={t('report:settings.text')}
          description={t('report:settings.notation')}
          value={draft.text}
          maxLength={limits.templateTextMax}
          autosize
          minRows={10}
          maxRows={18}
          onChange={(event) => setDraft({ ...draft, text: event.currentTarget.value })}
        />
        {error === undefined ? null : <ErrorNote text={error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onDone}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit">{t('common:action.save')}</Button>
        </Group>
      </Stack>
    </form>
  )
}
