import { Group, MultiSelect, Select, TextInput, Textarea } from '@mantine/core'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { formatHangingRegion } from '@talus/anatomy'
import { limits, species, templateModalities } from '@talus/contract'
import type { ClinicId, ReportTemplate } from '@talus/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { reportMutations } from '../../../api/records/report.ts'
import { toLanguage } from '../../../language.ts'
import { SavedTextForm } from './saved-text-form.tsx'
import { expandParts, listTemplateParts } from './template-scope.ts'
import styles from './report-settings.module.css'

const pillStyles = { input: styles.pills ?? '', inputField: styles.pillField ?? '' }

export type TemplateDraft = Pick<
  ReportTemplate,
  'name' | 'species' | 'modality' | 'bodyParts' | 'language' | 'text' | 'basedOn'
>

export interface TemplateRow {
  readonly draft: TemplateDraft
  /** The saved record; undefined for an unchanged template of the product. */
  readonly saved: ReportTemplate | undefined
}

interface TemplateFormProps {
  readonly clinicId: ClinicId
  readonly row: TemplateRow
  readonly onDone: () => void
}

/** Edits the text of a template, and for which studies it is offered. */
export function TemplateForm({ clinicId, row, onDone }: TemplateFormProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<TemplateDraft>(() => ({
    ...row.draft,
    bodyParts: expandParts(row.draft.bodyParts, listTemplateParts(row.draft.species)),
  }))
  const add = useRecordMutation(reportMutations.addTemplate)
  const update = useRecordMutation(reportMutations.updateTemplate)
  const change = (changes: Partial<TemplateDraft>) => setDraft({ ...draft, ...changes })
  const save = () => {
    const { name, species: kinds, modality, language, text, basedOn } = draft
    // The teeth of an image are no part of a template.
    const bodyParts = modality === 'Dental' ? [] : draft.bodyParts
    const body = { name, species: kinds, modality, bodyParts, language, text, basedOn }
    return row.saved
      ? update({ params: { id: row.saved.id }, body: { ...body, version: row.saved.version } })
      : add({ query: { ClinicId: clinicId }, body })
  }
  return (
    <SavedTextForm save={save} onDone={onDone}>
      <TextInput
        data-autofocus
        required
        label={t('report:settings.name')}
        value={draft.name}
        maxLength={limits.reportNameMax}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <ScopeFields draft={draft} onChange={change} />
      <Textarea
        required
        label={t('report:settings.text')}
        description={t('report:settings.notation')}
        value={draft.text}
        maxLength={limits.templateTextMax}
        autosize
        minRows={8}
        maxRows={16}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
    </SavedTextForm>
  )
}

interface ScopeFieldsProps {
  readonly draft: TemplateDraft
  readonly onChange: (changes: Partial<TemplateDraft>) => void
}

/** Species, modality and body parts: templates that fit a study are offered first. */
function ScopeFields({ draft, onChange }: ScopeFieldsProps) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  // A chosen part stays in the list when its species is removed.
  const parts = [...new Set([...listTemplateParts(draft.species), ...draft.bodyParts])]
  return (
    <>
      <Group grow align="flex-start">
        <MultiSelect
          classNames={pillStyles}
          label={t('report:settings.species')}
          placeholder={draft.species.length === 0 ? t('report:settings.everySpecies') : ''}
          value={draft.species}
          data={species.map((name) => ({ value: name, label: t(`report:species.${name}`) }))}
          onChange={(chosen) =>
            onChange({ species: species.filter((name) => chosen.includes(name)) })
          }
        />
        <Select
          label={t('report:settings.modality')}
          allowDeselect={false}
          value={draft.modality}
          data={templateModalities.map((value) => ({
            value,
            label: t(`report:modality.${value}`),
          }))}
          onChange={(value) => {
            const modality = templateModalities.find((one) => one === value)
            if (modality) onChange({ modality })
          }}
        />
      </Group>
      {draft.modality === 'Dental' ? null : (
        <MultiSelect
          classNames={pillStyles}
          label={t('report:settings.bodyParts')}
          description={t('report:settings.bodyPartsHint')}
          placeholder={draft.bodyParts.length === 0 ? t('report:settings.everyPart') : ''}
          searchable
          nothingFoundMessage={t('report:settings.noPart')}
          maxValues={limits.templatePartsMax}
          value={draft.bodyParts}
          data={parts.map((value) => ({ value, label: formatHangingRegion(value, language) }))}
          onChange={(bodyParts) => onChange({ bodyParts })}
        />
      )}
    </>
  )
}
