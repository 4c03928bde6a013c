import { Anchor, MultiSelect } from '@mantine/core'
import {
  studyTypeGroupNames,
  studyTypeGroups,
  studyTypes,
  studyTypeSeparator,
} from '@talus/anatomy'
import { caseModalities, casePriorities, computeDueOn, historyPrompts } from '@talus/contract'
import type { Doctor } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useCaseZone } from '../../../api/case-zone.ts'
import { caseQueries } from '../../../api/records/case.ts'
import { useCan } from '../../../api/session.ts'
import { toLanguage } from '../../../language.ts'
import { CheckField, ChoiceField, TextAreaField } from '../../../ui/form/fields.tsx'
import { FormGroup } from '../../../ui/form/form-frame.tsx'
import type { FieldHost } from '../../../ui/form/use-form.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { ChoiceCards } from '../../../ui/inputs/choice-cards.tsx'
import { formatRadiologist } from '../shared/radiologist-name.ts'
import { useNow } from '../shared/use-now.ts'
import type { CaseValues } from './case-values.ts'
import styles from './create-case.module.css'

interface CaseFieldsProps {
  readonly form: FieldHost<keyof CaseValues>
}

interface RequestFieldsProps extends CaseFieldsProps {
  readonly doctors: readonly Doctor[]
  /** Whether the study has MR images, a modality that cases do not have. */
  readonly hasMr: boolean
  readonly onAddDoctor: () => void
}

/** The veterinarian, the radiologist, the regions and the priority of the request. */
export function RequestFields({ form, doctors, hasMr, onAddDoctor }: RequestFieldsProps) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  const { data: radiologists = [] } = useQuery(caseQueries.radiologists)
  const chosenTypes = String(form.getValue('studyTypes')).split(studyTypeSeparator).filter(Boolean)
  return (
    <FormGroup title={t('caseForm:group.request')}>
      <ChoiceField
        form={form}
        name="referringVeterinarianId"
        isFirst
        placeholder={t('caseForm:choose')}
        description={doctors.length === 0 ? <NoDoctors onAdd={onAddDoctor} /> : undefined}
        choices={doctors.map(({ id, firstName, lastName }) => ({
          value: String(id),
          label: `${firstName} ${lastName}`.trim(),
        }))}
      />
      <ChoiceField
        form={form}
        name="requestedRadiologistId"
        choices={[
          { value: '', label: t('caseForm:anyRadiologist') },
          ...radiologists.map((one) => ({ value: String(one.id), label: formatRadiologist(one) })),
        ]}
      />
      <ChoiceField
        form={form}
        name="modality"
        description={hasMr ? t('caseForm:mrHint') : undefined}
        placeholder={t('caseForm:choose')}
        choices={caseModalities.map((one) => ({ value: one, label: t(`cases:modality.${one}`) }))}
      />
      <MultiSelect
        name="studyTypes"
        label={form.getLabel('studyTypes')}
        searchable
        clearable
        hidePickedOptions
        classNames={{ inputField: styles.search }}
        placeholder={chosenTypes.length === 0 ? t('caseForm:studyTypesHint') : ''}
        data={studyTypeGroups.map((group) => ({
          group: studyTypeGroupNames[group][language],
          items: studyTypes
            .filter((type) => type.group === group)
            .map((type) => ({ value: type.names.en, label: type.names[language] })),
        }))}
        value={chosenTypes}
        onChange={(next) =>
          form.setValue(
            'studyTypes',
            studyTypes
              .map((type) => type.names.en)
              .filter((name) => next.includes(name))
              .join(studyTypeSeparator),
          )
        }
      />
      <PriorityField form={form} />
    </FormGroup>
  )
}

/** Only some users may add a veterinarian; the others read who can. */
function NoDoctors({ onAdd }: { readonly onAdd: () => void }) {
  const { t } = useTranslation()
  const mayAdd = useCan('doctor.write')
  return (
    <>
      {t('caseForm:noDoctors')}{' '}
      {mayAdd ? (
        <Anchor component="button" type="button" inherit onClick={onAdd}>
          {t('caseForm:addDoctor')}
        </Anchor>
      ) : (
        t('caseForm:askForDoctor')
      )}
    </>
  )
}

/** Each priority says until when the report is due, in the time zone of the other times of cases. */
function PriorityField({ form }: CaseFieldsProps) {
  const { t } = useTranslation()
  const labelId = useId()
  const now = useNow()
  const timeZone = useCaseZone()
  return (
    <div className={styles.wide}>
      <span id={labelId} className={styles.legend}>
        {form.getLabel('priority')}
      </span>
      <ChoiceCards
        isRow
        labelledBy={labelId}
        name="priority"
        value={String(form.getValue('priority'))}
        onChoose={(value) => form.setValue('priority', value)}
        cards={casePriorities.map((priority) => ({
          value: priority,
          content: (
            <span className={styles.priority}>
              {t(`cases:priority.${priority}`)}
              <span className={styles.hint}>
                {t('caseForm:dueBy', {
                  time: formatDateTime(computeDueOn(now.toISOString(), priority), timeZone),
                })}
              </span>
            </span>
          ),
        }))}
      />
    </div>
  )
}

/** Five questions, whose answers are the history that a radiologist needs. */
export function HistoryFields({ form }: CaseFieldsProps) {
  const { t } = useTranslation()
  return (
    <FormGroup title={t('caseForm:group.history')} text={t('caseForm:historyText')}>
      {historyPrompts.map((prompt) => (
        <TextAreaField
          key={prompt}
          form={form}
          name={prompt}
          rows={prompt === 'duration' ? 1 : 2}
          isWide={prompt === 'question'}
        />
      ))}
      <TextAreaField form={form} name="rest" rows={2} isWide />
      <TextAreaField form={form} name="additionalNotes" rows={2} isWide />
      <CheckField form={form} name="isTest" description={t('caseForm:testHint')} />
    </FormGroup>
  )
}
